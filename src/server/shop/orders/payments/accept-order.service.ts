/** Makes an order of a checkout that is paid by hand, at once: with its number, for the days that its way to pay says, and an email that says what to do. */
import { DAY } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { notifyBuyer, notifyMerchant } from '../lifecycle/order-emails.ts';
import { SYSTEM_ACTOR } from '../lifecycle/update-order.service.ts';
import { lockOrderById } from '../rows/order-lock.repository.ts';
import { createHistoryEntry, numberOrder, writeEffects } from '../rows/order-write.repository.ts';

const NO_EFFECTS = { isCounted: false, buyer: null, keepsConsent: false, isPaid: false };

/** Until when an unpaid order keeps its stock. */
export const toHoldEnd = (at: Date, { holdDays }: { holdDays: number }): Date => new Date(at.getTime() + holdDays * DAY);

/** False if it was placed before, or has ended: a checkout of a second window has replaced it meanwhile. */
export async function acceptOrder(deps: Pick<Deps, 'db' | 'now' | 'publicUrl'>, id: string): Promise<boolean> {
  const at = deps.now();
  return retryTransaction(deps.db, async (tx) => {
    const order = await lockOrderById(tx, id);
    const method = order?.paymentMethod;
    if (!order || !method || order.status !== 'pending' || order.number !== null) return false;
    const dueAt = method.kind === 'invoice' ? new Date(at.getTime() + method.daysToPay * DAY) : null;
    await numberOrder(tx, order, { expiresAt: toHoldEnd(at, method), dueAt });
    await createHistoryEntry(tx, {
      orderId: id,
      from: 'pending',
      to: 'pending',
      ...SYSTEM_ACTOR,
      why: `Placed, to be paid by hand: ${method.name}`,
      at,
    });
    await writeEffects(tx, id, { ...NO_EFFECTS, events: [{ type: 'order.placed', details: {} }] });
    await notifyBuyer(tx, deps, id, 'placed', at);
    await notifyMerchant(tx, deps, id, 'placed', at);
    return true;
  });
}

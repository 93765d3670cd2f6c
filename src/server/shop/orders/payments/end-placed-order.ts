/** Ends an order that was placed to be paid by hand: nobody paid it in time, or the team gave it up. */
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { notifyBuyer } from '../lifecycle/order-emails.ts';
import { type Cause, changeOrder } from '../lifecycle/update-order.service.ts';
import type { LockedOrder } from '../rows/order-lock.repository.ts';
import { toUnpaid } from '../rows/order-method.ts';
import { releasePayment } from '../rows/payment.repository.ts';

type Context = Pick<Deps, 'manualPayment' | 'publicUrl'>;

/** Whether it is one. */
export const isEndable = (deps: Context, order: LockedOrder): boolean =>
  toUnpaid(order) !== undefined && order.provider === deps.manualPayment.name && order.providerSession !== null;

/**
 * What was paid of it in part is a payment of its own from then on, to be paid back. Whoever ends an order that was sent says that it came back: it is
 * restocked.
 */
export async function endPlacedOrder(tx: Database, deps: Context, order: LockedOrder, cause: Cause): Promise<void> {
  const { provider, providerSession: session } = order;
  if (!session) return;
  const { receivedCents, paymentId } = await deps.manualPayment.byHand.end(tx, session);
  if (receivedCents > 0) await releasePayment(tx, { provider, session }, paymentId, cause.at);
  await changeOrder(tx, order, 'cancel', cause, { restock: true, fields: { processingSince: null } });
  await notifyBuyer(tx, deps, order.id, 'ended', cause.at);
}

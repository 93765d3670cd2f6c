/** Records on an order a refund that the provider has made. */
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { failpoint } from '../failpoints.ts';
import { notifyBuyer } from './notify-buyer.ts';
import { createHistoryEntry, updateOrder } from './order-write.repository.ts';
import { completeRefund, isRestockRequested, type PendingRefund } from './refund.repository.ts';
import { calculateRefundedCents } from './refunded-sum.ts';
import { restockLines } from './restock-lines.ts';
import { type LockedOrder, lockOrderById } from './row-lock.repository.ts';
import { type Cause, changeOrder } from './update-order.service.ts';

/** Does nothing where the refund is recorded already. */
export async function recordRefund(
  tx: Database,
  deps: Pick<Deps, 'publicUrl'>,
  refund: PendingRefund,
  providerRefund: string,
  cause: Cause,
): Promise<void> {
  const order = await lockOrderById(tx, refund.orderId);
  if (!order || !(await completeRefund(tx, refund.id, providerRefund))) return;
  // The provider's event may have arrived first.
  const refundedCents = Math.max(order.refundedCents, await calculateRefundedCents(tx, order));
  await writeRefundedCents(tx, order, refundedCents, cause);
  await restockLines(tx, order.id, refund.id, cause.at);
  // Zero if the event came first: then the buyer has been notified already.
  const newlyRefundedCents = refundedCents - order.refundedCents;
  if (newlyRefundedCents > 0) await notifyBuyer(tx, deps, order.id, { refundedCents: newlyRefundedCents }, cause.at);
  failpoint('refund.before-commit');
}

/** A full refund ends the order, and restocks its items if an admin requested that; a partial one leaves its status as it is. */
export async function writeRefundedCents(tx: Database, order: LockedOrder, refundedCents: number, cause: Cause): Promise<void> {
  if (refundedCents === order.totalCents) {
    const restock = await isRestockRequested(tx, order.id);
    const status = await changeOrder(tx, order, 'refund', cause, { restock, fields: { refundedCents } });
    // If the event came first, the status is unchanged, but the history still needs the admin's reason.
    if (status !== order.status) return;
  }
  await updateOrder(tx, order.id, { refundedCents });
  await createHistoryEntry(tx, { orderId: order.id, from: order.status, to: order.status, ...cause });
}

/** Records on an order a refund that the provider has made. */

import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import { setCodeUseCounted } from '../../pricing/discount-code.repository.ts';
import { readRefundReturnsCode } from '../../settings/settings.service.ts';
import { createHistoryEntry, updateOrder } from '../checkout/order-write.repository.ts';
import { notifyBuyer } from '../lifecycle/notify-buyer.ts';
import { changeRefund, writeOrder } from '../lifecycle/order-effects.ts';
import { type LockedOrder, lockOrderById } from '../lifecycle/row-lock.repository.ts';
import { type Cause, changeOrder } from '../lifecycle/update-order.service.ts';
import { findExtraPayment, updateExtraRefunded } from '../payments/payment.repository.ts';
import { completeRefund, isRestockRequested, type PendingRefund, sumCompletedRefunds } from './refund.repository.ts';
import { type RefundState, readRefundState } from './refunded-sum.ts';
import { restockLines } from './restock-lines.ts';

/** Does nothing where the refund is recorded already. */
export async function recordRefund(
  tx: Database,
  deps: Pick<Deps, 'publicUrl'>,
  refund: PendingRefund,
  providerRefund: string,
  cause: Cause,
): Promise<void> {
  const order = await lockOrderById(tx, refund.orderId);
  if (!order) return;
  if (!(await changeRefund(tx, order.id, () => completeRefund(tx, refund.id, providerRefund)))) return;
  if (refund.payment !== null) return recordExtraRefund(tx, order, refund, cause);
  const state = await readRefundState(tx, order);
  // The provider's event may have arrived first.
  const refundedCents = Math.max(order.refundedCents, state.refundedCents);
  await writeRefundedCents(tx, order, { ...state, refundedCents }, cause);
  await restockLines(tx, order.id, refund.id, cause.at);
  // Zero if the event came first: then the buyer has been notified already.
  const newlyRefundedCents = refundedCents - order.refundedCents;
  if (newlyRefundedCents > 0) await notifyBuyer(tx, deps, order.id, { refundedCents: newlyRefundedCents }, cause.at);
  failpoint('refund.before-commit');
}

/** Of a second payment: it changes nothing about the order but its history. */
async function recordExtraRefund(tx: Database, order: LockedOrder, { payment }: PendingRefund, cause: Cause): Promise<void> {
  const found = payment && (await findExtraPayment(tx, order.id, payment));
  if (!found) return;
  const refunded = await sumCompletedRefunds(tx, order.id, found.id);
  await updateExtraRefunded(tx, found.id, Math.min(found.amountCents, Math.max(found.refundedCents, refunded)));
  await updateOrder(tx, order.id, {});
  await createHistoryEntry(tx, { orderId: order.id, from: order.status, to: order.status, ...cause });
}

/** A full refund ends the order, and restocks its items if an admin requested that; a partial one leaves its status as it is. */
export async function writeRefundedCents(
  tx: Database,
  order: LockedOrder,
  { refundedCents, isFull }: RefundState,
  cause: Cause,
): Promise<void> {
  if (isFull) {
    const restock = await isRestockRequested(tx, order.id);
    const status = await changeOrder(tx, order, 'refund', cause, { restock, fields: { refundedCents } });
    if (order.discountCode !== null && (await readRefundReturnsCode(tx))) await setCodeUseCounted(tx, order.id, false);
    // If the event came first, the status is unchanged, but the history still needs the admin's reason.
    if (status !== order.status) return;
  }
  await writeOrder(tx, order, order.status, { refundedCents });
  await createHistoryEntry(tx, { orderId: order.id, from: order.status, to: order.status, ...cause });
}

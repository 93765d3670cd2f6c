/** Records on an order a refund that the provider has made. */

import { randomUUID } from 'node:crypto';
import type { OrderStatus } from '../../../../contract/order-fields.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import { sumOrderBalance } from '../../balances/order-balance.ts';
import { restoreCards, revokeWhatIsLeft } from '../../balances/sold-gift-card.repository.ts';
import { getReturnKey, moveStock, sumReturned } from '../../inventory/stock.repository.ts';
import type { FailedRefund } from '../../payments/provider.ts';
import { lockCodes, setCodeUseCounted } from '../../pricing/discount-code.repository.ts';
import { readRefundReturnsCode } from '../../settings/settings.service.ts';
import { createDueDocuments } from '../documents/create-documents.ts';
import { notifyBuyer, notifyMerchant } from '../lifecycle/order-emails.ts';
import {
  type Cause,
  changeOrder,
  changeRefund,
  endHandedOver,
  formatCents,
  PROVIDER_ACTOR,
  recordInHistory,
  writeStatus,
} from '../lifecycle/update-order.service.ts';
import { listLines } from '../rows/order.repository.ts';
import { endRefundedKeys, isHandedOver } from '../rows/order-downloads.repository.ts';
import { type LockedOrder, lockOrderById } from '../rows/order-lock.repository.ts';
import { findStatusBefore, updateOrder } from '../rows/order-write.repository.ts';
import { findExtraPayment, updateExtraRefunded } from '../rows/payment.repository.ts';
import {
  completeRefund,
  createRefund,
  findRefundOf,
  isRestockRequested,
  listRefundLines,
  type PendingRefund,
  type RefundRow,
  sumCompletedRefunds,
  sumRestocked,
  updateRefund,
} from '../rows/refund.repository.ts';
import { type RefundState, readRefundState } from './refund-amounts.ts';
import { refundToBalance } from './split-refund.ts';

/**
 * Restocks the pieces of a refund of single lines, in the transaction that records it. Does nothing if everything was restocked already with a
 * full refund. If an earlier refund failed after restocking, its pieces are in stock, so the ledger tells how many are still missing.
 */
async function restockLines(tx: Database, orderId: string, refundId: string, at: Date): Promise<void> {
  const restocked = (await listRefundLines(tx, refundId)).filter(({ restock }) => restock);
  if (!restocked.length) return;
  const order = await lockOrderById(tx, orderId);
  if (order?.stock !== 'sold') return;
  const lines = await listLines(tx, [orderId]);
  const byPosition = new Map(lines.map((line) => [line.position, line]));
  const [total, returned] = [await sumRestocked(tx, orderId), await sumReturned(tx, orderId)];
  const moves = restocked.flatMap(({ position, quantity }) =>
    (byPosition.get(position)?.targets ?? []).flatMap(({ count, ...target }) => {
      const missing = Math.min(quantity * count, (total.get(position) ?? 0) * count - (returned.get(getReturnKey(target)) ?? 0));
      return missing > 0 ? [{ ...target, orderId, kind: 'return' as const, quantity: missing }] : [];
    }),
  );
  await moveStock(tx, moves, at);
  const isAllBack = lines.every((line) => (total.get(line.position) ?? 0) >= line.quantity);
  if (isAllBack && order.status === 'refunded') await updateOrder(tx, orderId, { stock: 'none' });
}

interface Failure extends FailedRefund {
  amountCents: number;
  failedAt: Date;
}

/**
 * Records that a refund which the provider had accepted didn't reach the customer, so that the shop has the money again. False if this is known
 * already, or if the provider refused the refund in the first place. Doesn't change the stock: restocked items have come back all the same.
 */
export async function recordFailedRefund(
  tx: Database,
  deps: Pick<Deps, 'publicUrl' | 'now'>,
  order: LockedOrder,
  failure: Failure,
): Promise<boolean> {
  const at = deps.now();
  const refund = await findRefundOf(tx, order.id, failure);
  if (refund?.failedAt) return false;
  const isCounted = await isCountedIn(tx, order, refund, failure);
  await writeFailure(tx, order.id, refund, failure, at);
  if (refund && order.hasGiftCards) await restoreCards(tx, order.id, refund.id, { ...PROVIDER_ACTOR, why: 'The refund failed', at });
  const rest = await calculateRest(tx, order, isCounted ? failure.amountCents : 0);
  if (refund?.status === 'failed' && rest.refundedCents === order.refundedCents) return false;
  const why = `Refund of ${formatCents(failure.amountCents, order.currency)} failed: ${failure.reason.replaceAll('_', ' ')}. The money is still with the shop`;
  await writeRest(tx, order, rest, { ...PROVIDER_ACTOR, why, at });
  await createDueDocuments(tx, order, at);
  await notifyMerchant(tx, deps, order.id, { failedRefundCents: failure.amountCents }, at);
  return true;
}

/** Whether the order's refunded sum includes it. A refund made in the provider's dashboard has no row yet, and its event may not have arrived. */
async function isCountedIn(tx: Database, order: LockedOrder, refund: RefundRow | null, { amountCents }: Failure): Promise<boolean> {
  if (refund) return refund.status === 'succeeded';
  const { refundedCents } = await sumOrderBalance(tx, order.id);
  return order.refundedCents - refundedCents - (await sumCompletedRefunds(tx, order.id)) >= amountCents;
}

async function writeFailure(tx: Database, orderId: string, refund: RefundRow | null, failure: Failure, at: Date): Promise<void> {
  const { id, amountCents, createdAt, failedAt, reason } = failure;
  const change = { status: 'failed', providerRefund: id, providerCreatedAt: createdAt, failedAt, failure: reason } as const;
  if (refund) await changeRefund(tx, orderId, () => updateRefund(tx, refund.id, change));
  else
    await createRefund(tx, {
      id: randomUUID(),
      orderId,
      amountCents,
      reason: 'Made at the payment provider',
      restock: false,
      at,
      ...change,
    });
}

/**
 * If the provider hasn't sent a sum for this order yet, as for orders of an earlier version, the failed amount is subtracted from the
 * stored sum.
 */
async function calculateRest(tx: Database, order: LockedOrder, countedCents: number): Promise<RefundState> {
  if (order.providerRefundedAt === null) {
    const refundedCents = Math.max(0, order.refundedCents - countedCents);
    return { refundedCents, isFull: countedCents === 0 && order.status === 'refunded' };
  }
  const state = await readRefundState(tx, order);
  return { ...state, refundedCents: Math.min(order.refundedCents, state.refundedCents) };
}

async function writeRest(
  tx: Database,
  order: LockedOrder,
  { refundedCents, isFull }: RefundState,
  cause: Parameters<typeof changeOrder>[3],
): Promise<void> {
  const fields = { refundedCents };
  if (order.status === 'refunded' && !isFull) {
    const before: OrderStatus | undefined = order.stock === 'sold' ? await findStatusBefore(tx, order.id, 'refunded') : undefined;
    if (order.discountCode !== null) {
      await lockCodes(tx, null, [order.id]);
      await setCodeUseCounted(tx, order.id, true);
    }
    await changeOrder(tx, order, 'refund_failed', cause, { before, fields });
    return;
  }
  await writeStatus(tx, order, order.status, fields, cause);
}

/** Does nothing if the refund is recorded already. */
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
  await refundToBalance(tx, order, refund, cause);
  const state = await readRefundState(tx, order);
  // The provider's event may have arrived first.
  const refundedCents = Math.max(order.refundedCents, state.refundedCents);
  await writeRefundedCents(tx, order, { ...state, refundedCents }, cause);
  await restockLines(tx, order.id, refund.id, cause.at);
  await createDueDocuments(tx, order, cause.at);
  // Zero if the event came first: then the customer has been notified already.
  const newlyRefundedCents = refundedCents - order.refundedCents;
  if (newlyRefundedCents > 0) {
    const told = { refundedCents: newlyRefundedCents, balanceCents: refund.balanceCents };
    await notifyBuyer(tx, deps, order.id, told, cause.at);
  }
  failpoint('refund.before-commit');
}

/** A refund of a second payment: of the order it only changes the history. */
async function recordExtraRefund(tx: Database, order: LockedOrder, { payment }: PendingRefund, cause: Cause): Promise<void> {
  const found = payment && (await findExtraPayment(tx, order.id, payment));
  if (!found) return;
  const refunded = await sumCompletedRefunds(tx, order.id, found.id);
  await updateExtraRefunded(tx, found.id, Math.min(found.amountCents, Math.max(found.refundedCents, refunded)));
  await recordInHistory(tx, order, cause);
}

/** A full refund ends the order, and restocks its items if an admin requested that; a partial one leaves its status as it is. */
export async function writeRefundedCents(
  tx: Database,
  order: LockedOrder,
  { refundedCents, isFull }: RefundState,
  cause: Cause,
): Promise<void> {
  if (order.hasDownloads) await endRefundedKeys(tx, order.id, isFull);
  if (isFull) {
    // A refund that was made at the provider can't ask before whether they are spent.
    if (order.hasGiftCards) await revokeWhatIsLeft(tx, order.id, cause);
    const restock = await isRestockRequested(tx, order.id);
    const status = await changeOrder(tx, order, 'refund', cause, { restock, fields: { refundedCents } });
    if (order.discountCode !== null && (await readRefundReturnsCode(tx))) await setCodeUseCounted(tx, order.id, false);
    // If the event came first, the status is unchanged, but the history still needs the admin's reason.
    if (status !== order.status) return;
  }
  await writeStatus(tx, order, order.status, { refundedCents }, cause);
  // Nothing but what was refunded may have been missing.
  if (order.hasDownloads && order.status === 'paid' && (await isHandedOver(tx, order.id))) await endHandedOver(tx, order, cause.at);
}

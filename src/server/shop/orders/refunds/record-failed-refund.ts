/** Records on an order that a refund which the provider had accepted didn't reach the customer: the money is back at the shop. */
import { randomUUID } from 'node:crypto';
import type { OrderStatus } from '../../../../contract/order.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { FailedRefund } from '../../payments/provider.ts';
import { lockCodes, setCodeUseCounted } from '../../pricing/discount-code.repository.ts';
import { createHistoryEntry, findStatusBefore } from '../checkout/order-write.repository.ts';
import { formatCents } from '../lifecycle/format-cents.ts';
import { notifyMerchant } from '../lifecycle/notify-merchant.ts';
import { changeRefund, writeOrder } from '../lifecycle/order-effects.ts';
import type { LockedOrder } from '../lifecycle/row-lock.repository.ts';
import { changeOrder, PROVIDER_ACTOR } from '../lifecycle/update-order.service.ts';
import { createRefund, findRefundOf, type RefundRow, sumCompletedRefunds, updateRefund } from './refund.repository.ts';
import { type RefundState, readRefundState } from './refunded-sum.ts';

interface Failure extends FailedRefund {
  amountCents: number;
  failedAt: Date;
}

/**
 * False if it is known already, or if the provider refused the refund in the first place. Stock stays as it is: what was restocked came
 * back, whether or not the money arrived.
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
  const rest = await calculateRest(tx, order, isCounted ? failure.amountCents : 0);
  if (refund?.status === 'failed' && rest.refundedCents === order.refundedCents) return false;
  const why = `Refund of ${formatCents(failure.amountCents, order.currency)} failed: ${failure.reason.replaceAll('_', ' ')}. The money is still with the shop`;
  await writeRest(tx, order, rest, { ...PROVIDER_ACTOR, why, at });
  await notifyMerchant(tx, deps, order.id, { failedRefundCents: failure.amountCents }, at);
  return true;
}

/**
 * Whether the order's refunded sum includes it. A refund that was made outside of the shop has no row until now, and its event may not have
 * come yet.
 */
async function isCountedIn(tx: Database, order: LockedOrder, refund: RefundRow | null, { amountCents }: Failure): Promise<boolean> {
  if (refund) return refund.status === 'succeeded';
  return order.refundedCents - (await sumCompletedRefunds(tx, order.id)) >= amountCents;
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
  await writeOrder(tx, order, order.status, fields);
  await createHistoryEntry(tx, { orderId: order.id, from: order.status, to: order.status, ...cause });
}

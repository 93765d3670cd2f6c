/**
 * Money that goes back. What is asked for is written first, so that a retry asks with the same key and a second admin sees it;
 * then the provider is asked; then the order knows.
 */
import { randomUUID } from 'node:crypto';
import type { AdminOrder } from '../../contract/order.ts';
import type { Caller } from '../auth/auth-session.ts';
import type { Database } from '../database/connect.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoints.ts';
import { requireProviderByName } from '../payment/provider.ts';
import { withTimeout } from '../payment/timeout.ts';
import { orderNotFound, readAnyOrder } from './admin-order.service.ts';
import { PROVIDER_TIMEOUT } from './checkout-session.service.ts';
import { notifyBuyer } from './notify-buyer.ts';
import { createHistoryEntry, updateOrder } from './order.repository.ts';
import { nextStatus } from './order.state.ts';
import * as refunds from './refund.repository.ts';
import { type LockedOrder, lockOrderById } from './row-lock.repository.ts';
import { type Cause, changeOrder } from './update-order.service.ts';

interface RefundInput {
  amountCents: number;
  reason: string;
  restock: boolean;
}

const formatDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** Throws `not_found`, `conflict` (nothing was paid, or more than what is left) or `provider_failed`. */
export async function refundOrder(deps: Deps, caller: Pick<Caller, 'id' | 'name'>, id: string, input: RefundInput): Promise<AdminOrder> {
  const refund = await retryTransaction(deps.db, (tx) => requestRefund(tx, caller.id, id, input, deps.now()));
  failpoint('refund.asked');
  await executeRefund(deps, refund, caller);
  return readAnyOrder(deps.db, id);
}

/** Goes on with refunds that were asked for and never answered, with the same keys. Gives how many are done now. */
export async function retryRefunds(deps: Deps, log: { error: (details: object, message: string) => void }): Promise<number> {
  let completed = 0;
  for (const refund of await refunds.listPendingRefunds(deps.db, new Date(deps.now().getTime() - 60_000))) {
    try {
      await executeRefund(deps, refund, { id: refund.actorId, name: refund.actorName ?? 'An admin' });
      completed += 1;
    } catch (err) {
      log.error({ err, refund: refund.id }, 'a refund could not be carried out, it is tried again later');
    }
  }
  return completed;
}

async function requestRefund(tx: Database, actorId: string, id: string, input: RefundInput, at: Date): Promise<refunds.PendingRefund> {
  const order = await lockOrderById(tx, id);
  if (!order) throw orderNotFound();
  const transition = nextStatus(order.status, 'refund');
  if ('error' in transition) throw new AppError('conflict', transition.error);
  const refundable = order.totalCents - order.refundedCents - (await refunds.sumPendingRefunds(tx, id));
  if (input.amountCents > refundable) {
    throw new AppError(
      'conflict',
      refundable > 0 ? `At most ${formatDollars(refundable)} of this order can still go back` : 'All of this order went back already',
    );
  }
  if (!order.paymentId) throw new AppError('conflict', "The payment of this order isn't known, so nothing can go back from here");
  const row = { id: randomUUID(), orderId: id, ...input, status: 'asked', actorId, at } as const;
  await refunds.createRefund(tx, row);
  return { ...row, paymentId: order.paymentId, currency: order.currency, provider: order.provider };
}

async function executeRefund(deps: Deps, refund: refunds.PendingRefund, actor: { id: string | null; name: string }): Promise<void> {
  const provider = requireProviderByName(deps, refund.provider);
  const { id: key, paymentId, amountCents, currency } = refund;
  let result: { id: string };
  try {
    result = await withTimeout(provider.refund({ key, paymentId, amountCents, currency }), PROVIDER_TIMEOUT, 'the payment provider');
  } catch (cause) {
    // Only a clear no is an answer: whatever else happened, the money may be on its way, and the same key asks again.
    const isRefused = cause instanceof AppError && cause.code === 'conflict';
    if (!isRefused)
      throw new AppError('provider_failed', "The payment provider doesn't answer. The refund is noted and tried again.", { cause });
    await refunds.updateRefund(deps.db, key, { status: 'refused' });
    throw new AppError('conflict', `The payment provider refuses: ${cause.message}`, { cause });
  }
  failpoint('refund.made');
  const cause = { actorId: actor.id, by: actor.name, why: `${formatDollars(amountCents)} went back: ${refund.reason}`, at: deps.now() };
  await retryTransaction(deps.db, (tx) => recordRefund(tx, deps, refund, result.id, cause));
}

async function recordRefund(tx: Database, deps: Deps, refund: refunds.PendingRefund, providerRefund: string, cause: Cause): Promise<void> {
  const order = await lockOrderById(tx, refund.orderId);
  if (!order || !(await refunds.completeRefund(tx, refund.id, providerRefund))) return;
  const refundedCents = await computeRefundedCents(tx, order);
  await recordRefundedCents(tx, order, refundedCents, refund, cause);
  // The provider's own event may have been faster, and the buyer told of it.
  const newlyRefundedCents = refundedCents - order.refundedCents;
  if (newlyRefundedCents > 0) await notifyBuyer(tx, deps, order.id, { refundedCents: newlyRefundedCents }, cause.at);
  failpoint('refund.written');
}

async function recordRefundedCents(
  tx: Database,
  order: LockedOrder,
  refundedCents: number,
  refund: refunds.PendingRefund,
  cause: Cause,
): Promise<void> {
  if (refundedCents === order.totalCents) {
    const status = await changeOrder(tx, order, 'refund', cause, { restock: refund.restock, fields: { refundedCents } });
    // Whatever the provider's event made of it before, what the admin said stands in the history.
    if (status !== order.status) return;
  }
  await updateOrder(tx, order.id, { refundedCents });
  await createHistoryEntry(tx, { orderId: order.id, from: order.status, to: order.status, ...cause });
}

/** The provider's event about it may have come already: the larger of both sums is what went back. */
async function computeRefundedCents(tx: Database, order: LockedOrder): Promise<number> {
  return Math.min(order.totalCents, Math.max(order.refundedCents, await refunds.sumCompletedRefunds(tx, order.id)));
}

/**
 * Refunds in three steps: the request is committed first, so that a retry uses the same idempotency key and a second admin sees
 * it; then the provider is called; then the order is updated.
 */
import { randomUUID } from 'node:crypto';
import { toDollars } from '../../../../contract/money.ts';
import type { AdminOrder } from '../../../../contract/order-fields.ts';
import { MINUTE } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import { restoreCards } from '../../balances/sold-gift-card.repository.ts';
import { awaitProvider, type PaymentProvider, requireProviderByName, toProviderError } from '../../payments/provider.ts';
import { checkWholeAmounts } from '../../settings/whole-amounts.service.ts';
import { createNotFoundError, readAnyOrder, requireVersion } from '../lifecycle/order.service.ts';
import { nextStatus } from '../lifecycle/order.state.ts';
import { formatCents, SYSTEM_ACTOR } from '../lifecycle/update-order.service.ts';
import { approveRequest, reopenRequest } from '../requests/order-request.service.ts';
import { type LockedOrder, lockOrderById } from '../rows/order-lock.repository.ts';
import { toUnpaid } from '../rows/order-method.ts';
import { updateOrder } from '../rows/order-write.repository.ts';
import { findExtraPayment } from '../rows/payment.repository.ts';
import * as repository from '../rows/refund.repository.ts';
import { createRefundLines } from '../rows/refund.repository.ts';
import { recordRefund } from './record-refund.ts';
import { checkSelection, type RefundSelectionInput } from './refund-amounts.ts';
import { takeBackGiftCards } from './refund-gift-cards.ts';
import { findRefundableSum, splitRefund } from './split-refund.ts';

/** A more recent request may still be running in another process. */
const RETRY_AFTER = MINUTE;
const MAX_BACKOFF = 30 * MINUTE;

interface RefundInput {
  amountCents: number;
  reason: string;
  /** Whether sold items are restocked; only counts if everything that is left is refunded. */
  restock: boolean;
  /** The lines that the amount is for; absent: none in particular. */
  selection?: RefundSelectionInput | undefined;
  /** The second payment that is refunded; absent: the one that paid the order. */
  payment?: string | undefined;
  /** As store credit of the customer's account, instead of back to where it came from. */
  toStoreCredit?: boolean | undefined;
  /** The customer's open request that this refund approves. */
  request?: string | undefined;
}

/** Throws `order_not_found`, `version_conflict`, `wrong_order_status` (nothing was paid), `refund_too_large`, `refund_mismatch`, `request_closed` or `payment_provider_failed`. */
export async function refundOrder(
  deps: Deps,
  caller: Pick<Caller, 'id' | 'name'>,
  id: string,
  input: RefundInput,
  version?: number,
): Promise<AdminOrder> {
  const refund = await retryTransaction(deps.db, (tx) => createRefundRequest(tx, caller, id, { ...input, version, at: deps.now() }));
  await sendRefund(deps, refund, caller, input.request);
  return readAnyOrder(deps.db, id);
}

/** The other steps of a refund that is committed. `request`: what it approves. */
export async function sendRefund(
  deps: Deps,
  refund: repository.PendingRefund,
  actor: { id: string | null; name: string },
  request: string | undefined,
): Promise<void> {
  failpoint('refund.requested');
  try {
    await executeRefund(deps, refund, actor);
  } catch (error) {
    // No money moved, so nothing was approved.
    if (request && error instanceof AppError && error.code === 'refund_refused') await reopenRequest(deps.db, refund.orderId, request);
    throw error;
  }
}

/** Repeats requests that the provider hasn't answered, each with its idempotency key, and waits longer after each failure. Returns how many succeeded. */
export async function retryRefunds(deps: Deps, log: Pick<Logger, 'error'>, signal?: AbortSignal): Promise<number> {
  const before = new Date(deps.now().getTime() - RETRY_AFTER);
  let completed = 0;
  for (const refund of await repository.listPendingRefunds(deps.db, before, deps.now())) {
    if (signal?.aborted) break;
    try {
      await executeRefund(deps, refund, { id: refund.actorId, name: refund.actorName ?? 'An admin' });
      completed += 1;
    } catch (err) {
      log.error({ err, refund: refund.id }, 'refund failed, will retry');
      const wait = Math.min(RETRY_AFTER * 2 ** refund.failures, MAX_BACKOFF);
      await repository.postponeRefund(deps.db, refund.id, new Date(deps.now().getTime() + wait));
    }
  }
  return completed;
}

/** The first step alone, in a transaction of the caller's, who begins the second one after it; else `retryRefunds` does. */
export async function createRefundRequest(
  tx: Database,
  { id: actorId, name: actorName }: { id: string | null; name: string },
  orderId: string,
  { version, at, request, selection, toStoreCredit = false, ...input }: RefundInput & { version: number | undefined; at: Date },
): Promise<repository.PendingRefund> {
  const order = await lockOrderById(tx, orderId);
  if (!order) throw createNotFoundError();
  if (input.payment) return createExtraRequest(tx, actorId, order, { version, at, ...input, payment: input.payment });
  const transition = nextStatus(order.status, 'refund', undefined, toUnpaid(order));
  if ('error' in transition) throw new AppError('wrong_order_status', transition.error);
  await requireVersion(tx, order, version);
  // If another amount or currency was paid than ordered, what was paid is refunded.
  const refundable = await findRefundableSum(tx, order);
  const { currency, refundableCents } = refundable;
  requireRefundable(input.amountCents, refundableCents, currency);
  if (selection && currency !== order.currency)
    throw new AppError('refund_mismatch', `This order was paid in ${currency.toUpperCase()}: refund an amount instead of single items`);
  const balanceCents = splitRefund(order, refundable, { toStoreCredit, amountCents: input.amountCents });
  const lines = selection ? await checkSelection(tx, orderId, input.amountCents, selection) : [];
  if (request) await approveRequest(tx, orderId, request, at);
  const restock = !selection && input.restock && input.amountCents === refundableCents;
  const shippingCents = selection?.shippingCents ?? 0;
  const id = randomUUID();
  const taken = { refundId: id, amountCents: input.amountCents, refundableCents, lines: selection ? lines : null };
  await takeBackGiftCards(tx, order, taken, { actorId, by: actorName, why: input.reason, at });
  const split = { balanceCents, toStoreCredit };
  const row = { id, orderId, ...input, ...split, restock, shippingCents, status: 'requested', actorId, at } as const;
  await repository.createRefund(tx, row);
  await createRefundLines(tx, row.id, lines);
  // Raises the version, so that neither a second admin nor a retry after a lost response requests the same refund again.
  await updateOrder(tx, orderId, {});
  return { ...row, payment: null, paymentId: order.paymentId ?? '', currency, provider: order.provider };
}

function requireRefundable(amountCents: number, refundableCents: number, currency: string): void {
  checkWholeAmounts(currency, { amount: toDollars(amountCents) });
  if (amountCents <= refundableCents) return;
  throw new AppError(
    'refund_too_large',
    refundableCents > 0
      ? `At most ${formatCents(refundableCents, currency)} of this order can still be refunded`
      : 'This order is already fully refunded',
  );
}

const NO_BALANCE = { balanceCents: 0, toStoreCredit: false };

/** Second payments can be refunded whatever the order's status is, and don't change its items. */
async function createExtraRequest(
  tx: Database,
  actorId: string | null,
  order: LockedOrder,
  { payment, amountCents, reason, version, at }: RefundInput & { payment: string; version: number | undefined; at: Date },
): Promise<repository.PendingRefund> {
  await requireVersion(tx, order, version);
  const found = await findExtraPayment(tx, order.id, payment);
  if (!found?.paymentId) throw new AppError('payment_unknown', 'This order has no such payment');
  const pending = await repository.sumPendingRefunds(tx, order.id, found.id);
  requireRefundable(amountCents, found.amountCents - found.refundedCents - pending, found.currency);
  const details = {
    id: randomUUID(),
    orderId: order.id,
    amountCents,
    reason,
    restock: false,
    payment: found.id,
    actorId,
    at,
    ...NO_BALANCE,
  };
  await repository.createRefund(tx, { ...details, status: 'requested' });
  await updateOrder(tx, order.id, {});
  return { ...details, paymentId: found.paymentId, currency: found.currency, provider: found.provider };
}

async function executeRefund(deps: Deps, refund: repository.PendingRefund, actor: { id: string | null; name: string }): Promise<void> {
  const isAsked = refund.balanceCents < refund.amountCents;
  const result = isAsked ? await callProvider(deps, requireProviderByName(deps, refund.provider), refund) : { id: `balance_${refund.id}` };
  failpoint('refund.created');
  const why = `${describeRefund(refund)}: ${refund.reason}`;
  const cause = { actorId: actor.id, by: actor.name, why, at: deps.now() };
  await retryTransaction(deps.db, (tx) => recordRefund(tx, deps, refund, result.id, cause));
}

function describeRefund({ amountCents, balanceCents, currency, toStoreCredit }: repository.PendingRefund): string {
  const all = `${formatCents(amountCents, currency)} refunded`;
  if (balanceCents === 0) return all;
  return toStoreCredit ? `${all} as store credit` : `${all}, ${formatCents(balanceCents, currency)} of it to gift card or store credit`;
}

/** Only `refund_refused` means that no money moved. After any other error it may have: the request stays open and is retried. */
async function callProvider({ db, now }: Deps, provider: PaymentProvider, refund: repository.PendingRefund): Promise<{ id: string }> {
  const { id: key, paymentId, currency } = refund;
  const amountCents = refund.amountCents - refund.balanceCents;
  try {
    return await awaitProvider(provider, provider.refund({ key, paymentId, amountCents, currency }));
  } catch (cause) {
    const isRefused = cause instanceof AppError && cause.code === 'refund_refused';
    if (!isRefused) throw toProviderError(cause, 'The refund is saved and will be retried.');
    await retryTransaction(db, async (tx) => {
      await lockOrderById(tx, refund.orderId);
      await repository.updateRefund(tx, key, { status: 'failed' });
      await restoreCards(tx, refund.orderId, key, { ...SYSTEM_ACTOR, why: 'The refund was refused', at: now() });
    });
    throw new AppError('refund_refused', `The payment provider refused: ${cause.message}`, { cause });
  }
}

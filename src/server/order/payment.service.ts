/** Applies what a payment provider reports to the order. Nothing else makes an order paid. */

import { isUuid } from '../../contract/uuid.ts';
import type { Database } from '../database/connect.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { failpoint } from '../failpoints.ts';
import type { PaymentEvent, SessionReport } from '../payment/provider.ts';
import { notifyBuyer } from './notify-buyer.ts';
import { notifyMerchant } from './notify-merchant.ts';
import { findChargedParts, updateLineTaxes } from './order-tax.repository.ts';
import { createPaymentEvent } from './payment-event.repository.ts';
import { recordFailedRefund } from './record-failed-refund.ts';
import { writeRefundedCents } from './record-refund.ts';
import { calculateRefundedCents, keepProviderSum } from './refunded-sum.ts';
import { type LockedOrder, lockOrderByPayment, lockOrdersBySession } from './row-lock.repository.ts';
import { settlePayment, spreadTax } from './settle-payment.ts';
import { changeOrder, PROVIDER_ACTOR } from './update-order.service.ts';

/**
 * paid, review, closed, refunded, refund_failed: the order changed. unchanged: it had that status before. duplicate: an event with this id was
 * processed before. ignored: the event concerns no order. unknown_order, wrong_session: stored, but matched no order; a person
 * has to look.
 */
export type PaymentOutcome =
  | 'paid'
  | 'review'
  | 'closed'
  | 'refunded'
  | 'refund_failed'
  | 'unchanged'
  | 'duplicate'
  | 'ignored'
  | 'unknown_order'
  | 'wrong_session';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;

/** Stores the event and its effect in one transaction: after a crash neither is there, and the provider sends the event again. */
export async function recordPayment(deps: Context, provider: string, event: PaymentEvent): Promise<PaymentOutcome> {
  return retryTransaction(deps.db, async (tx) => {
    const outcome = await applyEvent(tx, deps, provider, event);
    failpoint('event.before-commit');
    return outcome;
  });
}

/** Applies a polled session as its event would have been; the id made of session and status makes repeated polls duplicates. */
export async function recordReport(deps: Context, provider: string, report: SessionReport): Promise<PaymentOutcome> {
  if (report.state === 'open') return 'ignored';
  return recordPayment(deps, provider, {
    ...report,
    id: `polled:${provider}:${report.sessionId}:${report.state}`,
    type: report.state,
    at: deps.now(),
  });
}

async function applyEvent(tx: Database, deps: Context, provider: string, event: PaymentEvent): Promise<PaymentOutcome> {
  const at = deps.now();
  const isNew = await createPaymentEvent(tx, { id: event.id, provider, type: event.type, payload: event, receivedAt: at });
  if (!isNew) return 'duplicate';
  if (event.type === 'ignored') return 'ignored';
  if (event.type === 'refunded') return applyRefund(tx, deps, provider, event);
  if (event.type === 'refund_failed') return applyFailedRefund(tx, deps, provider, event);
  const order = await lockOrderForEvent(tx, provider, event);
  if (typeof order === 'string') return order;
  return event.type === 'paid' ? applyPayment(tx, deps, order, event) : applySessionEnd(tx, order, event.type, at);
}

/** A session pays for its own order only. An order without a session lost it in a crash before it was saved. */
async function lockOrderForEvent(tx: Database, provider: string, event: PaymentEvent): Promise<LockedOrder | PaymentOutcome> {
  if (!isUuid(event.orderId)) return 'unknown_order';
  const rows = await lockOrdersBySession(tx, provider, event.orderId, event.sessionId);
  const order = rows.find(({ id }) => id === event.orderId);
  if (rows.length > 1 || (order?.providerSession && order.providerSession !== event.sessionId)) return 'wrong_session';
  if (!order) return rows.length ? 'wrong_session' : 'unknown_order';
  return order;
}

async function applyPayment(tx: Database, deps: Context, order: LockedOrder, event: PaymentEvent): Promise<PaymentOutcome> {
  const at = deps.now();
  const { isExact, why, taxed } = settlePayment(order, event);
  const fields = { providerSession: event.sessionId, paymentId: event.paymentId, paidAt: at, ...taxed };
  const status = await changeOrder(tx, order, isExact ? 'pay' : 'pay_in_doubt', { ...PROVIDER_ACTOR, why, at }, { fields });
  if (status === order.status) return 'unchanged';
  if (taxed) await writeLineTaxes(tx, order.id, taxed.taxCents);
  if (status !== 'paid') return 'review';
  await notifyBuyer(tx, deps, order.id, 'paid', at);
  await notifyMerchant(tx, deps, order.id, 'paid', at);
  return 'paid';
}

async function writeLineTaxes(tx: Database, orderId: string, taxCents: number): Promise<void> {
  const { lines, shippingCents } = await findChargedParts(tx, orderId);
  await updateLineTaxes(tx, orderId, spreadTax(taxCents, lines, shippingCents));
}

async function applySessionEnd(tx: Database, order: LockedOrder, type: 'expired' | 'failed', at: Date): Promise<PaymentOutcome> {
  const [event, why] = type === 'expired' ? (['expire', 'Payment timed out'] as const) : (['cancel', 'Payment failed'] as const);
  if (order.status !== 'pending') return 'unchanged';
  await changeOrder(tx, order, event, { ...PROVIDER_ACTOR, why, at });
  return 'closed';
}

async function applyFailedRefund(tx: Database, deps: Context, provider: string, event: PaymentEvent): Promise<PaymentOutcome> {
  const order = event.paymentId ? await lockOrderByPayment(tx, provider, event.paymentId) : null;
  if (!order || !event.failedRefund) return 'unknown_order';
  return (await recordFailedRefund(tx, deps, order, { ...event.failedRefund, amountCents: event.amountCents, failedAt: event.at }))
    ? 'refund_failed'
    : 'unchanged';
}

/** Events carry the sum of all refunds so far, and may arrive before or after refund.service.ts wrote its own. */
async function applyRefund(tx: Database, deps: Context, provider: string, event: PaymentEvent): Promise<PaymentOutcome> {
  const at = deps.now();
  const found = event.paymentId ? await lockOrderByPayment(tx, provider, event.paymentId) : null;
  if (!found) return 'unknown_order';
  const order = await keepProviderSum(tx, found, event);
  const refundedCents = Math.max(order.refundedCents, await calculateRefundedCents(tx, order));
  if (refundedCents === order.refundedCents) return 'unchanged';
  const cause = { ...PROVIDER_ACTOR, why: `${refundedCents} cents of ${order.totalCents} refunded`, at };
  await writeRefundedCents(tx, order, refundedCents, cause);
  await notifyBuyer(tx, deps, order.id, { refundedCents: refundedCents - order.refundedCents }, at);
  return 'refunded';
}

/** Applies a payment provider's reports to the order. Only this code marks an order as paid. */
import { countDayFrom } from '../../../../contract/estimated-delivery.ts';
import { isUuid } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import type { PaymentEvent, SessionReport } from '../../payments/provider.ts';
import { findDispatch } from '../../pricing/pricing-settings.service.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { saveTestOrderCompleted } from '../../settings/test-orders.service.ts';
import { createDueDocuments } from '../documents/create-documents.ts';
import { notifyBuyer, notifyMerchant, notifyPaymentFailed } from '../lifecycle/order-emails.ts';
import { type Cause, changeOrder, formatCents, PROVIDER_ACTOR, recordInHistory, writeStatus } from '../lifecycle/update-order.service.ts';
import { toProviderTaxes } from '../lifecycle/write-taxes.ts';
import { recordFailedRefund, writeRefundedCents } from '../refunds/record-refund.ts';
import { readRefundState, saveProviderSum } from '../refunds/refund-amounts.ts';
import { sumGiftLines } from '../rows/gift-lines.repository.ts';
import { type LockedOrder, lockOrderById, lockOrderByPayment, lockOrdersBySession } from '../rows/order-lock.repository.ts';
import { getDueCents, toUnpaid } from '../rows/order-method.ts';
import { endOtherCodeUses, findChargedParts, type OrderUpdate, updateLineTaxes } from '../rows/order-write.repository.ts';
import {
  createPaymentEvent,
  failPayment,
  findExtraByPaymentId,
  type ReportedPayment,
  savePayment,
  updateExtraRefunded,
} from '../rows/payment.repository.ts';
import { checkPayment, spreadTax } from './check-payment.ts';
import { recordDispute } from './record-dispute.ts';

/**
 * The customer has paid by a method that takes days, such as a bank debit. From now on the checkout doesn't expire: its stock stays reserved
 * until the provider reports how the payment ended. False if the order knows that already.
 */
async function recordProcessing(tx: Database, order: LockedOrder, at: Date): Promise<boolean> {
  if (order.status !== 'pending' || order.processingSince) return false;
  const why = 'Payment is on its way: the bank takes some days. Its stock stays reserved';
  await recordInHistory(tx, order, { ...PROVIDER_ACTOR, why, at }, { processingSince: at });
  return true;
}

/**
 * paid, processing, review, closed, refunded, refund_failed, disputed: the order changed. unchanged: it had that status before. duplicate:
 * an event with this id was processed before. ignored: the event concerns no order. unknown_order, wrong_session: stored, but matched no
 * order; a person has to look.
 */
export type PaymentOutcome =
  | 'paid'
  | 'processing'
  | 'review'
  | 'closed'
  | 'refunded'
  | 'refund_failed'
  | 'disputed'
  | 'unchanged'
  | 'duplicate'
  | 'ignored'
  | 'unknown_order'
  | 'wrong_session';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;

/** Stores the event and its effect in one transaction. After a crash neither is stored, and the provider sends the event again. */
export async function recordPayment(deps: Context, provider: string, event: PaymentEvent): Promise<PaymentOutcome> {
  return retryTransaction(deps.db, async (tx) => {
    const outcome = await applyEvent(tx, deps, provider, event);
    failpoint('event.before-commit');
    return outcome;
  });
}

/** Applies a polled session like its event. The event id is made from session and status, so that repeated polls count as duplicates. */
export async function recordReport(deps: Context, provider: string, report: SessionReport): Promise<PaymentOutcome> {
  if (report.state === 'open') return 'ignored';
  return recordPayment(deps, provider, {
    ...report,
    id: `polled:${provider}:${report.sessionId}:${report.state}`,
    type: report.state,
    at: deps.now(),
  });
}

/** `by`: who says it, of a payment by hand; absent: the provider. */
export async function applyEvent(tx: Database, deps: Context, provider: string, event: PaymentEvent, by?: Cause): Promise<PaymentOutcome> {
  const at = deps.now();
  const isNew = await createPaymentEvent(tx, { id: event.id, provider, type: event.type, payload: event, receivedAt: at });
  if (!isNew) return 'duplicate';
  if (event.type === 'ignored') return 'ignored';
  if (event.type === 'approved') throw new Error('the money of an approved payment is taken first');
  if (event.type === 'refunded') return applyRefund(tx, deps, provider, event);
  if (event.type === 'refund_failed') return applyFailedRefund(tx, deps, provider, event);
  if (event.type === 'dispute') return applyDispute(tx, deps, provider, event);
  const order = await lockOrderForEvent(tx, provider, event);
  if (typeof order === 'string') {
    if (order === 'wrong_session' && event.type === 'paid') await recordExtraPayment(tx, provider, event, at);
    return order;
  }
  if (event.type === 'processing') await savePayment(tx, toPayment(order, provider, event, 'processing'), at);
  if (event.type === 'paid') return applyPayment(tx, deps, order, event, by);
  if (event.type === 'processing') return (await recordProcessing(tx, order, at)) ? 'processing' : 'unchanged';
  return applySessionEnd(tx, deps, order, event.type);
}

/** A session can only pay for its own order. An order has no session if a crash came before it was saved. */
async function lockOrderForEvent(tx: Database, provider: string, event: PaymentEvent): Promise<LockedOrder | PaymentOutcome> {
  if (!isUuid(event.orderId)) return 'unknown_order';
  const rows = await lockOrdersBySession(tx, provider, event.orderId, event.sessionId);
  const order = rows.find(({ id }) => id === event.orderId);
  if (rows.length > 1 || (order?.providerSession && order.providerSession !== event.sessionId)) return 'wrong_session';
  if (!order) return rows.length ? 'wrong_session' : 'unknown_order';
  return order;
}

const toPayment = (
  { id }: LockedOrder,
  provider: string,
  { sessionId, paymentId, amountCents, currency }: PaymentEvent,
  state: ReportedPayment['state'],
): ReportedPayment => ({ orderId: id, provider, session: sessionId, paymentId, amountCents, currency, state });

/** A second payment for an order, by another session: the order stays as it is, and its page shows the payment, so that it can be refunded. */
async function recordExtraPayment(tx: Database, provider: string, event: PaymentEvent, at: Date): Promise<void> {
  const [order, other] = await lockOrdersBySession(tx, provider, event.orderId, event.sessionId);
  // The session is that of another order.
  if (!order || other || order.id !== event.orderId) return;
  if (!(await savePayment(tx, { ...toPayment(order, provider, event, 'paid'), isExtra: true }, at))) return;
  const why = `A second payment arrived: ${formatCents(event.amountCents, event.currency)}. Refund it`;
  await recordInHistory(tx, order, { ...PROVIDER_ACTOR, why, at });
}

/** A payment that comes after the checkout's time, such as a bank debit: the days until delivery begin with it. */
async function recountDelivery(tx: Database, order: LockedOrder, paidAt: Date) {
  const { createdAt, expiresAt, deliveryFrom: from, deliveryTo: to, dueOn, status } = order;
  const unpaid = toUnpaid(order);
  const isLate = unpaid ? status === 'pending' && !unpaid.isSentUnpaid : paidAt > expiresAt;
  if (from === null || to === null || !isLate) return {};
  const { timeZone } = await readShopDetails(tx);
  const dispatch = await findDispatch(tx);
  const count = (day: string) => countDayFrom(day, { orderedAt: createdAt, newStart: paidAt, timeZone, dispatch });
  return { deliveryFrom: count(from), deliveryTo: count(to), dueOn: dueOn && count(dueOn) };
}

async function applyPayment(tx: Database, deps: Context, order: LockedOrder, event: PaymentEvent, by?: Cause): Promise<PaymentOutcome> {
  const at = deps.now();
  const { isExact, why, taxed } = checkPayment(order, event);
  const delivery = await recountDelivery(tx, order, at);
  const taxes = taxed && { taxes: toProviderTaxes(order, taxed, order.hasGiftCards ? await sumGiftLines(tx, order.id) : 0) };
  const fields = {
    providerSession: event.sessionId,
    paymentId: event.paymentId,
    paidAt: at,
    processingSince: null,
    ...taxed,
    ...taxes,
    ...delivery,
  };
  await savePayment(tx, toPayment(order, order.provider, event, 'paid'), at);
  const cause = by ?? { ...PROVIDER_ACTOR, why, at };
  // Before the status, from which an invoice may follow.
  if (taxed && order.number === null) await writeLineTaxes(tx, order.id, taxed.taxCents);
  const status = await changeOrder(tx, order, isExact ? 'pay' : 'pay_in_doubt', cause, { fields });
  if (status === order.status) return toUnpaid(order) ? applyLatePayment(tx, deps, order, fields, cause) : 'unchanged';
  if (status !== 'paid') return 'review';
  if (order.isTest) await saveTestOrderCompleted(tx, at);
  if (order.discountCode !== null) await endOtherCodeUses(tx, order.id, at);
  await createDueDocuments(tx, order, at);
  await notifyBuyer(tx, deps, order.id, 'paid', at);
  // Whoever booked it knows.
  if (!by) await notifyMerchant(tx, deps, order.id, 'paid', at);
  return 'paid';
}

/** Paid after it was sent: on delivery, or on invoice. */
async function applyLatePayment(
  tx: Database,
  deps: Context,
  order: LockedOrder,
  fields: OrderUpdate,
  cause: Cause,
): Promise<PaymentOutcome> {
  await writeStatus(tx, order, order.status, fields, cause);
  if (order.discountCode !== null) await endOtherCodeUses(tx, order.id, cause.at);
  await createDueDocuments(tx, order, cause.at);
  await notifyBuyer(tx, deps, order.id, { receivedCents: getDueCents(order), leftCents: 0 }, cause.at);
  return 'paid';
}

async function writeLineTaxes(tx: Database, orderId: string, taxCents: number): Promise<void> {
  const { lines, shippingCents } = await findChargedParts(tx, orderId);
  await updateLineTaxes(tx, orderId, spreadTax(taxCents, lines, shippingCents));
}

async function applySessionEnd(tx: Database, deps: Context, order: LockedOrder, type: 'expired' | 'failed'): Promise<PaymentOutcome> {
  if (order.status !== 'pending') return 'unchanged';
  // If the bank was processing its payment, the session ended because that failed, even if polling reports it as expired.
  const hasFailed = type === 'failed' || order.processingSince !== null;
  const [event, why] = hasFailed ? (['cancel', 'Payment failed'] as const) : (['expire', 'Payment timed out'] as const);
  if (order.processingSince && order.providerSession) await failPayment(tx, order.provider, order.providerSession, deps.now());
  await changeOrder(tx, order, event, { ...PROVIDER_ACTOR, why, at: deps.now() }, { fields: { processingSince: null } });
  if (hasFailed) await notifyPaymentFailed(tx, deps, order);
  return 'closed';
}

/** Finds the order by its payment, or by a second one. */
async function lockOrderOfPayment(tx: Database, provider: string, paymentId: string): Promise<LockedOrder | null> {
  const order = await lockOrderByPayment(tx, provider, paymentId);
  if (order) return order;
  const payment = await findExtraByPaymentId(tx, provider, paymentId);
  return payment && lockOrderById(tx, payment.orderId);
}

async function applyDispute(tx: Database, deps: Context, provider: string, event: PaymentEvent): Promise<PaymentOutcome> {
  const order = event.paymentId ? await lockOrderOfPayment(tx, provider, event.paymentId) : null;
  if (!order || !event.dispute) return 'unknown_order';
  const isNew = await recordDispute(tx, deps, order, { ...event.dispute, amountCents: event.amountCents, reportedAt: event.at });
  return isNew ? 'disputed' : 'unchanged';
}

async function applyFailedRefund(tx: Database, deps: Context, provider: string, event: PaymentEvent): Promise<PaymentOutcome> {
  const order = event.paymentId ? await lockOrderByPayment(tx, provider, event.paymentId) : null;
  if (!order || !event.failedRefund) return 'unknown_order';
  return (await recordFailedRefund(tx, deps, order, { ...event.failedRefund, amountCents: event.amountCents, failedAt: event.at }))
    ? 'refund_failed'
    : 'unchanged';
}

/** Events contain the sum of all refunds so far, and may arrive before or after refund.service.ts has recorded its own. */
async function applyRefund(tx: Database, deps: Context, provider: string, event: PaymentEvent): Promise<PaymentOutcome> {
  const at = deps.now();
  const found = event.paymentId ? await lockOrderByPayment(tx, provider, event.paymentId) : null;
  if (!found) return (await applyExtraRefund(tx, provider, event)) ? 'refunded' : 'unknown_order';
  const order = await saveProviderSum(tx, found, event);
  const state = await readRefundState(tx, order);
  const refundedCents = Math.max(order.refundedCents, state.refundedCents);
  if (refundedCents === order.refundedCents) return 'unchanged';
  const cause = {
    ...PROVIDER_ACTOR,
    why: `${formatCents(refundedCents, order.currency)} of ${formatCents(order.totalCents, order.currency)} refunded`,
    at,
  };
  await writeRefundedCents(tx, order, { ...state, refundedCents }, cause);
  await createDueDocuments(tx, order, at);
  await notifyBuyer(tx, deps, order.id, { refundedCents: refundedCents - order.refundedCents }, at);
  return 'refunded';
}

/** Refunds of a second payment, also those made at the provider. */
async function applyExtraRefund(tx: Database, provider: string, { paymentId, amountCents }: PaymentEvent): Promise<boolean> {
  const payment = paymentId ? await findExtraByPaymentId(tx, provider, paymentId) : null;
  if (!payment) return false;
  await updateExtraRefunded(tx, payment.id, Math.min(payment.amountCents, Math.max(payment.refundedCents, amountCents)));
  return true;
}

/** What a provider's word does to an order. Nothing else makes an order paid. */
import type { Database } from '../database/connect.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { failpoint } from '../failpoints.ts';
import type { PaymentEvent, SessionReport } from '../payment/provider.ts';
import { notifyBuyer } from './notify-buyer.ts';
import * as repository from './order.repository.ts';
import { type LockedOrder, lockOrderByPayment, lockOrdersBySession } from './row-lock.repository.ts';
import { changeOrder, PROVIDER_ACTOR } from './update-order.service.ts';

/**
 * paid, review, ended, refunded: the order is that now. unchanged: the word was true before. repeated: this very event was here
 * before. ignored: it is about no order's money. unknown_order, wrong_session: kept, but no order was touched, and a person must look.
 */
export type PaymentOutcome =
  | 'paid'
  | 'review'
  | 'ended'
  | 'refunded'
  | 'unchanged'
  | 'repeated'
  | 'ignored'
  | 'unknown_order'
  | 'wrong_session';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;

/** The event and its effect are written in one transaction: killed in the middle, neither is, and the provider sends it again. */
export async function recordPayment(deps: Context, provider: string, event: PaymentEvent): Promise<PaymentOutcome> {
  return retryTransaction(deps.db, async (tx) => {
    const outcome = await applyEvent(tx, deps, provider, event);
    failpoint('event.written');
    return outcome;
  });
}

async function applyEvent(tx: Database, deps: Context, provider: string, event: PaymentEvent): Promise<PaymentOutcome> {
  const at = deps.now();
  const isNew = await repository.createPaymentEvent(tx, { id: event.id, provider, type: event.type, payload: event, receivedAt: at });
  if (!isNew) return 'repeated';
  if (event.type === 'ignored') return 'ignored';
  if (event.type === 'refunded') return applyRefund(tx, deps, provider, event);
  const order = await lockOrderForEvent(tx, provider, event);
  if (typeof order === 'string') return order;
  return event.type === 'paid' ? applyPayment(tx, deps, order, event) : applySessionEnd(tx, order, event.type, at);
}

/** What the provider says when it is asked, as if an event had told it: once, however often it is asked. */
export async function recordReport(deps: Context, provider: string, report: SessionReport): Promise<PaymentOutcome> {
  if (report.state === 'open') return 'ignored';
  return recordPayment(deps, provider, { ...report, id: `asked:${provider}:${report.sessionId}:${report.state}`, type: report.state });
}

/** The session of one order never pays for another. An order without one was cut off before it could be noted. */
async function lockOrderForEvent(tx: Database, provider: string, event: PaymentEvent): Promise<LockedOrder | PaymentOutcome> {
  if (!repository.isUuid(event.orderId)) return 'unknown_order';
  const rows = await lockOrdersBySession(tx, provider, event.orderId, event.sessionId);
  const order = rows.find(({ id }) => id === event.orderId);
  if (rows.length > 1 || (order?.providerSession && order.providerSession !== event.sessionId)) return 'wrong_session';
  if (!order) return rows.length ? 'wrong_session' : 'unknown_order';
  return order;
}

async function applyPayment(tx: Database, deps: Context, order: LockedOrder, event: PaymentEvent): Promise<PaymentOutcome> {
  const at = deps.now();
  const isExact = event.amountCents === order.totalCents && event.currency === order.currency;
  const why = isExact ? 'Paid' : `Paid ${event.amountCents} cents ${event.currency} instead of ${order.totalCents} cents ${order.currency}`;
  const fields = { providerSession: event.sessionId, paymentId: event.paymentId, paidAt: at };
  const status = await changeOrder(tx, order, isExact ? 'pay' : 'pay_in_doubt', { ...PROVIDER_ACTOR, why, at }, { fields });
  if (status === order.status) return 'unchanged';
  if (status !== 'paid') return 'review';
  await notifyBuyer(tx, deps, order.id, 'paid', at);
  return 'paid';
}

async function applySessionEnd(tx: Database, order: LockedOrder, type: 'expired' | 'failed', at: Date): Promise<PaymentOutcome> {
  const [event, why] = type === 'expired' ? (['expire', 'Nobody paid in time'] as const) : (['cancel', 'The payment failed'] as const);
  if (order.status !== 'pending') return 'unchanged';
  await changeOrder(tx, order, event, { ...PROVIDER_ACTOR, why, at });
  return 'ended';
}

/** Money went back, asked for by an admin here or by somebody at the provider: the order knows the larger of both sums. */
async function applyRefund(tx: Database, deps: Context, provider: string, event: PaymentEvent): Promise<PaymentOutcome> {
  const at = deps.now();
  const order = event.paymentId ? await lockOrderByPayment(tx, provider, event.paymentId) : null;
  if (!order) return 'unknown_order';
  const refundedCents = Math.min(Math.max(order.refundedCents, event.amountCents), order.totalCents);
  if (refundedCents === order.refundedCents) return 'unchanged';
  const cause = { ...PROVIDER_ACTOR, why: `${refundedCents} cents of ${order.totalCents} went back`, at };
  if (refundedCents === order.totalCents) {
    await changeOrder(tx, order, 'refund', cause, { fields: { refundedCents } });
  } else {
    await repository.updateOrder(tx, order.id, { refundedCents });
    await repository.createHistoryEntry(tx, { orderId: order.id, from: order.status, to: order.status, ...cause });
  }
  await notifyBuyer(tx, deps, order.id, { refundedCents: refundedCents - order.refundedCents }, at);
  return 'refunded';
}

/** What a provider's event does to an order. Nothing else makes an order paid. */
import type { Database } from '../database/open.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import type { PaymentEvent } from '../payment/provider.ts';
import * as repository from './order.repository.ts';
import { nextStatus, type OrderEvent } from './order.state.ts';
import { moveStock } from './stock.repository.ts';

/**
 * paid, review: the order is that now. unchanged: it was paid or under review before. repeated: this very event was here before.
 * ignored: it isn't about a payment. unknown_order, wrong_session: kept, but no order was touched, and a person must look.
 */
export type PaymentOutcome = 'paid' | 'review' | 'unchanged' | 'repeated' | 'ignored' | 'unknown_order' | 'wrong_session';

/** The event and its effect are written in one transaction: killed in the middle, neither is, and the provider sends it again. */
export async function recordPayment({ db, now }: Pick<Deps, 'db' | 'now'>, provider: string, event: PaymentEvent): Promise<PaymentOutcome> {
  return retryTransaction(db, async (tx) => {
    const isNew = await repository.createPaymentEvent(tx, { id: event.id, provider, type: event.type, payload: event, receivedAt: now() });
    if (!isNew) return 'repeated';
    if (event.type === 'ignored') return 'ignored';
    if (!repository.isId(event.orderId)) return 'unknown_order';
    const rows = await repository.lockOrdersOfPayment(tx, provider, event.orderId, event.sessionId);
    const order = rows.find(({ id }) => id === event.orderId);
    // The session of one order never pays for another. An order without one was cut off before it could be noted.
    if (rows.length > 1 || (order?.providerSession && order.providerSession !== event.sessionId)) return 'wrong_session';
    if (!order) return rows.length ? 'wrong_session' : 'unknown_order';
    return settle(tx, order, event, now());
  });
}

async function settle(tx: Database, order: repository.LockedOrder, event: PaymentEvent, paidAt: Date): Promise<PaymentOutcome> {
  const isExact = event.amountCents === order.totalCents && event.currency === order.currency;
  const status = await statusAfter(tx, order, isExact ? 'pay' : 'pay_in_doubt');
  if (status === order.status) return 'unchanged';
  await repository.updatePayment(tx, order.id, { status, providerSession: event.sessionId, ...(status === 'paid' && { paidAt }) });
  return status === 'paid' ? 'paid' : 'review';
}

async function statusAfter(tx: Database, order: repository.LockedOrder, event: OrderEvent) {
  const step = nextStatus(order.status, event);
  if ('refusal' in step) return order.status;
  if (step.stock !== 'is_taken_again' || (await takeAgain(tx, order.id))) return step.to;
  return statusAfter(tx, order, 'pay_in_doubt');
}

/** Takes all that a given-up order once held, or nothing of it. */
async function takeAgain(tx: Database, orderId: string): Promise<boolean> {
  const { held, hasDeleted } = await repository.sumLines(tx, [orderId]);
  if (hasDeleted) return false;
  const moved = await moveStock(
    tx,
    [...held].map(([productId, take]) => ({ productId, give: 0, take })),
  );
  if (moved.size === held.size) return true;
  const taken = [...held].filter(([productId]) => moved.has(productId));
  await moveStock(
    tx,
    taken.map(([productId, give]) => ({ productId, give, take: 0 })),
  );
  return false;
}

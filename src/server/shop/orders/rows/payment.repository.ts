import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { toDollars } from '../../../../contract/money.ts';
import type { AdminOrder } from '../../../../contract/order-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { orders } from '../../database/schema/order.ts';
import { disputes, paymentEvents, payments, refunds } from '../../database/schema/payment.ts';

/** What was really paid for orders: one row for each payment that the provider reported. */
/** False if an event with this id was stored before. */
export async function createPaymentEvent(tx: Database, event: typeof paymentEvents.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(paymentEvents).values(event).onConflictDoNothing().returning({ id: paymentEvents.id });
  return rows.length > 0;
}

export type DisputeRow = typeof disputes.$inferSelect;

/** Call it with the order locked. */
export async function findDispute(tx: Database, id: string): Promise<DisputeRow | null> {
  const [row] = await tx.select().from(disputes).where(eq(disputes.id, id));
  return row ?? null;
}

export async function saveDispute(tx: Database, { id, orderId, ...row }: DisputeRow): Promise<void> {
  await tx
    .insert(disputes)
    .values({ id, orderId, ...row })
    .onConflictDoUpdate({ target: disputes.id, set: row });
}

/** The disputes by order id, the oldest first. */
export async function listDisputes(db: Database, orderIds: string[]): Promise<Map<string, AdminOrder['disputes']>> {
  const rows = await db
    .select()
    .from(disputes)
    .where(inArray(disputes.orderId, orderIds))
    .orderBy(asc(disputes.openedAt), asc(disputes.id));
  const byOrder = Map.groupBy(rows, (it) => it.orderId);
  return new Map([...byOrder].map(([orderId, list]) => [orderId, list.map(toDispute)]));
}

const toDispute = ({
  amountCents,
  reason,
  status,
  openedAt,
  respondBy,
  isWithdrawn,
  closedAt,
}: DisputeRow): AdminOrder['disputes'][number] => ({
  at: openedAt.toISOString(),
  amount: toDollars(amountCents),
  reason,
  status,
  respondBy: respondBy?.toISOString() ?? null,
  withdrawn: isWithdrawn,
  closedAt: closedAt?.toISOString() ?? null,
});

type PaymentRow = typeof payments.$inferSelect;
export type ReportedPayment = Pick<PaymentRow, 'orderId' | 'provider' | 'session' | 'paymentId' | 'amountCents' | 'currency' | 'state'>;

/** Idempotent; a paid payment stays paid. False if it was paid already. */
export async function savePayment(tx: Database, payment: ReportedPayment & { isExtra?: boolean }, at: Date): Promise<boolean> {
  const endedAt = payment.state === 'processing' ? null : at;
  const { paymentId, amountCents, currency, state } = payment;
  const rows = await tx
    .insert(payments)
    .values({ id: randomUUID(), ...payment, createdAt: at, endedAt })
    .onConflictDoUpdate({
      target: [payments.provider, payments.session],
      set: { paymentId: sql`coalesce(${paymentId}, ${payments.paymentId})`, amountCents, currency, state, endedAt },
      setWhere: ne(payments.state, 'paid'),
    })
    .returning({ id: payments.id });
  return rows.length > 0;
}

/** A payment that the bank was processing has failed. */
export async function failPayment(tx: Database, provider: string, session: string, at: Date): Promise<void> {
  await tx
    .update(payments)
    .set({ state: 'failed', endedAt: at })
    .where(and(eq(payments.provider, provider), eq(payments.session, session), eq(payments.state, 'processing')));
}

/** The order has ended: what had come of it in part is a payment of its own, to be paid back. */
export async function releasePayment(
  tx: Database,
  { provider, session }: Pick<PaymentRow, 'provider' | 'session'>,
  paymentId: string,
  at: Date,
): Promise<void> {
  await tx
    .update(payments)
    .set({ state: 'paid', isExtra: true, paymentId, endedAt: at })
    .where(and(eq(payments.provider, provider), eq(payments.session, session), eq(payments.state, 'processing')));
}

/** What was refunded of a payment, in its own currency. Of the order's own, the larger of what the shop and the provider know (refund-amounts.ts). */
const refundedCents = sql<number>`(case when ${payments.isExtra} then ${payments.refundedCents} else least(${payments.amountCents}, greatest(
    coalesce((select sum(r.amount_cents - r.balance_cents) from ${refunds} r where r.order_id = ${payments.orderId} and r.payment is null and r.status = 'succeeded'), 0),
    coalesce(${orders.providerRefundedCents} - (select coalesce(sum(r.amount_cents - r.balance_cents), 0) from ${refunds} r where r.order_id = ${payments.orderId}
      and r.payment is null and r.provider_created_at <= ${orders.providerRefundedAt} and r.failed_at >= ${orders.providerRefundedAt}), 0),
    case when ${payments.currency} = ${orders.currency} and ${orders.providerRefundedAt} is null then ${orders.refundedCents} - coalesce((
      select sum(r.balance_cents) from ${refunds} r where r.order_id = ${payments.orderId} and (r.status = 'succeeded' or r.failed_at is not null)), 0) else 0 end
  )) end)::float8`;

const columns = {
  id: payments.id,
  orderId: payments.orderId,
  provider: payments.provider,
  session: payments.session,
  paymentId: payments.paymentId,
  amountCents: payments.amountCents,
  currency: payments.currency,
  state: payments.state,
  isExtra: payments.isExtra,
  createdAt: payments.createdAt,
  endedAt: payments.endedAt,
  refundedCents,
};

const selectPayments = (db: Database) => db.select(columns).from(payments).innerJoin(orders, eq(orders.id, payments.orderId));

export type OrderPayment = Awaited<ReturnType<ReturnType<typeof selectPayments>['execute']>>[number];

/** The payment of the order; null: it isn't paid, or cost nothing. */
export async function findOwnPayment(db: Database, orderId: string): Promise<OrderPayment | null> {
  const [row] = await selectPayments(db).where(and(eq(payments.orderId, orderId), eq(payments.state, 'paid'), eq(payments.isExtra, false)));
  return row ?? null;
}

/** A second payment for the same order. */
export async function findExtraPayment(db: Database, orderId: string, id: string): Promise<OrderPayment | null> {
  const [row] = await selectPayments(db).where(and(eq(payments.orderId, orderId), eq(payments.id, id), eq(payments.isExtra, true)));
  return row ?? null;
}

export async function findExtraByPaymentId(db: Database, provider: string, paymentId: string): Promise<OrderPayment | null> {
  const isSame = and(eq(payments.provider, provider), eq(payments.paymentId, paymentId), eq(payments.isExtra, true));
  const [row] = await selectPayments(db).where(isSame);
  return row ?? null;
}

export async function updateExtraRefunded(tx: Database, id: string, cents: number): Promise<void> {
  await tx.update(payments).set({ refundedCents: cents }).where(eq(payments.id, id));
}

export async function listPayments(db: Database, orderIds: string[]): Promise<Map<string, AdminOrder['payments']>> {
  const rows = await selectPayments(db).where(inArray(payments.orderId, orderIds)).orderBy(asc(payments.createdAt), asc(payments.id));
  return new Map(
    [...Map.groupBy(rows, ({ orderId }) => orderId)].map(([orderId, list]) => [
      orderId,
      list.map((it) => ({
        _id: it.id,
        provider: it.provider,
        session: it.session,
        payment: it.paymentId,
        amount: toDollars(it.amountCents),
        currency: it.currency.toUpperCase(),
        state: it.state,
        extra: it.isExtra,
        refunded: toDollars(it.refundedCents),
        at: (it.endedAt ?? it.createdAt).toISOString(),
      })),
    ]),
  );
}

import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { toDollars } from '../../../../contract/money.ts';
import type { AdminOrder } from '../../../../contract/order-fields.ts';
import { isUuid } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { users } from '../../database/schema/account.ts';
import { orders } from '../../database/schema/order.ts';
import { payments } from '../../database/schema/payment.ts';
import { refunds } from '../../database/schema/refund.ts';
import type { FailedRefund } from '../../payments/provider.ts';

const BATCH_SIZE = 50;

export type RefundRow = typeof refunds.$inferSelect;

/** A requested refund with what the provider needs to know. */
export interface PendingRefund extends Pick<RefundRow, 'id' | 'orderId' | 'amountCents' | 'reason' | 'actorId' | 'payment'> {
  paymentId: string;
  currency: string;
  provider: string;
}

export async function createRefund(tx: Database, refund: typeof refunds.$inferInsert): Promise<void> {
  await tx.insert(refunds).values(refund);
}

async function sumRefunds(db: Database, orderId: string, ...conditions: SQL[]): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::float8` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ...conditions));
  return Number(row?.cents ?? 0);
}

/** Null: the one that paid the order. */
const isOfPayment = (payment: string | null) => (payment === null ? isNull(refunds.payment) : eq(refunds.payment, payment));

/** Cents of refunds that were requested and not answered yet. */
export const sumPendingRefunds = (db: Database, orderId: string, payment: string | null = null) =>
  sumRefunds(db, orderId, eq(refunds.status, 'requested'), isOfPayment(payment));

export const sumCompletedRefunds = (db: Database, orderId: string, payment: string | null = null) =>
  sumRefunds(db, orderId, eq(refunds.status, 'succeeded'), isOfPayment(payment));

/** Cents of refunds that were made before that time and failed after it. */
export const sumRefundsFailedSince = (db: Database, orderId: string, at: Date) =>
  sumRefunds(db, orderId, lte(refunds.providerCreatedAt, at), gte(refunds.failedAt, at), isOfPayment(null));

/** The refund that the provider reports on: found by its own id, or by the shop's id, which it received as the key. */
export async function findRefundOf(
  tx: Database,
  orderId: string,
  { id, key }: Pick<FailedRefund, 'id' | 'key'>,
): Promise<RefundRow | null> {
  const isMeant = key && isUuid(key) ? or(eq(refunds.providerRefund, id), eq(refunds.id, key)) : eq(refunds.providerRefund, id);
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isMeant));
  return row ?? null;
}

/** Of these orders, those that failed after the provider had accepted them, the oldest first. */
export async function listFailedRefunds(db: Database, orderIds: string[]): Promise<Map<string, AdminOrder['failedRefunds']>> {
  const rows = await db
    .select()
    .from(refunds)
    .where(and(inArray(refunds.orderId, orderIds), isNotNull(refunds.failedAt)))
    .orderBy(asc(refunds.failedAt));
  const failed = rows.flatMap(({ orderId, failedAt, amountCents, failure }) =>
    failedAt ? [{ orderId, at: failedAt.toISOString(), amount: toDollars(amountCents), reason: failure ?? '' }] : [],
  );
  const byOrder = Map.groupBy(failed, (it) => it.orderId);
  return new Map([...byOrder].map(([orderId, list]) => [orderId, list.map(({ at, amount, reason }) => ({ at, amount, reason }))]));
}

/**
 * Whether an admin requested that the items go back in stock together with the rest of the money. The requests are committed before the
 * provider is called. So whichever records the full refund first, the shop or the provider's event, does what was requested.
 */
export async function isRestockRequested(tx: Database, orderId: string): Promise<boolean> {
  const isRequested = and(eq(refunds.orderId, orderId), eq(refunds.restock, true), ne(refunds.status, 'failed'), isOfPayment(null));
  return (await tx.$count(refunds, isRequested)) > 0;
}

export async function updateRefund(db: Database, id: string, change: Partial<RefundRow>): Promise<void> {
  await db.update(refunds).set(change).where(eq(refunds.id, id));
}

/** False where it was completed before. */
export async function completeRefund(tx: Database, id: string, providerRefund: string): Promise<boolean> {
  const rows = await tx
    .update(refunds)
    .set({ status: 'succeeded', providerRefund })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested')))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** After a failure, when the next attempt may be made. */
export async function postponeRefund(db: Database, id: string, dueAt: Date): Promise<void> {
  await db
    .update(refunds)
    .set({ failures: sql`${refunds.failures} + 1`, dueAt })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested')));
}

/** Requested before `before`, not answered, and due; those that failed least often first, so that none keeps others from their turn. */
export async function listPendingRefunds(
  db: Database,
  before: Date,
  now: Date,
): Promise<(PendingRefund & { actorName: string | null; failures: number })[]> {
  const rows = await db
    .select({
      refund: refunds,
      paymentId: sql<string | null>`case when ${refunds.payment} is null then ${orders.paymentId} else ${payments.paymentId} end`,
      currency: sql<string>`coalesce(${payments.currency}, ${orders.currency})`,
      provider: sql<string>`coalesce(${payments.provider}, ${orders.provider})`,
      actorName: users.name,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(payments, eq(payments.id, refunds.payment))
    .leftJoin(users, eq(users.id, refunds.actorId))
    .where(and(eq(refunds.status, 'requested'), lt(refunds.at, before), or(isNull(refunds.dueAt), lte(refunds.dueAt, now))))
    .orderBy(asc(refunds.failures), asc(refunds.at))
    .limit(BATCH_SIZE);
  return rows.flatMap(({ refund, paymentId, ...rest }) => (paymentId ? [{ ...refund, ...rest, paymentId }] : []));
}

import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { users } from '../database/schema/account.ts';
import { orders, refunds } from '../database/schema/order.ts';

type RefundRow = typeof refunds.$inferSelect;

/** A refund that was asked for, with what the provider has to know. */
export interface PendingRefund extends Pick<RefundRow, 'id' | 'orderId' | 'amountCents' | 'reason' | 'restock' | 'actorId'> {
  paymentId: string;
  currency: string;
  provider: string;
}

export async function createRefund(tx: Database, refund: typeof refunds.$inferInsert): Promise<void> {
  await tx.insert(refunds).values(refund);
}

async function sumRefunds(db: Database, orderId: string, status: RefundRow['status']): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::float8` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, status)));
  return Number(row?.cents ?? 0);
}

/** Cents on their way, not answered yet. */
export const sumPendingRefunds = (db: Database, orderId: string) => sumRefunds(db, orderId, 'asked');

export const sumCompletedRefunds = (db: Database, orderId: string) => sumRefunds(db, orderId, 'done');

export async function updateRefund(db: Database, id: string, change: Partial<RefundRow>): Promise<void> {
  await db.update(refunds).set(change).where(eq(refunds.id, id));
}

/** False where it was done before. */
export async function completeRefund(tx: Database, id: string, providerRefund: string): Promise<boolean> {
  const rows = await tx
    .update(refunds)
    .set({ status: 'done', providerRefund })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'asked')))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** Asked for before `before` and not answered, the oldest first. */
export async function listPendingRefunds(db: Database, before: Date): Promise<(PendingRefund & { actorName: string | null })[]> {
  const rows = await db
    .select({ refund: refunds, paymentId: orders.paymentId, currency: orders.currency, provider: orders.provider, actorName: users.name })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(users, eq(users.id, refunds.actorId))
    .where(and(eq(refunds.status, 'asked'), lt(refunds.at, before)))
    .orderBy(asc(refunds.at))
    .limit(50);
  return rows.flatMap(({ refund, paymentId, ...rest }) => (paymentId ? [{ ...refund, ...rest, paymentId }] : []));
}

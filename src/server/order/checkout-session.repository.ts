import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/order.ts';
import type { Database } from '../database/connect.ts';
import { orders } from '../database/schema/order.ts';

/** The payment session of a pending order. */
export interface OpenSession {
  /** The provider's id; null until it is known. */
  session: string | null;
  provider: string;
}

const columns = { session: orders.providerSession, provider: orders.provider };

/** Null where there is no such order, it isn't pending, or it isn't this customer's. Without a customer: whoever's it is. */
export async function findOpenSession(db: Database, id: string, userId?: string): Promise<OpenSession | null> {
  const [row] = await db
    .select(columns)
    .from(orders)
    .where(and(eq(orders.id, id), userId ? eq(orders.userId, userId) : undefined, eq(orders.status, 'pending')));
  return row ?? null;
}

interface SessionFilter {
  userId?: string;
  expiredBefore?: Date;
  createdBefore?: Date;
}

/** Sessions of pending orders, the earliest to expire first. */
export async function listOpenSessions(db: Database, filter: SessionFilter, limit: number): Promise<(OpenSession & { id: string })[]> {
  return db
    .select({ id: orders.id, ...columns })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        filter.userId ? eq(orders.userId, filter.userId) : undefined,
        filter.expiredBefore ? lte(orders.expiresAt, filter.expiredBefore) : undefined,
        filter.createdBefore ? lt(orders.createdAt, filter.createdBefore) : undefined,
      ),
    )
    .orderBy(asc(orders.expiresAt), asc(orders.id))
    .limit(limit);
}

/** Stores the session and returns the order's current status: another checkout may have closed the order meanwhile. */
export async function updateOrderSession(db: Database, id: string, session: string): Promise<OrderStatus | null> {
  const [row] = await db.update(orders).set({ providerSession: session }).where(eq(orders.id, id)).returning({ status: orders.status });
  return row?.status ?? null;
}

/**
 * When the customer started checkouts since then and since their last payment, the newest first. Those that the provider never opened
 * aren't among them.
 */
export async function listUnpaidCheckouts(tx: Database, userId: string, since: Date, limit: number): Promise<Date[]> {
  const lastPaidAt = sql`coalesce((select max(paid.paid_at) from ${orders} paid where paid.user_id = ${userId}), '-infinity')`;
  const rows = await tx
    .select({ createdAt: orders.createdAt })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        isNull(orders.number),
        gt(orders.createdAt, since),
        gt(orders.createdAt, lastPaidAt),
        or(isNotNull(orders.providerSession), eq(orders.status, 'pending')),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(limit);
  return rows.map(({ createdAt }) => createdAt);
}

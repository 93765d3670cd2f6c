import { and, asc, eq, lt } from 'drizzle-orm';
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

/** Null where the customer has no such order, or it isn't pending. */
export async function findOpenSession(db: Database, userId: string, id: string): Promise<OpenSession | null> {
  const [row] = await db
    .select(columns)
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId), eq(orders.status, 'pending')));
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
        filter.expiredBefore ? lt(orders.expiresAt, filter.expiredBefore) : undefined,
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

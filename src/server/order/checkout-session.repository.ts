import { and, asc, desc, eq, gt, isNotNull, lt, lte, or, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/order.ts';
import type { Database } from '../database/connect.ts';
import { isCheckout, orders } from '../database/schema/order.ts';
import { type Buyer, isOfBuyer, isOwnedBy, type Owner } from './buyer.repository.ts';

/** The payment session of a pending order. */
export interface OpenSession {
  /** The provider's id; null until it is known. */
  session: string | null;
  provider: string;
}

const columns = { session: orders.providerSession, provider: orders.provider };

/** Null where there is no such order, it isn't pending, or it isn't this owner's. Without an owner: whoever's it is. */
export async function findOpenSession(db: Database, id: string, owner?: Owner): Promise<OpenSession | null> {
  const [row] = await db
    .select(columns)
    .from(orders)
    .where(and(eq(orders.id, id), owner && isOwnedBy(owner), eq(orders.status, 'pending')));
  return row ?? null;
}

interface SessionFilter {
  buyer?: Buyer;
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
        filter.buyer && isOfBuyer(filter.buyer),
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

/** Those that the provider never opened don't count. */
const wasOpened = or(isNotNull(orders.providerSession), eq(orders.status, 'pending'));

/** When the buyer started checkouts since then and, an account, since its last payment; the newest first. */
export async function listUnpaidCheckouts(tx: Database, buyer: Buyer, since: Date, limit: number): Promise<Date[]> {
  const lastPaidAt = sql`coalesce((select max(paid.paid_at) from ${orders} paid where paid.user_id = ${buyer.userId}), '-infinity')`;
  const rows = await tx
    .select({ createdAt: orders.createdAt })
    .from(orders)
    .where(
      and(
        isOfBuyer(buyer),
        isCheckout(orders.status),
        gt(orders.createdAt, since),
        buyer.userId ? gt(orders.createdAt, lastPaidAt) : undefined,
        wasOpened,
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(limit);
  return rows.map(({ createdAt }) => createdAt);
}

/** All checkouts that guests of a network started since then without paying, the newest first. */
export async function listNetworkCheckouts(tx: Database, network: string, since: Date, limit: number) {
  return tx
    .select({ createdAt: orders.createdAt, expiresAt: orders.expiresAt, status: orders.status, email: orders.guestEmail })
    .from(orders)
    .where(and(eq(orders.guestNetwork, network), isCheckout(orders.status), gt(orders.createdAt, since), wasOpened))
    .orderBy(desc(orders.createdAt))
    .limit(limit);
}

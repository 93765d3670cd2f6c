import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/order.ts';
import type { Database } from '../database/connect.ts';
import { queryPrepared } from '../database/query.ts';
import { isCheckout, orders } from '../database/schema/order.ts';
import { type Buyer, isOfBuyer, isOwnedBy, type Owner } from './buyer.repository.ts';

/** The payment session of a pending order. */
export interface OpenSession {
  /** The provider's id; null until it is known. */
  session: string | null;
  provider: string;
}

const columns = { session: orders.providerSession, provider: orders.provider };

/** Null if there is no such order, if it isn't pending, or if it isn't this owner's. Without an owner, any order is found. */
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
  /** Those whose money is on its way, instead of those that nobody has paid. */
  isProcessing?: boolean;
}

/** Sessions of pending orders that nobody has paid, the earliest to expire first. */
export async function listOpenSessions(db: Database, filter: SessionFilter, limit: number): Promise<(OpenSession & { id: string })[]> {
  return db
    .select({ id: orders.id, ...columns })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        filter.isProcessing ? isNotNull(orders.processingSince) : isNull(orders.processingSince),
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
  const [row] = await queryPrepared<{ status: OrderStatus }>(
    db,
    sql`update orders set provider_session = ${session} where id = ${id} returning status`,
  );
  return row?.status ?? null;
}

/** Checkouts that the provider failed to open don't count. */
const wasOpened = or(isNotNull(orders.providerSession), eq(orders.status, 'pending'));

/** All unpaid checkouts that guests of a network have started since then, newest first. */
export async function listNetworkCheckouts(tx: Database, network: string, since: Date, limit: number) {
  return tx
    .select({
      createdAt: orders.createdAt,
      expiresAt: orders.expiresAt,
      status: orders.status,
      processingSince: orders.processingSince,
      email: orders.guestEmail,
    })
    .from(orders)
    .where(and(eq(orders.guestNetwork, network), isCheckout(orders.status), gt(orders.createdAt, since), wasOpened))
    .orderBy(desc(orders.createdAt))
    .limit(limit);
}

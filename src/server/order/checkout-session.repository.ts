import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/order.ts';
import { DAY } from '../../contract/time.ts';
import type { Database } from '../database/connect.ts';
import { queryPrepared } from '../database/query.ts';
import { isCheckout, orders } from '../database/schema/order.ts';
import { type Buyer, isOfBuyer, isOwnedBy, type Owner } from './buyer.repository.ts';

/** No bank takes longer for a payment that is on its way. */
export const MAX_PROCESSING = 30 * DAY;

/** The payment session of a pending order. */
export interface OpenSession {
  /** The provider's id; null until it is known. */
  session: string | null;
  provider: string;
  /** Its money is on its way since then. */
  processingSince: Date | null;
}

const columns = { session: orders.providerSession, provider: orders.provider, processingSince: orders.processingSince };

/** Null if there is no such order, if it isn't pending, or if it isn't this owner's. Without an owner, any order is found. */
export async function findOpenSession(db: Database, id: string, owner?: Owner): Promise<OpenSession | null> {
  const [row] = await db
    .select(columns)
    .from(orders)
    .where(and(eq(orders.id, id), owner && isOwnedBy(owner), eq(orders.status, 'pending')));
  return row ?? null;
}

/** Sessions of the buyer's pending orders that nobody has paid, the earliest to expire first. */
export async function listOpenSessions(db: Database, buyer: Buyer, limit: number): Promise<(OpenSession & { id: string })[]> {
  return db
    .select({ id: orders.id, ...columns })
    .from(orders)
    .where(and(eq(orders.status, 'pending'), isNull(orders.processingSince), isOfBuyer(buyer)))
    .orderBy(asc(orders.expiresAt), asc(orders.id))
    .limit(limit);
}

export interface SessionFilter {
  expiredBefore?: Date;
  createdBefore?: Date;
  /** Those whose money is on its way, instead of those that nobody has paid. */
  isProcessing?: boolean;
}

export interface ClaimedSession extends OpenSession {
  id: string;
  expiresAt: Date;
  /** How often in a row asking the provider failed. */
  failures: number;
}

/**
 * The next pending order to ask the provider about, which no other run gets before `until`: that with the fewest failures, the earliest to
 * expire first. Null: none is due.
 */
export async function claimSession(
  db: Database,
  filter: SessionFilter,
  { now, until, seen }: { now: Date; until: Date; seen: readonly string[] },
): Promise<ClaimedSession | null> {
  const next = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        filter.isProcessing ? isNotNull(orders.processingSince) : isNull(orders.processingSince),
        filter.expiredBefore ? lte(orders.expiresAt, filter.expiredBefore) : undefined,
        filter.createdBefore ? lt(orders.createdAt, filter.createdBefore) : undefined,
        or(isNull(orders.sessionDueAt), lte(orders.sessionDueAt, now)),
        seen.length ? notInArray(orders.id, [...seen]) : undefined,
      ),
    )
    .orderBy(asc(orders.sessionFailures), asc(orders.expiresAt), asc(orders.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(orders)
    .set({ sessionDueAt: until })
    // Not `in`: PostgreSQL may run that subquery once for each row, and would claim several.
    .where(eq(orders.id, sql`(${next})`))
    .returning({ id: orders.id, ...columns, expiresAt: orders.expiresAt, failures: orders.sessionFailures });
  return row ?? null;
}

/** All pending orders that have a session. */
export async function listPendingIds(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, 'pending'), isNotNull(orders.providerSession)))
    .orderBy(asc(orders.expiresAt), asc(orders.id));
  return rows.map(({ id }) => id);
}

/** Null: any run may ask again. */
export async function releaseSession(db: Database, id: string, failures: number, dueAt: Date | null): Promise<void> {
  await db
    .update(orders)
    .set({ sessionFailures: failures, sessionDueAt: dueAt })
    .where(and(eq(orders.id, id), eq(orders.status, 'pending')));
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

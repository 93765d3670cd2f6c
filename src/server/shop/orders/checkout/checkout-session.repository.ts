import { and, asc, eq, isNotNull, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../../../contract/order-fields.ts';
import { DAY } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { queryPrepared } from '../../../platform/database/query.ts';
import { LINE_TARGETS } from '../../database/schema/bundle.ts';
import { isUnpaid, orders } from '../../database/schema/order.ts';
import { type Buyer, isOfBuyer, isOwnedBy, type Owner } from '../rows/order-lock.repository.ts';

/** No bank takes longer to complete a payment. */
export const MAX_PROCESSING = 30 * DAY;

/** The payment session of a pending order. */
export interface OpenSession {
  /** The provider's id; null until it is known. */
  session: string | null;
  provider: string;
  /** Null: a checkout. An order that was placed is paid by hand. */
  number: number | null;
  /** Since when the bank has been processing its payment; null: it isn't. */
  processingSince: Date | null;
}

const columns = {
  number: orders.number,
  session: orders.providerSession,
  provider: orders.provider,
  processingSince: orders.processingSince,
};

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
    .where(and(eq(orders.status, 'pending'), isNull(orders.processingSince), isNull(orders.number), isOfBuyer(buyer)))
    .orderBy(asc(orders.expiresAt), asc(orders.id))
    .limit(limit);
}

export interface SessionFilter {
  expiredBefore?: Date;
  createdBefore?: Date;
  /** Leaves out orders that are paid by hand: nobody can be asked about them. */
  isAsked?: boolean;
  /** Those whose payment a bank is processing, instead of unpaid ones. */
  isProcessing?: boolean;
}

export interface ClaimedSession extends OpenSession {
  id: string;
  expiresAt: Date;
  /** How many requests to the provider about it have failed in a row. */
  failures: number;
}

/**
 * The next pending order to ask the provider about: the one with the fewest failures, then the earliest to expire. No other run gets it before
 * `until`. Null: none is due.
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
        filter.isAsked ? isNull(orders.number) : undefined,
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

/** All checkouts that have a session. */
export async function listPendingIds(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, 'pending'), isNull(orders.number), isNotNull(orders.providerSession)))
    .orderBy(asc(orders.expiresAt), asc(orders.id));
  return rows.map(({ id }) => id);
}

/** `dueAt`: when a run may ask about it again; null: at any time. */
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

/**
 * Counts the unpaid checkouts that were started in the buyer's network since then, without those that the provider failed to open. `open`: those
 * of other guests that can still be paid, those of earlier days too that are paid by hand.
 */
export async function countNetworkCheckouts(tx: Database, { network, guest }: Buyer, since: Date) {
  const isOpen = sql`status = 'pending' and processing_since is null`;
  const isRecent = sql`created_at > ${since.toISOString()}::timestamptz`;
  const isOtherGuest = sql`user_id is null and lower(guest_email) is distinct from lower(${guest?.email ?? null}::text)`;
  const [row] = await queryPrepared<{ total: number; guests: number; open: number; firstAt: string | null; freeAt: string | null }>(
    tx,
    sql`select count(*) filter (where ${isRecent})::int as total, count(*) filter (where user_id is null and ${isRecent})::int as guests,
      count(*) filter (where ${isOpen} and ${isOtherGuest})::int as open, min(created_at) filter (where ${isRecent}) as "firstAt",
      min(expires_at) filter (where ${isOpen}) as "freeAt"
    from orders where guest_network = ${network} and ${isUnpaid(sql.raw('status'))} and (${isRecent} or (status = 'pending' and number is not null)) and not is_test
      and (provider_session is not null or status = 'pending')`,
  );
  return row?.open || row?.total
    ? { ...row, firstAt: new Date(row.firstAt ?? since), freeAt: row.freeAt === null ? null : new Date(row.freeAt) }
    : null;
}

/** How many pieces of each of these targets the open checkouts of a network have reserved. */
export async function listHeldByNetwork(tx: Database, network: string, targetIds: string[]): Promise<Map<string, number>> {
  const rows = await queryPrepared<{ id: string; held: number }>(
    tx,
    sql`select coalesce(t.variant_id, t.product_id) as id, sum(l.quantity * t.count)::int as held
      from orders o join order_lines l on l.order_id = o.id, ${LINE_TARGETS} where o.guest_network = ${network} and o.status = 'pending' and o.processing_since is null and not o.is_test
        and coalesce(t.variant_id, t.product_id) = any(${sql.param(targetIds)}::uuid[])
      group by 1`,
  );
  return new Map(rows.map(({ id, held }) => [id, held]));
}

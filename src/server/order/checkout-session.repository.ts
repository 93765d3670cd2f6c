import { and, asc, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
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

/** The unpaid checkouts, except those that the provider failed to open, that were started in the buyer's network since then. `open`: those of other guests that can be paid. */
export async function countNetworkCheckouts(tx: Database, { network, guest }: Buyer, since: Date) {
  const isOpen = sql`status = 'pending' and processing_since is null`;
  const isOtherGuest = sql`user_id is null and lower(guest_email) is distinct from lower(${guest?.email ?? null}::text)`;
  const [row] = await queryPrepared<{ total: number; guests: number; open: number; firstAt: string; freeAt: string | null }>(
    tx,
    sql`select count(*)::int as total, count(*) filter (where user_id is null)::int as guests,
      count(*) filter (where ${isOpen} and ${isOtherGuest})::int as open, min(created_at) as "firstAt",
      min(expires_at) filter (where ${isOpen}) as "freeAt"
    from orders where guest_network = ${network} and ${isCheckout(sql.raw('status'))} and created_at > ${since.toISOString()}::timestamptz
      and (provider_session is not null or status = 'pending')`,
  );
  return row?.total ? { ...row, firstAt: new Date(row.firstAt), freeAt: row.freeAt === null ? null : new Date(row.freeAt) } : null;
}

/**
 * Ends the hold of what the customer of an order that was just paid has open with the same code, if they have used it as often as allowed: the
 * job that expires checkouts then ends their sessions. Rows that others hold are left to them.
 */
export async function endOtherCodeUses(tx: Database, orderId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    with mine as (
      select u.code_id, u.customer, c.max_uses_per_customer as max from discount_code_uses u join discount_codes c on c.id = u.code_id
      where u.order_id = ${orderId} and u.customer <> '' and c.max_uses_per_customer is not null
    ), uses as (
      select o.id, o.number, o.status, o.processing_since, mine.max from mine
      join discount_code_uses u on u.code_id = mine.code_id and u.customer = mine.customer and u.is_counted join orders o on o.id = u.order_id
    ), ended as (
      select o.id from orders o join uses on uses.id = o.id
      where uses.status = 'pending' and uses.processing_since is null and (select count(*) from uses where number is not null) >= uses.max
      for update of o skip locked
    )
    update orders set expires_at = least(expires_at, ${at.toISOString()}::timestamptz) from ended where orders.id = ended.id`);
}

/** How much of each of these targets the open checkouts of a network hold. */
export async function listHeldByNetwork(tx: Database, network: string, targetIds: string[]): Promise<Map<string, number>> {
  const rows = await queryPrepared<{ id: string; held: number }>(
    tx,
    sql`select coalesce(l.variant_id, l.product_id) as id, sum(l.quantity)::int as held from orders o join order_lines l on l.order_id = o.id
      where o.guest_network = ${network} and o.status = 'pending' and o.processing_since is null
        and coalesce(l.variant_id, l.product_id) = any(${sql.param(targetIds)}::uuid[])
      group by 1`,
  );
  return new Map(rows.map(({ id, held }) => [id, held]));
}

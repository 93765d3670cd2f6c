/** Row locks until the transaction ends. Always in the order buyer (buyer.repository.ts), orders, discount codes (by id), products (by id), so that transactions don't deadlock. */
import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { query, queryPrepared, readColumns, selectList } from '../../../platform/database/query.ts';
import { isCheckout, orders } from '../../database/schema/order.ts';
import { type Buyer, isOfBuyer, isOwnedBy, type Owner } from './buyer.repository.ts';

/** Splits a table of any size into ranges of a key, each small enough to be read within a statement's time limit. */

/** The condition that the column is within the range. */
export type KeyRange = (column: string) => SQL;

interface Key {
  /** A table or a subquery. */
  table: string;
  /** Must be indexed. Rows with the same key are in the same range. */
  column: string;
  type: 'uuid' | 'bigint' | 'integer' | 'text';
}

/** Together the ranges contain every row whose key isn't null, about `size` rows each. */
export async function listKeyRanges(db: Database, { table, column, type }: Key, size: number): Promise<KeyRange[]> {
  const key = sql.raw(column);
  const cast = sql.raw(`::${type}`);
  const ranges: KeyRange[] = [];
  let after: string | null = null;
  for (;;) {
    const start: string | null = after;
    const rows: { last: string }[] = await query(
      db,
      sql`select ${key}::text as last from ${sql.raw(table)} where ${start === null ? sql`${key} is not null` : sql`${key} > ${start}${cast}`}
        order by ${key} offset ${size - 1} limit 1`,
    );
    const last = rows[0]?.last ?? null;
    ranges.push((it) => {
      const tested = sql.raw(it);
      const lower = start === null ? sql`${tested} is not null` : sql`${tested} > ${start}${cast}`;
      return last === null ? lower : sql`${lower} and ${tested} <= ${last}${cast}`;
    });
    if (last === null) return ranges;
    after = last;
  }
}

const columns = {
  id: orders.id,
  number: orders.number,
  userId: orders.userId,
  guestEmail: orders.guestEmail,
  status: orders.status,
  stock: orders.stock,
  totalCents: orders.totalCents,
  isTaxIncluded: orders.isTaxIncluded,
  isTaxAutomatic: orders.isTaxAutomatic,
  refundedCents: orders.refundedCents,
  providerRefundedCents: orders.providerRefundedCents,
  providerRefundedAt: orders.providerRefundedAt,
  currency: orders.currency,
  provider: orders.provider,
  providerSession: orders.providerSession,
  paymentId: orders.paymentId,
  processingSince: orders.processingSince,
  discountCode: orders.discountCode,
  version: orders.version,
};

export type LockedOrder = Pick<typeof orders.$inferSelect, keyof typeof columns>;

async function lockOrders(tx: Database, where: SQL | undefined): Promise<LockedOrder[]> {
  return tx.select(columns).from(orders).where(where).orderBy(asc(orders.id)).for('update');
}

const lockFirstOrder = async (tx: Database, where: SQL | undefined) => (await lockOrders(tx, where))[0] ?? null;

export function lockOwnOrder(tx: Database, owner: Owner, id: string): Promise<LockedOrder | null> {
  return lockFirstOrder(tx, and(eq(orders.id, id), isOwnedBy(owner)));
}

export interface LockedCheckout extends LockedOrder {
  createdAt: Date;
  /** When an account last paid for an order; null for guests. */
  lastPaidAt: Date | null;
}

const checkoutColumns = { ...columns, createdAt: orders.createdAt };
const isUnpaid = isCheckout(sql.raw('status'));

/** The buyer's checkouts that are pending or were started since then, in one round trip. */
export async function lockCheckouts(tx: Database, buyer: Buyer, since: Date): Promise<LockedCheckout[]> {
  const rows = await queryPrepared<{ last_paid_at: string | null }>(
    tx,
    sql`select ${selectList(checkoutColumns)}, (select max(paid.paid_at) from orders paid where paid.user_id = ${sql.param(buyer.userId)}::uuid) as last_paid_at
      from orders where ${isOfBuyer(buyer)} and ${isUnpaid} and (status = 'pending' or created_at > ${since.toISOString()}::timestamptz)
      order by id for update`,
  );
  return rows.map((row) => ({
    ...(readColumns(checkoutColumns, row) as Omit<LockedCheckout, 'lastPaidAt'>),
    lastPaidAt: row.last_paid_at === null ? null : new Date(row.last_paid_at),
  }));
}

/** Paid orders of guests with that email which belong to no account yet. */
export function lockUnclaimedOrders(tx: Database, email: string): Promise<LockedOrder[]> {
  return lockOrders(tx, and(isNull(orders.userId), isNotNull(orders.number), sql`lower(${orders.guestEmail}) = lower(${email})`));
}

/** Any owner's order, for admins, the provider and jobs. */
export function lockOrderById(tx: Database, id: string): Promise<LockedOrder | null> {
  return lockFirstOrder(tx, eq(orders.id, id));
}

export function lockOrderByPayment(tx: Database, provider: string, paymentId: string): Promise<LockedOrder | null> {
  return lockFirstOrder(tx, and(eq(orders.provider, provider), eq(orders.paymentId, paymentId)));
}

/** The order with that id and the one with that session: a single row, unless the session belongs to another order. */
export function lockOrdersBySession(tx: Database, provider: string, id: string, session: string): Promise<LockedOrder[]> {
  return lockOrders(tx, and(eq(orders.provider, provider), or(eq(orders.id, id), eq(orders.providerSession, session))));
}

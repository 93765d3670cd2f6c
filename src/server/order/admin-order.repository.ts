import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AdminOrder, OrderFilter as StatusFilter } from '../../contract/order.ts';
import type { Database } from '../database/connect.ts';
import { getOffset, type ListQuery, type ListSource, listNewestFirst, toInOrder } from '../database/newest-first.ts';
import { query } from '../database/query.ts';
import { users } from '../database/schema/account.ts';
import { orders } from '../database/schema/order.ts';
import { buildStatusCondition, isUuid, listOrderDetails, toOrder } from './order.repository.ts';

export interface OrderFilter {
  status: StatusFilter | undefined;
  /** An order number, an order's id, or part of the buyer's name or email; empty: all. */
  keyword: string;
}

/** Nine digits at most: a larger number overflows PostgreSQL's integer. */
const NUMBER = /^#?(\d{1,9})$/;

/** Of up to this many buyers the orders are collected and sorted. More of them have an order on nearly every page: then the list is walked. */
const MAX_BUYERS = 2000;

/** Up to this offset the buyer of each order on the way is looked up, beyond it in a hash table of buyers, if it has few enough to be quick. */
const MAX_LOOKED_UP = 200;
const MAX_HASHED_BUYERS = 40_000;

/** The order with that number or, as payment providers show it beside a payment, that id; null where the keyword is neither. */
function buildKeyCondition(keyword: string): SQL | null {
  const number = NUMBER.exec(keyword)?.[1];
  if (number) return eq(orders.number, Number(number));
  return isUuid(keyword.toLowerCase()) ? eq(orders.id, keyword.toLowerCase()) : null;
}

/** The index finds by three letters; of fewer each account is asked, which `strpos` does in half the time of `like`. */
function buildBuyerCondition(keyword: string): SQL {
  if (keyword.length < 3) return sql`strpos(users.search_text, lower(${keyword})) > 0`;
  return sql`users.search_text like lower(${`%${keyword.replace(/[\\%_]/g, '\\$&')}%`})`;
}

const selectOrders = (status: StatusFilter | undefined, where: SQL) =>
  sql`select id, created_at from orders where ${buildStatusCondition(status)} and ${where}`;

/** The statements that find the orders of a filter. A million orders are never searched: buyers are, by an index of their trigrams. */
async function selectMatching(db: Database, { status, keyword }: OrderFilter, offset: number): Promise<ListSource> {
  if (!keyword) return { table: 'orders', rows: selectOrders(status, sql`true`) };
  const isBuyer = buildBuyerCondition(keyword);
  const buyers = await query<{ id: string }>(db, sql`select id from users where ${isBuyer} limit ${MAX_BUYERS + 1}`);
  const byKey = buildKeyCondition(keyword);
  if (buyers.length > MAX_BUYERS) {
    const exists = sql`exists (select from users where users.id = orders.user_id and ${isBuyer})`;
    const isHashed = offset > MAX_LOOKED_UP && (await isAtMost(db, sql`select from users where ${isBuyer}`, MAX_HASHED_BUYERS));
    // PostgreSQL joins `exists` itself to the orders; of its value it may make a hash table of buyers, which each order is looked up in.
    return selectOfMany(status, isBuyer, isHashed ? sql`(${exists}) is true` : exists, byKey);
  }
  const ofBuyers = selectOrders(status, sql`user_id = any(${sql.param(buyers.map(({ id }) => id))}::uuid[])`);
  return { table: 'orders', rows: byKey ? sql`${ofBuyers} union ${selectOrders(status, byKey)}` : ofBuyers };
}

async function isAtMost(db: Database, rows: SQL, limit: number): Promise<boolean> {
  const found = await query(db, sql`select from (${rows}) found offset ${limit} limit 1`);
  return found.length === 0;
}

function selectOfMany(status: StatusFilter | undefined, isBuyer: SQL, isOfBuyer: SQL, byKey: SQL | null): ListSource {
  const ofBuyers = sql`select orders.id, orders.created_at from users join orders on orders.user_id = users.id
    where ${isBuyer} and ${buildStatusCondition(status)}`;
  return {
    table: 'orders',
    rows: selectOrders(status, byKey ? sql`(${isOfBuyer} or ${byKey})` : isOfBuyer),
    counted: byKey ? sql`${ofBuyers} union all ${selectOrders(status, sql`${byKey} and not ${isOfBuyer}`)}` : ofBuyers,
  };
}

const buyerColumns = { _id: users.id, name: users.name, email: users.email };

async function toAdminOrders(
  db: Database,
  rows: { order: typeof orders.$inferSelect; buyer: AdminOrder['buyer'] }[],
): Promise<AdminOrder[]> {
  const ids = rows.map(({ order }) => order.id);
  const { lines, history } = await listOrderDetails(db, ids);
  return rows.map(({ order, buyer }) => {
    const entries = history.get(order.id) ?? [];
    return {
      ...toOrder(order, lines.get(order.id) ?? [], entries),
      buyer,
      stock: order.stock,
      provider: order.provider,
      history: entries.map(({ at, by, from, to, why }) => ({ at: at.toISOString(), by, from, to, why })),
      version: order.version,
    };
  });
}

/** Newest first. */
export async function listAllOrders(db: Database, filter: OrderFilter, listQuery: ListQuery) {
  const { ids, ...found } = await listNewestFirst(db, await selectMatching(db, filter, getOffset(listQuery)), listQuery);
  const rows = await db
    .select({ order: orders, buyer: buyerColumns })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, ids));
  return {
    orders: await toAdminOrders(
      db,
      toInOrder(ids, rows, ({ order }) => order.id),
    ),
    ...found,
  };
}

export async function findAdminOrder(db: Database, id: string): Promise<AdminOrder | null> {
  const rows = await db
    .select({ order: orders, buyer: buyerColumns })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id));
  const [order] = await toAdminOrders(db, rows);
  return order ?? null;
}

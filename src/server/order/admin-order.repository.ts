import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AdminOrder, OrderFilter as StatusFilter } from '../../contract/order.ts';
import { isUuid } from '../../contract/uuid.ts';
import type { Database } from '../database/connect.ts';
import { getOffset, type KeysetQuery, type ListSource, listByKeyset, toInOrder } from '../database/keyset-pagination.ts';
import { query } from '../database/query.ts';
import { users } from '../database/schema/account.ts';
import { guestSearchText, orders } from '../database/schema/order.ts';
import { buildStatusCondition, listOrderDetails, toOrder } from './order.repository.ts';

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

/** The index finds by three letters; of fewer each text is asked, which `strpos` does in half the time of `like`. */
function buildTextCondition(text: SQL, keyword: string): SQL {
  if (keyword.length < 3) return sql`strpos(${text}, lower(${keyword})) > 0`;
  return sql`${text} like lower(${`%${keyword.replace(/[\\%_]/g, '\\$&')}%`})`;
}

/** Of orders that belong to no account; in the words of the index orders_guest_search. */
const buildGuestCondition = (keyword: string) =>
  sql`(guest_email is not null and user_id is null and ${buildTextCondition(guestSearchText(orders), keyword)})`;

const selectOrders = (status: StatusFilter | undefined, where: SQL) =>
  sql`select id, created_at from orders where ${buildStatusCondition(status)} and ${where}`;

/** The statements that find the orders of a filter. A million orders are never searched: buyers are, by an index of their trigrams. */
async function selectMatching(db: Database, { status, keyword }: OrderFilter, offset: number): Promise<ListSource> {
  if (!keyword) return { table: 'orders', rows: selectOrders(status, sql`true`) };
  const isBuyer = buildTextCondition(sql`users.search_text`, keyword);
  const isGuest = buildGuestCondition(keyword);
  const byKey = buildKeyCondition(keyword);
  const buyers = await query<{ id: string }>(db, sql`select id from users where ${isBuyer} limit ${MAX_BUYERS + 1}`);
  const guests = await query<{ id: string }>(db, sql`select id from orders where ${isGuest} limit ${MAX_BUYERS + 1}`);
  const ofGuests = guests.length > MAX_BUYERS ? isGuest : sql`id = any(${sql.param(guests.map(({ id }) => id))}::uuid[])`;
  const others = [...(guests.length ? [ofGuests] : []), ...(byKey ? [byKey] : [])];
  if (buyers.length > MAX_BUYERS) {
    const exists = sql`exists (select from users where users.id = orders.user_id and ${isBuyer})`;
    const isHashed = offset > MAX_LOOKED_UP && (await isAtMost(db, sql`select from users where ${isBuyer}`, MAX_HASHED_BUYERS));
    // PostgreSQL joins `exists` itself to the orders; of its value it may make a hash table of buyers, which each order is looked up in.
    return selectOfMany(status, isBuyer, isHashed ? sql`(${exists}) is true` : exists, others);
  }
  const ofBuyers = sql`user_id = any(${sql.param(buyers.map(({ id }) => id))}::uuid[])`;
  return {
    table: 'orders',
    rows: sql.join(
      [ofBuyers, ...others].map((it) => selectOrders(status, it)),
      sql` union `,
    ),
  };
}

async function isAtMost(db: Database, rows: SQL, limit: number): Promise<boolean> {
  const found = await query(db, sql`select from (${rows}) found offset ${limit} limit 1`);
  return found.length === 0;
}

function selectOfMany(status: StatusFilter | undefined, isBuyer: SQL, isOfBuyer: SQL, others: SQL[]): ListSource {
  const ofBuyers = sql`select orders.id, orders.created_at from users join orders on orders.user_id = users.id
    where ${isBuyer} and ${buildStatusCondition(status)}`;
  if (!others.length) return { table: 'orders', rows: selectOrders(status, isOfBuyer), counted: ofBuyers };
  const isOther = sql`(${sql.join(others, sql` or `)})`;
  return {
    table: 'orders',
    rows: selectOrders(status, sql`(${isOfBuyer} or ${isOther})`),
    counted: sql`${ofBuyers} union all ${selectOrders(status, sql`${isOther} and not ${isOfBuyer}`)}`,
  };
}

/** Of a guest what they gave with the order. Expressions all: of a joined table's own columns that are null drizzle makes one null. */
const buyerColumns = {
  _id: sql<string | null>`${users.id}`,
  name: sql<string>`coalesce(${users.name}, ${orders.guestName})`,
  email: sql<string>`coalesce(${users.email}, ${orders.guestEmail})`,
};

async function toAdminOrders(
  db: Database,
  rows: { order: typeof orders.$inferSelect; buyer: AdminOrder['buyer'] }[],
): Promise<AdminOrder[]> {
  const ids = rows.map(({ order }) => order.id);
  const { lines, history, requests } = await listOrderDetails(db, ids);
  return rows.map(({ order, buyer }) => {
    const entries = history.get(order.id) ?? [];
    return {
      ...toOrder(order, lines.get(order.id) ?? [], entries, requests.get(order.id)),
      buyer,
      stock: order.stock,
      provider: order.provider,
      history: entries.map(({ at, by, from, to, why }) => ({ at: at.toISOString(), by, from, to, why })),
      version: order.version,
    };
  });
}

/** Newest first. */
export async function listAllOrders(db: Database, filter: OrderFilter, listQuery: KeysetQuery) {
  const { ids, ...found } = await listByKeyset(db, await selectMatching(db, filter, getOffset(listQuery)), listQuery);
  const rows = await db
    .select({ order: orders, buyer: buyerColumns })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
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
    .leftJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id));
  const [order] = await toAdminOrders(db, rows);
  return order ?? null;
}

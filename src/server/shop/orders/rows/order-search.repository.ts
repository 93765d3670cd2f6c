import { eq, type SQL, sql } from 'drizzle-orm';
import type { OrderFilter as StatusFilter } from '../../../../contract/order-fields.ts';
import { isUuid } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { ListSource } from '../../../platform/database/keyset-pagination.ts';
import { query } from '../../../platform/database/query.ts';
import { guestSearchText, isReal, orders } from '../../database/schema/order.ts';
import { buildTextCondition } from '../../database/text-search.ts';
import { buildStatusCondition } from './order.repository.ts';

/** Finds the orders of an admin's filter among a million of them. */
export interface OrderFilter {
  status: StatusFilter | undefined;
  /** An order number, an order's id, or part of the buyer's name or email, or of the recipient's name; empty: all. */
  keyword: string;
  /** Placed between these days in the shop's time zone, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Whether test orders are among them, where the status doesn't ask for these. */
  withTests: boolean;
}

/** Nine digits at most: a larger number overflows PostgreSQL's integer. */
const NUMBER = /^#?(\d{1,9})$/;

/** Up to this many matching buyers, their orders are collected and sorted. If more match, the list is read in its order until the page is full. */
const MAX_BUYERS = 2000;

/**
 * Up to this offset, the buyer of each skipped order is looked up. Beyond it, a hash table of the matching buyers is faster, if there are
 * few enough of them.
 */
const MAX_LOOKED_UP = 200;
const MAX_HASHED_BUYERS = 40_000;

/** The order with that number or, because payment providers show it with a payment, that id; null if the keyword is neither. */
function buildKeyCondition(keyword: string): SQL | null {
  const number = NUMBER.exec(keyword)?.[1];
  if (number) return eq(orders.number, Number(number));
  return isUuid(keyword.toLowerCase()) ? eq(orders.id, keyword.toLowerCase()) : null;
}

/** For orders that belong to no account. Must match the index orders_guest_search literally. */
const buildGuestCondition = (keyword: string) =>
  sql`(guest_email is not null and user_id is null and ${buildTextCondition(guestSearchText(orders), keyword)})`;

/** The recipient may be somebody else than the buyer. Must match the index orders_recipient_search literally. */
const buildRecipientCondition = (keyword: string) =>
  sql`(recipient is not null and ${buildTextCondition(sql`lower(orders.recipient)`, keyword)})`;

/** The filter with the times between which the orders were placed. */
type TimedFilter = OrderFilter & { since?: string | null; until?: string | null };

/**
 * When the period's days begin and end in the shop's time zone. Passed as values, so that PostgreSQL can estimate how many orders are in
 * between.
 */
async function findMoments(db: Database, { from, to }: OrderFilter): Promise<Pick<TimedFilter, 'since' | 'until'>> {
  if (!from && !to) return {};
  const [moments] = await query<Pick<TimedFilter, 'since' | 'until'>>(
    db,
    sql`select (${from ?? null}::date::timestamp at time zone zone)::text as since, ((${to ?? null}::date + 1)::timestamp at time zone zone)::text as until
      from (values (shop_time_zone())) shop(zone)`,
  );
  return moments ?? {};
}

function buildFilterCondition({ status, since, until, withTests }: TimedFilter): SQL {
  const conditions = [buildStatusCondition(status)];
  if (!withTests && status !== 'test') conditions.push(isReal);
  if (since) conditions.push(sql`orders.created_at >= ${since}::timestamptz`);
  if (until) conditions.push(sql`orders.created_at < ${until}::timestamptz`);
  return sql.join(conditions, sql` and `);
}

const selectOrders = (filter: TimedFilter, where: SQL) =>
  sql`select id, created_at from orders where ${buildFilterCondition(filter)} and ${where}`;

/** The statements that find the orders of a filter. A million orders are never searched: their buyers are, by a trigram index. */
export async function selectMatching(db: Database, given: OrderFilter, offset: number): Promise<ListSource> {
  const filter: TimedFilter = { ...given, ...(await findMoments(db, given)) };
  const { keyword } = filter;
  if (!keyword) return { table: 'orders', rows: selectOrders(filter, sql`true`) };
  const isBuyer = buildTextCondition(sql`users.search_text`, keyword);
  const byKey = buildKeyCondition(keyword);
  const buyers = await query<{ id: string }>(db, sql`select id from users where ${isBuyer} limit ${MAX_BUYERS + 1}`);
  const others = byKey ? [byKey] : [];
  for (const isNamed of [buildGuestCondition(keyword), buildRecipientCondition(keyword)]) {
    const named = await query<{ id: string }>(db, sql`select id from orders where ${isNamed} limit ${MAX_BUYERS + 1}`);
    if (named.length) others.push(named.length > MAX_BUYERS ? isNamed : sql`id = any(${sql.param(named.map(({ id }) => id))}::uuid[])`);
  }
  if (buyers.length > MAX_BUYERS) {
    const exists = sql`exists (select from users where users.id = orders.user_id and ${isBuyer})`;
    const isHashed = offset > MAX_LOOKED_UP && (await isAtMost(db, sql`select from users where ${isBuyer}`, MAX_HASHED_BUYERS));
    // PostgreSQL turns a plain `exists` into a join with the orders. For `exists(…) is true` it can build a hash table of buyers, in which
    // each order is looked up.
    return selectOfMany(filter, isBuyer, isHashed ? sql`(${exists}) is true` : exists, others);
  }
  const ofBuyers = sql`user_id = any(${sql.param(buyers.map(({ id }) => id))}::uuid[])`;
  return {
    table: 'orders',
    rows: sql.join(
      [ofBuyers, ...others].map((it) => selectOrders(filter, it)),
      sql` union `,
    ),
  };
}

async function isAtMost(db: Database, rows: SQL, limit: number): Promise<boolean> {
  const found = await query(db, sql`select from (${rows}) found offset ${limit} limit 1`);
  return found.length === 0;
}

function selectOfMany(filter: TimedFilter, isBuyer: SQL, isOfBuyer: SQL, others: SQL[]): ListSource {
  const ofBuyers = sql`select orders.id, orders.created_at from users join orders on orders.user_id = users.id
    where ${isBuyer} and ${buildFilterCondition(filter)}`;
  if (!others.length) return { table: 'orders', rows: selectOrders(filter, isOfBuyer), counted: ofBuyers };
  const isOther = sql`(${sql.join(others, sql` or `)})`;
  return {
    table: 'orders',
    rows: selectOrders(filter, sql`(${isOfBuyer} or ${isOther})`),
    counted: sql`${ofBuyers} union all ${selectOrders(filter, sql`${isOther} and not ${isOfBuyer}`)}`,
  };
}

/** Pages of the catalogue. Each order has its index (schema/product.ts), so that a page costs what it shows, however many there are. */
import { type SQL, sql } from 'drizzle-orm';
import { MAX_PAGE_SIZE } from '../../contract/common.ts';
import type { Product, Sort } from '../../contract/product.ts';
import type { Database } from '../database/connect.ts';
import { query, queryPrepared } from '../database/query.ts';
import { ROW, type Row, toProduct } from './row.ts';
import { boundsOf, type Cell, type CentsRange, type ProductFilter, type Tally, tallyOf } from './tally.ts';

export interface Window {
  offset: number;
  /** At most MAX_PAGE_SIZE. */
  limit: number;
  sort: Sort;
  /** How many there are in all: from the end, the last page is the first. */
  total: number;
  /** How many there would be at any price. */
  among: number;
}

/** What a list is ordered by, and then by the id, so that no product is on two pages or on none; and the same from the end. */
interface Order {
  key: SQL;
  forth: SQL;
  back: SQL;
}

const up = sql`key, id`;
const down = sql`key desc, id desc`;

const ORDERS: Record<Sort, Order> = {
  // `nulls last` is how the index was made: without it PostgreSQL wouldn't take the index, though no value is null.
  newest: { key: sql`created_at`, forth: sql`key desc nulls last, id`, back: sql`key asc nulls first, id desc` },
  'price-up': { key: sql`price_cents`, forth: up, back: down },
  'price-down': { key: sql`price_cents`, forth: down, back: up },
  name: { key: sql`sort_name`, forth: up, back: down },
};

/** From so many rows on, categories are no longer looked through one by one. */
const FAR = 1000;
/** To pass so many that a range leaves out takes longer than to plan a way around them. */
const MANY_PASSED = 10_000;

/**
 * The ids first, which the indexes hold, and only then what is shown. Of what is near PostgreSQL isn't told the values while it
 * plans: for whatever they are it makes one plan, and keeps it. For what is far it makes a plan of its own.
 */
export async function listProducts(db: Database, filter: ProductFilter, { offset, limit, sort, total, among }: Window): Promise<Product[]> {
  const length = Math.min(limit, total - offset);
  if (length <= 0) return [];
  const isBack = offset > total / 2;
  const start = isBack ? total - offset - length : offset;
  const { key, [isBack ? 'back' : 'forth']: order } = ORDERS[sort];
  const { categoryIds, cents } = filter;
  const reach = start + length;
  const isFar = reach > FAR || (reach * among) / total > MANY_PASSED;
  const told = (value: unknown, type: SQL) =>
    isFar ? sql`${sql.param(value)}::${type}` : sql`(select ${sql.param(value)}::${type})::${type}`;
  const inRange = cents ? sql`price_cents between ${told(cents[0], sql`int`)} and ${told(cents[1], sql`int`)}` : sql`true`;
  const pick = (where: SQL) => sql`select id, ${key} as key from products where ${inRange} and ${where} order by ${order}`;
  const categories = told(categoryIds, sql`uuid[]`);
  // The first so many of each category hold the first so many of all of them.
  const isEach = categoryIds.length > 0 && categoryIds.length * reach <= FAR;
  const found = isEach
    ? sql`select it.* from unnest(${categories}) as wanted(category_id) cross join lateral (
        ${pick(sql`products.category_id = wanted.category_id`)} limit ${told(reach, sql`int`)}) it order by ${order}`
    : pick(categoryIds.length ? sql`category_id = any(${categories})` : sql`true`);
  const page = sql`select * from (${found} limit ${told(length, sql`int`)} offset ${told(start, sql`int`)}) page`;
  const read = isFar ? query<Row> : queryPrepared<Row>;
  // The second limit tells how few there are at the most.
  const rows = await read(
    db,
    sql`select ${ROW} from (${page} limit ${sql.raw(String(MAX_PAGE_SIZE))}) found join products p using (id) order by ${order}`,
  );
  return (isBack ? rows.reverse() : rows).map(toProduct);
}

/** Reads the orders of the whole shop from end to end, so that after a start no page waits for the database's disk. */
export async function readOrders(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // The index and nothing else.
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await tx.execute(sql`set local ${sql.raw(`enable_${way}`)} = off`);
    for (const { key, forth } of [ORDERS.newest, ORDERS['price-up'], ORDERS.name])
      await tx.execute(
        sql`select count(*) from (select id, price_cents, category_id, ${key} as key from products order by ${forth} offset 0) every`,
      );
  });
}

/** Counts what stands in the shop, in cells between the ends of these ranges. */
export async function readTally(db: Database, ranges: readonly CentsRange[]): Promise<Tally> {
  const bounds = boundsOf(ranges);
  const cells = await query<Cell>(
    db,
    sql`select category_id as "categoryId", width_bucket(price_cents, ${sql.param(bounds)}::int[]) as bucket, sum(count)::int as count
      from price_counts group by 1, 2`,
  );
  return tallyOf(bounds, cells);
}

/** Others of the category, nearest in price first: of the nearest dearer and the nearest cheaper ones the nearest. */
export async function listSimilarProducts(
  db: Database,
  to: { id: string; categoryId: string; priceCents: number },
  limit: number,
): Promise<Product[]> {
  const others = sql`select id, price_cents from products where category_id = ${to.categoryId} and id <> ${to.id}`;
  const rows = await queryPrepared<Row>(
    db,
    sql`select ${ROW} from (
        (${others} and price_cents >= ${to.priceCents} order by price_cents, id limit ${limit})
        union all (${others} and price_cents < ${to.priceCents} order by price_cents desc, id desc limit ${limit})
      ) near join products p using (id) order by abs(p.price_cents - ${to.priceCents}), p.created_at desc, p.id limit ${limit}`,
  );
  return rows.map(toProduct);
}

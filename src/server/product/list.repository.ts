/** Pages of the catalogue. Each order has its index (schema/product.ts), so that a page costs what it shows, however many there are. */
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Product, Sort } from '../../contract/product.ts';
import type { Database } from '../database/open.ts';
import { rowsOf } from '../database/rows.ts';
import { products } from '../database/schema/product.ts';
import { listColumns, type Row, toProduct } from './row.ts';
import { boundsOf, type Cell, type CentsRange, type ProductFilter, type Tally } from './tally.ts';

export interface Window {
  offset: number;
  limit: number;
  sort: Sort;
  /** How many there are in all: from the end, the last page is the first. */
  total: number;
}

const { id, priceCents } = products;

type Direction = (key: SQL, id: SQL) => SQL;

const up: Direction = (key, ids) => sql`${key}, ${ids}`;
const down: Direction = (key, ids) => sql`${key} desc, ${ids} desc`;

/** By a key and then by the id, so that no product is on two pages or on none; and the same from the end. */
const ORDERS: Record<Sort, { key: SQL; forth: Direction; back: Direction }> = {
  newest: {
    key: sql`${products.createdAt}`,
    // `nulls last` is how the index was made: without it PostgreSQL wouldn't take the index, though no value is null.
    forth: (key, ids) => sql`${key} desc nulls last, ${ids}`,
    back: (key, ids) => sql`${key} asc nulls first, ${ids} desc`,
  },
  'price-up': { key: sql`${priceCents}`, forth: up, back: down },
  'price-down': { key: sql`${priceCents}`, forth: down, back: up },
  name: { key: sql`lower(${products.name})`, forth: up, back: down },
};

/** From so many rows on, categories are no longer looked through one by one. */
const FAR = 1000;

/** The ids first, which the indexes hold, and only then what is shown. */
export async function listProducts(db: Database, filter: ProductFilter, { offset, limit, sort, total }: Window): Promise<Product[]> {
  const length = Math.min(limit, total - offset);
  if (length <= 0) return [];
  const isBack = offset > total / 2;
  const start = isBack ? total - offset - length : offset;
  const { key, [isBack ? 'back' : 'forth']: order } = ORDERS[sort];
  const { categoryIds, cents } = filter;
  const inRange = cents ? sql`${priceCents} between ${cents[0]} and ${cents[1]}` : sql`true`;
  const page = sql`order by ${order(sql`key`, sql`id`)} limit ${length} offset ${start}`;
  const pick = (where: SQL) => sql`select ${id} as id, ${key} as key from ${products} where ${inRange} and ${where}`;
  const isNear = categoryIds.length > 0 && categoryIds.length * (start + length) <= FAR;
  // The first so many of each category hold the first so many of all of them.
  const found = isNear
    ? sql`select it.* from unnest(${sql.param(categoryIds)}::uuid[]) as wanted(category_id) cross join lateral (
        ${pick(sql`${products.categoryId} = wanted.category_id`)} order by ${order(key, sql`${id}`)} limit ${start + length}) it ${page}`
    : sql`${pick(categoryIds.length ? inArray(products.categoryId, [...categoryIds]) : sql`true`)} ${page}`;
  const rows = await db
    .select(listColumns)
    .from(products)
    .innerJoin(sql`(${found}) as found`, sql`found.id = ${id}`)
    .orderBy(order(sql`found.key`, sql`found.id`));
  return (isBack ? rows.reverse() : rows).map(toProduct);
}

/** Counts what stands in the shop, in cells between the ends of these ranges. */
export async function readTally(db: Database, ranges: readonly CentsRange[]): Promise<Tally> {
  const bounds = boundsOf(ranges);
  const cells = await rowsOf<Cell>(
    db,
    sql`select category_id as "categoryId", width_bucket(price_cents, ${sql.param(bounds)}::int[]) as bucket, sum(count)::int as count
      from price_counts group by 1, 2`,
  );
  return { bounds, cells };
}

/** Others of the category, nearest in price first: the nearest dearer ones and the nearest cheaper ones, of which the nearest are taken. */
export async function listSimilarProducts(
  db: Database,
  to: { id: string; categoryId: string; priceCents: number },
  limit: number,
): Promise<Product[]> {
  const others = and(eq(products.categoryId, to.categoryId), ne(id, to.id));
  const dearer = db
    .select(listColumns)
    .from(products)
    .where(and(others, sql`${priceCents} >= ${to.priceCents}`))
    .orderBy(priceCents, id)
    .limit(limit);
  const cheaper = db
    .select(listColumns)
    .from(products)
    .where(and(others, sql`${priceCents} < ${to.priceCents}`))
    .orderBy(sql`${priceCents} desc`, sql`${id} desc`)
    .limit(limit);
  const rows: Row[] = (await Promise.all([dearer, cheaper])).flat();
  const farFrom = (row: Row) => Math.abs(row.priceCents - to.priceCents);
  return rows
    .sort((a, b) => farFrom(a) - farFrom(b))
    .slice(0, limit)
    .map(toProduct);
}

/** Pages of the catalogue. Each order has its index (schema/product.ts), so that a page costs what it shows, however many there are. */
import { type SQL, sql } from 'drizzle-orm';
import { MAX_PAGE_SIZE } from '../../../contract/common.ts';
import type { Product, Sort } from '../../../contract/product.ts';
import type { Database } from '../../database/connect.ts';
import { query, queryPrepared } from '../../database/query.ts';
import {
  type CentsRange,
  type FacetCell,
  type FacetCounts,
  type ProductFilter,
  toBucketBounds,
  toFacetCounts,
} from '../search/facet-counts.ts';
import { PRODUCT_ROW, type ProductRow, toProduct } from './product-row.ts';

export interface PageWindow {
  offset: number;
  /** At most MAX_PAGE_SIZE. */
  limit: number;
  sort: Sort;
  /** How many there are in all: from the end, the last page is the first. */
  total: number;
  /** How many there would be at any price. */
  totalAtAnyPrice: number;
}

/** What a list is ordered by, and then by the id, so that no product is on two pages or on none; and the same from the end. */
interface SortOrder {
  key: SQL;
  forth: SQL;
  back: SQL;
}

const ascending = sql`key, id`;
const descending = sql`key desc, id desc`;

const SORT_ORDERS: Record<Sort, SortOrder> = {
  // `nulls last` is how the index was made: without it PostgreSQL wouldn't take the index, though no value is null.
  newest: { key: sql`created_at`, forth: sql`key desc nulls last, id`, back: sql`key asc nulls first, id desc` },
  'price-up': { key: sql`price_cents`, forth: ascending, back: descending },
  'price-down': { key: sql`price_cents`, forth: descending, back: ascending },
  name: { key: sql`sort_name`, forth: ascending, back: descending },
};

/** From so many rows on, categories are no longer looked through one by one. */
const MAX_NEAR_ROWS = 1000;
/** To pass so many that a range leaves out takes longer than to plan a way around them. */
const MAX_SKIPPED_ROWS = 10_000;

/**
 * The ids first, which the indexes hold, and only then what is shown. Of what is near PostgreSQL isn't told the values while it
 * plans: for whatever they are it makes one plan, and keeps it. For what is far it makes a plan of its own.
 */
export async function listProducts(
  db: Database,
  filter: ProductFilter,
  { offset, limit, sort, total, totalAtAnyPrice }: PageWindow,
): Promise<Product[]> {
  const rowCount = Math.min(limit, total - offset);
  if (rowCount <= 0) return [];
  const isFromEnd = offset > total / 2;
  const start = isFromEnd ? total - offset - rowCount : offset;
  const { key, [isFromEnd ? 'back' : 'forth']: order } = SORT_ORDERS[sort];
  const { categoryIds, cents } = filter;
  const lastRow = start + rowCount;
  const isDeepPage = lastRow > MAX_NEAR_ROWS || (lastRow * totalAtAnyPrice) / total > MAX_SKIPPED_ROWS;
  const bindValue = (value: unknown, type: SQL) =>
    isDeepPage ? sql`${sql.param(value)}::${type}` : sql`(select ${sql.param(value)}::${type})::${type}`;
  const inRange = cents ? sql`price_cents between ${bindValue(cents[0], sql`int`)} and ${bindValue(cents[1], sql`int`)}` : sql`true`;
  const selectWhere = (where: SQL) => sql`select id, ${key} as key from products where ${inRange} and ${where} order by ${order}`;
  const categories = bindValue(categoryIds, sql`uuid[]`);
  // The first so many of each category hold the first so many of all of them.
  const isPerCategory = categoryIds.length > 0 && categoryIds.length * lastRow <= MAX_NEAR_ROWS;
  const matching = isPerCategory
    ? sql`select it.* from unnest(${categories}) as wanted(category_id) cross join lateral (
        ${selectWhere(sql`products.category_id = wanted.category_id`)} limit ${bindValue(lastRow, sql`int`)}) it order by ${order}`
    : selectWhere(categoryIds.length ? sql`category_id = any(${categories})` : sql`true`);
  const page = sql`select * from (${matching} limit ${bindValue(rowCount, sql`int`)} offset ${bindValue(start, sql`int`)}) page`;
  const runQuery = isDeepPage ? query<ProductRow> : queryPrepared<ProductRow>;
  // The second limit tells how few there are at the most.
  const rows = await runQuery(
    db,
    sql`select ${PRODUCT_ROW} from (${page} limit ${sql.raw(String(MAX_PAGE_SIZE))}) found join products p using (id) order by ${order}`,
  );
  return (isFromEnd ? rows.reverse() : rows).map(toProduct);
}

/** Reads the orders of the whole shop from end to end, so that after a start no page waits for the database's disk. */
export async function warmIndexes(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // The index and nothing else.
    for (const planNode of ['seqscan', 'bitmapscan', 'sort']) await tx.execute(sql`set local ${sql.raw(`enable_${planNode}`)} = off`);
    for (const { key, forth } of [SORT_ORDERS.newest, SORT_ORDERS['price-up'], SORT_ORDERS.name])
      await tx.execute(
        sql`select count(*) from (select id, price_cents, category_id, ${key} as key from products order by ${forth} offset 0) every`,
      );
  });
}

/** Counts what stands in the shop, in cells between the ends of these ranges. */
export async function loadFacetCounts(db: Database, ranges: readonly CentsRange[]): Promise<FacetCounts> {
  const bounds = toBucketBounds(ranges);
  const cells = await query<FacetCell>(
    db,
    sql`select category_id as "categoryId", width_bucket(price_cents, ${sql.param(bounds)}::int[]) as bucket, sum(count)::int as count
      from price_counts group by 1, 2`,
  );
  return toFacetCounts(bounds, cells);
}

/** Others of the category, nearest in price first: of the nearest dearer and the nearest cheaper ones the nearest. */
export async function listSimilarProducts(
  db: Database,
  to: { id: string; categoryId: string; priceCents: number },
  limit: number,
): Promise<Product[]> {
  const candidates = sql`select id, price_cents from products where category_id = ${to.categoryId} and id <> ${to.id}`;
  const rows = await queryPrepared<ProductRow>(
    db,
    sql`select ${PRODUCT_ROW} from (
        (${candidates} and price_cents >= ${to.priceCents} order by price_cents, id limit ${limit})
        union all (${candidates} and price_cents < ${to.priceCents} order by price_cents desc, id desc limit ${limit})
      ) near join products p using (id) order by abs(p.price_cents - ${to.priceCents}), p.created_at desc, p.id limit ${limit}`,
  );
  return rows.map(toProduct);
}

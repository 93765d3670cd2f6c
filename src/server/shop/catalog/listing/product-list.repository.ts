/** Pages of product lists, for shoppers and by status for the team. docs/decisions/0023 has the figures. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Product } from '../../../../contract/product.ts';
import type { ProductState } from '../../../../contract/product-fields.ts';
import { MEGABYTE } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query, queryPrepared } from '../../../platform/database/query.ts';
import { isListed, products } from '../../database/schema/catalog.ts';
import { isInFurtherCategory, isInMainCategory } from '../categories/category-filter.repository.ts';
import { PRODUCT_ROW, type ProductRow, toProduct } from '../products/product-row.repository.ts';
import { SOLD_PIECES } from '../rules/rule.repository.ts';
import { matchesFilter, matchesOther } from '../search/filters.repository.ts';
import type { ProductFilter } from '../search/filters.ts';
import type { ListSort } from '../search/search.repository.ts';

/** With fewer products, computing the search words is as fast as reading their index. */
const MIN_PRODUCTS = 50;
/** Analyzing a larger table takes longer than a statement may. So large a shop is on a server, where autovacuum does it. */
const MAX_BYTES = 64 * MEGABYTE;

/**
 * Analyzes a catalog that has no planner statistics yet. Without them PostgreSQL assumes that a search finds a single row, and computes the
 * search words of each product instead of using their index: 20 to 90 ms instead of 3 in a shop of a hundred products. A server's autovacuum
 * does it within a minute or two; the embedded database has none. Once is enough, because later estimates follow the size of the table.
 * Returns whether it was necessary.
 */
export async function analyzeCatalog(db: Database): Promise<boolean> {
  const [table] = await query<{ isUnknown: boolean }>(
    db,
    sql`select reltuples < 0 and pg_relation_size(oid) < ${MAX_BYTES} and exists (select from products offset ${MIN_PRODUCTS}) as "isUnknown"
      from pg_class where oid = 'products'::regclass`,
  );
  if (!table?.isUnknown) return false;
  await db.execute(sql`analyze products`);
  return true;
}

/** Counts products that the catalog's own counts leave out, by an index that contains only those. */
export async function countUnlisted(db: Database, status?: ProductState): Promise<number> {
  const isUnlisted = sql`not (${isListed(products.status)})`;
  return db.$count(products, status ? sql`${isUnlisted} and ${eq(products.status, status)}` : isUnlisted);
}

/** Newest first. A page beyond the middle is read from the end of the list, so that none is further away than half of it. */
export async function listByStatus(
  db: Database,
  status: ProductState | undefined,
  { offset, limit, total }: { offset: number; limit: number; total: number },
): Promise<Product[]> {
  const count = Math.min(limit, total - offset);
  if (count <= 0) return [];
  const isReversed = offset > total / 2;
  const order = isReversed ? sql`created_at asc nulls first, id desc` : sql`created_at desc nulls last, id`;
  // Must match the conditions of the partial indexes literally, or PostgreSQL doesn't use them.
  const condition = {
    active: isListed(products.status),
    draft: sql`not (${isListed(products.status)}) and status = 'draft'`,
    archived: sql`not (${isListed(products.status)}) and status = 'archived'`,
    scheduled: sql`not (${isListed(products.status)}) and status = 'scheduled'`,
    ended: sql`not (${isListed(products.status)}) and status = 'ended'`,
  };
  const rows = await query<ProductRow>(
    db,
    sql`select ${PRODUCT_ROW} from (
        select id, created_at from products where ${status ? condition[status] : sql`true`}
        order by ${order} limit ${count} offset ${isReversed ? total - offset - count : offset}
      ) page join products p using (id) order by page.created_at desc nulls last, p.id`,
  );
  return rows.map(toProduct);
}

export type PageSort = Exclude<ListSort, 'relevance'>;

export interface PageWindow {
  offset: number;
  /** At most MAX_PAGE_SIZE. */
  limit: number;
  sort: PageSort;
  /** How many products match the filter. */
  total: number;
}

/** The id comes last in each order, so that no product is on two pages or on none. `backward` is the same list from its end. */
interface SortOrder {
  key: SQL;
  forward: SQL;
  backward: SQL;
}

const ascending = sql`key, id`;
const descending = sql`key desc, id desc`;

const SORT_ORDERS: Record<PageSort, SortOrder> = {
  // The index is declared `nulls last`. PostgreSQL uses it only for the very same order, although no value is null.
  newest: { key: sql`created_at`, forward: sql`key desc nulls last, id`, backward: sql`key asc nulls first, id desc` },
  'price-up': { key: sql`price_cents`, forward: ascending, backward: descending },
  'price-down': { key: sql`price_cents`, forward: descending, backward: ascending },
  name: { key: sql`sort_name`, forward: ascending, backward: descending },
  // No index has this order: so it is only for the page of a collection that asks for it, which is cached for a minute.
  'best-selling': { key: sql`(${sql.raw(SOLD_PIECES)}, created_at)`, forward: sql`key desc, id`, backward: sql`key, id desc` },
};

export async function listProducts(db: Database, filter: ProductFilter, window: PageWindow): Promise<Product[]> {
  const rowCount = Math.min(window.limit, window.total - window.offset);
  if (rowCount <= 0) return [];
  const { order, start, isReversed } = countFromNearerEnd(window, rowCount);
  const page = sql`${selectMatching(filter, window.sort, sql`order by ${order} limit ${start + rowCount}`)} order by ${order} limit ${rowCount} offset ${start}`;
  const rows = await queryPrepared<ProductRow>(db, readRowsLast(page, order));
  return (isReversed ? rows.reverse() : rows).map(toProduct);
}

/** Those of these products that are shown and match the filter, in the order of the ids. */
export async function listPicked(db: Database, filter: ProductFilter, ids: readonly string[]): Promise<Product[]> {
  const found = sql`select id from products where id = any(${sql.param(ids)}::uuid[]) and ${isListed(products.status)} and ${matchesFilter(filter)}`;
  const order = sql`array_position(${sql.param(ids)}::uuid[], p.id)`;
  return (await queryPrepared<ProductRow>(db, readRowsLast(found, order))).map(toProduct);
}

/**
 * Counts a page beyond the middle from the end of the list and reads it backward. PostgreSQL walks through an offset row by row, so
 * the last page costs as much as the first instead of a walk through the whole index.
 */
function countFromNearerEnd({ offset, total, sort }: PageWindow, rowCount: number): { order: SQL; start: number; isReversed: boolean } {
  const { forward, backward } = SORT_ORDERS[sort];
  if (offset <= total / 2) return { order: forward, start: offset, isReversed: false };
  return { order: backward, start: total - offset - rowCount, isReversed: true };
}

/**
 * All columns that this reads are in the index of the sort order, except for facets, whose values many products have. Products that have one of the
 * categories as a further one alone are in indexes of their own; `first` is the part of each list that the page can be in.
 */
function selectMatching(filter: ProductFilter, sort: PageSort, first: SQL): SQL {
  const select = sql`select id, ${SORT_ORDERS[sort].key} as key from products where ${isListed(products.status)}`;
  if (!filter.furtherIds?.length) return sql`${select} and ${matchesFilter(filter)}`;
  const main = isInMainCategory(filter);
  return sql`select * from (
    (${select} and ${main} and ${matchesOther(filter)} ${first})
    union all (${select} and ${isInFurtherCategory(filter.furtherIds)} and not (${main}) and ${matchesOther(filter)} ${first})
  ) either`;
}

/** Joins the page's ids, which come from an index alone, to the rows that are shown. */
function readRowsLast(page: SQL, order: SQL): SQL {
  return sql`select ${PRODUCT_ROW} from (${page}) found join products p using (id) order by ${order}`;
}

/** Reads the index of each sort order from end to end, so that after a start no page waits for the database's disk. */
export async function warmIndexes(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // Without these the planner would read the table, which is not what has to be in memory.
    for (const planNode of ['seqscan', 'bitmapscan', 'sort']) await tx.execute(sql`set local ${sql.raw(`enable_${planNode}`)} = off`);
    for (const { key, forward } of [SORT_ORDERS.newest, SORT_ORDERS['price-up'], SORT_ORDERS.name])
      await tx.execute(
        sql`select count(*) from (select id, price_cents, category_id, ${key} as key from products
          where ${isListed(products.status)} order by ${forward} offset 0) every`,
      );
  });
}

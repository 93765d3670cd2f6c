/** Pages of the admin's product table, fast even with a million products. */
import { type SQL, sql } from 'drizzle-orm';
import { MAX_TOTAL } from '../../../../contract/limits.ts';
import type { TableProduct, TableSort } from '../../../../contract/product-admin.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { PRODUCT_ROW, type ProductRow, toProduct } from '../products/product-row.repository.ts';

/** A sort order, and the comparisons that select the rows after a given row: `<` for descending columns. */
interface Order {
  column: string;
  forward: string;
  backward: string;
  isFalling: boolean;
}

/** Each order is that of an index, which can be read from either end. Dates descend in it, and equal dates are sorted by ascending id. */
const NEWEST: Order = {
  column: 'created_at',
  forward: 'created_at desc nulls last, id',
  backward: 'created_at asc nulls first, id desc',
  isFalling: true,
};
const toRising = (column: string): Order => ({
  column,
  forward: `${column}, id`,
  backward: `${column} desc, id desc`,
  isFalling: false,
});
const ORDERS: Record<TableSort, { order: Order; isReversed: boolean }> = {
  newest: { order: NEWEST, isReversed: false },
  oldest: { order: NEWEST, isReversed: true },
  name: { order: toRising('sort_name'), isReversed: false },
  'name-down': { order: toRising('sort_name'), isReversed: true },
  'price-up': { order: toRising('price_cents'), isReversed: false },
  'price-down': { order: toRising('price_cents'), isReversed: true },
};

/** Counts up to MAX_TOTAL + 1. */
export async function countMatches(db: Database, filter: SQL): Promise<number> {
  const [found] = await query<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select from products where ${filter} limit ${MAX_TOTAL + 1}) matches`,
  );
  return found?.count ?? 0;
}

export async function hasProduct(db: Database, id: string): Promise<boolean> {
  return (await query(db, sql`select from products where id = ${id}`)).length > 0;
}

export interface TableWindow {
  sort: TableSort;
  limit: number;
  /** Start of the page if there is no key. */
  offset: number;
  /** The row that the page starts after, or ends before. */
  key: { id: string; isAfter: boolean } | null;
  /** If few rows match, they are found first and then sorted. If many match, the list is read in order, and the first matches come soon. */
  areFew: boolean;
}

function isBeyond({ column, isFalling }: Order, key: string, isForward: boolean): SQL {
  const [name, isLower] = [sql.raw(column), isFalling === isForward];
  const at = sql`(select ${name} from products where id = ${key})`;
  const [inclusive, strict] = isLower ? [sql`<=`, sql`<`] : [sql`>=`, sql`>`];
  return sql`${name} ${inclusive} ${at} and (${name} ${strict} ${at} or id ${isForward ? sql`>` : sql`<`} ${key})`;
}

/** The rows of a page, in order, and whether there is a next page. */
export async function listTablePage(
  db: Database,
  filter: SQL,
  { sort, limit, offset, key, areFew }: TableWindow,
): Promise<{ products: TableProduct[]; hasNext: boolean }> {
  const { order, isReversed } = ORDERS[sort];
  const isBackward = key !== null && !key.isAfter;
  const isForward = isReversed === isBackward;
  const matches = sql`select id, ${sql.raw(order.column)} from products where ${filter}`;
  const source = areFew ? sql`matches` : sql`(${matches}) matches`;
  const page = sql`select id, row_number() over () as place from (
    select id from ${source} where ${key ? isBeyond(order, key.id, isForward) : sql`true`}
    order by ${sql.raw(isForward ? order.forward : order.backward)} limit ${limit + 1} offset ${offset}) listed`;
  const rows = await query<ProductRow & { createdAt: Date; version: number }>(
    db,
    sql`${areFew ? sql`with matches as materialized (${matches})` : sql``}
      select ${PRODUCT_ROW}, p.created_at as "createdAt", p.version from (${page}) page join products p using (id) order by page.place`,
  );
  const shown = rows.slice(0, limit).map(({ createdAt, version, ...row }) => {
    const { description: _description, shipping: _shipping, weight: _weight, ...product } = toProduct(row);
    return { ...product, createdAt: new Date(createdAt).toISOString(), version };
  });
  return { products: isBackward ? shown.reverse() : shown, hasNext: isBackward || rows.length > limit };
}

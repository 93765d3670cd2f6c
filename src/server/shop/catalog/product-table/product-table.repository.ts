/** Pages of the admin's product table, fast even with a million products. */
import { type SQL, sql } from 'drizzle-orm';
import { MAX_TOTAL } from '../../../../contract/limits.ts';
import { toCents } from '../../../../contract/money.ts';
import type { ProductTableFilter, TableProduct, TableSort } from '../../../../contract/product-table.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { PLACEHOLDER_SETTING } from '../../content/media/image.repository.ts';
import { isListed, products, tableText } from '../../database/schema/catalog.ts';
import { PRODUCT_ROW, type ProductRow, toProduct } from '../products/product-row.repository.ts';

/** The admin's product filter as SQL on `products`, for the table, bulk edits and exports. */

/** `low` has been replaced by the number that the shop calls low. */
export interface ResolvedFilter extends Omit<ProductTableFilter, 'stock'> {
  stock?: 'in_stock' | 'sold_out' | { atMost: number };
}

/** From this length on, trigrams find any part of a word; shorter keywords match only the beginnings of words. */
const TRIGRAM_LENGTH = 3;
const MAX_WORDS = 8;

function hasWord(word: string): SQL {
  const text = tableText(products);
  const pattern = word.replace(/[\\%_]/g, '\\$&');
  if ([...word].length >= TRIGRAM_LENGTH) return sql`${text} like ${`%${pattern}%`}`;
  return sql`(${text} like ${`${pattern}%`} or ${text} like ${`% ${pattern}%`})`;
}

async function hasKeyword(db: Database, keyword: string): Promise<SQL[]> {
  const typed = keyword.trim().toLowerCase();
  if (!typed) return [];
  const words = typed.split(/\s+/).slice(0, MAX_WORDS);
  const variants = await query<{ id: string }>(
    db,
    sql`select distinct product_id as id from product_variants where lower(sku) = ${typed} and sku is not null limit 100`,
  );
  const named = sql.join(words.map(hasWord), sql` and `);
  // Only if there are any: PostgreSQL estimates a condition with `or` worse than a single one.
  return [variants.length ? sql`((${named}) or id = any(${sql.param(variants.map(({ id }) => id))}::uuid[]))` : named];
}

/** Must match the conditions of the partial indexes literally, or PostgreSQL doesn't use them. */
const STATUS_CONDITIONS = {
  active: isListed(products.status),
  draft: sql`not (${isListed(products.status)}) and status = 'draft'`,
  archived: sql`not (${isListed(products.status)}) and status = 'archived'`,
};

/**
 * The index on the stock level finds the few rows with at most this many (LOW_STOCK_MAX at most). `fromLevel` 0 includes sold-out products.
 */
export const hasAtMost = (quantity: number, fromLevel: 0 | 1): SQL =>
  sql`stock_level between ${fromLevel} and width_bucket(${quantity}::int, array[1, 3, 6, 11, 21, 51, 101])
    and quantity <= ${quantity} and stock_level < 7`;

export function hasStock(stock: NonNullable<ResolvedFilter['stock']>): SQL {
  if (stock === 'sold_out') return sql`stock_level = 0`;
  if (stock === 'in_stock') return sql`stock_level > 0`;
  return hasAtMost(stock.atMost, 1);
}

/** All of its parts must be true. */
export async function buildProductFilter(db: Database, filter: ResolvedFilter): Promise<SQL> {
  const { keyword = '', category, status, stock, image, minPrice, maxPrice } = filter;
  const conditions = [
    ...(await hasKeyword(db, keyword)),
    ...(category ? [sql`category_id = ${category}`] : []),
    ...(status ? [STATUS_CONDITIONS[status]] : []),
    ...(stock ? [hasStock(stock)] : []),
    ...(image === 'missing' ? [sql`image_id = (select value ->> 'imageId' from settings where key = ${PLACEHOLDER_SETTING})`] : []),
    ...(minPrice === undefined ? [] : [sql`price_cents >= ${toCents(minPrice)}`]),
    ...(maxPrice === undefined ? [] : [sql`price_cents <= ${toCents(maxPrice)}`]),
  ];
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`;
}

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

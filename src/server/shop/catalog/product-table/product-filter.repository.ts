/** The admin's product filter as SQL on `products`, for the table, bulk edits and exports. */
import { type SQL, sql } from 'drizzle-orm';
import { toCents } from '../../../../contract/money.ts';
import type { ProductTableFilter } from '../../../../contract/product-admin.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { isListed, products, tableText } from '../../database/schema/catalog.ts';

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
  const { keyword = '', category, status, stock, minPrice, maxPrice } = filter;
  const conditions = [
    ...(await hasKeyword(db, keyword)),
    ...(category ? [sql`category_id = ${category}`] : []),
    ...(status ? [STATUS_CONDITIONS[status]] : []),
    ...(stock ? [hasStock(stock)] : []),
    ...(minPrice === undefined ? [] : [sql`price_cents >= ${toCents(minPrice)}`]),
    ...(maxPrice === undefined ? [] : [sql`price_cents <= ${toCents(maxPrice)}`]),
  ];
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`;
}

/** The admin's product table: filters and pages that stay fast with a million products. */
import { type SQL, sql } from 'drizzle-orm';
import type { CustomFields } from '../../../../contract/custom-field-values.ts';
import { isGtin, normalizeGtin } from '../../../../contract/gtin.ts';
import { MAX_TOTAL } from '../../../../contract/limits.ts';
import { toCents, toDollars } from '../../../../contract/money.ts';
import type { ProductTableFilter, TableProduct, TableSort } from '../../../../contract/product-table.ts';
import { cutText } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { PLACEHOLDER_SETTING } from '../../content/media/image.repository.ts';
import { hasTags, isListed, products, tableText } from '../../database/schema/catalog.ts';
import { hasFieldValue } from '../../fields/field.repository.ts';
import { isInCategory } from '../categories/category-filter.repository.ts';
import type { CategoryFilter } from '../categories/category-filter.ts';
import { PRODUCT_ROW, type ProductRow, toProduct } from '../products/product-row.repository.ts';
import { HAS_NO_MAKER, MAKER_NAME } from '../safety/safety.repository.ts';

/** The filter with the number that the shop considers low instead of the stock level `low`, and the category's branch instead of its id. */
export interface ResolvedFilter extends Omit<ProductTableFilter, 'stock' | 'category'> {
  stock?: 'in_stock' | 'sold_out' | { atMost: number };
  categories?: CategoryFilter;
  ids?: string[];
}

/** Words of at least this length are found anywhere in a word, by trigrams; shorter ones only at the beginning of words. */
const TRIGRAM_LENGTH = 3;
const MAX_WORDS = 8;

function hasWord(word: string): SQL {
  const text = tableText(products);
  const pattern = word.replace(/[\\%_]/g, '\\$&');
  if ([...word].length >= TRIGRAM_LENGTH) return sql`${text} like ${`%${pattern}%`}`;
  return sql`(${text} like ${`${pattern}%`} or ${text} like ${`% ${pattern}%`})`;
}

/** Only of what can be a barcode. A UPC is the EAN with a zero before it. */
function hasBarcode(typed: string): SQL {
  const digits = normalizeGtin(typed);
  if (!isGtin(digits)) return sql``;
  const isSame = sql`barcode is not null and lpad(barcode, 14, '0') = ${digits.padStart(14, '0')}`;
  return sql`union all select product_id from product_variants where ${isSame} union all select id from products where ${isSame}`;
}

async function hasKeyword(db: Database, keyword: string): Promise<SQL[]> {
  const typed = keyword.trim().toLowerCase();
  if (!typed) return [];
  const words = typed.split(/\s+/).slice(0, MAX_WORDS);
  const variants = await query<{ id: string }>(
    db,
    sql`select distinct id from (
        select product_id as id from product_variants where lower(sku) = ${typed} and sku is not null ${hasBarcode(typed)}
      ) found limit 100`,
  );
  const named = sql.join(words.map(hasWord), sql` and `);
  // Only if there are any, because PostgreSQL estimates a condition with `or` worse than a single one.
  return [variants.length ? sql`((${named}) or id = any(${sql.param(variants.map(({ id }) => id))}::uuid[]))` : named];
}

/** Must match the conditions of the partial indexes literally, or PostgreSQL doesn't use them. */
const STATUS_CONDITIONS = {
  active: isListed(products.status),
  draft: sql`not (${isListed(products.status)}) and status = 'draft'`,
  archived: sql`not (${isListed(products.status)}) and status = 'archived'`,
  scheduled: sql`not (${isListed(products.status)}) and status = 'scheduled'`,
  ended: sql`not (${isListed(products.status)}) and status = 'ended'`,
};

/**
 * The index on the stock level finds the few rows with at most this many (LOW_STOCK_MAX at most). `fromLevel` 0 includes sold-out products.
 */
export const hasAtMost = (quantity: number, fromLevel: 0 | 1): SQL =>
  sql`stock_level between ${fromLevel} and width_bucket(${quantity}::int, array[1, 3, 6, 11, 21, 51, 101])
    and scarce_by(quantity, stock_policy, on_hand) <= ${quantity} and stock_level < 7`;

export function hasStock(stock: NonNullable<ResolvedFilter['stock']>): SQL {
  // A backorder product is sold while nothing is there.
  if (stock === 'sold_out') return sql`stock_level = 0 and quantity = 0`;
  if (stock === 'in_stock') return sql`(stock_level > 0 or quantity > 0)`;
  return hasAtMost(stock.atMost, 1);
}

/** As products have it, since the index of tags knows one case from another. */
async function listSpellings(db: Database, tag: string): Promise<string[]> {
  const rows = await query<{ tag: string }>(
    db,
    sql`select distinct tag from products, unnest(tags) tag where ${hasTags(products.tags)} and lower(tag) = ${tag.trim().toLowerCase()}`,
  );
  return rows.map((row) => row.tag);
}

/** The most used first. */
export async function listLabels(db: Database): Promise<{ vendors: string[]; tags: string[] }> {
  const limit = 500;
  const vendors = await query<{ label: string }>(
    db,
    sql`select min(vendor) as label from products where vendor is not null group by lower(vendor) order by count(*) desc, 1 limit ${limit}`,
  );
  const tags = await query<{ label: string }>(
    db,
    sql`select min(tag) as label from products, unnest(tags) tag where ${hasTags(products.tags)} group by lower(tag) order by count(*) desc, 1 limit ${limit}`,
  );
  return { vendors: vendors.map(({ label }) => label), tags: tags.map(({ label }) => label) };
}

/** For the table, bulk edits and exports: all parts of the filter must match. */
export async function buildProductFilter(db: Database, filter: ResolvedFilter): Promise<SQL> {
  const {
    keyword = '',
    categories,
    status,
    stock,
    image,
    brand,
    maker,
    vendor,
    tag,
    ids,
    minPrice,
    maxPrice,
    field,
    fieldValue = '',
  } = filter;
  const conditions = [
    ...(await hasKeyword(db, keyword)),
    ...(categories ? [isInCategory(categories)] : []),
    ...(status ? [STATUS_CONDITIONS[status]] : []),
    ...(stock ? [hasStock(stock)] : []),
    ...(image === 'missing' ? [sql`image_id = (select value ->> 'imageId' from settings where key = ${PLACEHOLDER_SETTING})`] : []),
    ...(ids ? [sql`id = any(${sql.param(ids)}::uuid[])`] : []),
    ...(brand ? [sql`brand_id = ${brand}`] : []),
    ...(maker ? [maker === 'missing' ? HAS_NO_MAKER : sql`maker = ${maker}`] : []),
    ...(vendor ? [sql`vendor is not null and lower(vendor) = ${vendor.trim().toLowerCase()}`] : []),
    ...(tag ? [sql`${hasTags(products.tags)} and tags && ${sql.param(await listSpellings(db, tag))}::text[]`] : []),
    ...(field ? [hasFieldValue(field, fieldValue)] : []),
    ...(minPrice === undefined ? [] : [sql`price_cents >= ${toCents(minPrice)}`]),
    ...(maxPrice === undefined ? [] : [sql`price_cents <= ${toCents(maxPrice)}`]),
  ];
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`;
}

/** As much of a description as cards need. */
const EXCERPT_LENGTH = 100;

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
  /** If few rows match, they are found first and then sorted. If many match, the list is read in its order until the page is full. */
  areFew: boolean;
}

function isBeyond({ column, isFalling }: Order, key: string, isForward: boolean): SQL {
  const [name, isLower] = [sql.raw(column), isFalling === isForward];
  const at = sql`(select ${name} from products where id = ${key})`;
  const [inclusive, strict] = isLower ? [sql`<=`, sql`<`] : [sql`>=`, sql`>`];
  return sql`${name} ${inclusive} ${at} and (${name} ${strict} ${at} or id ${isForward ? sql`>` : sql`<`} ${key})`;
}

interface TableRow {
  createdAt: Date;
  version: number;
  furtherCategoryIds: string[];
  isBundle: boolean;
  custom: CustomFields | null;
  brand: string | null;
  vendor: string | null;
  tags: string[];
  barcode: string | null;
  condition: TableProduct['condition'] | null;
  taxClass: string | null;
  handlingDays: string | null;
  maker: string | null;
  costCents: number | null;
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
  const rows = await query<ProductRow & TableRow>(
    db,
    sql`${areFew ? sql`with matches as materialized (${matches})` : sql``}
      select ${PRODUCT_ROW}, p.created_at as "createdAt", p.version, p.further_category_ids as "furtherCategoryIds", p.is_bundle as "isBundle", p.custom,
        (select name from brands where id = p.brand_id) as brand, p.vendor, p.tags, p.barcode, p.condition, p.tax_class as "taxClass", p.handling_days as "handlingDays", ${MAKER_NAME} as maker, case when p.options is null then p.cost_cents else coalesce(
          (select v.cost_cents from product_variants v where v.product_id = p.id order by v.price_cents, v.position limit 1), p.cost_cents) end as "costCents"
        from (${page}) page join products p using (id) order by page.place`,
  );
  const shown = rows
    .slice(0, limit)
    .map(
      ({
        createdAt,
        version,
        furtherCategoryIds,
        isBundle,
        custom,
        brand,
        vendor,
        tags,
        barcode,
        condition,
        taxClass,
        handlingDays,
        maker,
        costCents,
        ...row
      }) => {
        const { description, shipping: _shipping, weight: _weight, ...product } = toProduct(row);
        const further = furtherCategoryIds.length && { furtherCategories: furtherCategoryIds };
        const details = {
          ...(isBundle && { isBundle }),
          ...(custom && { customFields: custom }),
          ...(brand && { brand }),
          ...(vendor && { vendor }),
          ...(tags.length && { tags }),
          ...(barcode && { barcode }),
          ...(condition && { condition }),
          ...(taxClass && { taxClass }),
          ...(handlingDays && { handlingDays }),
          ...(maker && { maker }),
          ...(costCents !== null && { cost: toDollars(costCents) }),
          ...(costCents !== null &&
            row.priceCents > 0 && { margin: Math.round(((row.priceCents - costCents) * 1000) / row.priceCents) / 10 }),
        };
        return {
          ...product,
          ...further,
          ...details,
          excerpt: cutText(description, EXCERPT_LENGTH),
          createdAt: new Date(createdAt).toISOString(),
          version,
        };
      },
    );
  return { products: isBackward ? shown.reverse() : shown, hasNext: isBackward || rows.length > limit };
}

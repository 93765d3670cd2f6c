import { type SQL, sql } from 'drizzle-orm';
import type { FoundProduct } from '../../../../contract/product.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { isFaceted, isListed, products } from '../../database/schema/catalog.ts';
import { type ProductRow, toProduct } from '../products/product-row.repository.ts';
import type { FilterField } from '../search/field-filters.ts';
import { countValues, matchesFilter } from '../search/filters.repository.ts';
import {
  type CentsRange,
  EMPTY_FACET_COUNTS,
  type FacetCell,
  type FacetCounts,
  type ProductFilter,
  toBucketBounds,
  toFacetCounts,
  type ValueCell,
} from '../search/filters.ts';
import { type HitsRow, type SearchWindow, SORT_ORDERS, selectKeys, selectPage, summarizeHits } from '../search/search.repository.ts';

/** Prices from `lowest` up to, but not including, `beyond`. `range` says which of several ranges the span belongs to. */
export interface PriceSpan {
  range: number;
  lowest: number;
  beyond: number;
}

/** Prices of up to this many binary digits each have their own bucket; longer ones share a bucket if their first digits are the same. */
const BUCKET_DIGITS = 6;

/** In cents. The same as the SQL function price_bucket_width, which says more. */
export const priceBucketWidth = (cents: number): number => 2 ** Math.max(0, 32 - Math.clz32(cents) - BUCKET_DIGITS);

const startOfBucket = (cents: number): number => cents - (cents % priceBucketWidth(cents));

/** The start of the bucket or, where the price isn't its first, of the next. */
function startOfWholeBuckets(cents: number): number {
  const start = startOfBucket(cents);
  return start === cents ? cents : start + priceBucketWidth(cents);
}

/** Splits price ranges into the two levels of counts: whole buckets, and single prices in the buckets at a range's ends. */
export function splitByBuckets(spans: readonly PriceSpan[]): { whole: PriceSpan[]; cut: PriceSpan[] } {
  const whole: PriceSpan[] = [];
  const cut: PriceSpan[] = [];
  for (const { range, lowest, beyond } of spans) {
    const firstWhole = Math.min(startOfWholeBuckets(lowest), beyond);
    const lastEnd = Math.max(startOfBucket(beyond), firstWhole);
    cut.push({ range, lowest, beyond: firstWhole }, { range, lowest: lastEnd, beyond });
    whole.push({ range, lowest: firstWhole, beyond: lastEnd });
  }
  const isFilled = ({ lowest, beyond }: PriceSpan) => lowest < beyond;
  return { whole: whole.filter(isFilled), cut: cut.filter(isFilled) };
}

/** Lists that are filtered by values of options and attributes. docs/decisions/0068 says how, and has the figures. */
/** Above every price and bound. */
const ABOVE_ALL_PRICES = 2_100_000_000;

const toRows = (spans: readonly PriceSpan[]): SQL => {
  const column = (name: keyof PriceSpan) => sql`${sql.param(spans.map((span) => span[name]))}::int[]`;
  return sql`unnest(${column('range')}, ${column('lowest')}, ${column('beyond')}) as span(range, lowest, beyond)`;
};

/**
 * Adds up the counts, which triggers maintain. Whole buckets are a few thousand rows instead of the hundreds of thousands of single prices,
 * of which only those of the cut buckets are read.
 */
function countSpans(db: Database, spans: readonly PriceSpan[]): Promise<FacetCell[]> {
  const { whole, cut } = splitByBuckets(spans);
  return query<FacetCell>(
    db,
    sql`select category_id as "categoryId", range as bucket, sum(count)::int as count from (
        select range, category_id, count from ${toRows(whole)} join price_counts on is_bucket and price_cents >= lowest and price_cents < beyond
        union all
        select range, category_id, count from ${toRows(cut)} join price_counts on not is_bucket and price_cents >= lowest and price_cents < beyond
      ) counted group by 1, 2`,
  );
}

/** Counts all products by category and price, in buckets between the ends of these ranges. */
export async function loadFacetCounts(db: Database, ranges: readonly CentsRange[]): Promise<FacetCounts> {
  const bounds = toBucketBounds(ranges);
  const spans = [...bounds, ABOVE_ALL_PRICES].map((beyond, range) => ({ range, lowest: bounds[range - 1] ?? 0, beyond }));
  return toFacetCounts(bounds, await countSpans(db, spans));
}

/** Counts the products in this range by category. The result knows no other range, nor how many there are at any price. */
export async function loadRangeCounts(db: Database, [lowest, highest]: CentsRange): Promise<FacetCounts> {
  if (lowest > highest) return EMPTY_FACET_COUNTS;
  return toFacetCounts([lowest, highest + 1], await countSpans(db, [{ range: 1, lowest, beyond: highest + 1 }]));
}

const isFound = (filter: ProductFilter): SQL => sql`${isListed(products.status)} and ${matchesFilter(filter)}`;

/**
 * At most `limit` rows of a statement, which is planned as if all of them were read. For the first 10,000 of many rows PostgreSQL would read the
 * table and check the values of each product, which takes four times as long as it estimates, and as reading the index of the values.
 */
const withLimit = (rows: SQL, limit: number): SQL => sql`(with every as materialized (${rows}) select * from every limit ${limit})`;

/** About how many products match, by the planner's statistics, without reading any. */
export async function estimateMatching(db: Database, filter: ProductFilter): Promise<number> {
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    db,
    sql`explain (format json) select from products where ${isFound(filter)}`,
  );
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Whether more products than `maxHits` match. */
export async function isMoreThan(db: Database, filter: ProductFilter, maxHits: number): Promise<boolean> {
  const rows = withLimit(sql`select from products where ${isFound(filter)}`, maxHits + 1);
  const [row] = await query<{ isMore: boolean }>(db, sql`select count(*) > ${maxHits} as "isMore" from ${rows} matching`);
  return row?.isMore ?? false;
}

export interface FacetHits {
  products: FoundProduct[];
  /** Counts of the products that `within` matches. */
  facetCounts: FacetCounts;
  /** Values that the products of the whole filter have. */
  values: ValueCell[];
  isCut: boolean;
}

/**
 * As findHits, but for products with the chosen values: at most `maxHits` are examined. `within`: conditions for being examined at all, not
 * only for being shown; its groups always are. If category and price aren't part of it, their other choices are counted too.
 */
export async function findFacetHits(
  db: Database,
  within: ProductFilter,
  window: SearchWindow,
  bounds: readonly number[],
  maxHits: number,
): Promise<FacetHits> {
  const { keys } = SORT_ORDERS[window.sort];
  // What doesn't differ between what is examined and what is shown, and what isn't among the columns of a hit.
  const { rule: _rule, ...shown } = window.filter;
  const ofHits = { ...window, filter: { ...shown, groups: [] } };
  const [found] = await query<HitsRow<ProductRow>>(
    db,
    sql`with hits as materialized ${withLimit(sql`${selectKeys(keys)} where ${isFound(within)}`, maxHits + 1)}
      select ${summarizeHits(ofHits, bounds)}, (select coalesce(json_agg(product), '[]') from (${selectPage(ofHits)}) product) as products`,
  );
  if (!found) throw new Error('a select without a table gives one row');
  const { cells, values, examined } = found;
  return { products: found.products.map(toProduct), facetCounts: toFacetCounts(bounds, cells), values, isCut: examined > maxHits };
}

/**
 * The values that products within the filter have. `isCut`: there are more than `maxProducts`, and no more than these were examined.
 * `isPartWanted`: then returns the values of those examined, instead of none.
 */
export async function loadValues(
  db: Database,
  filter: ProductFilter,
  attributes: readonly string[],
  maxProducts: number,
  isPartWanted: boolean,
  fields: readonly FilterField[] = [],
): Promise<{ cells: ValueCell[]; isCut: boolean }> {
  const rows = withLimit(sql`select facets from products where ${isFaceted(products.facets)} and ${isFound(filter)}`, maxProducts + 1);
  const wanted = sql`select 0 as set, facets from found where ${isPartWanted} or (select count(*) from found) <= ${maxProducts}`;
  const [found] = await query<{ cells: ValueCell[]; examined: number }>(
    db,
    sql`with found as materialized ${rows} select
      (select coalesce(json_agg(cell), '[]') from (${countValues(wanted, attributes, fields)}) cell) as cells,
      (select count(*)::int from found) as examined`,
  );
  if (!found) throw new Error('a select without a table gives one row');
  return { cells: found.cells, isCut: found.examined > maxProducts };
}

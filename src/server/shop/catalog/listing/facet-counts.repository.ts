import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import {
  type CentsRange,
  EMPTY_FACET_COUNTS,
  type FacetCell,
  type FacetCounts,
  toBucketBounds,
  toFacetCounts,
} from '../search/facet-counts.ts';
import { type PriceSpan, splitByBuckets } from './price-buckets.ts';

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

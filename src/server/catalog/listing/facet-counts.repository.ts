import { sql } from 'drizzle-orm';
import type { Database } from '../../database/connect.ts';
import { query } from '../../database/query.ts';
import { type CentsRange, type FacetCell, type FacetCounts, toBucketBounds, toFacetCounts } from '../search/facet-counts.ts';

/** Counts all products by category and price, in buckets between the ends of these ranges. Reads price_counts, which triggers maintain. */
export async function loadFacetCounts(db: Database, ranges: readonly CentsRange[]): Promise<FacetCounts> {
  const bounds = toBucketBounds(ranges);
  const cells = await query<FacetCell>(
    db,
    sql`select category_id as "categoryId", width_bucket(price_cents, ${sql.param(bounds)}::int[]) as bucket, sum(count)::int as count
      from price_counts group by 1, 2`,
  );
  return toFacetCounts(bounds, cells);
}

/** What each product sold on each day and in each month, which triggers maintain. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { findWholeMonths, type Period } from './report-period.ts';

export interface ProductSales {
  /** Null: all products that were deleted since. */
  id: string | null;
  name: string | null;
  slug: string | null;
  imageId: string | null;
  pieces: number;
  cents: number;
}

/**
 * Best first, by net sales. Whole months are summed by month and only the rest by day: over years, a thirtieth of the rows. Summed by product
 * before the names are looked up, because a product has many rows.
 */
export function listBestProducts(db: Database, period: Period, limit: number): Promise<ProductSales[]> {
  const { from, to } = period;
  const months = findWholeMonths(period);
  return query(
    db,
    sql`
    select p.id, p.name, p.slug, p.image_id as "imageId", sum(sold.pieces)::int as pieces, sum(sold.cents)::float8 as cents
    from (
      select product_id, sum(pieces) as pieces, sum(cents) as cents from (
        select product_id, pieces, cents from monthly_product_stats where month >= ${months.from} and month < ${months.to}
        union all
        select product_id, pieces, cents from daily_product_stats
          where (day >= ${from} and day < ${months.from}) or (day >= ${months.to} and day <= ${to})
      ) kept group by product_id
    ) sold
    left join products p on p.id = sold.product_id
    group by p.id having (sum(sold.pieces), sum(sold.cents)) <> (0, 0)
    order by cents desc, pieces desc, p.name, p.id limit ${limit}`,
  );
}

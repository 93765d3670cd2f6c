/** What each product sold on each day, as triggers keep it. */
import { sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { query } from '../database/query.ts';
import type { Period } from './report-period.ts';

export interface ProductSales {
  /** Null: all that were deleted since, together. */
  id: string | null;
  name: string | null;
  slug: string | null;
  imageId: string | null;
  pieces: number;
  cents: number;
}

/** The best first, by net sales. Added up by product before the names are looked up, since a product has many rows. */
export function listBestProducts(db: Database, { from, to }: Period, limit: number): Promise<ProductSales[]> {
  return query(
    db,
    sql`
    select p.id, p.name, p.slug, p.image_id as "imageId", sum(sold.pieces)::int as pieces, sum(sold.cents)::float8 as cents
    from (
      select product_id, sum(pieces) as pieces, sum(cents) as cents from daily_product_stats
      where day between ${from} and ${to} group by product_id
    ) sold
    left join products p on p.id = sold.product_id
    group by p.id having (sum(sold.pieces), sum(sold.cents)) <> (0, 0)
    order by cents desc, pieces desc, p.name, p.id limit ${limit}`,
  );
}

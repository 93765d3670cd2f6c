import { sql } from 'drizzle-orm';
import type { Product } from '../../../../contract/product.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { queryPrepared } from '../../../platform/database/query.ts';
import { PRODUCT_ROW, type ProductRow, toProduct } from './product-row.repository.ts';

/** How many similar products a product's page shows at most. */
const MAX_SIMILAR = 4;

/**
 * Other products of the category, nearest in price first. Takes the nearest dearer and the nearest cheaper ones from the price
 * index and sorts only those; sorting by the difference in price would read the whole category.
 */
export async function listSimilarProducts(db: Database, to: { id: string; categoryId: string; priceCents: number }): Promise<Product[]> {
  const candidates = sql`select id, price_cents from products where status = 'active' and category_id = ${to.categoryId} and id <> ${to.id}`;
  const rows = await queryPrepared<ProductRow>(
    db,
    sql`select ${PRODUCT_ROW} from (
        (${candidates} and price_cents >= ${to.priceCents} order by price_cents, id limit ${MAX_SIMILAR})
        union all (${candidates} and price_cents < ${to.priceCents} order by price_cents desc, id desc limit ${MAX_SIMILAR})
      ) near join products p using (id) order by abs(p.price_cents - ${to.priceCents}), p.created_at desc, p.id limit ${MAX_SIMILAR}`,
  );
  return rows.map(toProduct);
}

/** The products that the page of another one shows below it. */
import { sql } from 'drizzle-orm';
import type { Product } from '../../../../contract/product.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { queryPrepared } from '../../../platform/database/query.ts';
import { PRODUCT_ROW, type ProductRow, toProduct } from './product-row.repository.ts';

/** How many similar products a product's page shows at most. */
const MAX_SIMILAR = 4;

interface Shown {
  id: string;
  categoryId: string;
  priceCents: number;
  /** Chosen by the merchant: shown first, in this order. */
  relatedIds: readonly string[];
}

async function listRelated(db: Database, ids: readonly string[]): Promise<Product[]> {
  const rows = await queryPrepared<ProductRow>(
    db,
    sql`select ${PRODUCT_ROW} from unnest(${sql.param(ids)}::uuid[]) with ordinality chosen (id, place) join products p using (id)
      where p.status = 'active' order by chosen.place limit ${MAX_SIMILAR}`,
  );
  return rows.map(toProduct);
}

/**
 * Those that the merchant chose, then other products of the category, nearest in price first. Takes the nearest dearer and the nearest cheaper ones from the
 * price index and sorts only those; sorting by the difference in price would read the whole category.
 */
export async function listSimilarProducts(db: Database, { id, categoryId, priceCents, relatedIds }: Shown): Promise<Product[]> {
  const chosen = relatedIds.length ? await listRelated(db, relatedIds) : [];
  const count = MAX_SIMILAR - chosen.length;
  if (!count) return chosen;
  const isOther = chosen.length ? sql`and id <> all(${sql.param(chosen.map(({ _id }) => _id))}::uuid[])` : sql``;
  const candidates = sql`select id, price_cents from products where status = 'active' and category_id = ${categoryId} and id <> ${id} ${isOther}`;
  const rows = await queryPrepared<ProductRow>(
    db,
    sql`select ${PRODUCT_ROW} from (
        (${candidates} and price_cents >= ${priceCents} order by price_cents, id limit ${count})
        union all (${candidates} and price_cents < ${priceCents} order by price_cents desc, id desc limit ${count})
      ) near join products p using (id) order by abs(p.price_cents - ${priceCents}), p.created_at desc, p.id limit ${count}`,
  );
  return [...chosen, ...rows.map(toProduct)];
}

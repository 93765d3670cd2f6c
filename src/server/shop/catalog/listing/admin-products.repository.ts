/** The products of any status, as admins see them. */
import { eq, sql } from 'drizzle-orm';
import type { Product } from '../../../../contract/product.ts';
import type { ProductStatus } from '../../../../contract/product-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { isListed, products } from '../../database/schema/catalog.ts';
import { PRODUCT_ROW, type ProductRow, toProduct } from '../products/product-row.repository.ts';

/** Counts products that the catalog's own counts leave out, by an index that contains only those. */
export async function countUnlisted(db: Database, status?: ProductStatus): Promise<number> {
  const isUnlisted = sql`not (${isListed(products.status)})`;
  return db.$count(products, status ? sql`${isUnlisted} and ${eq(products.status, status)}` : isUnlisted);
}

/** Newest first. A page beyond the middle is read from the end of the list, so that none is further away than half of it. */
export async function listByStatus(
  db: Database,
  status: ProductStatus | undefined,
  { offset, limit, total }: { offset: number; limit: number; total: number },
): Promise<Product[]> {
  const count = Math.min(limit, total - offset);
  if (count <= 0) return [];
  const isReversed = offset > total / 2;
  const order = isReversed ? sql`created_at asc nulls first, id desc` : sql`created_at desc nulls last, id`;
  // Both conditions are those of partial indexes, which are used for the same words only.
  const condition = {
    active: isListed(products.status),
    draft: sql`not (${isListed(products.status)}) and status = 'draft'`,
    archived: sql`not (${isListed(products.status)}) and status = 'archived'`,
  };
  const rows = await query<ProductRow>(
    db,
    sql`select ${PRODUCT_ROW} from (
        select id, created_at from products where ${status ? condition[status] : sql`true`}
        order by ${order} limit ${count} offset ${isReversed ? total - offset - count : offset}
      ) page join products p using (id) order by page.created_at desc nulls last, p.id`,
  );
  return rows.map(toProduct);
}

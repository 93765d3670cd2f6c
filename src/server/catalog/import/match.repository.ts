/** Finds the products that rows of an import match. */
import { asc, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../database/connect.ts';
import { query } from '../../database/query.ts';
import { categories, products } from '../../database/schema/catalog.ts';
import { detailedColumns, toDetailedProduct } from '../product/product-row.repository.ts';
import type { FoundProduct } from './row-change.ts';

interface Found {
  key: string;
  productId: string;
  variantId: string | null;
}

/** By lower-case SKU. A product's own SKU comes before one of a variant. */
async function findBySkus(db: Database, skus: string[]): Promise<Found[]> {
  if (!skus.length) return [];
  const asked = sql`${sql.param(skus)}::text[]`;
  return query<Found>(
    db,
    sql`select lower(sku) as key, product_id as "productId", id as "variantId" from product_variants where sku is not null and lower(sku) = any(${asked})
      union all select lower(sku), id, null from products where sku is not null and lower(sku) = any(${asked})`,
  );
}

async function findBySlugs(db: Database, slugs: string[]): Promise<Found[]> {
  if (!slugs.length) return [];
  return query<Found>(
    db,
    sql`select slug as key, id as "productId", null as "variantId" from products where slug = any(${sql.param(slugs)}::text[])`,
  );
}

/** Returns products by the key that found them. */
export async function findMatches(
  db: Database,
  { skus, slugs, isLocked = false }: { skus: string[]; slugs: string[]; isLocked?: boolean },
): Promise<{ bySku: Map<string, FoundProduct>; bySlug: Map<string, FoundProduct> }> {
  const [skuRows, slugRows] = [await findBySkus(db, skus), await findBySlugs(db, slugs)];
  const ids = [...new Set([...skuRows, ...slugRows].map(({ productId }) => productId))];
  // Locked in the order of ids, as carts lock them, and before they are read, because stock read earlier may be sold meanwhile.
  if (isLocked && ids.length)
    await db.select({ id: products.id }).from(products).where(inArray(products.id, ids)).orderBy(asc(products.id)).for('update');
  const rows = ids.length
    ? await db
        .select({ ...detailedColumns, categoryName: sql<string>`(select name from ${categories} c where c.id = ${products.categoryId})` })
        .from(products)
        .where(inArray(products.id, ids))
    : [];
  const byId = new Map(rows.map(({ categoryName, ...row }) => [row._id, { product: toDetailedProduct(row), categoryName }]));
  const toMap = (found: Found[]) =>
    new Map(
      found.flatMap(({ key, productId, variantId }) => {
        const product = byId.get(productId);
        return product ? [[key, { ...product, variantId }] as const] : [];
      }),
    );
  return { bySku: toMap(skuRows), bySlug: toMap(slugRows) };
}

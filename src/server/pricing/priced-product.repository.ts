import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { products, productVariants } from '../database/schema/catalog.ts';
import { getTargetId, type StockTarget } from '../inventory/stock.repository.ts';
import type { CartLine } from './cart-totals.ts';

/**
 * The data from which prices are computed, by the id of the variant, or of a product without options. What is no longer sold is missing.
 */
export async function listPricedTargets(db: Database, targets: StockTarget[]): Promise<Map<string, Omit<CartLine, 'quantity'>>> {
  const variantIds = targets.flatMap(({ variantId }) => variantId ?? []);
  const productIds = targets.map(({ productId }) => productId);
  const rows = await db
    .select({
      productId: products.id,
      variantId: productVariants.id,
      categoryId: products.categoryId,
      priceCents: sql<number>`coalesce(${productVariants.priceCents}, ${products.priceCents})`,
      shipping: products.shipping,
      weightGrams: products.weightGrams,
    })
    .from(products)
    .leftJoin(productVariants, and(eq(productVariants.productId, products.id), inArray(productVariants.id, variantIds)))
    .where(
      and(
        inArray(products.id, productIds),
        eq(products.status, 'active'),
        or(isNull(products.options), inArray(productVariants.id, variantIds)),
      ),
    );
  return new Map(
    rows.map(({ shipping, weightGrams, variantId, ...row }) => [
      getTargetId({ productId: row.productId, variantId }),
      { ...row, isShipped: shipping === 1, weightGrams: weightGrams ?? 0 },
    ]),
  );
}

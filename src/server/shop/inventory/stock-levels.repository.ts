/** Reads how many can be bought. */
import { asc, inArray, isNull, sql } from 'drizzle-orm';
import { describeOptions, type ProductState, toChosenOptions } from '../../../contract/product-fields.ts';
import type { Database } from '../../platform/database/connect.ts';
import { currentStatus, products } from '../database/schema/catalog.ts';
import { productVariants } from '../database/schema/variant.ts';
import type { StockTarget } from './stock.repository.ts';

/**
 * Locks these products' rows and returns the targets' stock by id. Targets that don't exist, or have been given options meanwhile, are
 * missing.
 */
export async function lockStock(tx: Database, targets: StockTarget[]): Promise<Map<string, number>> {
  const productIds = [...new Set(targets.map(({ productId }) => productId))];
  if (!productIds.length) return new Map();
  const rows = await tx
    .select({ id: products.id, quantity: products.quantity, isOwnVariant: isNull(products.options) })
    .from(products)
    .where(inArray(products.id, productIds))
    .orderBy(asc(products.id))
    .for('update');
  const ownVariants = rows.filter(({ isOwnVariant }) => isOwnVariant);
  return new Map([...ownVariants, ...(await listVariantStock(tx, targets))].map(({ id, quantity }) => [id, quantity]));
}

async function listVariantStock(
  db: Database,
  targets: StockTarget[],
): Promise<{ id: string; productId: string; quantity: number; optionValues: string[] }[]> {
  const ids = targets.flatMap(({ variantId }) => variantId ?? []);
  if (!ids.length) return [];
  const { id, productId, quantity, optionValues } = productVariants;
  return db.select({ id, productId, quantity, optionValues }).from(productVariants).where(inArray(productVariants.id, ids));
}

export interface TargetStock {
  targetId: string;
  name: string;
  /** The chosen options; empty for a product without. */
  options: string;
  quantity: number;
  status: ProductState;
}

/** Sorted by name. Targets that don't exist, or don't fit the product's current options, are missing. */
export async function listStock(db: Database, targets: StockTarget[]): Promise<TargetStock[]> {
  const { id, name, options, quantity } = products;
  const status = currentStatus(sql`products`);
  const productIds = targets.map(({ productId }) => productId);
  const rows = await db.select({ id, name, options, quantity, status }).from(products).where(inArray(id, productIds)).orderBy(name, id);
  const variants = await listVariantStock(db, targets);
  return rows.flatMap((product): TargetStock[] => {
    if (!product.options) {
      const isAsked = targets.some((it) => it.productId === product.id && it.variantId === null);
      return isAsked ? [{ ...product, targetId: product.id, options: '' }] : [];
    }
    const productOptions = product.options;
    return variants
      .filter((it) => it.productId === product.id)
      .map((it) => ({
        ...product,
        targetId: it.id,
        options: describeOptions(productOptions, toChosenOptions(productOptions, it.optionValues)),
        quantity: it.quantity,
      }));
  });
}

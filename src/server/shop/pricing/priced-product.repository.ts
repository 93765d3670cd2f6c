import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { CartPrice } from '../../../contract/cart.ts';
import { findMinimumAge } from '../../../contract/checkout-fields.ts';
import { describeOptions, type ProductOption, type Variant } from '../../../contract/product-fields.ts';
import { normalizeTaxClass } from '../../../contract/tax.ts';
import type { WithdrawalException } from '../../../contract/withdrawal-fields.ts';
import type { Database } from '../../platform/database/connect.ts';
import { listParts, toBundlePart } from '../catalog/bundles/bundle.repository.ts';
import { productColumns, toProduct } from '../catalog/products/product-row.repository.ts';
import { toVariant } from '../catalog/products/variant.repository.ts';
import { weightOf } from '../database/schema/bundle.ts';
import { currentStatus, products } from '../database/schema/catalog.ts';
import { productVariants } from '../database/schema/variant.ts';
import { getTargetId, type StockTarget } from '../inventory/stock.repository.ts';
import type { CartLine } from './priced-cart.ts';

/** A product, or one of its variants, as a cart stores and shows it. */
export type SoldItem = CartPrice['lines'][number]['item'];

export type PricedTarget = Omit<CartLine, 'quantity'> & { item: SoldItem };

const columns = {
  ...productColumns,
  description: sql<string>`left(${products.description}, 200)`,
  options: products.options,
  furtherCategoryIds: products.furtherCategoryIds,
  isBundle: products.isBundle,
  taxClass: products.taxClass,
  isGiftCard: sql<boolean>`${products.soldAs} is not null`,
  withdrawalException: sql<WithdrawalException | null>`${products.withdrawalException}`,
  handlingDays: products.handlingDays,
  ownWeight: weightOf(sql`products`),
};

/**
 * The data that prices are computed from and that a cart shows, by the id of the variant, or of a product without options. Products that are no
 * longer sold are missing.
 */
export async function listPricedTargets(db: Database, targets: StockTarget[]): Promise<Map<string, PricedTarget>> {
  const variantIds = targets.flatMap(({ variantId }) => variantId ?? []);
  const productIds = targets.map(({ productId }) => productId);
  const rows = await db
    .select({ product: columns, variant: productVariants })
    .from(products)
    .leftJoin(productVariants, and(eq(productVariants.productId, products.id), inArray(productVariants.id, variantIds)))
    .where(
      and(
        inArray(products.id, productIds),
        eq(currentStatus(sql`products`), 'active'),
        or(isNull(products.options), inArray(productVariants.id, variantIds)),
      ),
    );
  const parts = await listParts(
    db,
    rows.flatMap(({ product }) => (product.isBundle ? [product._id] : [])),
  );
  return new Map(
    rows.map(
      ({
        product: {
          options,
          furtherCategoryIds,
          isBundle: _isBundle,
          ownWeight,
          taxClass,
          isGiftCard,
          withdrawalException: exception,
          handlingDays,
          ...product
        },
        variant,
      }) => {
        const ofBundle = parts.get(product._id);
        const minimumAge = findMinimumAge([{ minimumAge: Number(product.minimumAge) }, ...(ofBundle ?? [])]);
        const target = {
          productId: product._id,
          categoryId: product.category,
          furtherCategoryIds,
          priceCents: variant?.priceCents ?? product.priceCents,
          isShipped: product.shipping === 1 && !isGiftCard,
          isGiftCard,
          weightGrams: ownWeight ?? 0,
          taxClass: normalizeTaxClass(variant?.taxClass ?? taxClass),
          item: {
            ...toSoldItem(toProduct(product), variant && options && toVariant(variant, options, product), options),
            ...(ofBundle && { parts: ofBundle.map(toBundlePart) }),
            ...(exception && { withdrawalException: exception }),
            ...(isGiftCard && { isGiftCard }),
            ...(minimumAge !== null && { minimumAge }),
            ...(handlingDays && { handlingDays }),
          },
        };
        return [getTargetId({ productId: product._id, variantId: variant?.id ?? null }), target];
      },
    ),
  );
}

function toSoldItem(product: SoldItem, variant: Variant | null, options: ProductOption[] | null): SoldItem {
  if (!variant || !options) return product;
  const { _id, options: chosen, contents: _contents, ...own } = variant;
  const { unitPrice: _ofProduct, lowestPrice: _lowest, ...shared } = product;
  return { ...shared, ...own, variant: _id, chosen: describeOptions(options, chosen) };
}

/** Whether one of these has to be shipped. */
export async function isAnyShipped(db: Database, targets: StockTarget[]): Promise<boolean> {
  const ids = targets.map(({ productId }) => productId);
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, ids), eq(products.shipping, 1), isNull(products.soldAs)))
    .limit(1);
  return rows.length > 0;
}

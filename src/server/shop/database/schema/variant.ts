/** The variants of products with options. */
import { sql } from 'drizzle-orm';
import { check, index, integer, numeric, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { products } from './catalog.ts';
import { customColumn } from './columns.ts';
import { isPreorder, isQuantityOfPolicy, stockPolicyColumns } from './stock-policy.ts';

/** The variants of products with options: one row for each combination of values that the merchant sells. */
export const productVariants = pgTable(
  'product_variants',
  {
    id: uuid('id').primaryKey(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** One value of each of the product's options, in their order. */
    optionValues: text('option_values').array().notNull(),
    sku: text('sku'),
    barcode: text('barcode'),
    priceCents: integer('price_cents').notNull(),
    /** The price before a sale; null: no sale. */
    compareAtCents: integer('compare_at_cents'),
    /** As of a product. */
    lowestCents: integer('lowest_cents'),
    /** As of a product. */
    quantity: integer('quantity').notNull(),
    ...stockPolicyColumns(),
    /** What one costs the merchant; null: as the product. */
    costCents: integer('cost_cents'),
    /** Null: as the product. The standard one is written in full, since it may differ from the product's. */
    taxClass: text('tax_class'),
    /** In the product's unit; null: as the product. */
    contents: numeric('contents', { precision: 12, scale: 3, mode: 'number' }),
    /** One of the product's images; null: the first one is shown. */
    imageId: text('image_id'),
    custom: customColumn(),
  },
  (t) => [
    unique('product_variants_values').on(t.productId, t.optionValues),
    // Together with products_sku_key and functions/require_unique_sku.sql it ensures that SKUs are unique. The admin's table uses it to
    // find a variant's product.
    uniqueIndex('product_variants_sku_key').on(sql`lower(${t.sku})`).where(sql`${t.sku} is not null`),
    index('product_variants_barcode').on(sql`lpad(${t.barcode}, 14, '0')`).where(sql`${t.barcode} is not null`),
    check('product_variants_compare_at_cents', sql`${t.compareAtCents} between 1 and 99999999`),
    check('product_variants_price_cents', sql`${t.priceCents} between 0 and 99999999`),
    check('product_variants_cost_cents', sql`${t.costCents} between 0 and 99999999`),
    check('product_variants_contents', sql`${t.contents} > 0`),
    check('product_variants_quantity', sql`${t.quantity} >= 0`),
    check('product_variants_stock_policy', isQuantityOfPolicy(t)),
    index('product_variants_below_zero').on(t.productId).where(sql`${t.onHand} < 0`),
    index('product_variants_preorder').on(sql`(${t.stockPolicy} ->> 'shipsOn')`).where(isPreorder(t.stockPolicy)),
  ],
);

/** The ledger of stock. */
import { bigserial, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

export const STOCK_MOVEMENTS = ['import', 'edit', 'reserve', 'release', 'sell', 'return'] as const;

/** For each product and each variant, the sum of `available` is its quantity, and the sum of `reserved` is what open orders hold. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Not a foreign key: the ledger outlives deleted products. */
    productId: uuid('product_id').notNull(),
    /** Null: the product has no options, or had none at that time. Not a foreign key either. */
    variantId: uuid('variant_id'),
    orderId: uuid('order_id'),
    /** The bundle through which a part was sold; null: the product itself was. Not a foreign key either. */
    bundleId: uuid('bundle_id'),
    kind: text('kind', { enum: STOCK_MOVEMENTS }).notNull(),
    available: integer('available').notNull(),
    reserved: integer('reserved').notNull(),
    at: timestamptz('at').notNull(),
    /** For an edit: the product's version that the form was opened with. A repeated request finds out by it that the edit was applied. */
    productVersion: integer('product_version'),
  },
  (t) => [index('stock_movements_product').on(t.productId), index('stock_movements_order').on(t.orderId)],
);

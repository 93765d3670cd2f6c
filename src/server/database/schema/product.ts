/** The shelves, what stands on them, and every movement of stock. */
import { sql } from 'drizzle-orm';
import { bigserial, check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from './time.ts';

export const categories = pgTable(
  'categories',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('categories_name_key').on(sql`lower(${t.name})`)],
);

export const products = pgTable(
  'products',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    description: text('description').notNull(),
    priceCents: integer('price_cents').notNull(),
    quantity: integer('quantity').notNull(),
    shipping: smallint('shipping').notNull().default(0).$type<0 | 1>(),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'restrict' }),
    /** The picture's own id; its files are `<id>-<width>.webp`. */
    imageId: text('image_id').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('products_newest').on(t.createdAt.desc(), t.id),
    index('products_category').on(t.categoryId, t.createdAt.desc(), t.id),
    index('products_price').on(t.priceCents, t.id),
    index('products_name').on(t.name, t.id),
    check('products_price_cents', sql`${t.priceCents} between 0 and 99999999`),
    check('products_quantity', sql`${t.quantity} >= 0`),
    check('products_shipping', sql`${t.shipping} in (0, 1)`),
  ],
);

export const STOCK_MOVEMENTS = ['import', 'edit', 'reserve', 'release', 'sell', 'return'] as const;

/** The ledger of stock. For each product: all `available` together is its quantity, all `reserved` what open orders hold. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Without a reference: what moved stays written when the product is gone. */
    productId: uuid('product_id').notNull(),
    orderId: uuid('order_id'),
    kind: text('kind', { enum: STOCK_MOVEMENTS }).notNull(),
    available: integer('available').notNull(),
    reserved: integer('reserved').notNull(),
    at: at('at').notNull(),
  },
  (t) => [index('stock_movements_product').on(t.productId), index('stock_movements_order').on(t.orderId)],
);

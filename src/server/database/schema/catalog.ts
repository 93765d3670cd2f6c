/** The shelves, what stands on them, and every movement of stock. */
import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from './time.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const categories = pgTable(
  'categories',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    nameWords: tsvector('name_words').generatedAlwaysAs(sql`search_name(name)`),
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
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    /** What lists by name are ordered by: with the column itself in the index, no row is read in vain. */
    sortName: text('sort_name').notNull().generatedAlwaysAs(sql`lower(name)`),
    /** What ranks it among what a search finds; what finds it is the index products_search. */
    nameWords: tsvector('name_words').generatedAlwaysAs(sql`search_name(name)`),
  },
  (t) => [
    // Each order of a list, in the shop and in a category. What is filtered by stands behind, so that no row is read in vain.
    index('products_newest').on(t.createdAt.desc(), t.id, t.priceCents, t.categoryId),
    index('products_price').on(t.priceCents, t.id, t.categoryId),
    index('products_name').on(t.sortName, t.id, t.priceCents, t.categoryId),
    index('products_category_newest').on(t.categoryId, t.createdAt.desc(), t.id, t.priceCents),
    index('products_category_price').on(t.categoryId, t.priceCents, t.id),
    index('products_category_name').on(t.categoryId, t.sortName, t.id, t.priceCents),
    // For the sweep of pictures that nothing shows.
    index('products_image').on(t.imageId),
    // Without a waiting list, which every search would have to read from end to end.
    index('products_search').using('gin', sql`search_words(${t.name}, ${t.description}, ${t.categoryId})`).with({ fastupdate: false }),
    check('products_price_cents', sql`${t.priceCents} between 0 and 99999999`),
    check('products_quantity', sql`${t.quantity} >= 0`),
    check('products_shipping', sql`${t.shipping} in (0, 1)`),
  ],
);

/** How many products of a category cost how much: triggers keep it true, so that nobody counts a million rows to say so. */
export const priceCounts = pgTable(
  'price_counts',
  {
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    priceCents: integer('price_cents').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.categoryId, t.priceCents] })],
);

/** Every word that products are found by, as triggers gather them: for what is typed half or wrong. */
export const vocabulary = pgTable(
  'vocabulary',
  {
    word: text('word').primaryKey(),
    /** Whether a name holds it, of a product or a category; otherwise descriptions only. */
    isInName: boolean('is_in_name').notNull(),
  },
  (t) => [
    index('vocabulary_start').on(t.word.op('text_pattern_ops')),
    index('vocabulary_length').on(sql`length(${t.word})`),
    index('vocabulary_parts').using('gin', t.word.op('gin_trgm_ops')),
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
    at: timestamptz('at').notNull(),
  },
  (t) => [index('stock_movements_product').on(t.productId), index('stock_movements_order').on(t.orderId)],
);

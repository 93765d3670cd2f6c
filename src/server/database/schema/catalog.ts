/** Categories, products, the tables that search and filters need, and the ledger of stock. */
import { sql } from 'drizzle-orm';
import { bigserial, boolean, check, customType, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './time.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const categories = pgTable(
  'categories',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Raised by each change of what an edit form shows; see functions/raise_version.sql. */
    version: integer('version').notNull().default(1),
    nameWords: tsvector('name_words').generatedAlwaysAs(sql`search_name_vector(name)`),
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
    /** The image's files are `<id>-<width>.webp`. */
    imageId: text('image_id').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    /** Raised by each change of what an edit form shows, but not by sales; see functions/raise_version.sql. */
    version: integer('version').notNull().default(1),
    /** Lists by name sort by this column. An index on the expression lower(name) couldn't be scanned without reading the table. */
    sortName: text('sort_name').notNull().generatedAlwaysAs(sql`lower(name)`),
    /** Ranks search results: matches in the name come first. The index products_search finds them. */
    nameWords: tsvector('name_words').generatedAlwaysAs(sql`search_name_vector(name)`),
  },
  (t) => [
    // One index for each sort order, of the whole shop and of a category. The columns that are filtered by follow, so that
    // an index-only scan skips what doesn't match.
    index('products_newest').on(t.createdAt.desc(), t.id, t.priceCents, t.categoryId),
    index('products_price').on(t.priceCents, t.id, t.categoryId),
    index('products_name').on(t.sortName, t.id, t.priceCents, t.categoryId),
    index('products_category_newest').on(t.categoryId, t.createdAt.desc(), t.id, t.priceCents),
    index('products_category_price').on(t.categoryId, t.priceCents, t.id),
    index('products_category_name').on(t.categoryId, t.sortName, t.id, t.priceCents),
    // For the cleanup of unused images.
    index('products_image').on(t.imageId),
    // fastupdate collects new entries in an unsorted list that every search has to read from end to end.
    index('products_search').using('gin', sql`search_vector(${t.name}, ${t.description}, ${t.categoryId})`).with({ fastupdate: false }),
    check('products_price_cents', sql`${t.priceCents} between 0 and 99999999`),
    check('products_quantity', sql`${t.quantity} >= 0`),
    check('products_shipping', sql`${t.shipping} in (0, 1)`),
  ],
);

/**
 * How many products of a category have a price, kept by triggers: counting a million products for every filter takes too long.
 * A category and price may have several rows, whose counts add up: writers that find one locked add another; see
 * functions/update_price_counts.sql. No foreign keys: the rows of a category without products add up to nothing.
 */
export const priceCounts = pgTable(
  'price_counts',
  {
    categoryId: uuid('category_id').notNull(),
    priceCents: integer('price_cents').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [index('price_counts_price').on(t.priceCents, t.categoryId, t.count)],
);

/** The same by price bucket, so that a price range adds up few rows: whole buckets from here, those that it cuts from priceCounts. */
export const priceBucketCounts = pgTable(
  'price_bucket_counts',
  {
    categoryId: uuid('category_id').notNull(),
    /** Of the bucket; functions/price_bucket_width.sql says where the next one begins. */
    lowestCents: integer('lowest_cents').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [index('price_bucket_counts_price').on(t.lowestCents, t.categoryId, t.count)],
);

/** Every word of products and categories, collected by triggers: completes half-typed words and corrects misspelt ones. */
export const vocabulary = pgTable(
  'vocabulary',
  {
    word: text('word').primaryKey(),
    /** The word occurs in the name of a product or category; otherwise in descriptions only. */
    isInName: boolean('is_in_name').notNull(),
  },
  (t) => [
    index('vocabulary_prefix').on(t.word.op('text_pattern_ops')),
    index('vocabulary_length').on(sql`length(${t.word})`),
    index('vocabulary_trigrams').using('gin', t.word.op('gin_trgm_ops')),
  ],
);

export const STOCK_MOVEMENTS = ['import', 'edit', 'reserve', 'release', 'sell', 'return'] as const;

/** The ledger of stock. Per product, the sum of `available` is its quantity and the sum of `reserved` is what open orders hold. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Not a foreign key: the ledger outlives deleted products. */
    productId: uuid('product_id').notNull(),
    orderId: uuid('order_id'),
    kind: text('kind', { enum: STOCK_MOVEMENTS }).notNull(),
    available: integer('available').notNull(),
    reserved: integer('reserved').notNull(),
    at: timestamptz('at').notNull(),
    /** Of an edit: the product's version that the admin's form had shown. A repeated request finds by it that it was applied. */
    productVersion: integer('product_version'),
  },
  (t) => [index('stock_movements_product').on(t.productId), index('stock_movements_order').on(t.orderId)],
);

/** Categories, and products with their pictures and variants. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Attribute } from '../../../contract/product.ts';
import { PRODUCT_STATUSES } from '../../../contract/product-status.ts';
import type { ProductOption } from '../../../contract/variant.ts';
import { isOneOf } from './is-one-of.ts';
import { timestamptz } from './time.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const categories = pgTable(
  'categories',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    /** A text of its own, above its products; empty: none. */
    description: text('description').notNull().default(''),
    /** A picture of its own; null: that of its newest product stands for it. */
    imageId: text('image_id'),
    /** What its own picture shows, in words; empty: the category's name stands for it. */
    imageAlt: text('image_alt').notNull().default(''),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Raised by each change of what an edit form shows; see functions/raise_version.sql. */
    version: integer('version').notNull().default(1),
    nameWords: tsvector('name_words').generatedAlwaysAs(sql`search_name_vector(name)`),
  },
  (t) => [uniqueIndex('categories_name_key').on(sql`lower(${t.name})`)],
);

/** In these words: lists use the partial indexes below only for the same condition. */
export const isListed = (column: AnyPgColumn) => sql`${column} = 'active'`;

/** Index and searches say it in the same words, or the index isn't used. */
export const tableText = (t: { sortName: AnyPgColumn; sku: AnyPgColumn }) => sql`(${t.sortName} || ' ' || lower(coalesce(${t.sku}, '')))`;

/** In these words, too: for products_faceted. */
export const isFaceted = (column: AnyPgColumn) => sql`${column} <> '{}'`;

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
    /** Its first picture; the others are in product_images. The image's files are `<id>-<width>.webp`. */
    imageId: text('image_id').notNull(),
    /** What the first picture shows, in words; empty: the product's name stands for it. */
    imageAlt: text('image_alt').notNull().default(''),
    /**
     * What there is to choose. Null: nothing, and the product is its own only variant. With options, price and quantity are the lowest and
     * the sum of its variants': the price is kept by functions/variant_changed.sql, the quantity by inventory/stock.repository.ts.
     */
    options: jsonb('options').$type<ProductOption[]>(),
    /** Its variants have several prices. */
    isPriceFrom: boolean('is_price_from').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    /** Raised by each change of what an edit form shows, but not by sales; see functions/raise_version.sql. */
    version: integer('version').notNull().default(1),
    /** Lists by name sort by this column. An index on the expression lower(name) couldn't be scanned without reading the table. */
    sortName: text('sort_name').notNull().generatedAlwaysAs(sql`lower(name)`),
    /** Ranks search results: matches in the name come first. The index products_search finds them. */
    nameWords: tsvector('name_words').generatedAlwaysAs(sql`search_name_vector(name)`),
    /** The price before a sale. The version before knows nothing of it, so it may be at or below the price: then there is no sale. */
    compareAtCents: integer('compare_at_cents'),
    sku: text('sku'),
    weightGrams: integer('weight_grams'),
    /** In the merchant's order. */
    attributes: jsonb('attributes').$type<Attribute[]>().notNull().default([]),
    /** What it is filtered by: `oSize:42` of its variants, `aMaterial:Wool` of its attributes. Kept by functions/product_facets.sql. */
    facets: text('facets').array().notNull().default([]),
    /** Only active ones are shown, counted, found and sold. */
    status: text('status', { enum: PRODUCT_STATUSES }).notNull().default('active'),
    /** How scarce it is, by functions/stock_level.sql; 7: not scarce. */
    stockLevel: smallint('stock_level').notNull().default(7),
  },
  (t) => [
    // One index for each sort order, of the whole shop and of a category. The columns that are filtered by follow, so that
    // an index-only scan skips what doesn't match. Partial: the status needn't be read, and archived products cost a list nothing.
    index('products_listed_newest').on(t.createdAt.desc(), t.id, t.priceCents, t.categoryId).where(isListed(t.status)),
    index('products_listed_price').on(t.priceCents, t.id, t.categoryId).where(isListed(t.status)),
    index('products_listed_name').on(t.sortName, t.id, t.priceCents, t.categoryId).where(isListed(t.status)),
    index('products_listed_category_newest').on(t.categoryId, t.createdAt.desc(), t.id, t.priceCents).where(isListed(t.status)),
    index('products_listed_category_price').on(t.categoryId, t.priceCents, t.id).where(isListed(t.status)),
    index('products_listed_category_name').on(t.categoryId, t.sortName, t.id, t.priceCents).where(isListed(t.status)),
    // For the admin's list, and to count what isn't in price_counts.
    index('products_unlisted')
      .on(t.status, t.createdAt.desc(), t.id)
      .where(sql`not (${isListed(t.status)})`),
    uniqueIndex('products_sku_key').on(sql`lower(${t.sku})`).where(sql`${t.sku} is not null`),
    // Those that have a value of an option or attribute, found by it; and all of them, whose values are counted.
    index('products_facets').using('gin', t.facets).with({ fastupdate: false }),
    index('products_faceted')
      .on(t.categoryId, t.priceCents)
      .where(sql`${isListed(t.status)} and ${isFaceted(t.facets)}`),
    // What is typed above the admin's table is searched in these words.
    index('products_table_text')
      .using('gin', sql`${tableText(t)} gin_trgm_ops`)
      .with({ fastupdate: false }),
    // Few products are scarce. An index of `quantity` would be written, with all others of the row, by every sale.
    index('products_scarce').on(t.stockLevel, t.createdAt.desc(), t.id).where(sql`${t.stockLevel} < 7`),
    // Of all products, for the admin's lists and for categories that are deleted.
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
    check('products_compare_at_cents', sql`${t.compareAtCents} between 1 and 99999999`),
    check('products_weight_grams', sql`${t.weightGrams} >= 0`),
    check('products_status', isOneOf(t.status, PRODUCT_STATUSES)),
  ],
);

/** A product's pictures after its first one, which lists show and which is in `products`: so lists needn't read this table. */
export const productImages = pgTable(
  'product_images',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** From 1; the first picture would be 0. */
    position: smallint('position').notNull(),
    imageId: text('image_id').notNull(),
    alt: text('alt').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.position] }),
    // For the cleanup of unused images.
    index('product_images_image').on(t.imageId),
    check('product_images_position', sql`${t.position} between 1 and 9`),
  ],
);

/**
 * Images that may be given to a product or category: uploaded and not saved yet, or taken from one a moment ago, so that an older form may put
 * them back. The clean-up forgets them after a day, and only then deletes their files.
 */
export const unattachedImages = pgTable('unattached_images', {
  imageId: text('image_id').primaryKey(),
  since: timestamptz('since').notNull(),
});

/** What can be bought of a product with options: one row for each combination of their values that the merchant sells. */
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
    priceCents: integer('price_cents').notNull(),
    /** What it cost before; null: nothing is struck out. */
    compareAtCents: integer('compare_at_cents'),
    quantity: integer('quantity').notNull(),
    /** One of the product's pictures; null: it is shown with the first. */
    imageId: text('image_id'),
  },
  (t) => [
    unique('product_variants_values').on(t.productId, t.optionValues),
    // With products_sku_key and functions/require_unique_sku.sql no SKU is given twice. In the admin's table it finds the variant's product.
    uniqueIndex('product_variants_sku_key').on(sql`lower(${t.sku})`).where(sql`${t.sku} is not null`),
    check('product_variants_compare_at_cents', sql`${t.compareAtCents} between 1 and 99999999`),
    check('product_variants_price_cents', sql`${t.priceCents} between 0 and 99999999`),
    check('product_variants_quantity', sql`${t.quantity} >= 0`),
  ],
);

/**
 * Slugs that products, categories and pages had, also those that were deleted: whoever has it now by that id, or nobody. Written by
 * functions/slug_left.sql, and asked only where no product has the slug: another one may take it. Not foreign keys: they outlive what had them.
 */
export const slugHistory = pgTable(
  'slug_history',
  {
    kind: text('kind', { enum: ['product', 'category', 'page'] }).notNull(),
    slug: text('slug').notNull(),
    targetId: uuid('target_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.slug] })],
);

/** Products with their images. */

import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { SOLD_AS } from '../../../../contract/balance-fields.ts';
import { PRODUCT_IMAGES_MAX } from '../../../../contract/limits.ts';
import { type Attribute, CONDITIONS, PRODUCT_STATES, type ProductOption, type ProductState } from '../../../../contract/product-fields.ts';
import { UNITS } from '../../../../contract/unit-price.ts';
import { WITHDRAWAL_EXCEPTIONS } from '../../../../contract/withdrawal-fields.ts';
import { brands } from './brand.ts';
import { categories } from './category.ts';
import { customColumn, isOneOf, timestamptz, tsvector } from './columns.ts';
import { isPreorder, isQuantityOfPolicy, stockPolicyColumns } from './stock-policy.ts';

/** Literally this condition: lists use the partial indexes below only for the same one. */
export const isListed = (column: AnyPgColumn) => sql`${column} = 'active'`;

/** The status of a row at this moment: the job that ends a product writes it up to a minute later. `table`: its name in the statement. */
export const currentStatus = (table: SQL) =>
  sql<ProductState>`case when ${table}.status = 'active' and ${table}.publish_until <= now() then 'ended' else ${table}.status end`;

/** The index and the searches must have the same expression, or the index isn't used. */
export const tableText = (t: { sortName: AnyPgColumn; sku: AnyPgColumn }) => sql`(${t.sortName} || ' ' || lower(coalesce(${t.sku}, '')))`;

/** Likewise, for the index products_faceted. */
export const isFaceted = (column: AnyPgColumn) => sql`${column} <> '{}'`;

/** Likewise, for the indexes products_further…: they are empty in a shop whose products have one category each. */
export const hasFurther = (column: AnyPgColumn) => sql`${column} <> '{}'`;

/** Likewise, for the index products_on_sale. */
export const isOnSale = (t: { compareAtCents: AnyPgColumn; priceCents: AnyPgColumn }) => sql`${t.compareAtCents} > ${t.priceCents}`;

/** Likewise, for the index products_tags. */
export const hasTags = (column: AnyPgColumn) => sql`${column} <> '{}'`;

export const products = pgTable(
  'products',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    /** As plain text, which lists show and the search reads. Written together with the next column: products/description.ts. */
    description: text('description').notNull(),
    /** The description as it was written, if that is Markdown; null: it is plain text. */
    descriptionMarkdown: text('description_markdown'),
    priceCents: integer('price_cents').notNull(),
    /** How many can be bought now: what is in stock, and what the stock policy allows below zero. */
    quantity: integer('quantity').notNull(),
    ...stockPolicyColumns(),
    shipping: smallint('shipping').notNull().default(0).$type<0 | 1>(),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'restrict' }),
    /** Categories besides its main one. functions/product_saved.sql keeps them sorted, and functions/category_tree.sql refuses to delete one that is named here. */
    furtherCategoryIds: uuid('further_category_ids').array().notNull().default([]),
    /** Its first image; further ones are in product_images. The image's files are `<id>-<width>.webp`. */
    imageId: text('image_id').notNull(),
    /** Alternative text of the first image; empty: the product's name. */
    imageAlt: text('image_alt').notNull().default(''),
    /**
     * The options to choose from. Null: none, and the product is its own only variant. With options, price and quantity are the lowest
     * price and the total quantity of its variants: functions/variant_changed.sql maintains the price, shop/inventory/stock.repository.ts the
     * quantity.
     */
    options: jsonb('options').$type<ProductOption[]>(),
    /** Its variants have different prices. */
    isPriceFrom: boolean('is_price_from').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    /** Raised by each change of what an edit form shows, but not by sales; see functions/raise_version.sql. */
    version: integer('version').notNull().default(1),
    /** Lists by name sort by this column. An index on the expression lower(name) couldn't be scanned without reading the table. */
    sortName: text('sort_name').notNull().generatedAlwaysAs(sql`lower(name)`),
    /** Ranks search results: matches in the name come first. The index products_search finds them. */
    nameWords: tsvector('name_words').generatedAlwaysAs(sql`search_name_vector(name)`),
    /**
     * The price before a sale. The previous version of the shop doesn't know it, so it may be at or below the price: then there is no sale.
     */
    compareAtCents: integer('compare_at_cents'),
    /** The lowest price of the 30 days before the sale began; null: no sale, or it wasn't sold before. By functions/lowest_price.sql. */
    lowestCents: integer('lowest_cents'),
    sku: text('sku'),
    weightGrams: integer('weight_grams'),
    /** In the merchant's order. */
    attributes: jsonb('attributes').$type<Attribute[]>().notNull().default([]),
    custom: customColumn(),
    /** Shown and sold only in this time; null: without a beginning, or an end. */
    publishFrom: timestamptz('publish_from'),
    publishUntil: timestamptz('publish_until'),
    /** A GTIN: its digits alone. */
    barcode: text('barcode'),
    condition: text('condition'),
    /** What search engines and shared links show; null: the name, and how the description begins. */
    seoTitle: text('seo_title'),
    seoDescription: text('seo_description'),
    /** The number of Google's category; null: that of its category. */
    googleCategory: text('google_category'),
    /** Why customers can't withdraw from it. */
    withdrawalException: text('withdrawal_exception'),
    /** `gift_card`: its price is a balance, nothing is shipped, and no tax is due before it is spent. Null: what it is. */
    soldAs: text('sold_as'),
    /** How old a buyer has to be, in years; null: anybody may buy it. */
    minimumAge: text('minimum_age'),
    /** How many working days it takes until it is ready to ship: `2`, or `3-5`; null: what the shop takes. */
    handlingDays: text('handling_days'),
    /** The key of its manufacturer (safety.ts); null: its brand's. One that was deleted by now is none. */
    maker: text('maker'),
    safetyWarnings: text('safety_warnings'),
    /** Its maker's guarantee that it lasts: years in digits, words, and the address of its label. */
    guaranteeYears: text('guarantee_years'),
    guaranteeText: text('guarantee_text'),
    guaranteeLabel: text('guarantee_label'),
    brandId: uuid('brand_id').references(() => brands.id, { onDelete: 'restrict' }),
    /** Who the merchant buys it from. */
    vendor: text('vendor'),
    /** The merchant's words for it, for the team alone. In a filter they are the attribute 'Tag'. */
    tags: text('tags').array().notNull().default([]),
    /** What one costs the merchant. Never shown to customers. Variants have their own, or this. */
    costCents: integer('cost_cents'),
    /** By ISO 3166-1. */
    countryOfOrigin: text('country_of_origin'),
    hsCode: text('hs_code'),
    /** Normalized; null: the standard one. */
    taxClass: text('tax_class'),
    /** How much is in it, for the price per unit. A variant has its own, or this. */
    contents: numeric('contents', { precision: 12, scale: 3, mode: 'number' }),
    contentsUnit: text('contents_unit'),
    /** The contents of the variant whose price is `price_cents`; null: `contents`. By functions/product_changed.sql. */
    priceContents: numeric('price_contents', { precision: 12, scale: 3, mode: 'number' }),
    /** Shown first among similar products. Some may be deleted or hidden by now. */
    relatedProductIds: uuid('related_product_ids').array().notNull().default([]),
    /**
     * What it can be filtered by: `oSize:42` for its variants, `aMaterial:Wool` for its attributes, `fwaterproof:true` for its fields, `vfit:Slim` for
     * those of its variants. Maintained by functions/product_changed.sql.
     */
    facets: text('facets').array().notNull().default([]),
    /** Only active products are shown, counted, found and sold. `scheduled` and `ended` are written by functions/product_saved.sql. */
    status: text('status', { enum: PRODUCT_STATES }).notNull().default('active'),
    /** How scarce it is, by functions/stock_level.sql; 7: not scarce. */
    stockLevel: smallint('stock_level').notNull().default(7),
    /** It is made of others (bundle.ts): stock and policy follow from its parts, by functions/bundles.sql. */
    isBundle: boolean('is_bundle').notNull().default(false),
    /** A bundle names it, or once did: only then do changes of its stock look for bundles. */
    isPart: boolean('is_part').notNull().default(false),
  },
  (t) => [
    // One index for each sort order, of the whole shop and of a category. It also contains the columns that lists are filtered by, so that
    // an index-only scan can skip rows that don't match. The indexes are partial, so that the status needn't be read, and archived products
    // don't slow lists down.
    index('products_listed_newest').on(t.createdAt.desc(), t.id, t.priceCents, t.categoryId).where(isListed(t.status)),
    index('products_listed_price').on(t.priceCents, t.id, t.categoryId).where(isListed(t.status)),
    index('products_listed_name').on(t.sortName, t.id, t.priceCents, t.categoryId).where(isListed(t.status)),
    index('products_listed_category_newest').on(t.categoryId, t.createdAt.desc(), t.id, t.priceCents).where(isListed(t.status)),
    index('products_listed_category_price').on(t.categoryId, t.priceCents, t.id).where(isListed(t.status)),
    index('products_listed_category_name').on(t.categoryId, t.sortName, t.id, t.priceCents).where(isListed(t.status)),
    // For the admin's lists, and to count the products that aren't in price_counts.
    index('products_unlisted')
      .on(t.status, t.createdAt.desc(), t.id)
      .where(sql`not (${isListed(t.status)})`),
    // For the job that publishes them: those whose time is still to come.
    index('products_publish_from').on(t.publishFrom).where(sql`${t.status} = 'scheduled'`),
    index('products_publish_until')
      .on(t.publishUntil)
      .where(sql`${isListed(t.status)} and ${t.publishUntil} is not null`),
    // For collections of what is on sale: few of many products.
    index('products_on_sale')
      .on(t.priceCents, t.id, t.categoryId)
      .where(sql`${isListed(t.status)} and ${isOnSale(t)}`),
    uniqueIndex('products_sku_key').on(sql`lower(${t.sku})`).where(sql`${t.sku} is not null`),
    // For the products of a brand, and to delete one.
    index('products_brand').on(t.brandId, t.createdAt.desc(), t.id).where(sql`${t.brandId} is not null`),
    index('products_maker').on(t.maker).where(sql`${t.maker} is not null`),
    index('products_vendor').on(sql`lower(${t.vendor})`).where(sql`${t.vendor} is not null`),
    index('products_tags').using('gin', t.tags).with({ fastupdate: false }).where(hasTags(t.tags)),
    // For the admin's search. A UPC and the EAN that is the same with a zero before it are one number.
    index('products_barcode').on(sql`lpad(${t.barcode}, 14, '0')`).where(sql`${t.barcode} is not null`),
    // To find products by the value of an option or attribute, and to count the values of all products that have any.
    index('products_facets').using('gin', t.facets).with({ fastupdate: false }),
    index('products_faceted')
      .on(t.categoryId, t.priceCents)
      .where(sql`${isListed(t.status)} and ${isFaceted(t.facets)}`),
    // The same sort orders, of the products with further categories, and those of a category.
    index('products_further_newest')
      .on(t.createdAt.desc(), t.id, t.priceCents, t.categoryId, t.furtherCategoryIds)
      .where(sql`${isListed(t.status)} and ${hasFurther(t.furtherCategoryIds)}`),
    index('products_further_price')
      .on(t.priceCents, t.id, t.categoryId, t.furtherCategoryIds)
      .where(sql`${isListed(t.status)} and ${hasFurther(t.furtherCategoryIds)}`),
    index('products_further_name')
      .on(t.sortName, t.id, t.priceCents, t.categoryId, t.furtherCategoryIds)
      .where(sql`${isListed(t.status)} and ${hasFurther(t.furtherCategoryIds)}`),
    index('products_further').using('gin', t.furtherCategoryIds).with({ fastupdate: false }).where(hasFurther(t.furtherCategoryIds)),
    // For the search in the admin's table.
    index('products_table_text')
      .using('gin', sql`${tableText(t)} gin_trgm_ops`)
      .with({ fastupdate: false }),
    // Contains few products, because few are scarce. Every sale would have to write an index on `quantity`, together with all other indexes
    // of the row.
    // What was sold below zero, and preorders that end some day: few, if any.
    index('products_below_zero').on(t.id).where(sql`${t.onHand} < 0`),
    index('products_preorder').on(sql`(${t.stockPolicy} ->> 'shipsOn')`).where(isPreorder(t.stockPolicy)),
    index('products_scarce').on(t.stockLevel, t.createdAt.desc(), t.id).where(sql`${t.stockLevel} < 7`),
    // For all statuses: the admin's lists, and deleting categories.
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
    check('products_stock_policy', isQuantityOfPolicy(t)),
    check('products_shipping', sql`${t.shipping} in (0, 1)`),
    check('products_compare_at_cents', sql`${t.compareAtCents} between 1 and 99999999`),
    check('products_weight_grams', sql`${t.weightGrams} >= 0`),
    check('products_cost_cents', sql`${t.costCents} between 0 and 99999999`),
    check('products_contents', sql`${t.contents} is null or ${t.contents} > 0 and ${t.contentsUnit} is not null`),
    check('products_contents_unit', isOneOf(t.contentsUnit, UNITS)),
    check('products_condition', isOneOf(t.condition, CONDITIONS)),
    check('products_sold_as', isOneOf(t.soldAs, SOLD_AS)),
    check('products_withdrawal_exception', isOneOf(t.withdrawalException, WITHDRAWAL_EXCEPTIONS)),
    check('products_minimum_age', sql`${t.minimumAge} ~ '^[1-9][0-9]?$'`),
    check('products_handling_days', sql`${t.handlingDays} ~ '^\\d{1,3}(-\\d{1,3})?$'`),
    check('products_status', isOneOf(t.status, PRODUCT_STATES)),
  ],
);

/** A product's images after its first one, which lists show and which is in `products`. So lists needn't read this table. */
export const productImages = pgTable(
  'product_images',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** From 1; position 0 is the first image. */
    position: smallint('position').notNull(),
    imageId: text('image_id').notNull(),
    alt: text('alt').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.position] }),
    // For the cleanup of unused images.
    index('product_images_image').on(t.imageId),
    check('product_images_position', sql`${t.position} between 1 and ${sql.raw(String(PRODUCT_IMAGES_MAX - 1))}`),
  ],
);

/**
 * Images that may be given to a product or category: uploaded and not saved yet, or just removed from one, so that an older form may put
 * them back. The cleanup deletes these rows after a day, and only then the files.
 */
export const unattachedImages = pgTable('unattached_images', {
  imageId: text('image_id').primaryKey(),
  since: timestamptz('since').notNull(),
});

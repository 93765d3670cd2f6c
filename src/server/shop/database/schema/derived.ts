/** Data that is derived from other tables, by triggers and by the transactions that change these: for searches, filters and statistics. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { categories } from './category.ts';

/**
 * How many products of a category have a price, and how many have a price in each bucket. So a price range adds up few rows: whole buckets,
 * and single prices in the buckets at its ends. Triggers maintain the counts, because counting a million products for every filter takes
 * too long. Several rows may count the same thing, and are added up: a writer that finds a row locked adds another; see
 * functions/price_counts.sql. No foreign keys: the rows of a category without products add up to nothing.
 */
export const priceCounts = pgTable(
  'price_counts',
  {
    /** A category or, of products that are in several, a row of `category_combinations`. */
    categoryId: uuid('category_id').notNull(),
    /** For a bucket, its lowest price; functions/price_counts.sql says where the next bucket begins. */
    priceCents: integer('price_cents').notNull(),
    count: integer('count').notNull(),
    isBucket: boolean('is_bucket').notNull(),
  },
  (t) => [index('price_counts_price').on(t.isBucket, t.priceCents, t.categoryId, t.count)],
);

/**
 * The combinations of a main category and further ones that products have or had. Products that are in several categories are counted by their
 * combination, so that one that is in two categories of a branch counts once there. functions/category_tree.sql adds rows and names them.
 */
export const categoryCombinations = pgTable('category_combinations', {
  id: uuid('id').primaryKey(),
  categoryId: uuid('category_id')
    .notNull()
    .references(() => categories.id, { onDelete: 'cascade' }),
  /** Ascending. */
  furtherIds: uuid('further_ids').array().notNull(),
});

/** Every word of products and categories, collected by triggers, to complete half-typed words and correct misspelt ones. */
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

/** Daily statistics, updated as things happen, because counting a year of orders each time the dashboard is opened takes too long. */

/** The statistics of a day are the sums of its rows; functions/statistics.sql says why there are several. */
export const dailyStats = pgTable(
  'daily_stats',
  {
    /** In the shop's time zone; when that is changed, all days are counted again. */
    day: date('day').notNull(),
    slot: smallint('slot').notNull(),
    /** Orders paid on that day that are currently neither on hold nor refunded in full. */
    orders: integer('orders').notNull(),
    /** The total of those orders, minus refunds. */
    cents: bigint('cents', { mode: 'number' }).notNull(),
    /** Customers who registered on that day. */
    customers: integer('customers').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.slot] })],
);

/** Daily sales of each product, for the orders that `daily_stats` counts; functions/statistics.sql maintains it. */
export const dailyProductStats = pgTable(
  'daily_product_stats',
  {
    /** Not a foreign key, because a product's sales outlive it. */
    productId: uuid('product_id').notNull(),
    day: date('day').notNull(),
    slot: smallint('slot').notNull(),
    /** Minus pieces that were refunded as single lines. */
    pieces: integer('pieces').notNull(),
    /** What these cost after discounts, without shipping, and without tax unless prices include it. */
    cents: bigint('cents', { mode: 'number' }).notNull(),
  },
  // `verify` reads it by product, reports by day.
  (t) => [primaryKey({ columns: [t.productId, t.day, t.slot] }), index('daily_product_stats_day').on(t.day)],
);

/** The same by month, so that a report of years adds up months instead of days. */
export const monthlyProductStats = pgTable(
  'monthly_product_stats',
  {
    productId: uuid('product_id').notNull(),
    /** Its first day. */
    month: date('month').notNull(),
    slot: smallint('slot').notNull(),
    pieces: integer('pieces').notNull(),
    cents: bigint('cents', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.month, t.slot] }), index('monthly_product_stats_month').on(t.month)],
);

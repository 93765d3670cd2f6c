/** What searches and filters need besides the products themselves; triggers maintain all of it. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * How many products of a category have a price, and how many have a price in each bucket. So a price range adds up few rows: whole buckets,
 * and single prices in the buckets at its ends. Triggers maintain the counts, because counting a million products for every filter takes
 * too long. Several rows may count the same thing, and are added up: a writer that finds a row locked adds another; see
 * functions/price_counts.sql. No foreign keys: the rows of a category without products add up to nothing.
 */
export const priceCounts = pgTable(
  'price_counts',
  {
    categoryId: uuid('category_id').notNull(),
    /** For a bucket, its lowest price; functions/price_counts.sql says where the next bucket begins. */
    priceCents: integer('price_cents').notNull(),
    count: integer('count').notNull(),
    isBucket: boolean('is_bucket').notNull(),
  },
  (t) => [index('price_counts_price').on(t.isBucket, t.priceCents, t.categoryId, t.count)],
);

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

/** What searches and filters need besides the products themselves; all of it is kept by triggers. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * How many products of a category have a price, and how many a price of each bucket, so that a price range adds up few rows: those of the
 * buckets that lie in it whole, and of single prices in the buckets that it cuts. Kept by triggers: counting a million products for every
 * filter takes too long. Several rows may count the same, and add up: writers that find one locked add another; see
 * functions/update_price_counts.sql. No foreign keys: the rows of a category without products add up to nothing.
 */
export const priceCounts = pgTable(
  'price_counts',
  {
    categoryId: uuid('category_id').notNull(),
    /** Of a bucket the lowest price; functions/price_bucket_width.sql says where the next one begins. */
    priceCents: integer('price_cents').notNull(),
    count: integer('count').notNull(),
    isBucket: boolean('is_bucket').notNull(),
  },
  (t) => [index('price_counts_price').on(t.isBucket, t.priceCents, t.categoryId, t.count)],
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

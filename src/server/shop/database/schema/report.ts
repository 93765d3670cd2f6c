/** Daily statistics, updated as things happen, because counting a year of orders each time the dashboard is opened takes too long. */
import { bigint, date, index, integer, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core';

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

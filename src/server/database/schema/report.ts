/** The statistics of each day, kept as they happen: counting a year of orders for each look at the dashboard takes too long. */
import { bigint, date, index, integer, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core';

/** The sums of a day's rows are its statistics; functions/add_to_daily_stats.sql says why a day has several. */
export const dailyStats = pgTable(
  'daily_stats',
  {
    /** In the shop's time zone; set to another one, all are counted again. */
    day: date('day').notNull(),
    slot: smallint('slot').notNull(),
    /** Paid on that day and, as they stand now, neither on hold nor refunded in full. */
    orders: integer('orders').notNull(),
    /** What those orders cost, less what was refunded since. */
    cents: bigint('cents', { mode: 'number' }).notNull(),
    /** Customers who registered on that day. */
    customers: integer('customers').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.slot] })],
);

/** What was sold of each product on each day, of the orders that `daily_stats` counts; functions/add_to_product_stats.sql keeps it. */
export const dailyProductStats = pgTable(
  'daily_product_stats',
  {
    /** Not a foreign key: what was sold of a product outlives it. */
    productId: uuid('product_id').notNull(),
    day: date('day').notNull(),
    slot: smallint('slot').notNull(),
    /** Less those that were refunded as pieces of a line. */
    pieces: integer('pieces').notNull(),
    /** What these cost after discounts, without shipping, and without tax unless prices include it. */
    cents: bigint('cents', { mode: 'number' }).notNull(),
  },
  // `verify` reads it by product, reports by day.
  (t) => [primaryKey({ columns: [t.productId, t.day, t.slot] }), index('daily_product_stats_day').on(t.day)],
);

/** The same by month: what a report of years adds up, and of a quarter most of it. */
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

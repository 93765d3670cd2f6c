/** The statistics of each day, kept as they happen: counting a year of orders for each look at the dashboard takes too long. */
import { bigint, date, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';

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

/** What the merchant set, and what the shop made for itself. */
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** One row a name: the settings, the texts of pages, secrets that the shop made for itself. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});

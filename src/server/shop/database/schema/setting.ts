import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Values by name: the shop's settings, its pages of text, and secrets that the shop generated for itself. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  /** Raised by each change; see functions/raise_version.sql. */
  version: integer('version').notNull().default(1),
});

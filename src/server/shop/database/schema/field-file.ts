/** Files that values of the merchant's fields name, by their address; whatever has the value is found there. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

export const fieldFiles = pgTable(
  'field_files',
  {
    /** Nobody can guess it: it is a part of the address. */
    id: uuid('id').primaryKey(),
    /** As it was uploaded, and as browsers save it. */
    name: text('name').notNull(),
    /** By which values name it: `/files/<id>/<name in plain letters>`. */
    url: text('url').notNull().unique(),
    bytes: integer('bytes').notNull(),
    /** The names of its pieces in the store of downloads, in their order. */
    pieces: text('pieces').array().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Since when no value names it, as far as the cleanup knows; null: one does. */
    unusedSince: timestamptz('unused_since'),
  },
  (t) => [
    // Files in other tables name one by its name.
    index('field_files_name').on(sql`lower(${t.name})`, t.createdAt.desc()),
    check('field_files_bytes', sql`${t.bytes} > 0`),
  ],
);

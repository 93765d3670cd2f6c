/** Changes of many products at once, and what became of each product. */
import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { BulkChange, BulkRefusal } from '../../../contract/bulk-edit.ts';
import type { ProductTableFilter } from '../../../contract/product-table.ts';
import { timestamptz } from './time.ts';

export const bulkEdits = pgTable(
  'bulk_edits',
  {
    id: uuid('id').primaryKey(),
    change: jsonb('change').notNull().$type<BulkChange | { field: 'undo' }>(),
    /** One of these three says which products. */
    productIds: uuid('product_ids').array(),
    filter: jsonb('filter').$type<ProductTableFilter>(),
    undoOf: uuid('undo_of').references((): AnyPgColumn => bulkEdits.id, { onDelete: 'cascade' }),
    status: text('status', { enum: ['running', 'done'] }).notNull(),
    /** The last product that was dealt with: it goes through them by their ids. */
    cursor: uuid('cursor'),
    total: integer('total').notNull(),
    isAbout: boolean('is_about').notNull(),
    changed: integer('changed').notNull().default(0),
    unchanged: integer('unchanged').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    by: text('by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [index('bulk_edits_newest').on(t.createdAt.desc(), t.id)],
);

export const bulkEditItems = pgTable(
  'bulk_edit_items',
  {
    editId: uuid('edit_id')
      .notNull()
      .references(() => bulkEdits.id, { onDelete: 'cascade' }),
    /** Not a foreign key: it may be deleted. */
    productId: uuid('product_id').notNull(),
    name: text('name').notNull(),
    /** Null: it was changed. */
    reason: text('reason').$type<BulkRefusal>(),
    /** What was changed, for an undo. */
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (t) => [primaryKey({ columns: [t.editId, t.productId] })],
);

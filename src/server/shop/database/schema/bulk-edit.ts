/** Changes of many products at once, and the result for each product. */
import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { BulkChange, BulkRefusal } from '../../../../contract/bulk-edit.ts';
import type { ProductTableFilter } from '../../../../contract/product-table.ts';
import { timestamptz } from './time.ts';

export const bulkEdits = pgTable(
  'bulk_edits',
  {
    id: uuid('id').primaryKey(),
    change: jsonb('change').notNull().$type<BulkChange | { field: 'undo' }>(),
    /** One of these three columns says which products are changed. */
    productIds: uuid('product_ids').array(),
    filter: jsonb('filter').$type<ProductTableFilter>(),
    undoOf: uuid('undo_of').references((): AnyPgColumn => bulkEdits.id, { onDelete: 'cascade' }),
    status: text('status', { enum: ['running', 'done'] }).notNull(),
    /** The last processed product: products are processed in the order of their ids. */
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
    /** Not a foreign key, because the product may be deleted. */
    productId: uuid('product_id').notNull(),
    name: text('name').notNull(),
    /** Why it wasn't changed; null: it was. */
    reason: text('reason').$type<BulkRefusal>(),
    /** The values before and after, for an undo. */
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (t) => [primaryKey({ columns: [t.editId, t.productId] })],
);

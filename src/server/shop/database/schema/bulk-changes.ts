import {
  type AnyPgColumn,
  bigserial,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { BulkChange, BulkRefusal } from '../../../../contract/bulk-edit.ts';
import type { FieldType } from '../../../../contract/custom-field-values.ts';
import type { FieldOwner } from '../../../../contract/custom-fields.ts';
import {
  IMPORT_FORMATS,
  IMPORT_KINDS,
  IMPORT_MATCHES,
  IMPORT_NOTICES,
  IMPORT_NUMBERS,
  IMPORT_STATUSES,
  type ImportNumbers,
  type ImportSample,
} from '../../../../contract/product-import-fields.ts';
import type { ProductTableFilter } from '../../../../contract/product-table.ts';
import { products } from './catalog.ts';
import { timestamptz } from './columns.ts';

/** Product imports in the browser: uploaded files, progress, and refused rows. */
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** The detected form of the file: encoding, columns and so on. */
export interface ImportFileForm {
  encoding: string;
  columns: { title: string; example: string }[];
  /** Absent: the file was checked by a version that didn't know it. */
  numbers?: ImportNumbers;
}

/** Besides the counts, what the file would change in the shop. */
export interface ImportPreview {
  samples: ImportSample[];
  hosts: { host: string; images: number }[];
  newCategories: string[];
  newCategoryCount: number;
  /** Absent: the file was checked by a version that didn't know it. */
  uncountedCount?: number;
  /** Custom fields that the import makes; absent: none. */
  newFields?: { owner: FieldOwner; key: string; name: string; type: FieldType }[];
}

/** The person who started the import, whom the audit log names for its changes. */
export interface ImportActor {
  kind: 'admin' | 'key';
  id: string;
  name?: string;
}

export const productImports = pgTable(
  'product_imports',
  {
    id: uuid('id').primaryKey(),
    fileName: text('file_name').notNull(),
    size: integer('size').notNull().default(0),
    status: text('status', { enum: IMPORT_STATUSES }).notNull(),
    /** What the file brings. Null: it hasn't been looked at. */
    kind: text('kind', { enum: IMPORT_KINDS }).default('products'),
    /** Null: detected from the file. */
    format: text('format', { enum: IMPORT_FORMATS }),
    /** Column titles by the format's field. Null: detected from the file. */
    mapping: jsonb('mapping').$type<Record<string, string>>(),
    match: text('match', { enum: IMPORT_MATCHES }).notNull().default('auto'),
    replacesImages: boolean('replaces_images').notNull().default(false),
    createsCategories: boolean('creates_categories').notNull().default(true),
    /** How the file writes numbers. Null: detected from the file. */
    numbers: text('numbers', { enum: IMPORT_NUMBERS }),
    /** How many there are of what the file doesn't count. Null: it wasn't said, and new products come in sold out. */
    uncountedStock: integer('uncounted_stock'),
    /** New products without an image come in as drafts. */
    hidesImageless: boolean('hides_imageless').notNull().default(false),
    imageHosts: text('image_hosts').array().notNull().default([]),
    form: jsonb('form').$type<ImportFileForm>(),
    preview: jsonb('preview').$type<ImportPreview>(),
    problem: text('problem'),
    /** How many products of the file have been processed: the import continues after them. */
    cursor: integer('cursor').notNull().default(0),
    progress: real('progress').notNull().default(0),
    created: integer('created').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    unchanged: integer('unchanged').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    /** Which process works on it, and until when no other process takes over. */
    lease: uuid('lease'),
    leasedUntil: timestamptz('leased_until'),
    /** Consecutive errors of the server since the last processed product. */
    failures: integer('failures').notNull().default(0),
    actor: jsonb('actor').$type<ImportActor>(),
    by: text('by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    queuedAt: timestamptz('queued_at'),
    startedAt: timestamptz('started_at'),
    finishedAt: timestamptz('finished_at'),
  },
  (t) => [index('product_imports_newest').on(t.createdAt.desc(), t.id)],
);

/** The uploaded file in pieces, so that every instance can read it and none has to hold all of it. */
export const productImportPieces = pgTable(
  'product_import_pieces',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => productImports.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.position] })],
);

/** Why products of the file are refused, and what is told of those that come in. */
export const productImportErrors = pgTable(
  'product_import_errors',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    importId: uuid('import_id')
      .notNull()
      .references(() => productImports.id, { onDelete: 'cascade' }),
    /** As a spreadsheet counts: the header is row 1. */
    row: integer('row').notNull(),
    /** As the file titles it; empty: the whole row. */
    column: text('column').notNull(),
    reason: text('reason').notNull(),
    name: text('name').notNull(),
    /** What is told of a product that comes in; null: it is refused. */
    kind: text('kind', { enum: IMPORT_NOTICES }),
    /** The host that has to be allowed for the images which a notice is about. */
    host: text('host'),
    /** On a product's first error: all of its rows. */
    rows: integer('rows').array(),
  },
  (t) => [index('product_import_errors_row').on(t.importId, t.row, t.id)],
);

/**
 * What names an imported product in the shop that it comes from. A later file of that shop finds it by this whatever its slug is here, which
 * for handles in other scripts, with dots or of more than 80 characters isn't the handle.
 */
export const productSources = pgTable(
  'product_sources',
  {
    source: text('source').primaryKey(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
  },
  (t) => [index('product_sources_product').on(t.productId)],
);

/** What merchants chose for files with the same first row, so that the next such file is read in the same way. */
export const importMappings = pgTable('import_mappings', {
  /** SHA-256 of the first row. */
  fingerprint: text('fingerprint').primaryKey(),
  kind: text('kind', { enum: IMPORT_KINDS }).notNull().default('products'),
  format: text('format', { enum: IMPORT_FORMATS }).notNull(),
  mapping: jsonb('mapping').$type<Record<string, string>>().notNull(),
  numbers: text('numbers', { enum: IMPORT_NUMBERS }),
  updatedAt: timestamptz('updated_at').notNull(),
});

/** Changes of many products at once, and the result for each product. */
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

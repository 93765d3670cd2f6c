/** Files and licence keys: what a product consists of that nobody ships, and which of it an order has. */
import { sql } from 'drizzle-orm';
import { bigint, bigserial, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { products } from './catalog.ts';
import { isOneOf, timestamptz } from './columns.ts';
import { orders } from './order.ts';

/**
 * uploading: not all of its pieces are there. removed: no longer sold, and kept as long as somebody who bought it may fetch it. deleted: so are
 * its bytes.
 */
const DOWNLOAD_FILE_STATES = ['uploading', 'ready', 'removed', 'deleted'] as const;

export const downloadFiles = pgTable(
  'download_files',
  {
    id: uuid('id').primaryKey(),
    /** Null: the product was deleted, and the file counts as removed. */
    productId: uuid('product_id').references(() => products.id, { onDelete: 'set null' }),
    /** Of which variants it is; empty: of all, and of a product without options. */
    variantIds: uuid('variant_ids').array().notNull().default([]),
    name: text('name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    status: text('status', { enum: DOWNLOAD_FILE_STATES }).notNull(),
    position: integer('position').notNull(),
    /** How often and for how many days it can be fetched. 0: without a limit. Null: as the settings say. */
    downloads: integer('downloads'),
    days: integer('days'),
    createdAt: timestamptz('created_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('download_files_product').on(t.productId),
    // For the cleanup.
    index('download_files_ended').on(t.id).where(sql`${t.status} in ('uploading', 'removed') or ${t.productId} is null`),
    check('download_files_status', isOneOf(t.status, DOWNLOAD_FILE_STATES)),
    check('download_files_bytes', sql`${t.bytes} > 0`),
    check('download_files_limits', sql`${t.downloads} >= 0 and ${t.days} >= 0`),
  ],
);

/** A file is stored in pieces of one size, each under a name of its own that is never used again. */
export const downloadPieces = pgTable(
  'download_pieces',
  {
    name: text('name').primaryKey(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => downloadFiles.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (t) => [unique('download_pieces_place').on(t.fileId, t.position)],
);

export const licenseKeyLists = pgTable(
  'license_key_lists',
  {
    id: uuid('id').primaryKey(),
    productId: uuid('product_id').references(() => products.id, { onDelete: 'set null' }),
    /** As for files. */
    variantIds: uuid('variant_ids').array().notNull().default([]),
    /** The team is told when no more than this many are left. */
    lowAt: integer('low_at').notNull(),
    /** How many keys were ever added, and how many of them were deleted unsold. */
    added: integer('added').notNull().default(0),
    discarded: integer('discarded').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
    /** When the team was told that it is low; null: it isn't, or wasn't. */
    lowToldAt: timestamptz('low_told_at'),
    /** No longer sold; null: it is. */
    removedAt: timestamptz('removed_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [index('license_key_lists_product').on(t.productId), check('license_key_lists_low_at', sql`${t.lowAt} >= 0`)],
);

export const licenseKeys = pgTable(
  'license_keys',
  {
    id: uuid('id').primaryKey(),
    listId: uuid('list_id')
      .notNull()
      .references(() => licenseKeyLists.id, { onDelete: 'cascade' }),
    /** The first to be added is the first to be sold. */
    position: bigserial('position', { mode: 'number' }),
    /** The key, encrypted (shop/settings/sealed-text.ts), and an HMAC by which a second one is recognized. */
    sealed: text('sealed').notNull(),
    digest: text('digest').notNull(),
    /** Whose it is, by the position of the order's line; null: nobody's. */
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    line: integer('line'),
    assignedAt: timestamptz('assigned_at'),
  },
  (t) => [
    unique('license_keys_digest').on(t.listId, t.digest),
    index('license_keys_free').on(t.listId, t.position).where(sql`${t.orderId} is null`),
    index('license_keys_order').on(t.orderId, t.line).where(sql`${t.orderId} is not null`),
    check('license_keys_owner', sql`(${t.orderId} is null) = (${t.line} is null) and (${t.orderId} is null) = (${t.assignedAt} is null)`),
  ],
);

/** A file that an order has paid for: how often and until when it can be fetched. */
export const orderDownloads = pgTable(
  'order_downloads',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => downloadFiles.id, { onDelete: 'restrict' }),
    /** Null: without a limit, without an end. */
    allowed: integer('allowed'),
    used: integer('used').notNull().default(0),
    /** How often its bytes were sent from the first one on, which a connection that broke may ask for more than once. */
    starts: integer('starts').notNull().default(0),
    expiresAt: timestamptz('expires_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [
    unique('order_downloads_line').on(t.orderId, t.line, t.fileId),
    index('order_downloads_file').on(t.fileId),
    check('order_downloads_used', sql`${t.used} >= 0 and (${t.allowed} is null or ${t.used} <= ${t.allowed})`),
  ],
);

/** A line that gets licence keys: one for each piece. Fewer than its quantity: the others are owed. */
export const orderKeys = pgTable(
  'order_keys',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    listId: uuid('list_id')
      .notNull()
      .references(() => licenseKeyLists.id, { onDelete: 'restrict' }),
    quantity: integer('quantity').notNull(),
    given: integer('given').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.line] }),
    index('order_keys_list').on(t.listId),
    index('order_keys_owed').on(t.createdAt, t.orderId).where(sql`${t.given} < ${t.quantity}`),
    check('order_keys_given', sql`${t.given} between 0 and ${t.quantity}`),
  ],
);

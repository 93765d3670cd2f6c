/** Invoices and credit notes, and the texts that an order was made under. Their rows are never changed: functions/documents.sql. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { DOCUMENT_KINDS } from '../../../../contract/documents.ts';
import { isOneOf, timestamptz } from './columns.ts';
import type { DocumentContent, DocumentPerson } from './document-content.ts';
import { orders } from './order.ts';

/** The numbers of a prefix and a year, which are drawn one after the other under the lock of this row. */
export const documentSeries = pgTable(
  'document_series',
  {
    prefix: text('prefix').notNull(),
    year: integer('year').notNull(),
    /** The first number and the one that was drawn last; before any was, `last` is one less than `first`. */
    first: integer('first').notNull(),
    last: integer('last').notNull(),
    /** The hash and the day of the last document: each hash covers the one before, and no day is earlier than the one before. */
    hash: text('hash').notNull().default(''),
    day: date('day'),
  },
  (t) => [
    primaryKey({ columns: [t.prefix, t.year] }),
    check('document_series_numbers', sql`${t.first} >= 1 and ${t.last} >= ${t.first} - 1`),
  ],
);

export const documents = pgTable(
  'documents',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
    prefix: text('prefix').notNull(),
    year: integer('year').notNull(),
    /** Drawn by functions/documents.sql, as the number and the hashes are. */
    sequence: integer('sequence').notNull(),
    number: text('number').notNull().unique(),
    /** By the shop's calendar. */
    day: date('day').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    /** The refund that a credit note is for; null: one that was made at the provider, or none in particular. */
    refundId: uuid('refund_id'),
    /** The document that it corrects: a credit note's invoice; of an invoice, the credit note whose refund failed. */
    corrects: uuid('corrects').references((): AnyPgColumn => documents.id, { onDelete: 'restrict' }),
    currency: text('currency').notNull(),
    /** Of a credit note too they are positive. */
    netCents: bigint('net_cents', { mode: 'number' }).notNull(),
    taxCents: bigint('tax_cents', { mode: 'number' }).notNull(),
    grossCents: bigint('gross_cents', { mode: 'number' }).notNull(),
    /** All that it says, as it was on that day. */
    content: jsonb('content').notNull().$type<DocumentContent>(),
    /** Who bought. Deleted once the law no longer asks for it: the chain contains only its hash. */
    personal: jsonb('personal').$type<DocumentPerson>(),
    personalHash: text('personal_hash').notNull(),
    /** SHA-256 in hex over this row and the hash before it. */
    hash: text('hash').notNull(),
  },
  (t) => [
    uniqueIndex('documents_sequence').on(t.prefix, t.year, t.sequence),
    index('documents_order').on(t.orderId, t.createdAt),
    index('documents_created').on(t.createdAt.desc(), t.id),
    uniqueIndex('documents_invoice').on(t.orderId).where(sql`${t.kind} = 'invoice' and ${t.corrects} is null`),
    check('documents_kind', isOneOf(t.kind, DOCUMENT_KINDS)),
    check('documents_sum', sql`${t.grossCents} = ${t.netCents} + ${t.taxCents} and ${t.grossCents} >= 0`),
  ],
);

/** Versions of pages that orders were made under, such as terms: each version once, however many orders have it. Never changed. */
export const orderTexts = pgTable('order_texts', {
  id: uuid('id').primaryKey(),
  /** SHA-256 in hex of title and text. */
  hash: text('hash').notNull().unique(),
  title: text('title').notNull(),
  /** Markdown. */
  text: text('text').notNull(),
  keptAt: timestamptz('kept_at').notNull(),
});

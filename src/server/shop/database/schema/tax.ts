/** The taxes of orders: the ledger that reports are made of. */
import { bigint, bigserial, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';
import { orders } from './order.ts';

/**
 * A ledger: a row for each rate of an order when it is paid, and others for what refunds of it change, with the day on which they do. Rows are added and
 * never changed, so that what was declared for a quarter stays as it was.
 */
export const taxEntries = pgTable(
  'tax_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    at: timestamptz('at').notNull(),
    ratePpm: integer('rate_ppm'),
    country: text('country').notNull(),
    region: text('region').notNull(),
    /** Negative: taken back by refunds. */
    netCents: bigint('net_cents', { mode: 'number' }).notNull(),
    taxCents: bigint('tax_cents', { mode: 'number' }).notNull(),
  },
  (t) => [index('tax_entries_order').on(t.orderId), index('tax_entries_at').on(t.at)],
);

/** What VIES answered about VAT IDs lately: carts and checkouts are priced by it. Deleted after some days (customers/companies/vat-check.service.ts). */
export const vatChecks = pgTable('vat_checks', {
  /** As it is written. */
  vatId: text('vat_id').primaryKey(),
  isConfirmed: boolean('is_confirmed').notNull(),
  /** The number of the answer, which VIES gives to who says who asks; null: it gave none. */
  consultation: text('consultation'),
  checkedAt: timestamptz('checked_at').notNull(),
});

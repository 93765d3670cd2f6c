/** The manual payment provider's own tables: what is to be paid by hand, what came, and what was paid back. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** Plays a company of its own, as the demo provider does, but shares the shop's transactions: an order and what was received for it can't differ. */
export const manualSessions = pgTable(
  'manual_sessions',
  {
    id: text('id').primaryKey(),
    orderId: uuid('order_id').notNull().unique(),
    status: text('status', { enum: ['open', 'paid', 'ended'] }).notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    /** The sum of its receipts, without those that are payments of their own. */
    receivedCents: bigint('received_cents', { mode: 'number' }).notNull().default(0),
    currency: text('currency').notNull(),
    url: text('url').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [
    check('manual_sessions_status', sql`${t.status} in ('open', 'paid', 'ended')`),
    check('manual_sessions_received', sql`${t.receivedCents} between 0 and ${t.amountCents}`),
    check('manual_sessions_paid', sql`(${t.status} = 'paid') = (${t.receivedCents} = ${t.amountCents})`),
  ],
);

/** Money that came: booked by a person, or from a line of a bank statement. */
export const manualReceipts = pgTable(
  'manual_receipts',
  {
    id: uuid('id').primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => manualSessions.id, { onDelete: 'cascade' }),
    /** The session's, for the audit log. */
    orderId: uuid('order_id').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    /** More than was to be paid, or too late: a payment of its own, to be paid back. */
    isExtra: boolean('is_extra').notNull().default(false),
    /** The line of a statement, or the request, that booked it: the same one books it once. */
    key: text('key').unique(),
    /** The day on which it came, as the bank says. */
    receivedOn: date('received_on'),
    note: text('note').notNull(),
    at: timestamptz('at').notNull(),
  },
  (t) => [index('manual_receipts_session').on(t.sessionId), check('manual_receipts_amount', sql`${t.amountCents} > 0`)],
);

/** Money that was paid back by hand, one row for each idempotency key. */
export const manualRefunds = pgTable(
  'manual_refunds',
  {
    key: text('key').primaryKey(),
    id: text('id').notNull(),
    paymentId: text('payment_id').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    at: timestamptz('at').notNull(),
  },
  (t) => [index('manual_refunds_payment').on(t.paymentId), check('manual_refunds_amount', sql`${t.amountCents} > 0`)],
);

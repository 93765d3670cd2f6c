/** What providers told, and the demo provider's own books. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './time.ts';

/** The inbox: an event's id and its effect are written in one transaction, so a second copy changes nothing. */
export const paymentEvents = pgTable('payment_events', {
  id: text('id').primaryKey(),
  provider: text('provider').notNull(),
  type: text('type').notNull(),
  payload: jsonb('payload').notNull(),
  receivedAt: timestamptz('received_at').notNull(),
});

/** The demo provider's own books: it plays a company outside and shares no table with the shop. */
export const demoSessions = pgTable(
  'demo_sessions',
  {
    id: text('id').primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    status: text('status', { enum: ['open', 'paid', 'cancelled'] }).notNull(),
    refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull().default(0),
    checkout: jsonb('checkout').notNull(),
    /** Where its events go. */
    webhookUrl: text('webhook_url').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [check('demo_sessions_status', sql`${t.status} in ('open', 'paid', 'cancelled')`)],
);

/** What the demo provider has to tell: each event waits here until the shop has answered 2xx. */
export const demoEvents = pgTable(
  'demo_events',
  {
    id: text('id').primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => demoSessions.id, { onDelete: 'cascade' }),
    type: text('type', { enum: ['checkout.paid', 'checkout.expired', 'payment.refunded'] }).notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    deliveredAt: timestamptz('delivered_at'),
  },
  (t) => [index('demo_events_waiting').on(t.createdAt, t.id).where(sql`${t.deliveredAt} is null`)],
);

/** What the demo provider gave back: once for each key. */
export const demoRefunds = pgTable('demo_refunds', {
  key: text('key').primaryKey(),
  id: text('id').notNull(),
  sessionId: text('session_id')
    .notNull()
    .references(() => demoSessions.id, { onDelete: 'cascade' }),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
});

/** Webhook events that were received, and the demo payment provider's own tables. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './time.ts';

/** An event's id is inserted in the transaction that applies it, so that a duplicate delivery changes nothing. */
export const paymentEvents = pgTable('payment_events', {
  id: text('id').primaryKey(),
  provider: text('provider').notNull(),
  type: text('type').notNull(),
  payload: jsonb('payload').notNull(),
  receivedAt: timestamptz('received_at').notNull(),
});

/** The demo provider plays an external company, so it shares no table with the shop. */
export const demoSessions = pgTable(
  'demo_sessions',
  {
    id: text('id').primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    status: text('status', { enum: ['open', 'paid', 'cancelled'] }).notNull(),
    refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull().default(0),
    checkout: jsonb('checkout').notNull(),
    webhookUrl: text('webhook_url').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [check('demo_sessions_status', sql`${t.status} in ('open', 'paid', 'cancelled')`)],
);

/** Webhook events of the demo provider: delivered again until the shop answers 2xx. */
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
  (t) => [index('demo_events_undelivered').on(t.createdAt, t.id).where(sql`${t.deliveredAt} is null`)],
);

/** Refunds of the demo provider, one for each idempotency key. */
export const demoRefunds = pgTable('demo_refunds', {
  /** The idempotency key. */
  key: text('key').primaryKey(),
  id: text('id').notNull(),
  sessionId: text('session_id')
    .notNull()
    .references(() => demoSessions.id, { onDelete: 'cascade' }),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
});

/** Payments, webhook events that were received, and the demo payment provider's own tables. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { PAYMENT_STATES } from '../../../../contract/order-fields.ts';
import { isOneOf } from './is-one-of.ts';
import { orders } from './order.ts';
import { timestamptz } from './time.ts';

/**
 * What was really paid, as the provider reported it: usually the order's total, but a payment of another sum or currency, and a second one, is
 * money that has to be given back to the cent. Written in the transaction of the order's status.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    session: text('session').notNull(),
    /** The provider's id, by which it is refunded; null: not known yet. */
    paymentId: text('payment_id'),
    /** In the smallest unit of its own currency. */
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: PAYMENT_STATES }).notNull(),
    /** A second payment of an order: it changes nothing about the order, whose own refunds it doesn't count in. */
    isExtra: boolean('is_extra').notNull().default(false),
    /** Of a second payment; what was refunded of the order's own is in the order. */
    refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
    /** When the money had arrived, or failed to. */
    endedAt: timestamptz('ended_at'),
  },
  (t) => [
    uniqueIndex('payments_session').on(t.provider, t.session),
    index('payments_order').on(t.orderId),
    index('payments_payment').on(t.paymentId),
    check('payments_state', isOneOf(t.state, PAYMENT_STATES)),
    check('payments_refunded', sql`${t.refundedCents} between 0 and ${t.amountCents}`),
  ],
);

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

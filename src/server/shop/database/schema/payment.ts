/** Payments, webhook events that were received, and the demo payment provider's own tables. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { DISPUTE_STATUSES, OPEN_DISPUTE_STATUSES, PAYMENT_STATES } from '../../../../contract/order-fields.ts';
import { users } from './account.ts';
import { isOneOf, timestamptz } from './columns.ts';
import { orders } from './order.ts';

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

/** Customers at the payment provider, who have the cards that an account saved there: here is nothing of the cards themselves. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    /** The provider's id. */
    id: text('id').primaryKey(),
    /** Which account at the provider it is in, with its mode. */
    providerAccount: text('provider_account').notNull(),
    /** Null: the account was erased, and a job deletes the customer at the provider. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('payment_customers_user').on(t.userId, t.providerAccount),
    index('payment_customers_erased').on(t.id).where(sql`${t.userId} is null`),
  ],
);

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

/** Refunds: of sums, or of single lines. */
const REFUND_STATUSES = ['requested', 'succeeded', 'failed'] as const;

/** The row is committed before the provider is called, so that a retry after a crash calls with the same idempotency key. */
export const refunds = pgTable(
  'refunds',
  {
    /** Also the idempotency key. */
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    reason: text('reason').notNull(),
    /** Whether all items are restocked after a full refund. For refunds of single lines, refund_lines says it. */
    restock: boolean('restock').notNull(),
    /** The part of the amount that is for shipping, including its tax. */
    shippingCents: bigint('shipping_cents', { mode: 'number' }).notNull().default(0),
    /** The part of the amount that goes to a balance: back to where it came from, or to the customer's store credit. */
    balanceCents: bigint('balance_cents', { mode: 'number' }).notNull().default(0),
    /** The merchant gives store credit instead of money. */
    toStoreCredit: boolean('to_store_credit').notNull().default(false),
    status: text('status', { enum: REFUND_STATUSES }).notNull(),
    /** The provider's id of the refund. */
    providerRefund: text('provider_refund').unique(),
    /** When the provider created it, by its own clock; only known for refunds that failed later. */
    providerCreatedAt: timestamptz('provider_created_at'),
    /** When it failed after the provider had accepted it, and the provider's reason. */
    failedAt: timestamptz('failed_at'),
    failure: text('failure'),
    /** The second payment of the order that it is of; null: the one that paid the order. The amount is in that payment's currency. */
    payment: uuid('payment').references(() => payments.id, { onDelete: 'restrict' }),
    /** How often in a row asking the provider failed, and the time before which no job asks again. */
    failures: integer('failures').notNull().default(0),
    dueAt: timestamptz('due_at'),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    at: timestamptz('at').notNull(),
  },
  (t) => [
    index('refunds_order').on(t.orderId),
    index('refunds_requested').on(t.at).where(sql`${t.status} = 'requested'`),
    check('refunds_amount', sql`${t.amountCents} > 0`),
    check('refunds_balance', sql`${t.balanceCents} between 0 and ${t.amountCents}`),
    check('refunds_status', isOneOf(t.status, REFUND_STATUSES)),
  ],
);

/** Which lines a refund is for, and how many pieces of each; none for a refund of a sum. */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: uuid('refund_id')
      .notNull()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    /** Position of the order's line. */
    position: integer('position').notNull(),
    quantity: integer('quantity').notNull(),
    /** Whether these pieces can be sold again. */
    restock: boolean('restock').notNull(),
  },
  (t) => [primaryKey({ columns: [t.refundId, t.position] }), check('refund_lines_quantity', sql`${t.quantity} > 0`)],
);

/** Disputes: a customer's bank demands a payment back, and the provider asks the shop for evidence. */

/** A row is the newest state of a dispute that the provider reported. */
export const disputes = pgTable(
  'disputes',
  {
    /** The provider's id of the dispute. */
    id: text('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    /** The reason, as the provider names it. */
    reason: text('reason').notNull(),
    status: text('status', { enum: DISPUTE_STATUSES }).notNull(),
    /** Whether the money is currently withdrawn from the shop's account. */
    isWithdrawn: boolean('is_withdrawn').notNull(),
    /** How often money was moved for it: of two reports of the same second, the one with more movements is newer. */
    movements: integer('movements').notNull(),
    openedAt: timestamptz('opened_at').notNull(),
    /** Until when the shop may respond; null: not known. */
    respondBy: timestamptz('respond_by'),
    closedAt: timestamptz('closed_at'),
    /** The provider's time of this state: reports may arrive in any order. */
    reportedAt: timestamptz('reported_at').notNull(),
  },
  (t) => [
    index('disputes_order').on(t.orderId),
    // For the count of what is to be done, and its list of orders.
    index('disputes_open').on(t.orderId).where(isOneOf(t.status, OPEN_DISPUTE_STATUSES)),
    check('disputes_status', isOneOf(t.status, DISPUTE_STATUSES)),
    check('disputes_amount', sql`${t.amountCents} >= 0`),
  ],
);

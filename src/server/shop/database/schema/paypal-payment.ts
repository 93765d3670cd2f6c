/** What the shop has begun at PayPal. PayPal takes nothing by itself: whether an order's money is taken is decided here, by one row. */
import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { isOneOf, timestamptz } from './columns.ts';

/**
 * open: the customer may approve it. capturing: the money is being taken, and nobody knows yet whether it was. declined: it couldn't be taken, and the
 * customer may choose another card there. captured: PayPal has a payment, whatever became of it. ended: it is never taken any more.
 */
export const PAYPAL_SESSION_STATUSES = ['open', 'capturing', 'declined', 'captured', 'ended'] as const;

export const paypalSessions = pgTable(
  'paypal_sessions',
  {
    /** PayPal's id of its order. */
    id: text('id').primaryKey(),
    orderId: uuid('order_id').notNull().unique(),
    /** The client id of the app that has made it: only that app may ask about it. */
    account: text('account').notNull(),
    status: text('status', { enum: PAYPAL_SESSION_STATUSES }).notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    /** Where the customer approves it. */
    url: text('url').notNull(),
    /** How often taking the money has begun: a part of the idempotency key. */
    attempts: integer('attempts').notNull().default(0),
    captureId: text('capture_id'),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [
    check('paypal_sessions_status', isOneOf(t.status, PAYPAL_SESSION_STATUSES)),
    check('paypal_sessions_attempts', sql`${t.attempts} >= 0`),
    check('paypal_sessions_captured', sql`(${t.status} = 'captured') = (${t.captureId} is not null)`),
  ],
);

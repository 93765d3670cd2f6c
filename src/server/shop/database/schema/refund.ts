/** Refunds: of sums, or of single lines. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { isOneOf } from './is-one-of.ts';
import { orders } from './order.ts';
import { payments } from './payment.ts';
import { timestamptz } from './time.ts';

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

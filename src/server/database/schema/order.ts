/** Orders: what was bought, how their status changed, what was refunded. */
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, bigserial, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ORDER_STATUSES, UNPAID_STATUSES } from '../../../contract/order-status.ts';
import { users } from './account.ts';
import { products } from './catalog.ts';
import { timestamptz } from './time.ts';

/** held: reserved for the order. sold: deducted from stock. none: nothing is reserved, or it was put back. */
const STOCK_STATES = ['none', 'held', 'sold'] as const;
const REFUND_STATUSES = ['requested', 'succeeded', 'failed'] as const;

/** A check that the column holds one of `values`: `text` with an enum is a type of TypeScript's alone. */
const isOneOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((it) => `'${it}'`).join(', '))})`;

/** What was never paid is a checkout. By the status and in these words: lists use the partial indexes below only for the same condition. */
export const isCheckout = (column: AnyPgColumn) => isOneOf(column, UNPAID_STATUSES);
export const isPlaced = (column: AnyPgColumn) => sql`not (${isCheckout(column)})`;

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    /** From the sequence orders_number_seq when it is paid; null: a checkout that was never paid. */
    number: integer('number').unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull().default('usd'),
    address: text('address').notNull(),
    provider: text('provider').notNull(),
    /** The id of the provider's checkout session, once it is created. */
    providerSession: text('provider_session').unique(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    paidAt: timestamptz('paid_at'),
    stock: text('stock', { enum: STOCK_STATES }).notNull(),
    /** The provider's id of the payment; a refund refers to it. */
    paymentId: text('payment_id'),
    refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull().default(0),
    carrier: text('carrier'),
    tracking: text('tracking'),
    /** Raised by each change, and by each refund that is asked for. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    // The status comes last, so that a customer's orders are counted and sorted without reading the table.
    index('orders_user').on(t.userId, t.createdAt.desc(), t.id, t.status),
    // One index for each list of the admin's: the orders, the checkouts, and those of one status.
    index('orders_placed').on(t.createdAt.desc(), t.id).where(isPlaced(t.status)),
    index('orders_unpaid').on(t.createdAt.desc(), t.id).where(isCheckout(t.status)),
    index('orders_status').on(t.status, t.createdAt.desc(), t.id),
    index('orders_pending').on(t.expiresAt).where(sql`${t.status} = 'pending'`),
    index('orders_pending_user').on(t.userId).where(sql`${t.status} = 'pending'`),
    index('orders_payment').on(t.paymentId),
    check('orders_status', isOneOf(t.status, ORDER_STATUSES)),
    check('orders_numbered', sql`(${t.number} is null) = (${isOneOf(t.status, UNPAID_STATUSES)})`),
    check('orders_stock', isOneOf(t.stock, STOCK_STATES)),
    check('orders_total', sql`${t.totalCents} >= 0`),
    check('orders_refunded', sql`${t.refundedCents} between 0 and ${t.totalCents}`),
  ],
);

/** One row for each change of an order's status, written in the same transaction and never updated. */
export const orderHistory = pgTable(
  'order_history',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    at: timestamptz('at').notNull(),
    /** The user who changed it; null where the provider or a job did. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    /** The user's name at that time, or the name of what else changed it. */
    by: text('by').notNull(),
    from: text('from_status', { enum: ORDER_STATUSES }),
    to: text('to_status', { enum: ORDER_STATUSES }).notNull(),
    why: text('why').notNull(),
  },
  (t) => [index('order_history_order').on(t.orderId, t.id)],
);

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
    restock: boolean('restock').notNull(),
    status: text('status', { enum: REFUND_STATUSES }).notNull(),
    /** The provider's id of the refund. */
    providerRefund: text('provider_refund').unique(),
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

/** Copies of the product's data at the time of the purchase: it may be renamed, repriced or deleted later. */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    productId: uuid('product_id').references(() => products.id, { onDelete: 'set null' }),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    priceCents: integer('price_cents').notNull(),
    imageId: text('image_id').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    index('order_lines_product').on(t.productId),
    // For the cleanup of unused images.
    index('order_lines_image').on(t.imageId),
    check('order_lines_quantity', sql`${t.quantity} > 0`),
    check('order_lines_price', sql`${t.priceCents} >= 0`),
  ],
);

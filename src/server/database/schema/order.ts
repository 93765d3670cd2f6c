/** Orders: what was bought, how they changed, what went back. */
import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, check, index, integer, pgTable, primaryKey, serial, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { products } from './catalog.ts';
import { timestamptz } from './time.ts';

export const ORDER_STATUSES = ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded', 'review'] as const;
/** held: set aside for it. sold: off the shelf. none: it has nothing, or gave it back. */
export const ORDER_STOCKS = ['none', 'held', 'sold'] as const;

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    number: serial('number').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull().default('usd'),
    address: text('address').notNull(),
    provider: text('provider').notNull(),
    /** The provider's session, once it has made one. */
    providerSession: text('provider_session').unique(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    paidAt: timestamptz('paid_at'),
    stock: text('stock', { enum: ORDER_STOCKS }).notNull(),
    /** The provider's name for the payment: what a refund refers to. */
    paymentId: text('payment_id'),
    refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull().default(0),
    carrier: text('carrier'),
    tracking: text('tracking'),
  },
  (t) => [
    index('orders_user').on(t.userId, t.createdAt.desc(), t.id),
    index('orders_created').on(t.createdAt.desc(), t.id),
    index('orders_pending').on(t.expiresAt).where(sql`${t.status} = 'pending'`),
    index('orders_pending_user').on(t.userId).where(sql`${t.status} = 'pending'`),
    index('orders_payment').on(t.paymentId),
    check('orders_status', sql`${t.status} in ('pending', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded', 'review')`),
    check('orders_stock', sql`${t.stock} in ('none', 'held', 'sold')`),
    check('orders_total', sql`${t.totalCents} >= 0`),
    check('orders_refunded', sql`${t.refundedCents} between 0 and ${t.totalCents}`),
  ],
);

/** Every change of an order: when, by whom, from what to what, why. Written with the change, never changed. */
export const orderHistory = pgTable(
  'order_history',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    at: timestamptz('at').notNull(),
    /** The person; null where it was the provider or the clock. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    /** Their name as it was then, or what else did it. */
    by: text('by').notNull(),
    from: text('from_status', { enum: ORDER_STATUSES }),
    to: text('to_status', { enum: ORDER_STATUSES }).notNull(),
    why: text('why').notNull(),
  },
  (t) => [index('order_history_order').on(t.orderId, t.id)],
);

/** Money on its way back. The row is written before the provider is asked, so that a retry asks with the same key. */
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
    status: text('status', { enum: ['asked', 'done', 'refused'] }).notNull(),
    /** The provider's name for it. */
    providerRefund: text('provider_refund').unique(),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    at: timestamptz('at').notNull(),
  },
  (t) => [index('refunds_order').on(t.orderId), check('refunds_amount', sql`${t.amountCents} > 0`)],
);

/** What was bought, as it was then: a product may be renamed, repriced or deleted later. */
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
    check('order_lines_quantity', sql`${t.quantity} > 0`),
    check('order_lines_price', sql`${t.priceCents} >= 0`),
  ],
);

/** Every table. Money is an integer of cents; ids are UUIDs made by the server; times bear a zone. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    address: text('address').notNull(),
    passwordHash: text('password_hash').notNull(),
    answerHash: text('answer_hash').notNull(),
    role: smallint('role').notNull().default(0).$type<0 | 1>(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    index('users_created_at').on(t.createdAt.desc(), t.id),
    check('users_role', sql`${t.role} in (0, 1)`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, in hex: the token itself is never stored. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull(),
    usedAt: at('used_at').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

/** Wrong tries at a login or a security answer, counted for each account and each address. */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  /** When the count begins anew. */
  resetAt: at('reset_at').notNull(),
});

export const categories = pgTable(
  'categories',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('categories_name_key').on(sql`lower(${t.name})`)],
);

export const products = pgTable(
  'products',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    description: text('description').notNull(),
    priceCents: integer('price_cents').notNull(),
    quantity: integer('quantity').notNull(),
    shipping: smallint('shipping').notNull().default(0).$type<0 | 1>(),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'restrict' }),
    /** The picture's own id; its files are `<id>-<width>.webp`. */
    imageId: text('image_id').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('products_newest').on(t.createdAt.desc(), t.id),
    index('products_category').on(t.categoryId, t.createdAt.desc(), t.id),
    index('products_price').on(t.priceCents, t.id),
    index('products_name').on(t.name, t.id),
    check('products_price_cents', sql`${t.priceCents} between 0 and 99999999`),
    check('products_quantity', sql`${t.quantity} >= 0`),
    check('products_shipping', sql`${t.shipping} in (0, 1)`),
  ],
);

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
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    paidAt: at('paid_at'),
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
    at: at('at').notNull(),
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
    at: at('at').notNull(),
  },
  (t) => [index('refunds_order').on(t.orderId), check('refunds_amount', sql`${t.amountCents} > 0`)],
);

export const STOCK_MOVEMENTS = ['import', 'edit', 'reserve', 'release', 'sell', 'return'] as const;

/** The ledger of stock. For each product: all `available` together is its quantity, all `reserved` what open orders hold. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Without a reference: what moved stays written when the product is gone. */
    productId: uuid('product_id').notNull(),
    orderId: uuid('order_id'),
    kind: text('kind', { enum: STOCK_MOVEMENTS }).notNull(),
    available: integer('available').notNull(),
    reserved: integer('reserved').notNull(),
    at: at('at').notNull(),
  },
  (t) => [index('stock_movements_product').on(t.productId), index('stock_movements_order').on(t.orderId)],
);

/** Letters to people: written with what they tell of, sent by a job. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    createdAt: at('created_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** When it is tried next. Whoever tries moves it on first, so that nobody else takes it meanwhile. */
    dueAt: at('due_at').notNull(),
    sentAt: at('sent_at'),
    /** Why the last try failed. */
    fault: text('fault'),
  },
  (t) => [index('mails_unsent').on(t.dueAt).where(sql`${t.sentAt} is null`), index('mails_newest').on(t.createdAt.desc(), t.id)],
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

/** The inbox: an event's id and its effect are written in one transaction, so a second copy changes nothing. */
export const paymentEvents = pgTable('payment_events', {
  id: text('id').primaryKey(),
  provider: text('provider').notNull(),
  type: text('type').notNull(),
  payload: jsonb('payload').notNull(),
  receivedAt: at('received_at').notNull(),
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
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
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
    createdAt: at('created_at').notNull(),
    deliveredAt: at('delivered_at'),
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

/** One row a name: the settings, the texts of pages, secrets that the shop made for itself. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});

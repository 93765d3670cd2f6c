/** Orders: what was bought, how their status changed, what was written and asked of them. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { NOTE_AUDIENCES, ORDER_STATUSES, REQUEST_KINDS, REQUEST_STATUSES, UNPAID_STATUSES } from '../../../contract/order-status.ts';
import { users } from './account.ts';
import { products } from './catalog.ts';
import { isOneOf } from './is-one-of.ts';
import { timestamptz } from './time.ts';

/** held: reserved for the order. sold: deducted from stock. none: nothing is reserved, or it was put back. */
const STOCK_STATES = ['none', 'held', 'sold'] as const;

/** What was never paid is a checkout. By the status and in these words: lists use the partial indexes below only for the same condition. */
export const isCheckout = (column: AnyPgColumn) => isOneOf(column, UNPAID_STATUSES);
export const isPlaced = (column: AnyPgColumn) => sql`not (${isCheckout(column)})`;

/** What admins search a guest's order by, as `search_text` of an account. */
export const guestSearchText = (t: { guestName: AnyPgColumn; guestEmail: AnyPgColumn }) =>
  sql`lower(${t.guestName} || E'\\n' || ${t.guestEmail})`;

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    /** From the sequence orders_number_seq when it is paid; null: a checkout that was never paid. */
    number: integer('number').unique(),
    /** Null: a guest's, who gave an email and a name for this order alone. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'restrict' }),
    /** Of an order that a guest made, also once it belongs to an account: the link that they were given goes on working. */
    guestEmail: text('guest_email'),
    guestName: text('guest_name'),
    /** An HMAC of the network that a guest's checkout came from, for the limits of one network; it says nothing without the shop's secret. */
    guestNetwork: text('guest_network'),
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    /** What is to be paid: subtotal, less the discount, plus shipping and, unless prices include it, tax. */
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    /** What the lines cost before any discount. Null: an order of a version before, which was its total. */
    subtotalCents: bigint('subtotal_cents', { mode: 'number' }),
    discountCents: bigint('discount_cents', { mode: 'number' }).notNull().default(0),
    discountCode: text('discount_code'),
    shippingCents: bigint('shipping_cents', { mode: 'number' }).notNull().default(0),
    /** The rate that was chosen; null where nothing was to be shipped, or the shop has no shipping zones. */
    shippingName: text('shipping_name'),
    taxCents: bigint('tax_cents', { mode: 'number' }).notNull().default(0),
    /** In millionths: 8.875 % is 88,750. */
    taxRatePpm: integer('tax_rate_ppm').notNull().default(0),
    isTaxIncluded: boolean('is_tax_included').notNull().default(false),
    /** The provider calculates the tax: until the order is paid it is 0, and so is its part of the total. */
    isTaxAutomatic: boolean('is_tax_automatic').notNull().default(false),
    currency: text('currency').notNull().default('usd'),
    address: text('address').notNull(),
    provider: text('provider').notNull(),
    /** The id of the provider's checkout session, once it is created. */
    providerSession: text('provider_session').unique(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    paidAt: timestamptz('paid_at'),
    /** When its customer had paid by a method whose money takes days; null: none is on its way, or it has arrived. The stock stays held meanwhile. */
    processingSince: timestamptz('processing_since'),
    stock: text('stock', { enum: STOCK_STATES }).notNull(),
    /** The provider's id of the payment; a refund refers to it. */
    paymentId: text('payment_id'),
    refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull().default(0),
    /** The sum of all refunds as the provider's newest event has it, and when it was that much there; null: no event has come. */
    providerRefundedCents: bigint('provider_refunded_cents', { mode: 'number' }),
    providerRefundedAt: timestamptz('provider_refunded_at'),
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
    // What admins search guests by, as users_search of accounts; and a guest's orders by their email.
    index('orders_guest_search')
      .using('gin', sql`${guestSearchText(t)} gin_trgm_ops`)
      .with({ fastupdate: false })
      .where(sql`${t.guestEmail} is not null`),
    index('orders_guest_email').on(sql`lower(${t.guestEmail})`).where(sql`${t.userId} is null`),
    index('orders_guest_network')
      .on(t.guestNetwork, t.createdAt.desc())
      .where(sql`${t.guestNetwork} is not null and ${isCheckout(t.status)}`),
    check('orders_buyer', sql`${t.userId} is not null or ${t.guestEmail} is not null`),
    check('orders_guest', sql`(${t.guestEmail} is null) = (${t.guestName} is null)`),
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

/** What the shop writes of an order: for its team, or to its customer, who gets it by email too. Never changed. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    audience: text('audience', { enum: NOTE_AUDIENCES }).notNull(),
    text: text('text').notNull(),
    at: timestamptz('at').notNull(),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    /** The user's name at that time. */
    by: text('by').notNull(),
  },
  (t) => [index('order_notes_order').on(t.orderId, t.id), check('order_notes_audience', isOneOf(t.audience, NOTE_AUDIENCES))],
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
    /** Of a product with options. Not a foreign key: what was bought outlives it, and a checkout needn't lock it once more. */
    variantId: uuid('variant_id'),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    /** The chosen options as people read them: `Size: 42, Colour: Red`. Empty where there was nothing to choose. */
    options: text('options').notNull().default(''),
    priceCents: integer('price_cents').notNull(),
    imageId: text('image_id').notNull(),
    quantity: integer('quantity').notNull(),
    /** Its part of the order's discount, of all its pieces together. */
    discountCents: bigint('discount_cents', { mode: 'number' }).notNull().default(0),
    /** Its part of the order's tax, rounded by itself. */
    taxCents: bigint('tax_cents', { mode: 'number' }).notNull().default(0),
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

/** What customers asked of paid orders: to cancel them, or to send something back. */
export const orderRequests = pgTable(
  'order_requests',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: REQUEST_KINDS }).notNull(),
    reason: text('reason').notNull(),
    /** Of a return: positions of lines, and how many of each. */
    lines: jsonb('lines').notNull().$type<{ line: number; quantity: number }[]>(),
    status: text('status', { enum: REQUEST_STATUSES }).notNull(),
    answer: text('answer'),
    createdAt: timestamptz('created_at').notNull(),
    decidedAt: timestamptz('decided_at'),
  },
  (t) => [
    index('order_requests_order').on(t.orderId, t.createdAt),
    uniqueIndex('order_requests_open').on(t.orderId).where(sql`${t.status} = 'open'`),
    check('order_requests_kind', isOneOf(t.kind, REQUEST_KINDS)),
    check('order_requests_status', isOneOf(t.status, REQUEST_STATUSES)),
  ],
);

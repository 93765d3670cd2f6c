/** Orders: what was bought, the changes of their status, notes, and customers' requests. */
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AddressFields } from '../../../../contract/address.ts';
import type { GiftRecipient } from '../../../../contract/balance-fields.ts';
import type { VatStatus } from '../../../../contract/company.ts';
import { ORDER_STATUSES, UNPAID_STATUSES } from '../../../../contract/order-fields.ts';
import type { ChosenMethod } from '../../../../contract/payment-method.ts';
import type { LinePromise } from '../../../../contract/stock-policy.ts';
import { WITHDRAWAL_EXCEPTIONS } from '../../../../contract/withdrawal-fields.ts';
import { users } from './account.ts';
import type { SoldBundle } from './bundle.ts';
import { buyerWords } from './buyer-words.ts';
import { products } from './catalog.ts';
import { customColumn, isOneOf, timestamptz } from './columns.ts';

/** held: reserved for the order. sold: deducted from stock. none: nothing is reserved, or it was put back. */
const STOCK_STATES = ['none', 'held', 'sold'] as const;

/** No money came yet, or it ended without any. */
export const isUnpaid = (status: AnyPgColumn | SQL) => isOneOf(status, UNPAID_STATUSES);

/**
 * An order has a number, from its payment on or, paid by hand, from the moment it was placed; a checkout has none. Literally these conditions: lists
 * use the partial indexes below only for the same ones.
 */
export const isPlaced = (number: AnyPgColumn) => sql`${number} is not null`;
export const isCheckout = (number: AnyPgColumn) => sql`${number} is null`;
/** Placed, to be paid by hand. */
export const isToPay = (t: { number: AnyPgColumn; paidAt: AnyPgColumn; status: AnyPgColumn }) =>
  sql`(${t.number} is not null and ${t.paidAt} is null and ${t.status} in ('pending', 'shipped', 'delivered'))`;

/** The text by which admins search a guest's order, like `search_text` of an account. */
export const guestSearchText = (t: { guestName: AnyPgColumn; guestEmail: AnyPgColumn }) =>
  sql`lower(${t.guestName} || E'\\n' || ${t.guestEmail})`;

/** An owner's try, by the built-in test page: no stock, no money, no figure. Written as a word of its own, so that each place that leaves them out is found. */
export const isReal = sql`not orders.is_test`;

/** Test orders are numbered from the next one on, so that those of customers have no gaps. */
export const TEST_NUMBERS_START = 900_000_000;

/** By which a test order is paid: the built-in provider; `none`: it cost nothing. */
const TEST_PROVIDERS = ['demo', 'none'] as const;

/** What an order was sold with, of one rate: in its column `taxes`. */
export interface StoredTax {
  /** In millionths; null: the payment provider calculated it. */
  ratePpm: number | null;
  /** Where it is taxed; empty: not known. `region` is empty unless it has rates of its own. */
  country: string;
  region: string;
  /** Without the tax, with the part of shipping that is taxed so. */
  netCents: number;
  taxCents: number;
  /** Sold to a company of another country of the European Union, which declares the tax there. */
  reverseCharge?: true;
  /** That part of shipping as it was charged, and its tax: of the sums above. */
  shippingCents: number;
  shippingTaxCents: number;
}

/** Who gets the invoice of an order. */
export interface StoredBilling {
  /** Empty: no company. */
  company: string;
  /** Without spaces, in capitals; empty: none. */
  vatId: string;
  /** Null: as it is delivered. */
  address: AddressFields | null;
  /** What was known of the VAT ID when the order was made; absent: it has none. */
  vatStatus?: VatStatus;
  /** When VIES confirmed it, by ISO 8601, and the number of its answer. */
  checkedAt?: string;
  consultation?: string;
  /** When VIES confirmed it after the order. */
  confirmedLater?: string;
}

/** A fee that a state lays on deliveries. */
export interface StoredCharge {
  name: string;
  amountCents: number;
  /** Where it is due. */
  country: string;
  region: string;
}

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    /** Drawn from the sequence orders_number_seq when the order is paid, or placed to be paid by hand; null: a checkout that was never paid. */
    number: integer('number').unique(),
    /** Null: an order of a guest, who gave email and name for this order only. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'restrict' }),
    /** Set for an order that a guest made, even after it was added to an account, so that the guest's link still works. */
    guestEmail: text('guest_email'),
    guestName: text('guest_name'),
    /** Its buyer was erased: it names them for the books alone, and counts for no customer. */
    isBuyerErased: boolean('is_buyer_erased').notNull().default(false),
    /** When its buyer agreed to get offers by email; null: they weren't asked, or didn't. */
    consentAt: timestamptz('consent_at'),
    /** An HMAC of the network from which a guest checked out, for the limits per network. Without the shop's secret it reveals nothing. */
    guestNetwork: text('guest_network'),
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    /** The amount to pay: subtotal, minus the discount, plus shipping and, unless prices include it, tax. */
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    /** The lines' sum before any discount. Null: an order of an earlier version, where this equals the total. */
    subtotalCents: bigint('subtotal_cents', { mode: 'number' }),
    discountCents: bigint('discount_cents', { mode: 'number' }).notNull().default(0),
    discountCode: text('discount_code'),
    shippingCents: bigint('shipping_cents', { mode: 'number' }).notNull().default(0),
    /** The chosen shipping rate; null if nothing had to be shipped, or the shop has no shipping zones. */
    shippingName: text('shipping_name'),
    /** The first and the last day on which it should arrive, as the checkout said; null: it said nothing. */
    deliveryFrom: date('delivery_from'),
    deliveryTo: date('delivery_to'),
    /** By which day it has to be sent for that, or, since it runs late, to arrive as its customer was told; null: nothing was promised. */
    dueOn: date('due_on'),
    /** It was given a new day: order_delays of schema/order-records.ts. */
    isDelayed: boolean('is_delayed').notNull().default(false),
    /** What the chosen way to pay costs, taxed as shipping is. */
    feeCents: bigint('fee_cents', { mode: 'number' }).notNull().default(0),
    /** Other charges of the order, untaxed, by name, and their sum; null: none. */
    charges: jsonb('charges').$type<StoredCharge[]>(),
    chargesCents: bigint('charges_cents', { mode: 'number' }).notNull().default(0),
    taxCents: bigint('tax_cents', { mode: 'number' }).notNull().default(0),
    /** In millionths: 8.875 % is 88,750. */
    taxRatePpm: integer('tax_rate_ppm').notNull().default(0),
    isTaxIncluded: boolean('is_tax_included').notNull().default(false),
    /** The provider calculates the tax: until the order is paid, the tax and its part of the total are 0. */
    isTaxAutomatic: boolean('is_tax_automatic').notNull().default(false),
    /** Its tax was rounded once for each rate; false: by line. */
    isTaxRoundedOnce: boolean('is_tax_rounded_once').notNull().default(false),
    /** By rate, as it was sold; null: an order of an earlier version, or of a shop without tax rates. */
    taxes: jsonb('taxes').$type<StoredTax[]>(),
    currency: text('currency').notNull().default('usd'),
    /** Where it goes, as it is printed. */
    address: text('address').notNull(),
    ...buyerWords,
    /** The same in fields, as in `addresses`; null: it was given as one text. Shipping and tax were computed for its country and region. */
    recipient: text('recipient'),
    street: text('street'),
    postcode: text('postcode'),
    city: text('city'),
    region: text('region'),
    country: text('country'),
    /** The company that buys, its VAT ID and billing address; null: nothing was said of it. */
    billing: jsonb('billing').$type<StoredBilling>(),
    provider: text('provider').notNull(),
    /** The way to pay that was chosen, as its customer was told; null: the provider's page. */
    paymentMethod: jsonb('payment_method').$type<ChosenMethod>(),
    /** When an invoice is to be paid, and when its customer was reminded. */
    dueAt: timestamptz('due_at'),
    remindedAt: timestamptz('reminded_at'),
    /** The id of the provider's checkout session, once it is created. */
    providerSession: text('provider_session').unique(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    paidAt: timestamptz('paid_at'),
    /**
     * When its customer paid by a method that takes days; null: no money is on its way, or it has arrived. The stock stays reserved
     * meanwhile.
     */
    processingSince: timestamptz('processing_since'),
    /**
     * For jobs that ask the provider about an unpaid order: how often in a row that failed, and the time before which none asks again: one is
     * asking now, or waits after a failure.
     */
    sessionFailures: integer('session_failures').notNull().default(0),
    sessionDueAt: timestamptz('session_due_at'),
    stock: text('stock', { enum: STOCK_STATES }).notNull(),
    /** The provider's id of the payment; a refund refers to it. */
    paymentId: text('payment_id'),
    refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull().default(0),
    /** The sum of all refunds according to the provider's newest event, and that event's time; null: no event has come. */
    providerRefundedCents: bigint('provider_refunded_cents', { mode: 'number' }),
    providerRefundedAt: timestamptz('provider_refunded_at'),
    carrier: text('carrier'),
    tracking: text('tracking'),
    custom: customColumn(),
    /** See `isReal`. Decided when the checkout starts, and never changed. */
    isTest: boolean('is_test').notNull().default(false),
    /** False: nothing of it is shipped, so that it may have no address. */
    needsShipping: boolean('needs_shipping').notNull().default(true),
    /** It has files or licence keys, from its payment on: schema/downloads.ts. */
    hasDownloads: boolean('has_downloads').notNull().default(false),
    /** It has an invoice: schema/document.ts. */
    hasDocuments: boolean('has_documents').notNull().default(false),
    /** The texts that it was made under, such as terms, in the versions of that moment (schema/document.ts); null: none were to be kept. */
    textIds: uuid('text_ids').array(),
    /** What of the total balances pay: gift cards and store credit. The rest is asked for by the provider: see `getDueCents`. */
    balanceCents: bigint('balance_cents', { mode: 'number' }).notNull().default(0),
    /** It has bought gift cards. */
    hasGiftCards: boolean('has_gift_cards').notNull().default(false),
    /** Raised by each change, and by each requested refund. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    // The status comes last, so that a customer's orders can be counted and sorted without reading the table.
    index('orders_user').on(t.userId, t.createdAt.desc(), t.id, t.status),
    // One index for each of the admin's lists: orders, checkouts, and orders of one status.
    index('orders_numbered').on(t.createdAt.desc(), t.id).where(isPlaced(t.number)),
    index('orders_checkouts').on(t.createdAt.desc(), t.id).where(isCheckout(t.number)),
    index('orders_to_pay').on(t.createdAt.desc(), t.id).where(isToPay(t)),
    index('orders_status').on(t.status, t.createdAt.desc(), t.id),
    index('orders_pending').on(t.expiresAt).where(sql`${t.status} = 'pending'`),
    index('orders_pending_user').on(t.userId).where(sql`${t.status} = 'pending'`),
    index('orders_payment').on(t.paymentId),
    // To search for guests, like users_search for accounts; and to find a guest's orders by email.
    index('orders_guest_search')
      .using('gin', sql`${guestSearchText(t)} gin_trgm_ops`)
      .with({ fastupdate: false })
      .where(sql`${t.guestEmail} is not null`),
    index('orders_recipient_search')
      .using('gin', sql`lower(${t.recipient}) gin_trgm_ops`)
      .with({ fastupdate: false })
      .where(sql`${t.recipient} is not null`),
    index('orders_guest_email').on(sql`lower(${t.guestEmail})`).where(sql`${t.userId} is null`),
    index('orders_guest_network')
      .on(t.guestNetwork, t.createdAt.desc())
      .where(sql`${t.guestNetwork} is not null and ${isUnpaid(t.status)}`),
    // For the report of local fees.
    index('orders_charges').on(t.paidAt).where(sql`${t.charges} is not null`),
    index('orders_test').on(t.createdAt.desc(), t.id).where(sql`${t.isTest}`),
    check('orders_test_order', sql`not ${t.isTest} or (${t.stock} = 'none' and ${isOneOf(t.provider, TEST_PROVIDERS)})`),
    check('orders_buyer', sql`${t.userId} is not null or ${t.guestEmail} is not null`),
    check('orders_guest', sql`(${t.guestEmail} is null) = (${t.guestName} is null)`),
    check('orders_status', isOneOf(t.status, ORDER_STATUSES)),
    check('orders_numbered', sql`${t.number} is not null or ${isUnpaid(t.status)}`),
    check('orders_stock', isOneOf(t.stock, STOCK_STATES)),
    check('orders_total', sql`${t.totalCents} >= 0`),
    check('orders_balance', sql`${t.balanceCents} between 0 and ${t.totalCents}`),
    check('orders_refunded', sql`${t.refundedCents} between 0 and ${t.totalCents}`),
  ],
);

/** Copies of the product's data at the time of purchase, because it may be renamed, repriced or deleted later. */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    productId: uuid('product_id').references(() => products.id, { onDelete: 'set null' }),
    /**
     * The variant of a product with options. Not a foreign key: orders outlive variants, and a checkout would have to lock it once more.
     */
    variantId: uuid('variant_id'),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    /** The chosen options as people read them: `Size: 42, Colour: Red`. Empty where there was nothing to choose. */
    options: text('options').notNull().default(''),
    /** The variant's, or else the product's. Null: there was none, or the order is of an earlier version. */
    sku: text('sku'),
    priceCents: integer('price_cents').notNull(),
    /** What one cost the merchant at that time, for the margin; null: unknown. Never shown to customers. */
    costCents: integer('cost_cents'),
    imageId: text('image_id').notNull(),
    quantity: integer('quantity').notNull(),
    isShipped: boolean('is_shipped').notNull().default(true),
    /** The stock policy by which it was sold, with what was promised; null: it was in stock. */
    soldBy: jsonb('sold_by').$type<LinePromise>(),
    /** The parts of a bundle, as they were; null: it is none. */
    bundle: jsonb('bundle').$type<SoldBundle>(),
    /** Why its customer can't withdraw from it, as the product had it. */
    withdrawalException: text('withdrawal_exception', { enum: WITHDRAWAL_EXCEPTIONS }),
    /** In years; null: anybody may buy it. */
    minimumAge: integer('minimum_age'),
    /** The line's part of the order's discount, for all of its pieces together. */
    discountCents: bigint('discount_cents', { mode: 'number' }).notNull().default(0),
    /** The line's part of the order's tax, rounded separately. */
    taxCents: bigint('tax_cents', { mode: 'number' }).notNull().default(0),
    /** Null: the standard one. */
    taxClass: text('tax_class'),
    /** In millionths; null: an order of an earlier version, or a gift card, which is taxed when it is spent. */
    taxRatePpm: integer('tax_rate_ppm'),
    /** It is sold as gift cards, one for each piece. */
    isGiftCard: boolean('is_gift_card').notNull().default(false),
    /** Of gift cards: to whom they go. Null: to the buyer, at once. */
    recipient: jsonb('recipient').$type<GiftRecipient>(),
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

/** What came from the merchant's former shop: its orders, which are only read, and customers who haven't set a password yet. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { IMPORT_FORMATS } from '../../../../contract/product-import-fields.ts';
import { users } from './account.ts';
import { isOneOf, timestamptz } from './columns.ts';

/** One line of an order, as the other shop names it: its product may never have been here. */
export interface ImportedLine {
  name: string;
  sku: string;
  quantity: number;
  /** Of one. */
  priceCents: number;
}

/** What an order says besides; a key is absent where the file says nothing. */
export interface ImportedDetails {
  subtotalCents?: number;
  discountCents?: number;
  shippingCents?: number;
  taxCents?: number;
  /** Whether the tax is part of the prices. Absent: the file doesn't say; then it follows from the sums. */
  isTaxIncluded?: boolean;
  code?: string;
  shippingMethod?: string;
  paymentMethod?: string;
  tags?: string[];
}

/**
 * Not rows of `orders`: those have stock, payments, refunds and statistics that add up, and `verify` counts them. These are papers in a drawer: shown,
 * searched and exported, and nothing follows from them.
 */
export const importedOrders = pgTable(
  'imported_orders',
  {
    id: uuid('id').primaryKey(),
    /** Whose file it was: two former shops may both have an order #1001. */
    source: text('source', { enum: IMPORT_FORMATS }).notNull(),
    /** As the other shop wrote it. */
    number: text('number').notNull(),
    placedAt: timestamptz('placed_at').notNull(),
    /** In the words of the file: paid, fulfilled. */
    status: text('status').notNull(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    /** As it is printed, in lines. */
    shippingAddress: text('shipping_address').notNull(),
    billingAddress: text('billing_address').notNull(),
    /** ISO 4217; the shop's may be another. */
    currency: text('currency').notNull(),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull(),
    lines: jsonb('lines').notNull().$type<ImportedLine[]>(),
    details: jsonb('details').notNull().$type<ImportedDetails>(),
    note: text('note').notNull(),
    /** The buyer was erased: it belongs to nobody here any more, and names them for as long as the law wants. */
    isBuyerErased: boolean('is_buyer_erased').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('imported_orders_number').on(t.source, t.number),
    index('imported_orders_placed').on(t.placedAt.desc(), t.id),
    index('imported_orders_email').on(sql`lower(${t.email})`, t.placedAt.desc()),
    check('imported_orders_source', isOneOf(t.source, IMPORT_FORMATS)),
  ],
);

/** Accounts that an import made. Nobody has a password to them until its mailbox has asked for one. */
export const importedCustomers = pgTable(
  'imported_customers',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    importId: uuid('import_id').notNull(),
    /** When they were invited to set a password; null: they weren't. */
    invitedAt: timestamptz('invited_at'),
  },
  (t) => [index('imported_customers_import').on(t.importId, t.userId)],
);

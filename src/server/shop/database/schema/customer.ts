/** Customers, with and without an account, as the team sees them. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { customColumn, timestamptz } from './columns.ts';

/**
 * A row for each customer with an order, written by a trigger with their first one, for the list of these customers. It isn't a column of
 * `users`, because a payment would then lock its customer, while a checkout that holds that lock waits for the payment's order.
 */
export const customersWithOrders = pgTable(
  'customers_with_orders',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When the account was created, by which the list is sorted. */
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [index('customers_with_orders_created_at').on(t.createdAt.desc(), t.userId)],
);

const CUSTOMER_KINDS = ['account', 'guest', 'team'] as const;
export type CustomerKind = (typeof CUSTOMER_KINDS)[number];

/**
 * A row for each account, and for each guest: who paid for an order with an email that no account has confirmed. Kept by
 * functions/customers.sql, with the number and sum of the orders, by which the team's list is filtered and sorted. Not columns of `users`, because
 * a payment would then lock its account, while a checkout that holds that lock waits for the payment's order.
 */
export const customers = pgTable(
  'customers',
  {
    /** Of an account: the id of its user. */
    id: uuid('id').primaryKey(),
    /** Null: a guest. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: CUSTOMER_KINDS }).notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** As `search_text` of an account. */
    searchText: text('search_text').notNull(),
    isDisabled: boolean('is_disabled').notNull().default(false),
    /** When the account was registered, or when a guest's first order was placed. */
    createdAt: timestamptz('created_at').notNull(),
    /** How many orders were paid for; those whose buyer was erased don't count. */
    orders: integer('orders').notNull().default(0),
    /** What they cost, less refunds. Orders on hold don't count. */
    spentCents: bigint('spent_cents', { mode: 'number' }).notNull().default(0),
    /** `-infinity`: none. */
    lastOrderAt: timestamptz('last_order_at').notNull().default(sql`'-infinity'`),
    /** Where the newest order with an address in fields went. */
    country: text('country'),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    /** When they agreed to get offers by email; null: they didn't, or took it back. */
    consentAt: timestamptz('consent_at'),
    custom: customColumn(),
  },
  (t) => [
    uniqueIndex('customers_user').on(t.userId),
    uniqueIndex('customers_guest').on(sql`lower(${t.email})`).where(sql`${t.userId} is null`),
    // One for each order of the list.
    index('customers_created_at').on(t.createdAt.desc(), t.id),
    index('customers_spent').on(t.spentCents.desc(), t.id),
    index('customers_orders').on(t.orders.desc(), t.id),
    index('customers_last_order').on(t.lastOrderAt.desc(), t.id),
    index('customers_search').using('gin', t.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
    index('customers_tags').using('gin', t.tags).where(sql`${t.tags} <> '{}'`),
    check('customers_kind', sql`(${t.kind} = 'guest') = (${t.userId} is null) and ${t.kind} in ('account', 'guest', 'team')`),
    check('customers_account', sql`${t.userId} is null or ${t.userId} = ${t.id}`),
  ],
);

/** The team's notes about a customer, who never sees them. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: uuid('id').primaryKey(),
    customerId: uuid('user_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** The author's name at that time. */
    by: text('by').notNull(),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [index('customer_notes_user').on(t.customerId, t.createdAt)],
);

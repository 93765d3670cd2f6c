/** Discount codes and their uses. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { DISCOUNT_KINDS } from '../../../../contract/discount-code.ts';
import { timestamptz } from './columns.ts';
import { orders } from './order.ts';

export const discountCodes = pgTable(
  'discount_codes',
  {
    id: uuid('id').primaryKey(),
    /** In capitals and without spaces, as `normalizeCode` returns it. */
    code: text('code').notNull().unique(),
    kind: text('kind', { enum: DISCOUNT_KINDS }).notNull(),
    /** For the kind `percent`. */
    percent: integer('percent'),
    /** For the kind `amount`. */
    amountCents: bigint('amount_cents', { mode: 'number' }),
    startsAt: timestamptz('starts_at'),
    endsAt: timestamptz('ends_at'),
    minimumCents: bigint('minimum_cents', { mode: 'number' }).notNull().default(0),
    /** Not foreign keys: if a code is for one product and that is deleted, it must not become a code for all products. */
    categoryIds: uuid('category_ids').array().notNull().default(sql`'{}'`),
    productIds: uuid('product_ids').array().notNull().default(sql`'{}'`),
    maxUses: integer('max_uses'),
    maxUsesPerCustomer: integer('max_uses_per_customer'),
    /** How many of its uses count. Raised by checkouts, which lock the row for it; lowered by functions/order_code_use.sql. */
    uses: integer('uses').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
    /** Raised by each change of what an edit form shows, but not by uses; see functions/raise_version.sql. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    check('discount_codes_kind', sql`${t.kind} in ('percent', 'amount', 'free_shipping')`),
    check('discount_codes_percent', sql`(${t.kind} = 'percent') = (${t.percent} is not null) and ${t.percent} between 1 and 100`),
    check('discount_codes_amount', sql`(${t.kind} = 'amount') = (${t.amountCents} is not null) and ${t.amountCents} > 0`),
    check('discount_codes_uses', sql`${t.uses} >= 0`),
  ],
);

/** One row for each order that was made with a code. */
export const discountCodeUses = pgTable(
  'discount_code_uses',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    codeId: uuid('code_id')
      .notNull()
      .references(() => discountCodes.id, { onDelete: 'restrict' }),
    /** The email to which the use is attributed, in lower case: with an account or as a guest, they are one customer. */
    customer: text('customer').notNull(),
    /** False while the order is cancelled or expired; kept by functions/order_code_use.sql. */
    isCounted: boolean('is_counted').notNull(),
  },
  (t) => [index('discount_code_uses_customer').on(t.codeId, t.customer).where(sql`${t.isCounted}`)],
);

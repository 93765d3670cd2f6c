/** Disputes: a customer's bank demands a payment back, and the provider asks the shop for evidence. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { DISPUTE_STATUSES, OPEN_DISPUTE_STATUSES } from '../../../../contract/order-fields.ts';
import { isOneOf } from './is-one-of.ts';
import { orders } from './order.ts';
import { timestamptz } from './time.ts';

/** A row is the newest state of a dispute that the provider reported. */
export const disputes = pgTable(
  'disputes',
  {
    /** The provider's id of the dispute. */
    id: text('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    /** The reason, as the provider names it. */
    reason: text('reason').notNull(),
    status: text('status', { enum: DISPUTE_STATUSES }).notNull(),
    /** Whether the money is currently withdrawn from the shop's account. */
    isWithdrawn: boolean('is_withdrawn').notNull(),
    /** How often money was moved for it: of two reports of the same second, the one with more movements is newer. */
    movements: integer('movements').notNull(),
    openedAt: timestamptz('opened_at').notNull(),
    /** Until when the shop may respond; null: not known. */
    respondBy: timestamptz('respond_by'),
    closedAt: timestamptz('closed_at'),
    /** The provider's time of this state: reports may arrive in any order. */
    reportedAt: timestamptz('reported_at').notNull(),
  },
  (t) => [
    index('disputes_order').on(t.orderId),
    // For the count of what is to be done, and its list of orders.
    index('disputes_open').on(t.orderId).where(isOneOf(t.status, OPEN_DISPUTE_STATUSES)),
    check('disputes_status', isOneOf(t.status, DISPUTE_STATUSES)),
    check('disputes_amount', sql`${t.amountCents} >= 0`),
  ],
);

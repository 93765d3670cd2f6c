/** What is written about an order: its history, notes of the shop, requests and withdrawals of customers. */
import { sql } from 'drizzle-orm';
import { bigserial, boolean, check, date, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { DELAY_ANSWERS } from '../../../../contract/delay-fields.ts';
import { NOTE_AUDIENCES, ORDER_STATUSES, REQUEST_KINDS, REQUEST_STATUSES } from '../../../../contract/order-fields.ts';
import { users } from './account.ts';
import { isOneOf, timestamptz } from './columns.ts';

/** held: reserved for the order. sold: deducted from stock. none: nothing is reserved, or it was put back. */
import { orders } from './order.ts';

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

/** The shop's notes about an order: for the team, or to its customer, who also gets them by email. Never changed. */
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

/** The days that were set anew for an order that runs late, and what its customer chose. */
export const orderDelays = pgTable(
  'order_delays',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** From 0. The last one counts. */
    position: integer('position').notNull(),
    /** Null: the shop doesn't know one. */
    day: date('day'),
    /** What the customer was told before. */
    previousDay: date('previous_day').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    answer: text('answer', { enum: DELAY_ANSWERS }),
    answeredAt: timestamptz('answered_at'),
    /** Until when the customer has to agree; null: silence is enough. */
    consentBy: date('consent_by'),
    /** The last day of the refund, if the customer cancels or doesn't agree in time; null: none is owed. */
    refundBy: date('refund_by'),
  },
  (t) => [unique('order_delays_position').on(t.orderId, t.position), check('order_delays_answer', isOneOf(t.answer, DELAY_ANSWERS))],
);

/** Customers' requests about paid orders, to cancel them or to return something; and their withdrawals, which bind the shop unless they are late. */
const STORED_REQUEST_KINDS = [...REQUEST_KINDS, 'withdraw'] as const;

export const orderRequests = pgTable(
  'order_requests',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: STORED_REQUEST_KINDS }).notNull(),
    /** Of a withdrawal: what it is about, if it was said in words. */
    reason: text('reason').notNull(),
    /** What is to be returned: positions of lines, and how many pieces of each. */
    lines: jsonb('lines').notNull().$type<{ line: number; quantity: number }[]>(),
    status: text('status', { enum: REQUEST_STATUSES }).notNull(),
    answer: text('answer'),
    createdAt: timestamptz('created_at').notNull(),
    decidedAt: timestamptz('decided_at'),
    /** Of a withdrawal: who stated it, and whether the period was over. */
    name: text('name'),
    isLate: boolean('is_late').notNull().default(false),
    /** The last day to refund a withdrawal that wasn't late. */
    refundBy: date('refund_by', { mode: 'string' }),
  },
  (t) => [
    index('order_requests_order').on(t.orderId, t.createdAt),
    uniqueIndex('order_requests_one_open').on(t.orderId).where(sql`${t.status} = 'open' and ${t.kind} <> 'withdraw'`),
    index('order_requests_waiting').on(t.orderId).where(sql`${t.status} = 'open'`),
    check('order_requests_kind', isOneOf(t.kind, STORED_REQUEST_KINDS)),
    check('order_requests_status', isOneOf(t.status, REQUEST_STATUSES)),
  ],
);

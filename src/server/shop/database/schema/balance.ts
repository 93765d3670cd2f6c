/** Balances that pay for orders: of gift cards, which belong to whoever has the code, and the store credit of customers. */
import { sql } from 'drizzle-orm';
import { bigint, bigserial, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { BALANCE_ENTRY_KINDS, BALANCE_KINDS } from '../../../../contract/balance-fields.ts';
import { users } from './account.ts';
import { isOneOf, timestamptz } from './columns.ts';
import { orders } from './order.ts';

/** `balanceCents` is the sum of its entries' `available`, `heldCents` that of their `held`: balances/balance.repository.ts writes both in one statement. */
export const balanceAccounts = pgTable(
  'balance_accounts',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: BALANCE_KINDS }).notNull(),
    /** ISO 4217, lower case, as orders have it. */
    currency: text('currency').notNull(),
    balanceCents: bigint('balance_cents', { mode: 'number' }).notNull().default(0),
    /** What open checkouts hold of it. */
    heldCents: bigint('held_cents', { mode: 'number' }).notNull().default(0),
    /** Whose store credit it is; null: a gift card, or the customer was erased. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The code of a gift card, encrypted (shop/settings/sealed-text.ts), an HMAC by which it is found, and its end as the team sees it. */
    sealed: text('sealed'),
    digest: text('digest'),
    lastFour: text('last_four'),
    /** What it was issued with. */
    initialCents: bigint('initial_cents', { mode: 'number' }).notNull().default(0),
    /** Null: it never ends. */
    expiresAt: timestamptz('expires_at'),
    disabledAt: timestamptz('disabled_at'),
    /** To whom it is sent, from whom, and with which words; empty: nothing is known of it. */
    recipientEmail: text('recipient_email').notNull().default(''),
    recipientName: text('recipient_name').notNull().default(''),
    senderName: text('sender_name').notNull().default(''),
    message: text('message').notNull().default(''),
    /** When its email is due; null: it is sent to nobody, or was sent already. */
    sendAt: timestamptz('send_at'),
    sentAt: timestamptz('sent_at'),
    /** The order that bought it, and which piece of which line it is. Null: it was issued by hand. */
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    line: integer('line'),
    piece: integer('piece'),
    /** Why it was issued by hand, for the team alone. */
    reason: text('reason').notNull().default(''),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [
    unique('balance_accounts_digest').on(t.digest),
    unique('balance_accounts_piece').on(t.orderId, t.line, t.piece),
    uniqueIndex('balance_accounts_credit').on(t.userId, t.currency).where(sql`${t.kind} = 'store_credit'`),
    index('balance_accounts_list').on(t.createdAt.desc(), t.id).where(sql`${t.kind} = 'gift_card'`),
    index('balance_accounts_due').on(t.sendAt).where(sql`${t.sendAt} is not null`),
    index('balance_accounts_recipient').on(sql`lower(${t.recipientEmail})`).where(sql`${t.recipientEmail} <> ''`),
    check('balance_accounts_kind', isOneOf(t.kind, BALANCE_KINDS)),
    check('balance_accounts_balance', sql`${t.balanceCents} >= 0 and ${t.heldCents} >= 0`),
    check('balance_accounts_code', sql`(${t.kind} = 'gift_card') = (${t.digest} is not null)`),
  ],
);

/** The ledger: rows are only added. */
export const balanceEntries = pgTable(
  'balance_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => balanceAccounts.id, { onDelete: 'restrict' }),
    kind: text('kind', { enum: BALANCE_ENTRY_KINDS }).notNull(),
    available: bigint('available', { mode: 'number' }).notNull(),
    held: bigint('held', { mode: 'number' }).notNull(),
    /** Not foreign keys: the ledger outlives checkouts that were never paid. */
    orderId: uuid('order_id'),
    refundId: uuid('refund_id'),
    reason: text('reason').notNull().default(''),
    /** Who did it, as the order's history names them. */
    actorId: uuid('actor_id'),
    by: text('by').notNull(),
    at: timestamptz('at').notNull(),
    /** The same key is booked once. */
    key: text('key').unique(),
  },
  (t) => [
    index('balance_entries_account').on(t.accountId, t.id),
    index('balance_entries_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    check('balance_entries_kind', isOneOf(t.kind, BALANCE_ENTRY_KINDS)),
  ],
);

/** Accounts, their login sessions, where they have logged in from, and counters of failed logins. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { API_KEY_SCOPES } from '../../../contract/api-key-scopes.ts';
import { TEAM_ROLES, type TeamRole } from '../../../contract/team-roles.ts';
import { timestamptz } from './time.ts';

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
    /** Of an admin what they may do; null: an owner, as versions before knew no other. Of a customer null. */
    teamRole: text('team_role', { enum: TEAM_ROLES }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** It was registered where links can be emailed, and the one to this address wasn't opened yet. */
    isEmailUnconfirmed: boolean('is_email_unconfirmed').notNull().default(false),
    /** Takes the place of the email once it is confirmed. */
    pendingEmail: text('pending_email'),
    /** Raised by each change of what an edit form shows; see functions/raise_version.sql. */
    version: integer('version').notNull().default(1),
    /** What admins search customers by: part of a name or an email, in one index and, for what is too short for it, in one comparison. */
    /** Kept by a trigger. */
    searchText: text('search_text').notNull().default(''),
    /** Set: an admin disabled the account. It can't be logged in to; its orders go on. */
    disabledAt: timestamptz('disabled_at'),
    /** When the team's demand for a second factor first met this account: a week is left to set one up. Null: it begins with the next call. */
    secondFactorGraceFrom: timestamptz('second_factor_grace_from'),
  },
  (t) => [
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    index('users_created_at').on(t.createdAt.desc(), t.id),
    // Few accounts each: without an index of their own, a list of them would pass all customers.
    index('users_team').on(t.createdAt.desc(), t.id).where(sql`${t.role} = 1`),
    index('users_disabled').on(t.createdAt.desc(), t.id).where(sql`${t.disabledAt} is not null`),
    index('users_search').using('gin', t.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
    check('users_role', sql`${t.role} in (0, 1)`),
    check('users_team_role', sql`${t.teamRole} in ('read-only', 'staff', 'owner')`),
  ],
);

/** What an account may do of what only the team may; null: a customer. */
export const effectiveTeamRole = sql<TeamRole | null>`case when ${users.role} = 1 then coalesce(${users.teamRole}, 'owner') end`;

/** Invitations to join the team that were neither accepted nor revoked. */
export const teamInvitations = pgTable(
  'team_invitations',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    role: text('role', { enum: TEAM_ROLES }).notNull(),
    /** SHA-256 of the link's token in hex; the token itself is never stored. */
    tokenHash: text('token_hash').notNull().unique(),
    /** The name of who invited them, at that time. */
    by: text('by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('team_invitations_email').on(sql`lower(${t.email})`),
    check('team_invitations_role', sql`${t.role} in ('read-only', 'staff', 'owner')`),
  ],
);

/** What other programs call by. A key that was ended has no row. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** How the key begins, to recognise it by. */
    prefix: text('prefix').notNull(),
    /** SHA-256 of the key in hex; the key itself is never stored. */
    keyHash: text('key_hash').notNull().unique(),
    scopes: text('scopes', { enum: API_KEY_SCOPES }).array().notNull(),
    /** The owner who made it: it counts while they are one. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at'),
    /** To the minute. */
    usedAt: timestamptz('used_at'),
  },
  (t) => [
    index('api_keys_user').on(t.userId),
    check('api_keys_scopes', sql`${t.scopes} <@ array['read', 'catalogue', 'orders'] and cardinality(${t.scopes}) > 0`),
  ],
);

/**
 * Who has an order: a row each, written by a trigger with the first one, for the list of them. Not a column of `users`: a payment would
 * lock its customer, who may be locked by a checkout that waits for the payment's order.
 */
export const customersWithOrders = pgTable(
  'customers_with_orders',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When the account was made: the order of the list. */
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [index('customers_with_orders_created_at').on(t.createdAt.desc(), t.userId)],
);

/** What the team writes down about a customer, who never sees it. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** The author's name at that time. */
    by: text('by').notNull(),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [index('customer_notes_user').on(t.userId, t.createdAt)],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token in hex; the token itself is never stored. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamptz('created_at').notNull(),
    usedAt: timestamptz('used_at').notNull(),
    /** When its password was last proven; null: when it was created. */
    authenticatedAt: timestamptz('authenticated_at'),
    /** Of the login; null where it wasn't kept or sent. */
    userAgent: text('user_agent'),
    ip: text('ip'),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    // For the cleanup of expired sessions.
    index('sessions_used').on(t.usedAt),
    index('sessions_created').on(t.createdAt),
  ],
);

/** The devices and networks from which somebody has logged in: a stranger's wrong passwords don't hold them up. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `device:` or `network:`, and the SHA-256 of the device's token or of the network in hex. */
    key: text('key').notNull(),
    /** The last login. */
    usedAt: timestamptz('used_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    // For the cleanup of devices that nobody used for long.
    index('known_devices_used').on(t.usedAt),
  ],
);

/** Logins, security answers and the like, counted per account and per network. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** From this time on the counter starts at zero again. */
    resetAt: timestamptz('reset_at').notNull(),
  },
  // For the cleanup of counters that have expired.
  (t) => [index('login_attempts_reset').on(t.resetAt)],
);

/** What an account may ship to. The profile's own address is a text in `users`, and stays beside them. */
export const addresses = pgTable(
  'addresses',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    recipient: text('recipient').notNull(),
    street: text('street').notNull(),
    postcode: text('postcode').notNull(),
    city: text('city').notNull(),
    region: text('region').notNull(),
    /** ISO 3166-1, capitals. */
    country: text('country').notNull(),
    isDefault: boolean('is_default').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [index('addresses_user').on(t.userId, t.createdAt), uniqueIndex('addresses_default').on(t.userId).where(sql`${t.isDefault}`)],
);

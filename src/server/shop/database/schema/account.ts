import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { SavedBilling } from '../../../../contract/company.ts';
import { API_KEY_SCOPES, TEAM_ROLES, type TeamRole } from '../../../../contract/endpoint.ts';
import { VIEW_LISTS } from '../../../../contract/saved-view.ts';
import { isOneOf, timestamptz } from './columns.ts';

/** Accounts, their login sessions, where they have logged in from, and counters of failed logins. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    address: text('address').notNull(),
    /** The company, VAT ID and billing address of their orders; null: none are saved. */
    billing: jsonb('billing').$type<SavedBilling>(),
    passwordHash: text('password_hash').notNull(),
    answerHash: text('answer_hash').notNull(),
    role: smallint('role').notNull().default(0).$type<0 | 1>(),
    /** What an admin may do; null: an owner, because earlier versions had no other role. Null for customers. */
    teamRole: text('team_role', { enum: TEAM_ROLES }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** The account was registered while links can be emailed, and the link to this address hasn't been opened yet. */
    isEmailUnconfirmed: boolean('is_email_unconfirmed').notNull().default(false),
    /** When somebody last proved to read the mailbox, by a link that was sent there; null: nobody has yet. */
    emailConfirmedAt: timestamptz('email_confirmed_at'),
    /** Replaces the email once it is confirmed. */
    pendingEmail: text('pending_email'),
    /** Raised by each change of what an edit form shows; see functions/raise_version.sql. */
    version: integer('version').notNull().default(1),
    /**
     * Name and email, by any part of which admins search customers. In one column, so that one index, or one comparison for keywords that
     * are too short for the index, finds both. Maintained by a trigger.
     */
    searchText: text('search_text').notNull().default(''),
    /** If set, an admin disabled the account. Nobody can log in to it; its orders are still processed. */
    disabledAt: timestamptz('disabled_at'),
    /**
     * When the team's demand for a second factor first affected this account, which then has a week to set one up. Null: the week begins
     * with the next call.
     */
    secondFactorGraceFrom: timestamptz('second_factor_grace_from'),
  },
  (t) => [
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    index('users_created_at').on(t.createdAt.desc(), t.id),
    // Partial indexes with few accounts each: without them, these lists would walk through all customers.
    index('users_team').on(t.createdAt.desc(), t.id).where(sql`${t.role} = 1`),
    index('users_disabled').on(t.createdAt.desc(), t.id).where(sql`${t.disabledAt} is not null`),
    index('users_search').using('gin', t.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
    check('users_role', sql`${t.role} in (0, 1)`),
    check('users_team_role', sql`${t.teamRole} in ('read-only', 'staff', 'owner')`),
  ],
);

/** The role of a team member; null: a customer. */
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

/** The keys by which other programs call the API. Revoked keys have no row. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** The beginning of the key, by which people recognize it. */
    prefix: text('prefix').notNull(),
    /** SHA-256 of the key in hex; the key itself is never stored. */
    keyHash: text('key_hash').notNull().unique(),
    scopes: text('scopes', { enum: API_KEY_SCOPES }).array().notNull(),
    /** The owner who created it. The key is valid only while they are an owner. */
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

/** What somebody of the team saved of a list: filters, sorting and columns, under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid('id').primaryKey(),
    list: text('list', { enum: VIEW_LISTS }).notNull(),
    /** Whose it is; null: everybody's. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The filters and the sorting, as the list's URL has them. */
    query: text('query').notNull(),
    /** In their order; null: those that each browser shows. */
    columns: text('columns').array(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('saved_views_name').on(t.list, sql`coalesce(${t.userId}, '00000000-0000-0000-0000-000000000000')`, sql`lower(${t.name})`),
    check('saved_views_list', isOneOf(t.list, VIEW_LISTS)),
  ],
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
    /** When the password was last confirmed; null: when the session was created. */
    authenticatedAt: timestamptz('authenticated_at'),
    /** User agent at login; null if none was sent or stored. */
    userAgent: text('user_agent'),
    ip: text('ip'),
    /** Until when the orders of this session are tests, as its owner of the shop has switched it; null: they aren't. */
    testOrdersUntil: timestamptz('test_orders_until'),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    // For the cleanup of expired sessions.
    index('sessions_used').on(t.usedAt),
    index('sessions_created').on(t.createdAt),
  ],
);

/** The devices and networks from which somebody has logged in: a stranger's wrong passwords don't lock them out. */
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

/** Attempts such as logins and security answers, counted per account and per network. */
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

/** The addresses that an account can ship to. The profile's own address is a text in `users`, and exists besides them. */
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

/** Second factors, with which people log in besides their password. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The secret from which an authenticator app makes its codes, encrypted (shop/team/second-factor/second-factor-secret.ts). */
  secret: text('secret').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  /** Null: it is being set up, and not required yet. */
  confirmedAt: timestamptz('confirmed_at'),
  /** The time step of the last accepted code: codes of this step and earlier ones are no longer accepted. */
  lastStep: integer('last_step'),
});

/** Recovery codes that haven't been used yet. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 in hex; the code itself is never stored. */
    codeHash: text('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

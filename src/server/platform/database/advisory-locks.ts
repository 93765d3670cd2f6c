/**
 * All advisory locks of the shop. For PostgreSQL they are only numbers: two purposes with one number would wait for each other, as backups
 * and changes of the team once did. So each has its own number here, and a test compares them with each other and with the code.
 *
 * pg-boss takes some of its own, by hashes of the name of its schema. Versions that run beside each other share these, so none may change.
 */
import { type SQL, sql } from 'drizzle-orm';

/** By number: held by a connection of their own, as long as it lasts, or (team) until a transaction ends. */
export const ADVISORY_LOCKS = {
  /** One process changes the schema at a time (migrate.ts). */
  migration: 7_203_551,
  /** Who works here: the first admin, invitations, roles, API keys (shop/team/login/user.repository.ts). */
  team: 7_203_552,
  /** One backup of a database is made at a time (shop/integrity/backup/create-backup.ts). Versions before this one had the team's number. */
  backup: 7_203_553,
  /** One process computes derived data again (rebuild-derived-data.ts). */
  rebuild: 7_203_554,
} as const;

/** By the hash of a name, until the transaction ends. */
export const NAMED_LOCKS = {
  /** What is checked about redirects stays true until one is added. */
  redirects: 'redirects',
  /** The number of endpoints stays within its limit. */
  webhookEndpoints: 'webhook endpoints',
  /** Shared by whatever counts an order into a day, alone by a change of the time zone (functions/content_changed.sql). */
  timeZone: 'shop_time_zone',
  /** Products and variants share one set of SKUs (functions/product_saved.sql). */
  uniqueSku: 'require_unique_sku',
  /** Test orders are numbered one after the other (shop/orders/rows/order-write.repository.ts). */
  testOrderNumbers: 'test order numbers',
  /** Products are counted again by price in one place at a time (functions/price_counts.sql). */
  priceCounts: 'recount_prices',
  /** One change of the tree of categories at a time (functions/category_tree.sql). */
  categoryTree: 'category_tree',
  /** The number of the merchant's fields stays within its limit (shop/fields/field.service.ts). */
  customFields: 'custom fields',
} as const;

/** By the hash of a name and that of a subject: those of one subject wait for each other. */
export const SUBJECT_LOCKS = {
  /** Notices to one address. */
  email: 'email',
  /** Checkouts of the guests of one network. */
  guestCheckout: 'guest checkout',
  /** Shared by whatever counts a guest's orders, alone by what makes the guest an account (functions/customers.sql). */
  customer: 'customer',
} as const;

/** A transaction; by what it can do, because connect.ts needs this file. */
type Transaction = { execute: (query: SQL) => PromiseLike<unknown> };

const lock = (tx: Transaction, key: SQL) => tx.execute(sql`select pg_advisory_xact_lock(${key})`);

export async function takeLock(tx: Transaction, name: 'team'): Promise<void> {
  await lock(tx, sql`${ADVISORY_LOCKS[name]}`);
}

export async function takeNamedLock(
  tx: Transaction,
  name: 'redirects' | 'webhookEndpoints' | 'testOrderNumbers' | 'categoryTree' | 'customFields',
): Promise<void> {
  await lock(tx, sql`hashtext(${NAMED_LOCKS[name]})`);
}

export async function takeSubjectLock(tx: Transaction, name: keyof typeof SUBJECT_LOCKS, subject: string): Promise<void> {
  await lock(tx, sql`hashtext(${SUBJECT_LOCKS[name]}), hashtext(${subject})`);
}

/** Held by the connection until it ends; false if another has it. */
export const TRY_LOCK = 'select pg_try_advisory_lock($1) as "isMine"';

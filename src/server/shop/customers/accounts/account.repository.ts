import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { CustomerNote, CustomerOrder, ListedUser, UserFilter } from '../../../../contract/account.ts';
import type { AddressFields, SavedAddress } from '../../../../contract/address.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type KeysetQuery, type ListSource, listByKeyset, toInOrder, walkByKeyset } from '../../../platform/database/keyset-pagination.ts';
import { query } from '../../../platform/database/query.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { orderSummaryColumns, toOrderSummary } from '../../database/order-summary.ts';
import { addresses, users } from '../../database/schema/account.ts';
import { customerNotes } from '../../database/schema/customer.ts';
import { isPlaced, isReal, orders } from '../../database/schema/order.ts';
import { buildTextCondition } from '../../database/text-search.ts';
import { publicUserColumns } from '../../team/login/user.repository.ts';
import { formatAddress, isCompleteAddress } from '../addresses/address.ts';

/** The rows of accounts: their addresses, the team's list of them, and a customer's orders and notes. */
async function listPlacedOrders(db: Database, condition: SQL | undefined, limit: number): Promise<CustomerOrder[]> {
  const rows = await db
    .select(orderSummaryColumns)
    .from(orders)
    .where(and(condition, isPlaced(orders.number), isReal))
    .orderBy(sql`${orders.createdAt} desc nulls last`, orders.id)
    .limit(limit);
  return rows.map(toOrderSummary);
}

/** Newest first. */
export const listCustomerOrders = (db: Database, userId: string, limit: number) => listPlacedOrders(db, eq(orders.userId, userId), limit);

/** Those of guests that belong to no account, newest first. */
export const listGuestOrders = (db: Database, email: string, limit: number) =>
  listPlacedOrders(
    db,
    and(isNull(orders.userId), sql`lower(${orders.guestEmail}) = lower(${email})`, eq(orders.isBuyerErased, false)),
    limit,
  );

/** Newest first. */
export async function listNotes(db: Database, customerId: string): Promise<CustomerNote[]> {
  const rows = await db
    .select({ _id: customerNotes.id, by: customerNotes.by, text: customerNotes.text, createdAt: customerNotes.createdAt })
    .from(customerNotes)
    .where(eq(customerNotes.customerId, customerId))
    .orderBy(desc(customerNotes.createdAt), customerNotes.id);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Addresses, the default one first, and notes, the oldest first, of these customers: for the file of all. */
export async function listBelongings(
  db: Database,
  ids: string[],
): Promise<{ addresses: Map<string, AddressFields[]>; notes: Map<string, string[]> }> {
  const { userId, recipient, street, postcode, city, region, country, isDefault } = addresses;
  const places = await db
    .select({ of: userId, address: { recipient, street, postcode, city, region, country } })
    .from(addresses)
    .where(inArray(userId, ids))
    .orderBy(desc(isDefault), asc(addresses.createdAt), asc(addresses.id));
  const written = await db
    .select({ of: customerNotes.customerId, text: customerNotes.text })
    .from(customerNotes)
    .where(inArray(customerNotes.customerId, ids))
    .orderBy(asc(customerNotes.createdAt), asc(customerNotes.id));
  const group = <T extends { of: string }, V>(rows: T[], read: (row: T) => V) =>
    new Map([...Map.groupBy(rows, ({ of }) => of)].map(([of, list]) => [of, list.map(read)]));
  return { addresses: group(places, ({ address }) => address), notes: group(written, ({ text }) => text) };
}

export async function createNote(db: Database, note: typeof customerNotes.$inferInsert): Promise<void> {
  await db.insert(customerNotes).values(note);
}

/** Whether the customer had this note. */
export async function deleteNote(db: Database, customerId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(customerNotes)
    .where(and(eq(customerNotes.id, id), eq(customerNotes.customerId, customerId)))
    .returning({ id: customerNotes.id });
  return rows.length > 0;
}

type AddressRow = typeof addresses.$inferSelect;

function toSavedAddress({ id, userId: _userId, createdAt: _createdAt, ...fields }: AddressRow): SavedAddress {
  return { _id: id, ...fields, text: formatAddress(fields), isComplete: isCompleteAddress(fields) };
}

/** The default address first, then the oldest. */
export async function listAddresses(db: Database, userId: string): Promise<SavedAddress[]> {
  const rows = await db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), asc(addresses.createdAt), asc(addresses.id));
  return rows.map(toSavedAddress);
}

export async function createAddress(tx: Database, row: typeof addresses.$inferInsert): Promise<SavedAddress> {
  const [created] = await tx.insert(addresses).values(row).returning();
  if (!created) throw new Error('an insert gave no row');
  return toSavedAddress(created);
}

/** The owner is part of the condition: another account's address isn't found. */
const isOwn = (userId: string, id: string) => and(eq(addresses.id, id), eq(addresses.userId, userId));

export async function updateAddress(
  tx: Database,
  userId: string,
  id: string,
  change: Partial<AddressFields & Pick<AddressRow, 'isDefault'>>,
): Promise<SavedAddress | null> {
  const [row] = await tx.update(addresses).set(change).where(isOwn(userId, id)).returning();
  return row ? toSavedAddress(row) : null;
}

export async function deleteAddress(tx: Database, userId: string, id: string): Promise<boolean> {
  const rows = await tx.delete(addresses).where(isOwn(userId, id)).returning({ id: addresses.id });
  return rows.length > 0;
}

export async function clearDefaultAddress(tx: Database, userId: string): Promise<void> {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), eq(addresses.isDefault, true)));
}

export interface UserSearch {
  /** Undefined: all. */
  filter: UserFilter | undefined;
  /** Part of a name or an email; empty: all. */
  keyword: string;
}

/** Must match the conditions of the partial indexes literally, or PostgreSQL doesn't use them. */
const CONDITIONS: Record<UserFilter, SQL> = {
  customers: sql`role = 0`,
  team: sql`role = 1`,
  disabled: sql`disabled_at is not null`,
  ordered: sql`exists (select from customers_with_orders where user_id = users.id)`,
};

/**
 * Up to this many matches are collected and sorted. If there are more, nearly every page of the list has some, so the list is read
 * in its order until the page is full.
 */
const MAX_COLLECTED = 2000;

async function selectUsers(db: Database, { filter, keyword }: UserSearch): Promise<ListSource> {
  if (!keyword && filter === 'ordered') return { table: 'users', rows: sql`select user_id as id, created_at from customers_with_orders` };
  const rows = sql`select id, created_at from users where ${filter ? CONDITIONS[filter] : sql`true`}`;
  if (!keyword) return { table: 'users', rows };
  const matching = sql`${rows} and ${buildTextCondition(sql`search_text`, keyword)}`;
  const found = await query<{ id: string }>(db, sql`select id from (${matching}) matching limit ${MAX_COLLECTED + 1}`);
  if (found.length > MAX_COLLECTED) return { table: 'users', rows: matching };
  return { table: 'users', rows: sql`select id, created_at from users where id = any(${sql.param(found.map(({ id }) => id))}::uuid[])` };
}

const placedOrders = (db: Database) =>
  db
    .select({
      count: sql<number>`count(*)::int`.as('count'),
      // PostgreSQL returns a sum of bigint as text; a float8 is exact for cents up to 90 trillion dollars.
      cents: sql<number>`coalesce(sum(total_cents - refunded_cents) filter (where is_sale(status, paid_at)), 0)::float8`.as('cents'),
    })
    .from(orders)
    .where(and(eq(orders.userId, users.id), isPlaced(orders.number), isReal))
    .as('placed');

/** The users with these ids, in this order, each with the number of their orders; unpaid checkouts don't count. */
async function findListedUsers(db: Database, ids: string[]): Promise<(ListedUser & { spentCents: number })[]> {
  const placed = placedOrders(db);
  const rows = await db
    .select({
      ...publicUserColumns,
      createdAt: users.createdAt,
      disabledAt: users.disabledAt,
      orders: placed.count,
      spentCents: placed.cents,
    })
    .from(users)
    .leftJoinLateral(placed, sql`true`)
    .where(inArray(users.id, ids));
  const listed = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    orders: row.orders ?? 0,
    spentCents: row.spentCents ?? 0,
  }));
  return toInOrder(ids, listed, ({ _id }) => _id);
}

export async function listUsers(db: Database, search: UserSearch, listQuery: KeysetQuery) {
  const { ids, ...found } = await listByKeyset(db, await selectUsers(db, search), listQuery);
  const listed = await findListedUsers(db, ids);
  return { users: listed.map(({ spentCents: _spentCents, ...user }) => user), ...found };
}

/** The whole list, in batches, with what each customer has spent: orders that count as sales, minus refunds. */
export const walkUsers = (read: ReadFromReplica, search: UserSearch, batchSize: number) =>
  walkByKeyset(read, { select: (db) => selectUsers(db, search), readRows: findListedUsers, batchSize });

export async function findListedUser(db: Database, id: string) {
  return (await findListedUsers(db, [id]))[0] ?? null;
}

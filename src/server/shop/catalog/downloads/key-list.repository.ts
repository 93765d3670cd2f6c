/** The rows of licence keys and their lists. A key is assigned once, to a line of an order, and never taken back. */
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { insertStatement, query } from '../../../platform/database/query.ts';
import { licenseKeyLists, licenseKeys } from '../../database/schema/downloads.ts';

export type ListRow = typeof licenseKeyLists.$inferSelect;
export type CountedList = ListRow & { free: number; sold: number; owed: number };

const counts = {
  free: sql<number>`(select count(*)::int from license_keys k where k.list_id = license_key_lists.id and k.order_id is null)`,
  owed: sql<number>`(select coalesce(sum(k.quantity - k.given), 0)::int from order_keys k where k.list_id = license_key_lists.id and k.given < k.quantity)`,
};

/** What was ever added is free, deleted unsold, or sold. */
const toCounted = ({ list, free, owed }: { list: ListRow; free: number; owed: number }): CountedList => ({
  ...list,
  free,
  owed,
  sold: list.added - list.discarded - free,
});

const selectCounted = (db: Database) => db.select({ list: licenseKeyLists, ...counts }).from(licenseKeyLists);

export async function listKeyLists(db: Database, productId: string): Promise<CountedList[]> {
  const rows = await selectCounted(db)
    .where(and(eq(licenseKeyLists.productId, productId), isNull(licenseKeyLists.removedAt)))
    .orderBy(asc(licenseKeyLists.createdAt), asc(licenseKeyLists.id));
  return rows.map(toCounted);
}

export async function findKeyList(db: Database, id: string): Promise<CountedList | null> {
  const [row] = await selectCounted(db).where(and(eq(licenseKeyLists.id, id), isNull(licenseKeyLists.removedAt)));
  return row ? toCounted(row) : null;
}

/** Nobody else changes it until the transaction ends. */
export async function lockKeyList(tx: Database, id: string): Promise<ListRow | null> {
  const [row] = await tx
    .select()
    .from(licenseKeyLists)
    .where(and(eq(licenseKeyLists.id, id), isNull(licenseKeyLists.removedAt)))
    .for('update');
  return row ?? null;
}

export async function createKeyList(tx: Database, row: typeof licenseKeyLists.$inferInsert): Promise<void> {
  await tx.insert(licenseKeyLists).values(row);
}

export async function updateKeyList(
  tx: Database,
  id: string,
  fields: Partial<Pick<ListRow, 'variantIds' | 'lowAt' | 'removedAt' | 'lowToldAt'>>,
): Promise<void> {
  await tx
    .update(licenseKeyLists)
    .set({ ...fields, version: sql`${licenseKeyLists.version} + 1` })
    .where(eq(licenseKeyLists.id, id));
}

export type NewKey = Pick<typeof licenseKeys.$inferInsert, 'id' | 'listId' | 'sealed' | 'digest'>;

/** Returns how many were new: a key that the list has or had is left out. */
export async function addKeys(tx: Database, listId: string, keys: NewKey[]): Promise<number> {
  if (!keys.length) return 0;
  const rows = await query<{ id: string }>(
    tx,
    sql`${insertStatement(licenseKeys, keys)} on conflict (list_id, digest) do nothing returning id`,
  );
  await tx
    .update(licenseKeyLists)
    .set({ added: sql`${licenseKeyLists.added} + ${rows.length}`, lowToldAt: null })
    .where(eq(licenseKeyLists.id, listId));
  return rows.length;
}

/** Deletes those that nobody has bought. */
export async function discardKeys(tx: Database, listIds: string[]): Promise<void> {
  if (!listIds.length) return;
  await tx.execute(sql`
    with gone as (delete from license_keys where list_id = any(${sql.param(listIds)}::uuid[]) and order_id is null returning list_id),
      counted as (select list_id, count(*)::int as keys from gone group by list_id)
    update license_key_lists set discarded = discarded + counted.keys from counted where license_key_lists.id = counted.list_id`);
}

/** Keys of products that were deleted. */
export async function deleteUnsellableKeys(db: Database): Promise<void> {
  const rows = await db.select({ id: licenseKeyLists.id }).from(licenseKeyLists).where(isNull(licenseKeyLists.productId));
  await discardKeys(
    db,
    rows.map(({ id }) => id),
  );
}

/**
 * Gives a line up to `count` free keys, the oldest first, and returns how many. Keys that another transaction is giving away are skipped, so that
 * nobody waits and no key is given twice.
 */
export async function takeKeys(
  tx: Database,
  { listId, orderId, line, count }: { listId: string; orderId: string; line: number; count: number },
  at: Date,
): Promise<number> {
  const rows = await query<{ id: string }>(
    tx,
    sql`with taken as (
        select id from license_keys where list_id = ${listId}::uuid and order_id is null order by position limit ${count}::int for update skip locked
      )
      update license_keys set order_id = ${orderId}::uuid, line = ${line}::int, assigned_at = ${at.toISOString()}::timestamptz
      from taken where license_keys.id = taken.id and license_keys.order_id is null returning license_keys.id`,
  );
  return rows.length;
}

/** Those that orders were given, line by line, in the order in which they were. */
export async function listOrderKeys(
  db: Database,
  orderIds: readonly string[],
): Promise<{ id: string; order: string; line: number; sealed: string }[]> {
  return query(
    db,
    sql`select id, order_id as order, line, sealed from license_keys where order_id = any(${sql.param(orderIds)}::uuid[]) order by order_id, line, position`,
  );
}

/** The next `limit` of a list, in the order in which they are sold. */
export const listKeys = (db: Database, listId: string, after: number, limit: number) =>
  db
    .select({
      id: licenseKeys.id,
      position: licenseKeys.position,
      sealed: licenseKeys.sealed,
      order: licenseKeys.orderId,
      givenAt: licenseKeys.assignedAt,
    })
    .from(licenseKeys)
    .where(and(eq(licenseKeys.listId, listId), gt(licenseKeys.position, after)))
    .orderBy(asc(licenseKeys.position))
    .limit(limit);

/** A list that sells, with no more free keys than it should have. It counts no further than that. */
export const IS_LOW = sql`l.removed_at is null and l.product_id is not null and l.added > 0
  and (select count(*) from (select from license_keys k where k.list_id = l.id and k.order_id is null limit l.low_at + 1) free) <= l.low_at`;

/** Low lists of which the team wasn't told yet. */
export async function listUntoldLow(db: Database): Promise<{ id: string; product: string; free: number }[]> {
  return query(
    db,
    sql`select l.id, p.name as product, (select count(*)::int from license_keys k where k.list_id = l.id and k.order_id is null) as free
      from license_key_lists l join products p on p.id = l.product_id where l.low_told_at is null and ${IS_LOW} order by l.id`,
  );
}

export const isAnyUntoldLow = async (db: Database): Promise<boolean> => (await listUntoldLow(db)).length > 0;

export async function markLowTold(tx: Database, ids: string[], at: Date): Promise<void> {
  await tx.update(licenseKeyLists).set({ lowToldAt: at }).where(inArray(licenseKeyLists.id, ids));
}

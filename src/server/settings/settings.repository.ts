/** One row a key. What the storefront is set to, the texts of content/ and what demo data remembers are kept here. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { query } from '../database/query.ts';
import { settings } from '../database/schema/setting.ts';

interface VersionedSetting {
  value: unknown;
  version: number;
}

const MISSING: VersionedSetting = { value: null, version: 0 };

/** In the order of `keys`. Values are unchecked: an older version of the shop may have written them. Null where there is none, and then the version is 0. */
export async function findVersionedSettings(db: Database, keys: string[]): Promise<VersionedSetting[]> {
  const rows = await db.select().from(settings).where(inArray(settings.key, keys));
  return keys.map((key) => rows.find((row) => row.key === key) ?? MISSING);
}

export async function findVersionedSetting(db: Database, key: string): Promise<VersionedSetting> {
  const [setting = MISSING] = await findVersionedSettings(db, [key]);
  return setting;
}

/** The stored value alone. */
export async function findSetting(db: Database, key: string): Promise<unknown> {
  return (await findVersionedSetting(db, key)).value;
}

/** Takes objects only: a bare string would be parsed as JSON a second time when it is read. Returns the new version. */
export async function saveSetting(db: Database, key: string, value: object): Promise<number> {
  const [row] = await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
    .returning({ version: settings.version });
  if (!row) throw new Error('an insert gave no row');
  return row.version;
}

/** As saveSetting, if the stored version still is this one; otherwise null. One statement, so that of two at once one is refused. */
export async function saveSettingAtVersion(db: Database, key: string, value: object, version: number): Promise<number | null> {
  const [row] =
    version === 0
      ? await db.insert(settings).values({ key, value }).onConflictDoNothing().returning({ version: settings.version })
      : await db
          .update(settings)
          .set({ value })
          .where(and(eq(settings.key, key), eq(settings.version, version)))
          .returning({ version: settings.version });
  return row?.version ?? null;
}

export async function deleteSetting(db: Database, key: string): Promise<void> {
  await db.delete(settings).where(eq(settings.key, key));
}

/** The stored value, or this one where there is none yet; of several processes that begin at once, all get the same. */
export async function findOrCreateSetting(db: Database, key: string, value: object): Promise<unknown> {
  const stored = await findSetting(db, key);
  if (stored !== null) return stored;
  await db.insert(settings).values({ key, value }).onConflictDoNothing();
  return findSetting(db, key);
}

/** Whether the database knows a time zone of that name too, by which it tells days apart. */
export async function hasTimeZone(db: Database, name: string): Promise<boolean> {
  const found = await query(db, sql`select from pg_timezone_names where lower(name) = lower(${name}) limit 1`);
  return found.length > 0;
}

/** Whether something was bought in another one, or somebody is about to. */
export async function hasOrdersInOther(db: Database, currency: string): Promise<boolean> {
  const found = await query(
    db,
    sql`select from orders where currency <> ${currency.toLowerCase()} and status not in ('cancelled', 'expired') limit 1`,
  );
  return found.length > 0;
}

/** A new time zone counts all orders again, which in a shop of many millions takes longer than a statement may. */
export async function allowLongStatements(tx: Database): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
}

/** True for whoever is the first to ask for that day, YYYY-MM-DD: others wait until its transaction ends, and are told no if it commits. */
export async function claimDay(tx: Database, key: string, day: string): Promise<boolean> {
  const rows = await tx
    .insert(settings)
    .values({ key, value: { day } })
    .onConflictDoUpdate({ target: settings.key, set: { value: { day } }, setWhere: sql`${settings.value} ->> 'day' < ${day}` })
    .returning({ key: settings.key });
  return rows.length > 0;
}

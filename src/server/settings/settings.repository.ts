/** One row a key. What the storefront is set to, the texts of content/ and what demo data remembers are kept here. */
import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { settings } from '../database/schema/setting.ts';

/** The stored value, unchecked: an older version of the shop may have written it. Null where there is none, and then the version is 0. */
export async function findVersionedSetting(db: Database, key: string): Promise<{ value: unknown; version: number }> {
  const [row] = await db.select({ value: settings.value, version: settings.version }).from(settings).where(eq(settings.key, key));
  return row ?? { value: null, version: 0 };
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

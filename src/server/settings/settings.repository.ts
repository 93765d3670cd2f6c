/** One row a key. What the storefront is set to, the texts of content/ and what demo data remembers are kept here. */
import { eq } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { settings } from '../database/schema/setting.ts';

/** The stored value, unchecked: an older version of the shop may have written it. Null where there is none. */
export async function findSetting(db: Database, key: string): Promise<unknown> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key));
  return row?.value ?? null;
}

/** Takes objects only: a bare string would be parsed as JSON a second time when it is read. */
export async function saveSetting(db: Database, key: string, value: object): Promise<void> {
  await db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } });
}

/** Settings, one row per key: those of the storefront, the texts of content/, and the state of the demo data. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { pages, settings } from '../database/schema/content.ts';

interface ShopLinks {
  footerPages: { slug: string; title: string }[];
  menuLinks: { path: string; title: string }[];
}

/** The published pages that the footer links to, in its order, and the published collections in the menu, by title: one statement for both. */
export async function listShopLinks(db: Database): Promise<ShopLinks> {
  const rows = await query<{ isPage: boolean; slug: string; title: string }>(
    db,
    sql`select true as "isPage", slug, title, footer_position as place, title as name from pages where in_footer and status = 'published'
      union all select false, slug, title, 0, lower(title) from collections where is_published and is_in_menu order by 1, place, name, slug`,
  );
  return {
    footerPages: rows.flatMap(({ isPage, slug, title }) => (isPage ? { slug, title } : [])),
    menuLinks: rows.flatMap(({ isPage, slug, title }) => (isPage ? [] : { path: `/collections/${slug}`, title })),
  };
}

/** Not private: pages offer documents once invoices are on. Written by orders/documents/invoice-settings.service.ts. */
export const INVOICES_KEY = 'invoices';

/** The shop has, or sells, gift cards or store credit. Not private: pages ask for codes once it is there. Written by balances/balance-settings.ts. */
export const BALANCES_KEY = 'balances';

export async function hasPublishedPage(db: Database, slug: string): Promise<boolean> {
  return (await db.$count(pages, and(eq(pages.slug, slug), eq(pages.status, 'published')))) > 0;
}

interface VersionedSetting {
  value: unknown;
  version: number;
}

const MISSING: VersionedSetting = { value: null, version: 0 };

/**
 * In the order of `keys`. Values aren't validated: another version of the shop may have written them. If there is none, the value is null
 * and the version 0.
 */
export async function findVersionedSettings(db: Database, keys: string[]): Promise<VersionedSetting[]> {
  const rows = await db.select().from(settings).where(inArray(settings.key, keys));
  return keys.map((key) => rows.find((row) => row.key === key) ?? MISSING);
}

export async function findVersionedSetting(db: Database, key: string): Promise<VersionedSetting> {
  const [setting = MISSING] = await findVersionedSettings(db, [key]);
  return setting;
}

/** Only the stored value. */
export async function findSetting(db: Database, key: string): Promise<unknown> {
  return (await findVersionedSetting(db, key)).value;
}

/** Only takes objects: a plain string would be parsed as JSON a second time when it is read. Returns the new version. */
export async function saveSetting(db: Database, key: string, value: object): Promise<number> {
  const [row] = await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
    .returning({ version: settings.version });
  if (!row) throw new Error('an insert gave no row');
  return row.version;
}

/**
 * Like saveSetting, but returns null unless the stored version is still this one. A single statement, so that if two save at once, one is
 * refused.
 */
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

/** The stored value, or this one if there is none yet. If several processes start at once, all get the same. */
export async function findOrCreateSetting(db: Database, key: string, value: object): Promise<unknown> {
  const stored = await findSetting(db, key);
  if (stored !== null) return stored;
  await db.insert(settings).values({ key, value }).onConflictDoNothing();
  return findSetting(db, key);
}

/** Whether the database, which computes days by it, knows a time zone of this name too. */
export async function hasTimeZone(db: Database, name: string): Promise<boolean> {
  const found = await query(db, sql`select from pg_timezone_names where lower(name) = lower(${name}) limit 1`);
  return found.length > 0;
}

/** Whether there are orders, or open checkouts, in another currency. */
export async function hasOrdersInOther(db: Database, currency: string): Promise<boolean> {
  const found = await query(
    db,
    sql`select from orders where currency <> ${currency.toLowerCase()} and status not in ('cancelled', 'expired') and not is_test limit 1`,
  );
  return found.length > 0;
}

/** Changing the time zone counts all orders again, which with many millions takes longer than a statement's time limit. */
export async function allowLongStatements(tx: Database): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
}

/** True for the first caller for that day, YYYY-MM-DD. Others wait until its transaction ends, and get false if it commits. */
export async function claimDay(tx: Database, key: string, day: string): Promise<boolean> {
  const rows = await tx
    .insert(settings)
    .values({ key, value: { day } })
    .onConflictDoUpdate({ target: settings.key, set: { value: { day } }, setWhere: sql`${settings.value} ->> 'day' < ${day}` })
    .returning({ key: settings.key });
  return rows.length > 0;
}

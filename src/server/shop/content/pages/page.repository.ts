import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { AdminPage, ContentPageName, ListedPage, PageInput } from '../../../../contract/page.ts';
import { isRecord } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { pages } from '../../database/schema/content.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from '../../settings/settings.repository.ts';

/** The texts of the content pages are stored as settings, one per page. */

const textKey = (name: ContentPageName) => `text:${name}`;

/** The text is null if none was saved. */
export async function findPageText(db: Database, name: ContentPageName): Promise<{ text: string | null; version: number }> {
  const { value, version } = await findVersionedSetting(db, textKey(name));
  return { text: isRecord(value) && typeof value.text === 'string' ? value.text : null, version };
}

/** Returns false, without saving, if the text is no longer of that version. */
export async function savePageText(db: Database, name: ContentPageName, text: string, version: number | undefined): Promise<boolean> {
  if (version !== undefined) return (await saveSettingAtVersion(db, textKey(name), { text }, version)) !== null;
  await saveSetting(db, textKey(name), { text });
  return true;
}

export type PageRow = typeof pages.$inferSelect;

const isPublished = eq(pages.status, 'published');

export const toAdminPage = ({ id, createdAt: _createdAt, updatedAt, ...page }: PageRow): AdminPage => ({
  _id: id,
  ...page,
  updatedAt: updatedAt.toISOString(),
});

export async function findPageBySlug(db: Database, slug: string): Promise<PageRow | null> {
  const [row] = await db.select().from(pages).where(eq(pages.slug, slug));
  return row ?? null;
}

/** Those of these slugs that are there. */
export async function listPagesBySlug(db: Database, slugs: string[]): Promise<PageRow[]> {
  return slugs.length ? db.select().from(pages).where(inArray(pages.slug, slugs)) : [];
}

export async function findPage(db: Database, id: string): Promise<PageRow | null> {
  const [row] = await db.select().from(pages).where(eq(pages.id, id));
  return row ?? null;
}

/** Locks the page until the transaction ends. */
export async function lockPage(tx: Database, id: string): Promise<PageRow | null> {
  const [row] = await tx.select().from(pages).where(eq(pages.id, id)).for('no key update');
  return row ?? null;
}

/** For the sitemap. */
export async function listPublishedPages(db: Database): Promise<Pick<PageRow, 'slug' | 'updatedAt'>[]> {
  return db.select({ slug: pages.slug, updatedAt: pages.updatedAt }).from(pages).where(isPublished).orderBy(asc(pages.slug));
}

/** Sorted by title; their texts are left out. */
export async function listPages(db: Database, offset: number, limit: number): Promise<ListedPage[]> {
  const { id, slug, title, status, inFooter, footerPosition, description, updatedAt } = pages;
  const rows = await db
    .select({ _id: id, slug, title, status, inFooter, footerPosition, description, updatedAt })
    .from(pages)
    .orderBy(asc(pages.title), asc(pages.id))
    .limit(limit)
    .offset(offset);
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
}

/** In the order of their addresses, which stays while an export reads them in pieces. */
export async function listWholePages(db: Database, offset: number, limit: number): Promise<PageRow[]> {
  return db.select().from(pages).orderBy(asc(pages.slug)).limit(limit).offset(offset);
}

export const countPages = (db: Database): Promise<number> => db.$count(pages);

/** Slugs that are this one, or begin with it and a dash. */
export async function listPageSlugs(db: Database, slug: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: pages.slug })
    .from(pages)
    .where(or(eq(pages.slug, slug), sql`starts_with(${pages.slug}, ${`${slug}-`})`));
  return new Set(rows.map((row) => row.slug));
}

export async function createPage(db: Database, row: typeof pages.$inferInsert): Promise<PageRow> {
  const [created] = await db.insert(pages).values(row).returning();
  if (!created) throw new Error('an insert gave no row');
  return created;
}

export async function updatePage(tx: Database, id: string, fields: PageInput & { updatedAt: Date }): Promise<PageRow> {
  const [row] = await tx.update(pages).set(fields).where(eq(pages.id, id)).returning();
  if (!row) throw new Error('a locked page is gone');
  return row;
}

export async function deletePage(db: Database, id: string): Promise<boolean> {
  const rows = await db.delete(pages).where(eq(pages.id, id)).returning({ id: pages.id });
  return rows.length > 0;
}

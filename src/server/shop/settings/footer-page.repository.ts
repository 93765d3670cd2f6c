import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { pages } from '../database/schema/content.ts';

/** The published pages that the footer links to, in its order. */
export async function listFooterPages(db: Database): Promise<{ slug: string; title: string }[]> {
  return db
    .select({ slug: pages.slug, title: pages.title })
    .from(pages)
    .where(and(pages.inFooter, eq(pages.status, 'published')))
    .orderBy(asc(pages.footerPosition), asc(pages.title), asc(pages.slug));
}

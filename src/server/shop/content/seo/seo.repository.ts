import { asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Redirect } from '../../../../contract/redirect.ts';
import { takeNamedLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { redirects } from '../../database/schema/content.ts';

type RedirectRow = typeof redirects.$inferInsert;

/** Until the transaction ends, nobody else adds redirects, so that what is checked stays true. */
export async function lockRedirects(tx: Database): Promise<void> {
  await takeNamedLock(tx, 'redirects');
}

export async function findRedirects(db: Database, beginnings: string[]): Promise<{ from: string; to: string }[]> {
  return db.select({ from: redirects.from, to: redirects.to }).from(redirects).where(inArray(redirects.from, beginnings));
}

/** Redirects that begin or end at one of these paths. */
export async function listRedirectsAt(db: Database, keys: string[]): Promise<{ from: string; to: string; toKey: string }[]> {
  return db
    .select({ from: redirects.from, to: redirects.to, toKey: redirects.toKey })
    .from(redirects)
    .where(or(inArray(redirects.from, keys), inArray(redirects.toKey, keys)));
}

/**
 * Matches redirects whose `from` or `to` contains one of these parts, in lower case. All redirects are read, because there are ten thousand
 * at most.
 */
const hasPart = (parts: string[]): SQL | undefined =>
  or(...parts.map((part) => sql`strpos(lower(${redirects.from} || ' ' || ${redirects.to}), ${part}) > 0`));

/** `parts`: empty for all redirects. */
export async function listRedirects(db: Database, parts: string[], offset: number, limit: number): Promise<Redirect[]> {
  return db
    .select({ _id: redirects.id, from: redirects.from, to: redirects.to })
    .from(redirects)
    .where(hasPart(parts))
    .orderBy(asc(redirects.from))
    .limit(limit)
    .offset(offset);
}

export const countRedirects = (db: Database, parts: string[] = []): Promise<number> => db.$count(redirects, hasPart(parts));

export async function createRedirects(tx: Database, rows: RedirectRow[]): Promise<void> {
  if (rows.length) await tx.insert(redirects).values(rows);
}

export async function deleteRedirect(db: Database, id: string): Promise<boolean> {
  const rows = await db.delete(redirects).where(eq(redirects.id, id)).returning({ id: redirects.id });
  return rows.length > 0;
}

/** What visitors can open, by kind. */
const SHOWN: Record<'product' | 'category' | 'page' | 'brand' | 'collection', SQL> = {
  product: sql`select id, slug from products where status = 'active'`,
  category: sql`select id, slug from categories`,
  page: sql`select id, slug from pages where status = 'published'`,
  brand: sql`select id, slug from brands`,
  collection: sql`select id, slug from collections where is_published`,
};

/** The current slug of a product, category or page that visitors can open, found by its current or a former slug. */
export async function findShownSlug(db: Database, kind: keyof typeof SHOWN, slug: string): Promise<string | null> {
  const [row] = await query<{ slug: string }>(
    db,
    sql`select slug from (${SHOWN[kind]}) shown where slug = ${slug}
      union all select shown.slug from slug_history h join (${SHOWN[kind]}) shown on shown.id = h.target_id where h.kind = ${kind} and h.slug = ${slug}
      limit 1`,
  );
  return row?.slug ?? null;
}

/** Which of the slugs lead to something that visitors can open, as a current or a former slug. */
export async function listShownSlugs(db: Database, kind: keyof typeof SHOWN, slugs: string[]): Promise<Set<string>> {
  if (!slugs.length) return new Set();
  const wanted = sql`(${sql.join(
    slugs.map((slug) => sql`${slug}`),
    sql`, `,
  )})`;
  const rows = await query<{ slug: string }>(
    db,
    sql`select slug from (${SHOWN[kind]}) shown where slug in ${wanted}
      union select h.slug from slug_history h join (${SHOWN[kind]}) shown on shown.id = h.target_id where h.kind = ${kind} and h.slug in ${wanted}`,
  );
  return new Set(rows.map(({ slug }) => slug));
}

/** Brands that have something to show. */
export async function listBrandSlugs(db: Database): Promise<string[]> {
  const rows = await query<{ slug: string }>(
    db,
    sql`select slug from brands b where merged_into is null and exists (select from products where brand_id = b.id and status = 'active') order by slug`,
  );
  return rows.map(({ slug }) => slug);
}

/** The lowest id of a part, counted from 0. Its first 32 bits are the part's share of all possible values. */
const firstId = (part: number, parts: number) =>
  `${Math.ceil((part / parts) * 2 ** 32)
    .toString(16)
    .padStart(8, '0')}-0000-0000-0000-000000000000`;

/**
 * The products of one part (from 1), unsorted. Ids are random, so ranges of ids divide the products into parts of about equal size without
 * counting rows. `updatedAt` is in UTC, as ISO 8601 but with a space instead of the T.
 */
export async function listProductUrls(db: Database, part: number, parts: number): Promise<{ slug: string; updatedAt: string }[]> {
  const before = part < parts ? sql`and id < ${firstId(part, parts)}` : sql``;
  return query(
    db,
    sql`select slug, (updated_at at time zone 'UTC')::text as "updatedAt" from products where status = 'active' and id >= ${firstId(part - 1, parts)} ${before}`,
  );
}

/** Slugs, the names of things in URLs: lower-case letters, digits and dashes, at most 80 characters. */
import anyAscii from 'any-ascii';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { findUniqueViolation } from '../../platform/database/pg-errors.ts';
import { slugHistory } from './schema/content.ts';

/** The id of what had this slug last. Null: nothing ever had it, or it still belongs to what has it now. */
export async function findSlugOwner(db: Database, kind: (typeof slugHistory.$inferSelect)['kind'], slug: string): Promise<string | null> {
  const [row] = await db
    .select({ id: slugHistory.targetId })
    .from(slugHistory)
    .where(and(eq(slugHistory.kind, kind), eq(slugHistory.slug, slug)));
  return row?.id ?? null;
}

/**
 * Remembers under which slugs products were known elsewhere, such as handles of a former shop that are no slugs here: links with them lead on.
 * A slug that is taken, or was something else's, stays that.
 */
export async function recordFormerSlugs(tx: Database, rows: { id: string; slug: string; wanted: string | undefined }[]): Promise<void> {
  const former = rows.flatMap(({ id, slug, wanted }) => {
    const name = wanted?.trim().toLowerCase();
    return name && name !== slug && name !== slugify(name, '') ? [{ kind: 'product' as const, slug: name, targetId: id }] : [];
  });
  if (former.length) await tx.insert(slugHistory).values(former).onConflictDoNothing();
}

/** Transliterates other scripts to plain letters, drops emoji, and turns signs into dashes. If nothing is left, the slug is `fallback`. */
export function slugify(text: string, fallback: string): string {
  const plain = anyAscii(text.replace(/\p{Extended_Pictographic}/gu, ' ').normalize('NFKC'))
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
  return plain || fallback;
}

/** The slug itself if it is free, or the first free one of `slug-2`, `slug-3`… */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let n = 2; ; n += 1) {
    const next = `${slug}-${n}`;
    if (!taken.has(next)) return next;
  }
}

const MAX_TRIES = 6;

/**
 * Calls `write` with a free slug, and again with another one if that was taken in the meantime. `listTaken` lists the slugs that are `slug`
 * or begin with `slug-`; `constraint` is the unique index whose violation means that the slug was taken.
 */
export async function withFreeSlug<T>(
  slug: string,
  { listTaken, constraint }: { listTaken: (slug: string) => Promise<ReadonlySet<string>>; constraint: string },
  write: (free: string) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const free = freeSlug(slug, await listTaken(slug));
    try {
      return await write(free);
    } catch (error) {
      if (findUniqueViolation(error) !== constraint || tries >= MAX_TRIES) throw error;
    }
  }
}

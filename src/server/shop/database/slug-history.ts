import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { slugHistory } from './schema/catalog.ts';
import { slugify } from './slug.ts';

/** The id of what had this slug last. Null: nothing ever had it, or it still belongs to what has it now. */
export async function findSlugOwner(db: Database, kind: 'product' | 'category' | 'page', slug: string): Promise<string | null> {
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

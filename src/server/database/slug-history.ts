import { and, eq } from 'drizzle-orm';
import type { Database } from './connect.ts';
import { slugHistory } from './schema/catalog.ts';

/** The id of what had this slug last; null: nothing ever had it, or what has it now has had it all along. */
export async function findSlugOwner(db: Database, kind: 'product' | 'category' | 'page', slug: string): Promise<string | null> {
  const [row] = await db
    .select({ id: slugHistory.targetId })
    .from(slugHistory)
    .where(and(eq(slugHistory.kind, kind), eq(slugHistory.slug, slug)));
  return row?.id ?? null;
}

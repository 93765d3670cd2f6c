import { and, eq } from 'drizzle-orm';
import type { Database } from './connect.ts';
import { slugHistory } from './schema/catalog.ts';

/** The id of what had this slug last. Null: nothing ever had it, or it still belongs to what has it now. */
export async function findSlugOwner(db: Database, kind: 'product' | 'category' | 'page', slug: string): Promise<string | null> {
  const [row] = await db
    .select({ id: slugHistory.targetId })
    .from(slugHistory)
    .where(and(eq(slugHistory.kind, kind), eq(slugHistory.slug, slug)));
  return row?.id ?? null;
}

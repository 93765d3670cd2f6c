import { createHash, randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { pages } from '../../database/schema/content.ts';
import { keptTexts } from '../../database/schema/document.ts';
import { orders } from '../../database/schema/order.ts';

export type KeptText = typeof keptTexts.$inferSelect;

/** Keeps these pages as they are now, in their order, and returns the ids of what is kept. A version that was kept before is the same row. */
export async function keepPages(db: Database, slugs: readonly string[], at: Date): Promise<string[]> {
  if (!slugs.length) return [];
  const found = await db
    .select()
    .from(pages)
    .where(inArray(pages.slug, [...slugs]));
  const versions = slugs.flatMap((slug) => {
    const page = found.find((it) => it.slug === slug);
    if (!page) return [];
    const { title, text } = page;
    return [{ id: randomUUID(), hash: createHash('sha256').update(`${title}\n${text}`).digest('hex'), title, text, keptAt: at }];
  });
  if (!versions.length) return [];
  await db.insert(keptTexts).values(versions).onConflictDoNothing({ target: keptTexts.hash });
  const kept = await db
    .select({ id: keptTexts.id, hash: keptTexts.hash })
    .from(keptTexts)
    .where(
      inArray(
        keptTexts.hash,
        versions.map(({ hash }) => hash),
      ),
    );
  return versions.flatMap(({ hash }) => kept.find((it) => it.hash === hash)?.id ?? []);
}

/** What the order was made under, in the order in which the merchant has it. */
export async function listTextsOf(db: Database, orderId: string): Promise<KeptText[]> {
  const [order] = await db.select({ textIds: orders.textIds }).from(orders).where(eq(orders.id, orderId));
  const ids = order?.textIds ?? [];
  if (!ids.length) return [];
  const found = await db.select().from(keptTexts).where(inArray(keptTexts.id, ids));
  return ids.flatMap((id) => found.find((it) => it.id === id) ?? []);
}

export async function findText(db: Database, id: string): Promise<KeptText | null> {
  const [text] = await db.select().from(keptTexts).where(eq(keptTexts.id, id));
  return text ?? null;
}

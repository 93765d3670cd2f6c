import { createHash, randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { pages } from '../../database/schema/content.ts';
import { orderTexts } from '../../database/schema/document.ts';
import { orders } from '../../database/schema/order.ts';

export type OrderText = typeof orderTexts.$inferSelect;

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
  await db.insert(orderTexts).values(versions).onConflictDoNothing({ target: orderTexts.hash });
  const kept = await db
    .select({ id: orderTexts.id, hash: orderTexts.hash })
    .from(orderTexts)
    .where(
      inArray(
        orderTexts.hash,
        versions.map(({ hash }) => hash),
      ),
    );
  return versions.flatMap(({ hash }) => kept.find((it) => it.hash === hash)?.id ?? []);
}

/** What the order was made under, in the order in which the merchant has it. */
export async function listTextsOf(db: Database, orderId: string): Promise<OrderText[]> {
  const [order] = await db.select({ textIds: orders.textIds }).from(orders).where(eq(orders.id, orderId));
  const ids = order?.textIds ?? [];
  if (!ids.length) return [];
  const found = await db.select().from(orderTexts).where(inArray(orderTexts.id, ids));
  return ids.flatMap((id) => found.find((it) => it.id === id) ?? []);
}

export async function findText(db: Database, id: string): Promise<OrderText | null> {
  const [text] = await db.select().from(orderTexts).where(eq(orderTexts.id, id));
  return text ?? null;
}

import { eq, sql } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { orderHistory, orderLines, orders, products, settings } from '../schema.ts';

export type NewOrder = typeof orders.$inferInsert;
export type NewOrderLine = typeof orderLines.$inferInsert;
export type DemoProduct = Pick<typeof products.$inferSelect, 'id' | 'slug' | 'name' | 'priceCents' | 'imageId'>;

/** Neither a product nor an order. */
export async function isEmptyShop(db: Database): Promise<boolean> {
  const [product] = await db.select({ id: products.id }).from(products).limit(1);
  if (product) return false;
  const [order] = await db.select({ id: orders.id }).from(orders).limit(1);
  return !order;
}

/** By name, so that the same catalogue gives the same past orders. */
export async function listDemoProducts(db: Database): Promise<DemoProduct[]> {
  const { id, slug, name, priceCents, imageId } = products;
  return db.select({ id, slug, name, priceCents, imageId }).from(products).orderBy(products.slug);
}

/** The numbers that people call orders by follow the order of the list. */
export async function createPastOrders(tx: Database, past: NewOrder[], lines: NewOrderLine[]): Promise<void> {
  await tx.insert(orders).values(past);
  await tx.insert(orderLines).values(lines);
  const by = 'The shop itself';
  await tx.insert(orderHistory).values(
    past.flatMap(({ id, createdAt, expiresAt, paidAt, status }) => [
      { orderId: id, at: createdAt, by, from: null, to: 'pending' as const, why: 'Checkout opened' },
      { orderId: id, at: paidAt ?? expiresAt, by, from: 'pending' as const, to: status, why: 'Made up for the demo' },
    ]),
  );
}

/** Writes `to` only where `from` stands (null: where nothing stands), so that of two writers one wins. */
export async function swapSetting(db: Database, key: string, from: unknown, to: object): Promise<boolean> {
  if (from === null) {
    const made = await db.insert(settings).values({ key, value: to }).onConflictDoNothing().returning({ key: settings.key });
    return made.length > 0;
  }
  const swapped = await db
    .update(settings)
    .set({ value: to })
    .where(sql`${eq(settings.key, key)} and ${settings.value} = ${JSON.stringify(from)}::jsonb`)
    .returning({ key: settings.key });
  return swapped.length > 0;
}

import { eq, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { products } from '../database/schema/catalog.ts';
import { orderHistory, orderLines, orders } from '../database/schema/order.ts';
import { settings } from '../database/schema/setting.ts';

/** An order with the times that only its history will know. */
export type PastOrder = typeof orders.$inferInsert & { shippedAt: Date | null; deliveredAt: Date | null };
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

function toHistory({ id: orderId, status, createdAt, expiresAt, paidAt, shippedAt, deliveredAt }: PastOrder) {
  const steps = [
    { to: 'pending' as const, at: createdAt, why: 'Checkout opened' },
    { to: paidAt ? ('paid' as const) : status, at: paidAt ?? expiresAt, why: 'Made up for the demo' },
    { to: 'shipped' as const, at: shippedAt, why: 'Made up for the demo' },
    { to: 'delivered' as const, at: deliveredAt, why: 'Made up for the demo' },
  ];
  return steps.flatMap(({ to, at, why }, index) => {
    const from = steps[index - 1]?.to ?? null;
    return at ? [{ orderId, at, by: 'The shop itself', from, to, why }] : [];
  });
}

/** The numbers that people call orders by follow the order of the list. */
export async function createPastOrders(tx: Database, past: PastOrder[], lines: NewOrderLine[]): Promise<void> {
  await tx.insert(orders).values(past);
  await tx.insert(orderLines).values(lines);
  await tx.insert(orderHistory).values(past.flatMap(toHistory));
}

/** Writes `to` only where `from` stands (null: where nothing stands), so that of two writers one wins. */
export async function swapSetting(db: Database, key: string, from: unknown, to: object): Promise<boolean> {
  if (from === null) {
    const created = await db.insert(settings).values({ key, value: to }).onConflictDoNothing().returning({ key: settings.key });
    return created.length > 0;
  }
  const swapped = await db
    .update(settings)
    .set({ value: to })
    .where(sql`${eq(settings.key, key)} and ${settings.value} = ${JSON.stringify(from)}::jsonb`)
    .returning({ key: settings.key });
  return swapped.length > 0;
}

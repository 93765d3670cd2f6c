import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { products } from '../database/schema/catalog.ts';
import { categories } from '../database/schema/category.ts';
import { settings } from '../database/schema/content.ts';
import { orderLines, orders } from '../database/schema/order.ts';
import { orderHistory } from '../database/schema/order-records.ts';
import { discountCodes } from '../database/schema/pricing.ts';

/** An order, and two times that are stored in its history only. */
export type PastOrder = typeof orders.$inferInsert & { shippedAt: Date | null; deliveredAt: Date | null };
export type NewOrderLine = typeof orderLines.$inferInsert;
export type DemoProduct = Pick<typeof products.$inferSelect, 'id' | 'slug' | 'name' | 'priceCents' | 'imageId' | 'sku'>;

export type NewDiscountCode = typeof discountCodes.$inferInsert;

/** Whether there is neither a product nor an order. */
export async function isEmptyShop(db: Database): Promise<boolean> {
  const [product] = await db.select({ id: products.id }).from(products).limit(1);
  if (product) return false;
  const [order] = await db.select({ id: orders.id }).from(orders).limit(1);
  return !order;
}

/** Sorted, so that the same catalog gives the same past orders. */
export async function listDemoProducts(db: Database): Promise<DemoProduct[]> {
  const { id, slug, name, priceCents, imageId, sku } = products;
  return db.select({ id, slug, name, priceCents, imageId, sku }).from(products).orderBy(products.slug);
}

type Actor = Pick<typeof orderHistory.$inferInsert, 'actorId' | 'by'>;

function toHistory(actor: Actor, { id: orderId, status, createdAt, expiresAt, paidAt, shippedAt, deliveredAt }: PastOrder) {
  const steps = [
    { to: 'pending' as const, at: createdAt, why: 'Checkout started' },
    { to: paidAt ? ('paid' as const) : status, at: paidAt ?? expiresAt, why: 'Demo data' },
    { to: 'shipped' as const, at: shippedAt, why: 'Demo data' },
    { to: 'delivered' as const, at: deliveredAt, why: 'Demo data' },
  ];
  return steps.flatMap(({ to, at, why }, index) => {
    const from = steps[index - 1]?.to ?? null;
    return at ? [{ orderId, at, ...actor, from, to, why }] : [];
  });
}

/** Order numbers rise in the order of the list; unpaid checkouts have none. */
export async function createPastOrders(tx: Database, past: PastOrder[], lines: NewOrderLine[], actor: Actor): Promise<void> {
  const nextNumber = sql`nextval('orders_number_seq')`;
  await tx.insert(orders).values(past.map((order) => ({ ...order, number: order.paidAt ? nextNumber : null })));
  await tx.insert(orderLines).values(lines);
  await tx.insert(orderHistory).values(past.flatMap((order) => toHistory(actor, order)));
  // What follows from a payment (orders/lifecycle/update-order.service.ts): these orders are inserted as paid.
  await tx.execute(sql`select rebuild_daily_stats(), rebuild_product_stats()`);
  await tx.execute(sql`insert into customers_with_orders select id, created_at from users
    where id in (select user_id from orders where paid_at is not null) on conflict do nothing`);
  await tx.execute(sql`select count_account(user_id) from (select distinct user_id from orders where user_id is not null) buyers`);
}

/** Settings that a merchant has changed already stay. */
export async function createSettings(
  tx: Database,
  values: Record<'shop' | 'shipping' | 'tax', object>,
  codes: NewDiscountCode[],
): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({ key, value }));
  await tx.insert(settings).values(rows).onConflictDoNothing();
  await tx.insert(discountCodes).values(codes).onConflictDoNothing();
}

/** By category name. Texts that a merchant has written already stay. */
export async function describeCategories(tx: Database, texts: Record<string, string>): Promise<void> {
  for (const [name, description] of Object.entries(texts))
    await tx
      .update(categories)
      .set({ description })
      .where(and(eq(categories.name, name), eq(categories.description, '')));
}

/** By category name: puts these below others that are at the top. */
export async function nestCategories(tx: Database, parents: Record<string, string>): Promise<void> {
  for (const [name, parent] of Object.entries(parents))
    await tx
      .update(categories)
      .set({ parentId: sql`(select id from categories where name = ${parent} and parent_id is null)` })
      .where(and(eq(categories.name, name), isNull(categories.parentId)));
}

/** Compare and swap: writes `to` only if the setting is still `from` (null: doesn't exist), so that one of two writers wins. */
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

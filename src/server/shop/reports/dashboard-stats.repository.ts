import { and, asc, between, eq, sql } from 'drizzle-orm';
import type { DashboardStats } from '../../../contract/reports.ts';
import type { Database } from '../../platform/database/connect.ts';
import { hasAtMost } from '../catalog/product-table/product-filter.repository.ts';
import { imageUrl } from '../content/media/image-url.ts';
import { orderSummaryColumns, toOrderSummary } from '../database/order-summary.ts';
import { users } from '../database/schema/account.ts';
import { isListed, products } from '../database/schema/catalog.ts';
import { isPlaced, orders } from '../database/schema/order.ts';
import { dailyStats } from '../database/schema/report.ts';

export interface DayStats {
  /** YYYY-MM-DD in the shop's time zone */
  day: string;
  /** The total of its orders, minus refunds. */
  cents: number;
  orders: number;
  /** Who registered on that day. */
  customers: number;
}

/** Both days are included. Days on which nothing happened may be missing. */
export async function listDayStats(db: Database, from: string, to: string): Promise<DayStats[]> {
  return db
    .select({
      day: dailyStats.day,
      // PostgreSQL returns a sum of bigint as text; a float8 is exact for cents up to 90 trillion dollars.
      cents: sql<number>`sum(${dailyStats.cents})::float8`,
      orders: sql<number>`sum(${dailyStats.orders})::int`,
      customers: sql<number>`sum(${dailyStats.customers})::int`,
    })
    .from(dailyStats)
    .where(between(dailyStats.day, from, to))
    .groupBy(dailyStats.day);
}

/** Newest first, without checkouts that were never paid. */
export async function listLatestOrders(db: Database, limit: number): Promise<DashboardStats['latestOrders']> {
  const rows = await db
    .select({ ...orderSummaryColumns, shopper: sql<string>`coalesce(${users.name}, ${orders.guestName})` })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(isPlaced(orders.status))
    .orderBy(sql`${orders.createdAt} desc nulls last`, asc(orders.id))
    .limit(limit);
  return rows.map(toOrderSummary);
}

export async function hasListedProduct(db: Database): Promise<boolean> {
  const found = await db.select({ id: products.id }).from(products).where(isListed(products.status)).limit(1);
  return found.length > 0;
}

/** Active products with at most `quantity` left, fewest first. */
export async function listLowStock(db: Database, quantity: number, limit: number): Promise<DashboardStats['runningLow']> {
  const rows = await db
    .select({ _id: products.id, name: products.name, slug: products.slug, imageId: products.imageId, quantity: products.quantity })
    .from(products)
    .where(and(hasAtMost(quantity, 0), isListed(products.status)))
    .orderBy(asc(products.stockLevel), asc(products.quantity), asc(products.name), asc(products.id))
    .limit(limit);
  return rows.map(({ imageId, ...product }) => ({ ...product, image: imageUrl(imageId) }));
}

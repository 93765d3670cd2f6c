import { and, asc, desc, eq, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { toDollars } from '../../contract/money.ts';
import type { DashboardStats } from '../../contract/reports.ts';
import type { Database } from '../database/connect.ts';
import { users } from '../database/schema/account.ts';
import { products } from '../database/schema/catalog.ts';
import { orders } from '../database/schema/order.ts';
import { imageUrl } from '../images/image-url.ts';

export interface DaySales {
  /** YYYY-MM-DD in UTC */
  day: string;
  cents: number;
  orders: number;
}

/** Paid orders by the day they were paid on, less what was refunded since. Days without any, and orders on hold, are left out. */
export async function listSales(db: Database, since: Date): Promise<DaySales[]> {
  const day = sql<string>`to_char(${orders.paidAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  return db
    .select({
      day,
      // PostgreSQL returns a sum of bigint as text; a float8 is exact for cents up to 90 trillion dollars.
      cents: sql<number>`sum(${orders.totalCents} - ${orders.refundedCents})::float8`,
      orders: sql<number>`count(*)::int`,
    })
    .from(orders)
    .where(and(inArray(orders.status, ['paid', 'shipped', 'delivered']), gte(orders.paidAt, since)))
    .groupBy(day);
}

/** Customers who registered since `currentStart`, and those who registered between `previousStart` and then. */
export async function countNewCustomers(db: Database, previousStart: Date, currentStart: Date): Promise<{ now: number; before: number }> {
  const isNew = gte(users.createdAt, currentStart);
  const [row] = await db
    .select({
      now: sql<number>`(count(*) filter (where ${isNew}))::int`,
      before: sql<number>`(count(*) filter (where not ${isNew}))::int`,
    })
    .from(users)
    .where(and(eq(users.role, 0), gte(users.createdAt, previousStart)));
  return row ?? { now: 0, before: 0 };
}

/** Newest first, without checkouts that were never paid. */
export async function listLatestOrders(db: Database, limit: number): Promise<DashboardStats['latestOrders']> {
  const rows = await db
    .select({
      _id: orders.id,
      number: orders.number,
      status: orders.status,
      cents: orders.totalCents,
      address: orders.address,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      shopper: users.name,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(isNotNull(orders.number))
    .orderBy(desc(orders.createdAt), asc(orders.id))
    .limit(limit);
  return rows.map(({ cents, ...order }) => ({
    ...order,
    total: toDollars(cents),
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
  }));
}

/** Products of which at most `quantity` are left, the fewest first. */
export async function listLowStock(db: Database, quantity: number, limit: number): Promise<DashboardStats['runningLow']> {
  const rows = await db
    .select({ _id: products.id, name: products.name, slug: products.slug, imageId: products.imageId, quantity: products.quantity })
    .from(products)
    .where(lte(products.quantity, quantity))
    .orderBy(asc(products.quantity), asc(products.name), asc(products.id))
    .limit(limit);
  return rows.map(({ imageId, ...product }) => ({ ...product, image: imageUrl(imageId) }));
}

import { and, asc, between, eq, type SQL, sql } from 'drizzle-orm';
import { NOTHING_WAITS, type Waiting } from '../../../contract/email.ts';
import type { DashboardStats } from '../../../contract/reports.ts';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { IS_LOW } from '../catalog/downloads/key-list.repository.ts';
import { hasAtMost, hasStock } from '../catalog/product-table/product-table.repository.ts';
import { imageUrl } from '../content/media/image-url.ts';
import { orderSummaryColumns, toOrderSummary } from '../database/order-summary.ts';
import { users } from '../database/schema/account.ts';
import { isListed, products } from '../database/schema/catalog.ts';
import { dailyStats } from '../database/schema/derived.ts';
import { emails, isFailed } from '../database/schema/messages.ts';
import { isPlaced, isReal, orders } from '../database/schema/order.ts';
import { isReadyToShip } from '../orders/rows/order.repository.ts';
import { firstRefundDay, isLate } from '../orders/rows/order-delay.repository.ts';
import { findWholeMonths, type Period } from './report-period.ts';

/** What each product sold on each day and in each month, which triggers maintain. */

export interface ProductSales {
  /** Null: all products that were deleted since. */
  id: string | null;
  name: string | null;
  slug: string | null;
  imageId: string | null;
  pieces: number;
  cents: number;
}

/**
 * Best first, by net sales. Whole months are summed by month and only the rest by day: over years, a thirtieth of the rows. Summed by product
 * before the names are looked up, because a product has many rows.
 */
export function listBestProducts(db: Database, period: Period, limit: number): Promise<ProductSales[]> {
  const { from, to } = period;
  const months = findWholeMonths(period);
  return query(
    db,
    sql`
    select p.id, p.name, p.slug, p.image_id as "imageId", sum(sold.pieces)::int as pieces, sum(sold.cents)::float8 as cents
    from (
      select product_id, sum(pieces) as pieces, sum(cents) as cents from (
        select product_id, pieces, cents from monthly_product_stats where month >= ${months.from} and month < ${months.to}
        union all
        select product_id, pieces, cents from daily_product_stats
          where (day >= ${from} and day < ${months.from}) or (day >= ${months.to} and day <= ${to})
      ) kept group by product_id
    ) sold
    left join products p on p.id = sold.product_id
    group by p.id having (sum(sold.pieces), sum(sold.cents)) <> (0, 0)
    order by cents desc, pieces desc, p.name, p.id limit ${limit}`,
  );
}

/**
 * What a piece of each of these products cost on average when it was sold, in cents; without those of which a cost isn't known. Only products that have a
 * cost now are looked up: a shop that enters none reads no order.
 */
export async function listAverageCosts(db: Database, ids: string[], { from, to }: Period, timeZone: string): Promise<Map<string, number>> {
  const rows = await query<{ id: string; cents: number }>(
    db,
    sql`select p.id, sum(l.cost_cents::bigint * l.quantity)::float8 / sum(l.quantity) as cents
      from products p join order_lines l on l.product_id = p.id join orders o on o.id = l.order_id
      where p.id = any(${sql.param(ids)}::uuid[])
        and (p.cost_cents is not null or exists (select from product_variants v where v.product_id = p.id and v.cost_cents is not null))
        and is_sale(o.status, o.paid_at) and not o.is_test
        and o.paid_at >= (${from}::date::timestamp at time zone ${timeZone}) and o.paid_at < ((${to}::date + 1)::timestamp at time zone ${timeZone})
      group by p.id having count(*) = count(l.cost_cents)`,
  );
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** Nobody needs exact numbers beyond this, so at most as many index rows are read. */
const MAX_COUNTED = 100;

/** All values are the shop's own constants, written into the SQL: as parameters, they would keep PostgreSQL from using partial indexes. */
const countUpTo = (rows: SQL): SQL => sql`(select count(*)::int from (${rows} limit ${MAX_COUNTED}) found)`;
const ordersOnHold = sql`select from orders where status = 'review' and ${isReal}`;
const openRequests = sql`select from order_requests r where r.status = 'open' and r.kind <> 'withdraw'
  and exists (select from orders where orders.id = r.order_id and ${isReal})`;

const openWithdrawals = sql`from order_requests r where r.status = 'open' and r.kind = 'withdraw'
  and exists (select from orders where orders.id = r.order_id and ${isReal})`;

/** A product counts as low if it has at most as many pieces as the setting says. */
export async function countWaiting(db: Database, lowStockThreshold: number): Promise<Waiting> {
  const lowStock = sql`select from products where ${isListed(products.status)} and ${hasStock({ atMost: lowStockThreshold })}`;
  const soldOut = sql`select from products where ${isListed(products.status)} and ${hasStock('sold_out')}`;
  const [row] = await query<Waiting & Required<Pick<Waiting, 'withdrawals' | 'refundBy' | 'late' | 'lateRefundBy'>>>(
    db,
    sql`select ${countUpTo(sql`select from orders where ${isReadyToShip}`)} as "toShip", ${countUpTo(ordersOnHold)} as "onHold",
      ${countUpTo(sql`select from orders where status = 'pending' and processing_since is not null`)} as processing,
      ${countUpTo(openRequests)} as requests, ${countUpTo(sql`select ${openWithdrawals}`)} as withdrawals,
      (select r.refund_by::text ${openWithdrawals} order by r.refund_by limit 1) as "refundBy",
      ${countUpTo(sql`select from orders where ${isLate}`)} as late, ${firstRefundDay} as "lateRefundBy", ${countUpTo(sql`select from disputes where status = 'needs_response'`)} as disputes,
      ${countUpTo(lowStock)} as "lowStock", ${countUpTo(soldOut)} as "soldOut",
      ${countUpTo(sql`select from emails where ${isFailed(emails)}`)} as "failedEmails",
      ${countUpTo(sql`select from order_keys k where k.given < k.quantity group by k.order_id`)} as "owedKeys",
      ${countUpTo(sql`select from license_key_lists l where ${IS_LOW}`)} as "lowKeys"`,
  );
  if (!row) return NOTHING_WAITS;
  const { withdrawals, refundBy, late, lateRefundBy, ...waiting } = row;
  return { ...waiting, ...(withdrawals && { withdrawals, refundBy }), ...(late && { late, lateRefundBy }) };
}

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
    .where(and(isPlaced(orders.number), isReal))
    .orderBy(sql`${orders.createdAt} desc nulls last`, asc(orders.id))
    .limit(limit);
  return rows.map(toOrderSummary);
}

export async function hasListedProduct(db: Database): Promise<boolean> {
  const found = await db.select({ id: products.id }).from(products).where(isListed(products.status)).limit(1);
  return found.length > 0;
}

/** Active products with at most `quantity` left, fewest first. Of a backorder product what is there counts. */
export async function listLowStock(db: Database, quantity: number, limit: number): Promise<DashboardStats['runningLow']> {
  const left = sql<number>`scarce_by(${products.quantity}, ${products.stockPolicy}, ${products.onHand})`;
  const rows = await db
    .select({ _id: products.id, name: products.name, slug: products.slug, imageId: products.imageId, quantity: left })
    .from(products)
    .where(and(hasAtMost(quantity, 0), isListed(products.status)))
    .orderBy(asc(products.stockLevel), asc(left), asc(products.name), asc(products.id))
    .limit(limit);
  return rows.map(({ imageId, ...product }) => ({ ...product, image: imageUrl(imageId) }));
}

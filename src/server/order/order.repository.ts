import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { toDollars } from '../../contract/money.ts';
import type { Order, OrderFilter } from '../../contract/order.ts';
import type { Database } from '../database/connect.ts';
import { isCheckout, isPlaced, orderHistory, orderLines, orders } from '../database/schema/order.ts';
import { imageUrl } from '../images/image-url.ts';

type OrderRow = typeof orders.$inferSelect;
type LineRow = typeof orderLines.$inferSelect;
type HistoryRow = typeof orderHistory.$inferSelect;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Check ids from outside with it first: PostgreSQL fails on a malformed uuid instead of finding nothing. Lower case only. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** An order as the contract has it. `history`: oldest first; entries that keep the status are left out of its timeline. */
export function toOrder(order: OrderRow, lines: LineRow[], history: Pick<HistoryRow, 'from' | 'to' | 'at'>[]): Order {
  return {
    _id: order.id,
    number: order.number,
    status: order.status,
    total: toDollars(order.totalCents),
    address: order.address,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    payableUntil: order.status === 'pending' ? order.expiresAt.toISOString() : null,
    refunded: toDollars(order.refundedCents),
    carrier: order.carrier,
    tracking: order.tracking,
    timeline: history.filter(({ from, to }) => from !== to).map(({ to, at }) => ({ status: to, at: at.toISOString() })),
    lines: lines.map((line) => ({
      product: line.productId,
      slug: line.slug,
      name: line.name,
      price: toDollars(line.priceCents),
      quantity: line.quantity,
      image: imageUrl(line.imageId),
    })),
  };
}

/** Lines and history of these orders, by order id. */
export async function listOrderDetails(
  db: Database,
  ids: string[],
): Promise<{ lines: Map<string, LineRow[]>; history: Map<string, HistoryRow[]> }> {
  if (!ids.length) return { lines: new Map(), history: new Map() };
  const lines = await db.select().from(orderLines).where(inArray(orderLines.orderId, ids)).orderBy(asc(orderLines.position));
  const history = await db.select().from(orderHistory).where(inArray(orderHistory.orderId, ids)).orderBy(asc(orderHistory.id));
  return { lines: Map.groupBy(lines, (it) => it.orderId), history: Map.groupBy(history, (it) => it.orderId) };
}

async function withDetails(db: Database, rows: OrderRow[]): Promise<Order[]> {
  const ids = rows.map(({ id }) => id);
  const { lines, history } = await listOrderDetails(db, ids);
  return rows.map((row) => toOrder(row, lines.get(row.id) ?? [], history.get(row.id) ?? []));
}

/** Without a status: the orders, without checkouts that were never paid. */
export function buildStatusCondition(status: OrderFilter | undefined): SQL {
  if (!status) return isPlaced(orders.status);
  return status === 'unpaid' ? isCheckout(orders.status) : eq(orders.status, status);
}

/** Newest first. */
export async function listOrders(
  db: Database,
  userId: string,
  status: OrderFilter | undefined,
  page: number,
  limit: number,
): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), buildStatusCondition(status)))
    // The order of the index orders_user, to the letter.
    .orderBy(sql`${orders.createdAt} desc nulls last`, asc(orders.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return withDetails(db, rows);
}

export async function countOrders(db: Database, userId: string, status: OrderFilter | undefined): Promise<number> {
  return db.$count(orders, and(eq(orders.userId, userId), buildStatusCondition(status)));
}

/** The owner is part of the condition: another customer's order isn't found. */
export async function findOrder(db: Database, userId: string, id: string): Promise<Order | null> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId)));
  const [order] = await withDetails(db, rows);
  return order ?? null;
}

export async function listLines(
  db: Database,
  orderIds: string[],
): Promise<{ orderId: string; productId: string | null; quantity: number }[]> {
  return db
    .select({ orderId: orderLines.orderId, productId: orderLines.productId, quantity: orderLines.quantity })
    .from(orderLines)
    .where(inArray(orderLines.orderId, orderIds));
}

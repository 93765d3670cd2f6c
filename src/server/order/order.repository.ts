import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Order, OrderStatus } from '../../contract/order.ts';
import type { Database } from '../database/connect.ts';
import { queryPrepared } from '../database/query.ts';
import { orderHistory, orderLines, orders } from '../database/schema/order.ts';
import { paymentEvents } from '../database/schema/payment.ts';
import { imageUrl } from '../images/image-url.ts';

type OrderRow = typeof orders.$inferSelect;
type LineRow = typeof orderLines.$inferSelect;
type HistoryRow = typeof orderHistory.$inferSelect;

export type NewOrderLine = Omit<LineRow, 'orderId' | 'position'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Could it be an id, written as the server writes it? Anything else PostgreSQL would refuse with an error. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** As its buyer sees it. `changes`: its history, the oldest first. */
export function toOrder(order: OrderRow, lines: LineRow[], changes: Pick<HistoryRow, 'from' | 'to' | 'at'>[]): Order {
  return {
    _id: order.id,
    number: order.number,
    status: order.status,
    total: order.totalCents / 100,
    address: order.address,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    refunded: order.refundedCents / 100,
    carrier: order.carrier,
    tracking: order.tracking,
    timeline: changes.filter(({ from, to }) => from !== to).map(({ to, at }) => ({ status: to, at: at.toISOString() })),
    lines: lines.map((line) => ({
      product: line.productId,
      slug: line.slug,
      name: line.name,
      price: line.priceCents / 100,
      quantity: line.quantity,
      image: imageUrl(line.imageId),
    })),
  };
}

/** What belongs to these orders, by their ids. */
export async function listOrderDetails(
  db: Database,
  ids: string[],
): Promise<{ lines: Map<string, LineRow[]>; changes: Map<string, HistoryRow[]> }> {
  if (!ids.length) return { lines: new Map(), changes: new Map() };
  const lines = await db.select().from(orderLines).where(inArray(orderLines.orderId, ids)).orderBy(asc(orderLines.position));
  const changes = await db.select().from(orderHistory).where(inArray(orderHistory.orderId, ids)).orderBy(asc(orderHistory.id));
  return { lines: Map.groupBy(lines, (it) => it.orderId), changes: Map.groupBy(changes, (it) => it.orderId) };
}

async function withDetails(db: Database, rows: OrderRow[]): Promise<Order[]> {
  const { lines, changes } = await listOrderDetails(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toOrder(row, lines.get(row.id) ?? [], changes.get(row.id) ?? []));
}

/** Newest first. */
export async function listOrders(db: Database, userId: string, page: number, limit: number): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), asc(orders.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return withDetails(db, rows);
}

export async function countOrders(db: Database, userId: string): Promise<number> {
  return db.$count(orders, eq(orders.userId, userId));
}

/** The owner stands in the condition: another person's order isn't found. */
export async function findOrder(db: Database, userId: string, id: string): Promise<Order | null> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId)));
  const [order] = await withDetails(db, rows);
  return order ?? null;
}

/** The session of a pending order of this shopper's; null where there is none to end. */
export async function findOpenSession(
  db: Database,
  userId: string,
  id: string,
): Promise<{ session: string | null; provider: string } | null> {
  const [row] = await db
    .select({ session: orders.providerSession, provider: orders.provider })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId), eq(orders.status, 'pending')));
  return row ?? null;
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

/** Pending orders with a session at the provider: whose time was over before `expiredBefore`, that were opened before `createdBefore`. */
export async function listOpenSessions(
  db: Database,
  where: { userId?: string; expiredBefore?: Date; createdBefore?: Date },
  limit: number,
): Promise<{ id: string; session: string | null; provider: string }[]> {
  return db
    .select({ id: orders.id, session: orders.providerSession, provider: orders.provider })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        where.userId ? eq(orders.userId, where.userId) : undefined,
        where.expiredBefore ? lt(orders.expiresAt, where.expiredBefore) : undefined,
        where.createdBefore ? lt(orders.createdAt, where.createdBefore) : undefined,
      ),
    )
    .orderBy(asc(orders.expiresAt), asc(orders.id))
    .limit(limit);
}

type NewHistoryEntry = typeof orderHistory.$inferInsert;

/** Adds a row, its lines and the beginning of its history in one statement, and gives the order's number. */
export async function createOrder(
  tx: Database,
  order: typeof orders.$inferInsert,
  lines: NewOrderLine[],
  firstEntry: Omit<NewHistoryEntry, 'orderId'>,
): Promise<number> {
  const orderId = order.id;
  const insertedOrder = tx.$with('made').as(tx.insert(orders).values(order).returning({ number: orders.number }));
  const insertedLines = tx.$with('lined').as(
    tx
      .insert(orderLines)
      .values(lines.map((line, position) => ({ ...line, orderId, position })))
      .returning({ position: orderLines.position }),
  );
  const insertedHistory = tx.$with('opened').as(
    tx
      .insert(orderHistory)
      .values({ ...firstEntry, orderId })
      .returning({ id: orderHistory.id }),
  );
  const statement = tx.with(insertedOrder, insertedLines, insertedHistory).select({ number: insertedOrder.number }).from(insertedOrder);
  const [row] = await queryPrepared<{ number: number }>(tx, statement.getSQL());
  if (!row) throw new Error('the order was not written');
  return row.number;
}

export type OrderUpdate = Partial<Omit<typeof orders.$inferInsert, 'id' | 'number' | 'userId'>>;

export async function updateOrder(tx: Database, id: string, fields: OrderUpdate): Promise<void> {
  await tx.update(orders).set(fields).where(eq(orders.id, id));
}

export async function createHistoryEntry(tx: Database, change: NewHistoryEntry): Promise<void> {
  await tx.insert(orderHistory).values(change);
}

/** Gives the order's status as it is by now. */
export async function updateOrderSession(db: Database, id: string, session: string): Promise<OrderStatus | null> {
  const [row] = await db.update(orders).set({ providerSession: session }).where(eq(orders.id, id)).returning({ status: orders.status });
  return row?.status ?? null;
}

/** False where this event was here before. */
export async function createPaymentEvent(tx: Database, event: typeof paymentEvents.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(paymentEvents).values(event).onConflictDoNothing().returning({ id: paymentEvents.id });
  return rows.length > 0;
}

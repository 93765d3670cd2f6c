import { and, asc, desc, eq, inArray, lt, or } from 'drizzle-orm';
import type { Order, OrderStatus } from '../../contract/order.ts';
import type { Database } from '../database/open.ts';
import { orderLines, orders, paymentEvents, users } from '../database/schema.ts';
import { imageAddress } from '../images/address.ts';

type OrderRow = typeof orders.$inferSelect;
type LineRow = typeof orderLines.$inferSelect;

export type NewLine = Omit<LineRow, 'orderId' | 'position'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Could it be an id, written as the server writes it? Anything else PostgreSQL would refuse with an error. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

function toOrder(order: OrderRow, lines: LineRow[]): Order {
  return {
    _id: order.id,
    number: order.number,
    status: order.status,
    total: order.totalCents / 100,
    address: order.address,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    lines: lines.map((line) => ({
      product: line.productId,
      slug: line.slug,
      name: line.name,
      price: line.priceCents / 100,
      quantity: line.quantity,
      image: imageAddress(line.imageId),
    })),
  };
}

async function withLines(db: Database, rows: OrderRow[]): Promise<Order[]> {
  if (!rows.length) return [];
  const ids = rows.map((row) => row.id);
  const lines = await db.select().from(orderLines).where(inArray(orderLines.orderId, ids)).orderBy(asc(orderLines.position));
  const byOrder = Map.groupBy(lines, (line) => line.orderId);
  return rows.map((row) => toOrder(row, byOrder.get(row.id) ?? []));
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
  return withLines(db, rows);
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
  const [order] = await withLines(db, rows);
  return order ?? null;
}

/** Holds the shopper's row until the transaction ends, so that their checkouts come one after another. */
export async function lockShopper(tx: Database, userId: string): Promise<{ address: string; email: string } | null> {
  const [row] = await tx
    .select({ address: users.address, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return row ?? null;
}

export interface LockedOrder {
  id: string;
  status: OrderStatus;
  totalCents: number;
  currency: string;
  providerSession: string | null;
}

const lockedColumns = {
  id: orders.id,
  status: orders.status,
  totalCents: orders.totalCents,
  currency: orders.currency,
  providerSession: orders.providerSession,
};

export async function lockOrder(tx: Database, userId: string, id: string): Promise<LockedOrder | null> {
  const [row] = await tx
    .select(lockedColumns)
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId)))
    .for('update');
  return row ?? null;
}

export async function lockPendingOrders(tx: Database, userId: string): Promise<LockedOrder[]> {
  return tx
    .select(lockedColumns)
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, 'pending')))
    .orderBy(asc(orders.id))
    .for('update');
}

/** Pending orders that ended before `before`; those that someone else holds at the moment are left to them. */
export async function lockOverdueOrders(tx: Database, before: Date, limit: number): Promise<LockedOrder[]> {
  return tx
    .select(lockedColumns)
    .from(orders)
    .where(and(eq(orders.status, 'pending'), lt(orders.expiresAt, before)))
    .orderBy(asc(orders.expiresAt), asc(orders.id))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** The order of that id and the one that the session belongs to: one row where all is well, two or a strange one otherwise. */
export async function lockOrdersOfPayment(tx: Database, provider: string, id: string, session: string): Promise<LockedOrder[]> {
  return tx
    .select(lockedColumns)
    .from(orders)
    .where(and(eq(orders.provider, provider), or(eq(orders.id, id), eq(orders.providerSession, session))))
    .orderBy(asc(orders.id))
    .for('update');
}

/** How much of each product the orders hold; lines of deleted products have no stock to move. */
export async function sumLines(db: Database, orderIds: string[]): Promise<{ held: Map<string, number>; hasDeleted: boolean }> {
  const held = new Map<string, number>();
  if (!orderIds.length) return { held, hasDeleted: false };
  const rows = await db
    .select({ productId: orderLines.productId, quantity: orderLines.quantity })
    .from(orderLines)
    .where(inArray(orderLines.orderId, orderIds));
  let hasDeleted = false;
  for (const { productId, quantity } of rows) {
    if (productId === null) hasDeleted = true;
    if (productId !== null) held.set(productId, (held.get(productId) ?? 0) + quantity);
  }
  return { held, hasDeleted };
}

/** Adds a row and its lines, and gives the order's number. */
export async function createOrder(tx: Database, order: typeof orders.$inferInsert, lines: NewLine[]): Promise<number> {
  const [row] = await tx.insert(orders).values(order).returning({ number: orders.number });
  if (!row) throw new Error('the order was not written');
  await tx.insert(orderLines).values(lines.map((line, position) => ({ ...line, orderId: order.id, position })));
  return row.number;
}

export async function updateStatus(tx: Database, id: string, status: OrderStatus): Promise<void> {
  await tx.update(orders).set({ status }).where(eq(orders.id, id));
}

export async function updatePayment(
  tx: Database,
  id: string,
  payment: { status: OrderStatus; paidAt?: Date; providerSession: string },
): Promise<void> {
  await tx.update(orders).set(payment).where(eq(orders.id, id));
}

/** Gives the order's status as it is by now. */
export async function updateSession(db: Database, id: string, session: string): Promise<OrderStatus | null> {
  const [row] = await db.update(orders).set({ providerSession: session }).where(eq(orders.id, id)).returning({ status: orders.status });
  return row?.status ?? null;
}

/** False where this event was here before. */
export async function createPaymentEvent(tx: Database, event: typeof paymentEvents.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(paymentEvents).values(event).onConflictDoNothing().returning({ id: paymentEvents.id });
  return rows.length > 0;
}

import { and, desc, eq, inArray } from 'drizzle-orm';
import type { OrderRequest } from '../../contract/order.ts';
import type { Database } from '../database/connect.ts';
import { orderRequests } from '../database/schema/order.ts';

export type OrderRequestRow = typeof orderRequests.$inferSelect;

export function toOrderRequest({ id, kind, reason, lines, status, answer, createdAt, decidedAt }: OrderRequestRow): OrderRequest {
  const times = { createdAt: createdAt.toISOString(), decidedAt: decidedAt?.toISOString() ?? null };
  return { _id: id, kind, reason, lines, status, answer, ...times };
}

/** By order id; orders without a request are left out. */
export async function listLatestRequests(db: Database, orderIds: string[]): Promise<Map<string, OrderRequestRow>> {
  const rows = await db
    .selectDistinctOn([orderRequests.orderId])
    .from(orderRequests)
    .where(inArray(orderRequests.orderId, orderIds))
    .orderBy(orderRequests.orderId, desc(orderRequests.createdAt), desc(orderRequests.id));
  return new Map(rows.map((row) => [row.orderId, row]));
}

/** Statuses of all requests about an order. */
export async function listRequestStatuses(tx: Database, orderId: string): Promise<OrderRequestRow['status'][]> {
  const rows = await tx.select({ status: orderRequests.status }).from(orderRequests).where(eq(orderRequests.orderId, orderId));
  return rows.map(({ status }) => status);
}

/** The index order_requests_open refuses a second open request about an order. */
export async function createRequest(tx: Database, row: typeof orderRequests.$inferInsert): Promise<void> {
  await tx.insert(orderRequests).values(row);
}

type Decision = Pick<OrderRequestRow, 'status' | 'decidedAt'> & { answer?: string };

/** Null if it isn't a request about that order, or no longer has the status `from`. */
export async function decideRequest(
  tx: Database,
  orderId: string,
  id: string,
  from: OrderRequestRow['status'],
  decision: Decision,
): Promise<OrderRequestRow | null> {
  const [row] = await tx
    .update(orderRequests)
    .set(decision)
    .where(and(eq(orderRequests.id, id), eq(orderRequests.orderId, orderId), eq(orderRequests.status, from)))
    .returning();
  return row ?? null;
}

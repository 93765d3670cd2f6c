import { and, desc, eq, inArray } from 'drizzle-orm';
import type { OrderRequest } from '../../contract/order.ts';
import type { Database } from '../database/connect.ts';
import { orderRequests } from '../database/schema/order.ts';

export type OrderRequestRow = typeof orderRequests.$inferSelect;

export function toOrderRequest({ id, kind, reason, lines, status, answer, createdAt, decidedAt }: OrderRequestRow): OrderRequest {
  const times = { createdAt: createdAt.toISOString(), decidedAt: decidedAt?.toISOString() ?? null };
  return { _id: id, kind, reason, lines, status, answer, ...times };
}

/** By order id; orders that nothing was asked of are left out. */
export async function listLatestRequests(db: Database, orderIds: string[]): Promise<Map<string, OrderRequestRow>> {
  const rows = await db
    .selectDistinctOn([orderRequests.orderId])
    .from(orderRequests)
    .where(inArray(orderRequests.orderId, orderIds))
    .orderBy(orderRequests.orderId, desc(orderRequests.createdAt), desc(orderRequests.id));
  return new Map(rows.map((row) => [row.orderId, row]));
}

/** Of all requests of an order. */
export async function listRequestStatuses(tx: Database, orderId: string): Promise<OrderRequestRow['status'][]> {
  const rows = await tx.select({ status: orderRequests.status }).from(orderRequests).where(eq(orderRequests.orderId, orderId));
  return rows.map(({ status }) => status);
}

/** A second open one of an order is refused by the index order_requests_open. */
export async function createRequest(tx: Database, row: typeof orderRequests.$inferInsert): Promise<void> {
  await tx.insert(orderRequests).values(row);
}

type Decision = Pick<OrderRequestRow, 'status' | 'decidedAt'> & { answer?: string };

/** Null where it isn't that order's, or isn't in the status `from` any more. */
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

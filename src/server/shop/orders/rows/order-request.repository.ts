import { and, desc, eq, inArray } from 'drizzle-orm';
import type { OrderRequest } from '../../../../contract/order-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { orderRequests } from '../../database/schema/order.ts';

export type OrderRequestRow = typeof orderRequests.$inferSelect;

export function toOrderRequest({ id, kind, reason, lines, status, answer, createdAt, decidedAt }: OrderRequestRow): OrderRequest {
  const times = { createdAt: createdAt.toISOString(), decidedAt: decidedAt?.toISOString() ?? null };
  return { _id: id, kind, reason, lines, status, answer, ...times };
}

/** The latest first, by order id; orders without a request are left out. */
export async function listRequests(db: Database, orderIds: string[]): Promise<Map<string, OrderRequestRow[]>> {
  const rows = await db
    .select()
    .from(orderRequests)
    .where(inArray(orderRequests.orderId, orderIds))
    .orderBy(desc(orderRequests.createdAt), desc(orderRequests.id));
  return Map.groupBy(rows, (it) => it.orderId);
}

/**
 * How many pieces of a line can still be returned. An approved return is usually refunded too, so the larger of the two numbers counts, not
 * their sum.
 */
export function countReturnable(
  { position, quantity }: { position: number; quantity: number },
  refunded: number | undefined,
  requests: OrderRequestRow[],
): number {
  const sumOf = (status: OrderRequestRow['status']) =>
    requests
      .filter((it) => it.kind === 'return' && it.status === status)
      .flatMap(({ lines }) => lines)
      .reduce((sum, it) => sum + (it.line === position ? it.quantity : 0), 0);
  return Math.max(0, quantity - Math.max(refunded ?? 0, sumOf('approved')) - sumOf('open'));
}

/** The index order_requests_open refuses a second open request for an order. */
export async function createRequest(tx: Database, row: typeof orderRequests.$inferInsert): Promise<void> {
  await tx.insert(orderRequests).values(row);
}

type Decision = Pick<OrderRequestRow, 'status' | 'decidedAt'> & { answer?: string };

/** Null if the order has no such request, or if its status is no longer `from`. */
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

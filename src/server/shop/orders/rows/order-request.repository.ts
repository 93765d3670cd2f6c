import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { OrderRequest } from '../../../../contract/order-fields.ts';
import type { Withdrawal } from '../../../../contract/withdrawal-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { orderRequests } from '../../database/schema/order-records.ts';

export type OrderRequestRow = typeof orderRequests.$inferSelect;

const toTimes = ({ createdAt, decidedAt }: OrderRequestRow) => ({
  createdAt: createdAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

function toOrderRequest(row: OrderRequestRow): OrderRequest | null {
  const { id, kind, reason, lines, status, answer } = row;
  return kind === 'withdraw' ? null : { _id: id, kind, reason, lines, status, answer, ...toTimes(row) };
}

function toWithdrawal(row: OrderRequestRow): Withdrawal {
  const { id, name, reason, lines, isLate, status, answer, refundBy } = row;
  return {
    ...{ _id: id, name: name ?? '', lines, ...(reason && { items: reason }), ...(isLate && { isLate }), status, answer },
    ...toTimes(row),
    ...(refundBy && status === 'open' && { refundBy }),
  };
}

/** The latest request, and all withdrawals, the oldest first. `rows`: the latest first. */
export function toRequests(rows: OrderRequestRow[]): { request: OrderRequest | null; withdrawals?: Withdrawal[] } {
  const withdrawals = rows.filter(({ kind }) => kind === 'withdraw').toReversed();
  const request = rows.flatMap((row) => toOrderRequest(row) ?? [])[0] ?? null;
  return { request, ...(withdrawals.length && { withdrawals: withdrawals.map(toWithdrawal) }) };
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
 * their sum. `kinds`: whose open ones count; of what can be withdrawn from, only withdrawals, because these wait for no answer to a request.
 */
export function countReturnable(
  { position, quantity }: { position: number; quantity: number },
  refunded: number | undefined,
  requests: OrderRequestRow[],
  kinds: readonly OrderRequestRow['kind'][] = ['return', 'withdraw'],
): number {
  const sumOf = (status: OrderRequestRow['status']) =>
    requests
      .filter((it) => it.status === status && (status === 'approved' || kinds.includes(it.kind)))
      .flatMap(({ lines }) => lines)
      .reduce((sum, it) => sum + (it.line === position ? it.quantity : 0), 0);
  return Math.max(0, quantity - Math.max(refunded ?? 0, sumOf('approved')) - sumOf('open'));
}

/** A paid order with this number, if its buyer has this email. */
export async function findIdByNumber(db: Database, number: number, email: string): Promise<string | null> {
  const [row] = await query<{ id: string }>(
    db,
    sql`select o.id from orders o left join users u on u.id = o.user_id
      where o.number = ${number} and lower(coalesce(u.email, o.guest_email)) = lower(${email})`,
  );
  return row?.id ?? null;
}

/** The index order_requests_one_open refuses a second open request for an order. */
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

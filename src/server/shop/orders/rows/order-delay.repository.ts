/** The days that were set anew for orders which run late. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Delay } from '../../../../contract/delay-fields.ts';
import { DEFAULT_PROMISE_DAYS } from '../../../../contract/delay-rules.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { isReal } from '../../database/schema/order.ts';
import { orderDelays } from '../../database/schema/order-records.ts';

export type DelayRow = typeof orderDelays.$inferSelect;

/** The oldest first, by order id. Most orders have none, and nothing is read for them. */
export async function listDelays(db: Database, orders: { id: string; isDelayed: boolean }[]): Promise<Map<string, DelayRow[]>> {
  const ids = orders.filter(({ isDelayed }) => isDelayed).map(({ id }) => id);
  if (!ids.length) return new Map();
  const rows = await db.select().from(orderDelays).where(inArray(orderDelays.orderId, ids)).orderBy(asc(orderDelays.position));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

export const toDelay = ({ id, day, previousDay, createdAt, answer, answeredAt, consentBy, refundBy }: DelayRow): Delay => ({
  ...{ _id: id, day, previousDay, createdAt: createdAt.toISOString() },
  ...(answer && { answer }),
  ...(answeredAt && { answeredAt: answeredAt.toISOString() }),
  ...(consentBy && { consentBy }),
  ...(refundBy && { refundBy }),
});

/** What was asked before is no longer waited for. */
export async function createDelay(tx: Database, delay: typeof orderDelays.$inferInsert): Promise<void> {
  const isWaiting = and(eq(orderDelays.orderId, delay.orderId), isNull(orderDelays.answer));
  await tx.update(orderDelays).set({ consentBy: null, refundBy: null }).where(isWaiting);
  await tx.insert(orderDelays).values(delay);
}

export async function updateDelay(
  tx: Database,
  id: string,
  change: Partial<Pick<DelayRow, 'answer' | 'answeredAt' | 'refundBy'>>,
): Promise<void> {
  await tx.update(orderDelays).set(change).where(eq(orderDelays.id, id));
}

export async function isCancelledForDelay(tx: Database, orderId: string): Promise<boolean> {
  return (await tx.$count(orderDelays, and(eq(orderDelays.orderId, orderId), eq(orderDelays.answer, 'cancel')))) > 0;
}

const today = sql`(now() at time zone (select shop_time_zone()))::date`;

/** Paid and to be sent, which a refund in full or the parcel ends. */
const isAwaited = sql`orders.status = 'paid' and orders.needs_shipping and ${isReal}`;

const isPastDue = sql`coalesce(orders.due_on, orders.delivery_to, (orders.paid_at at time zone (select shop_time_zone()))::date + ${sql.raw(String(DEFAULT_PROMISE_DAYS))}) < ${today}`;

/** The customer has cancelled it, or hasn't agreed in time where the law asks for that. */
const owesRefund = sql`d.order_id = orders.id and d.refund_by is not null and (d.answer = 'cancel' or (d.answer is null and d.consent_by < ${today}))`;

export const isLate = sql<boolean>`(${isAwaited} and (${isPastDue} or (orders.is_delayed and exists (select from order_delays d where ${owesRefund}))))`;

/** The first day on which one of the late orders has to be refunded. */
export const firstRefundDay = sql`(select min(d.refund_by)::text from orders join order_delays d on ${owesRefund} where ${isAwaited} and orders.is_delayed)`;

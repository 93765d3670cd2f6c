/** Deletes test orders with all data about them. No other order is ever deleted once it was paid. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { orders } from '../../database/schema/order.ts';
import { demoEvents, demoSessions, paymentEvents, refunds } from '../../database/schema/payment.ts';
import { forgetObjects, hidePersonalValues } from '../../integrity/audit/audit.repository.ts';

export const countTestOrders = (db: Database): Promise<number> => db.$count(orders, sql`${orders.isTest}`);

/** Null: there is no such order. */
export async function isTestOrder(db: Database, id: string): Promise<boolean | null> {
  const [row] = await db.select({ isTest: orders.isTest }).from(orders).where(eq(orders.id, id));
  return row?.isTest ?? null;
}

/**
 * All, one of them, or those of an account; returns how many were deleted. One whose payment is on its way to the shop stays: it would arrive without an order. Call it in a
 * transaction.
 */
export async function deleteTestOrders(tx: Database, { id, userId }: { id?: string; userId?: string } = {}): Promise<number> {
  const locked = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        sql`${orders.isTest}`,
        id === undefined ? undefined : eq(orders.id, id),
        userId === undefined ? undefined : eq(orders.userId, userId),
      ),
    )
    .orderBy(orders.id)
    .for('update');
  const ofOrders = inArray(
    demoSessions.idempotencyKey,
    locked.map(({ id }) => id),
  );
  // Locked, so that nobody pays meanwhile: the payment page then finds no session.
  const sessions = await tx
    .select({ id: demoSessions.id, orderId: demoSessions.idempotencyKey })
    .from(demoSessions)
    .where(ofOrders)
    .for('update');
  const events = await tx
    .select({ id: demoEvents.id, type: demoEvents.type, sessionId: demoEvents.sessionId, deliveredAt: demoEvents.deliveredAt })
    .from(demoEvents)
    .where(
      inArray(
        demoEvents.sessionId,
        sessions.map(({ id }) => id),
      ),
    );
  const isArriving = ({ type, deliveredAt }: (typeof events)[number]) => type === 'checkout.paid' && deliveredAt === null;
  const arriving = new Set(events.filter(isArriving).map(({ sessionId }) => sessionId));
  const kept = new Set(sessions.filter(({ id }) => arriving.has(id)).map(({ orderId }) => orderId));
  const ids = locked.map(({ id }) => id).filter((id) => !kept.has(id));
  if (!ids.length) return 0;
  const gone = sessions.filter(({ orderId }) => !kept.has(orderId)).map(({ id }) => id);
  const polled = gone.flatMap((id) => ['paid', 'expired'].map((state) => `polled:demo:${id}:${state}`));
  const delivered = events.filter(({ sessionId }) => gone.includes(sessionId)).map(({ id }) => id);
  await tx.delete(paymentEvents).where(inArray(paymentEvents.id, [...delivered, ...polled]));
  await tx.delete(demoSessions).where(inArray(demoSessions.id, gone));
  await tx.delete(refunds).where(inArray(refunds.orderId, ids));
  // The deletion is logged too, and must not repeat what is deleted.
  await hidePersonalValues(tx);
  await forgetObjects(tx, 'order', ids);
  const rows = await tx
    .delete(orders)
    .where(and(inArray(orders.id, ids), sql`${orders.isTest}`))
    .returning({ id: orders.id });
  return rows.length;
}

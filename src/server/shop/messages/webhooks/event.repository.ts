/** Events whose body isn't written yet. shop/database/functions/webhook_event.sql inserts the rows, except those of tests. */
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { webhookDeliveries, webhookEvents } from '../../database/schema/messages.ts';

export type StoredEvent = typeof webhookEvents.$inferSelect;

export const isWritable = (now: Date) =>
  and(isNull(webhookEvents.body), or(isNull(webhookEvents.writeDueAt), lte(webhookEvents.writeDueAt, now)));

/** Those that failed least often first, then the oldest: one that can't be written doesn't delay the others. */
export async function listUnwrittenEvents(db: Database, now: Date, limit: number): Promise<StoredEvent[]> {
  return db
    .select()
    .from(webhookEvents)
    .where(isWritable(now))
    .orderBy(asc(webhookEvents.writeFailures), asc(webhookEvents.position))
    .limit(limit);
}

export async function postponeWriting(db: Database, id: string, dueAt: Date): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ writeFailures: sql`${webhookEvents.writeFailures} + 1`, writeDueAt: dueAt })
    .where(eq(webhookEvents.id, id));
}

/** If two processes write the same body, the first is kept, because it may have been sent already. */
export async function saveBody(db: Database, id: string, body: string): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ body })
    .where(and(eq(webhookEvents.id, id), isNull(webhookEvents.body)));
}

/** Locked until the transaction ends, so that no body is written for them meanwhile. */
export async function listEventsOf(tx: Database, subjectIds: string[]): Promise<StoredEvent[]> {
  return tx.select().from(webhookEvents).where(inArray(webhookEvents.subjectId, subjectIds)).orderBy(webhookEvents.id).for('update');
}

/** Replaces the body, and deletes logged answers, which may repeat it. */
export async function replaceBody(tx: Database, id: string, body: string): Promise<void> {
  await tx.update(webhookEvents).set({ body }).where(eq(webhookEvents.id, id));
  await tx
    .update(webhookDeliveries)
    .set({
      log: sql`(select coalesce(jsonb_agg(attempt || '{"answer": ""}' order by n), '[]')
        from jsonb_array_elements(${webhookDeliveries.log}) with ordinality as attempts (attempt, n))`,
    })
    .where(eq(webhookDeliveries.eventId, id));
}

/** For one endpoint, whichever events it wants. Returns the delivery's id. */
export async function createEventFor(
  tx: Database,
  endpointId: string,
  event: Pick<StoredEvent, 'type' | 'subjectId' | 'createdAt'>,
): Promise<string> {
  const [row] = await tx
    .insert(webhookEvents)
    .values({ ...event, details: {} })
    .returning({ eventId: webhookEvents.id, position: webhookEvents.position });
  if (!row) throw new Error('an insert gave no row');
  const { subjectId, createdAt } = event;
  const [delivery] = await tx
    .insert(webhookDeliveries)
    .values({ ...row, endpointId, subjectId, createdAt, nextAttemptAt: createdAt })
    .returning({ id: webhookDeliveries.id });
  if (!delivery) throw new Error('an insert gave no row');
  return delivery.id;
}

/** Together with their deliveries. Returns how many events were deleted. */
export async function deleteEventsBefore(db: Database, before: Date, limit: number): Promise<number> {
  const old = db.select({ id: webhookEvents.id }).from(webhookEvents).where(lt(webhookEvents.createdAt, before)).limit(limit);
  return (await db.delete(webhookEvents).where(inArray(webhookEvents.id, old)).returning({ id: webhookEvents.id })).length;
}

/** The demo provider's own tables. Of the shop's tables it uses only `settings`, for its secret. */
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { insertStatement, queryPrepared } from '../../../platform/database/query.ts';
import { settings } from '../../database/schema/content.ts';
import { demoEvents, demoRefunds, demoSessions } from '../../database/schema/payment.ts';
import type { Checkout, RefundRequest } from '../provider.ts';

export type StoredCheckout = Omit<Checkout, 'expiresAt'>;

export interface DemoSession {
  id: string;
  status: 'open' | 'paid' | 'cancelled';
  checkout: StoredCheckout;
  webhookUrl: string;
  expiresAt: Date;
  refundedCents: number;
}

export interface DemoEvent {
  id: string;
  type: (typeof demoEvents.$inferSelect)['type'];
  amountCents: number;
  session: DemoSession;
}

function toSession(row: typeof demoSessions.$inferSelect): DemoSession {
  const { id, status, webhookUrl, expiresAt, refundedCents } = row;
  return { id, status, checkout: row.checkout as StoredCheckout, webhookUrl, expiresAt, refundedCents };
}

/** Idempotent: returns the existing session if the key was used before. */
export async function createSession(db: Database, session: typeof demoSessions.$inferInsert): Promise<DemoSession> {
  const insert = sql`${insertStatement(demoSessions, [session])} on conflict (idempotency_key) do nothing returning id`;
  const [created] = await queryPrepared(db, insert);
  if (created) return toSession({ ...session, refundedCents: 0 });
  const [row] = await db.select().from(demoSessions).where(eq(demoSessions.idempotencyKey, session.idempotencyKey));
  if (!row) throw new Error('the session was not written');
  return toSession(row);
}

export async function findSession(db: Database, id: string): Promise<DemoSession | null> {
  const [row] = await db.select().from(demoSessions).where(eq(demoSessions.id, id));
  return row ? toSession(row) : null;
}

/** Call it in the transaction of the change that the event reports. */
async function createEvent(tx: Database, event: DemoEvent, now: Date): Promise<void> {
  const { id, type, amountCents, session } = event;
  await tx.insert(demoEvents).values({ id, sessionId: session.id, type, amountCents, createdAt: now });
}

/** Null where the session isn't open: of several concurrent payments, one succeeds. */
export async function updateToPaid(db: Database, id: string, eventId: string, now: Date): Promise<DemoEvent | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(demoSessions)
      .set({ status: 'paid' })
      .where(and(eq(demoSessions.id, id), eq(demoSessions.status, 'open'), gt(demoSessions.expiresAt, now)))
      .returning();
    if (!row) return null;
    const session = toSession(row);
    const event: DemoEvent = { id: eventId, type: 'checkout.paid', amountCents: session.checkout.totalCents, session };
    await createEvent(tx, event, now);
    return event;
  });
}

/** Cancelled on the payment page. No event: the customer is redirected back to the shop. */
export async function updateToCancelled(db: Database, id: string): Promise<void> {
  await db
    .update(demoSessions)
    .set({ status: 'cancelled' })
    .where(and(eq(demoSessions.id, id), eq(demoSessions.status, 'open')));
}

/** Expires an open session and creates its event. */
export async function updateToExpired(db: Database, id: string, eventId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .update(demoSessions)
      .set({ status: 'cancelled' })
      .where(and(eq(demoSessions.id, id), eq(demoSessions.status, 'open')))
      .returning();
    if (!row) return;
    const session = toSession(row);
    await createEvent(tx, { id: eventId, type: 'checkout.expired', amountCents: session.checkout.totalCents, session }, now);
  });
}

/** Sessions still open after their expiry. */
export async function listExpiredSessions(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: demoSessions.id })
    .from(demoSessions)
    .where(and(eq(demoSessions.status, 'open'), lte(demoSessions.expiresAt, now)));
  return rows.map(({ id }) => id);
}

interface NewRefund extends Omit<RefundRequest, 'paymentId' | 'currency'> {
  id: string;
  sessionId: string;
  eventId: string;
}

/** Idempotent: returns the existing refund if the key was used before for the same one. */
export async function createRefund(
  db: Database,
  refund: NewRefund,
  now: Date,
): Promise<{ id: string } | { error: 'not_paid' | 'exceeds_payment' | 'key_reused' }> {
  const { eventId, ...row } = refund;
  return db.transaction(async (tx) => {
    const [locked] = await tx.select().from(demoSessions).where(eq(demoSessions.id, refund.sessionId)).for('update');
    if (locked?.status !== 'paid') return { error: 'not_paid' };
    const [existing] = await tx.select().from(demoRefunds).where(eq(demoRefunds.key, refund.key));
    if (existing) {
      const isSame = existing.sessionId === refund.sessionId && existing.amountCents === refund.amountCents;
      return isSame ? { id: existing.id } : { error: 'key_reused' };
    }
    const session = toSession(locked);
    const refundedCents = session.refundedCents + refund.amountCents;
    if (refund.amountCents <= 0 || refundedCents > session.checkout.totalCents) return { error: 'exceeds_payment' };
    await tx.update(demoSessions).set({ refundedCents }).where(eq(demoSessions.id, session.id));
    await tx.insert(demoRefunds).values(row);
    await createEvent(tx, { id: eventId, type: 'payment.refunded', amountCents: refundedCents, session }, now);
    return { id: refund.id };
  });
}

/** Oldest first. */
export async function listUndeliveredEvents(db: Database): Promise<DemoEvent[]> {
  const rows = await db
    .select({ event: demoEvents, session: demoSessions })
    .from(demoEvents)
    .innerJoin(demoSessions, eq(demoSessions.id, demoEvents.sessionId))
    .where(isNull(demoEvents.deliveredAt))
    .orderBy(asc(demoEvents.createdAt), asc(demoEvents.id));
  return rows.map(({ event: { id, type, amountCents }, session }) => ({ id, type, amountCents, session: toSession(session) }));
}

export async function updateEventDelivered(db: Database, eventId: string, now: Date): Promise<void> {
  await db.update(demoEvents).set({ deliveredAt: now }).where(eq(demoEvents.id, eventId));
}

const SECRET_KEY = 'demo_secret';

/** Stores `candidate` where there is no secret yet. Processes that start together get the same one. */
export async function findOrCreateSecret(db: Database, candidate: string): Promise<unknown> {
  // Wrapped in an object: a string of digits alone would be read back from jsonb as a number.
  await db
    .insert(settings)
    .values({ key: SECRET_KEY, value: { secret: candidate } })
    .onConflictDoNothing();
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, SECRET_KEY));
  return row?.value;
}

/** The demo provider's own books. They know nothing of the shop's tables but the one where its secret is kept. */
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Database } from '../../database/connect.ts';
import { demoEvents, demoRefunds, demoSessions } from '../../database/schema/payment.ts';
import { settings } from '../../database/schema/setting.ts';
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

/** The session of that key: the new one, or the one that was made when the same was asked before. */
export async function createSession(db: Database, session: typeof demoSessions.$inferInsert): Promise<DemoSession> {
  const [created] = await db.insert(demoSessions).values(session).onConflictDoNothing({ target: demoSessions.idempotencyKey }).returning();
  if (created) return toSession(created);
  const [row] = await db.select().from(demoSessions).where(eq(demoSessions.idempotencyKey, session.idempotencyKey));
  if (!row) throw new Error('the session was not written');
  return toSession(row);
}

export async function findSession(db: Database, id: string): Promise<DemoSession | null> {
  const [row] = await db.select().from(demoSessions).where(eq(demoSessions.id, id));
  return row ? toSession(row) : null;
}

/** The event stands in the same transaction as what it tells of. */
async function createEvent(tx: Database, event: DemoEvent, now: Date): Promise<void> {
  const { id, type, amountCents, session } = event;
  await tx.insert(demoEvents).values({ id, sessionId: session.id, type, amountCents, createdAt: now });
}

/** Only one of many at once gets the session, and the event about it; the others get null. */
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

/** Left by the shopper: nobody is told, as the shopper is on the way back. */
export async function updateToCancelled(db: Database, id: string): Promise<void> {
  await db
    .update(demoSessions)
    .set({ status: 'cancelled' })
    .where(and(eq(demoSessions.id, id), eq(demoSessions.status, 'open')));
}

/** Ends it with an event, where it is open. */
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

/** Open ones whose time is over. */
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

/** The refund of that key, made now or when the same was asked before; otherwise why there is none. */
export async function createRefund(
  db: Database,
  refund: NewRefund,
  now: Date,
): Promise<{ id: string } | { error: 'unpaid' | 'too_much' | 'other_words' }> {
  const { eventId, ...row } = refund;
  return db.transaction(async (tx) => {
    const [locked] = await tx.select().from(demoSessions).where(eq(demoSessions.id, refund.sessionId)).for('update');
    if (locked?.status !== 'paid') return { error: 'unpaid' };
    const [existing] = await tx.select().from(demoRefunds).where(eq(demoRefunds.key, refund.key));
    if (existing) {
      const isSame = existing.sessionId === refund.sessionId && existing.amountCents === refund.amountCents;
      return isSame ? { id: existing.id } : { error: 'other_words' };
    }
    const session = toSession(locked);
    const refundedCents = session.refundedCents + refund.amountCents;
    if (refund.amountCents <= 0 || refundedCents > session.checkout.totalCents) return { error: 'too_much' };
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

/** The secret that is kept: `candidate` where there was none. Two who start at once get the same. */
export async function findOrCreateSecret(db: Database, candidate: string): Promise<unknown> {
  // In an object, because a bare text that looks like a number would come back as one.
  await db
    .insert(settings)
    .values({ key: SECRET_KEY, value: { secret: candidate } })
    .onConflictDoNothing();
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, SECRET_KEY));
  return row?.value;
}

/** The demo provider's own books. They know nothing of the shop's tables but the one where its secret is kept. */
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../database/open.ts';
import { demoSessions, settings } from '../../database/schema.ts';
import type { Checkout } from '../provider.ts';

export type StoredCheckout = Omit<Checkout, 'expiresAt'>;

export interface DemoSession {
  id: string;
  status: 'open' | 'paid' | 'cancelled';
  checkout: StoredCheckout;
  webhookUrl: string;
  expiresAt: Date;
  /** Of the event about its payment; null until it is paid. */
  eventId: string | null;
}

function toSession(row: typeof demoSessions.$inferSelect): DemoSession {
  const { id, status, webhookUrl, expiresAt, eventId } = row;
  return { id, status, checkout: row.checkout as StoredCheckout, webhookUrl, expiresAt, eventId };
}

/** The session of that key: the new one, or the one that was made when the same was asked before. */
export async function createSession(db: Database, session: typeof demoSessions.$inferInsert): Promise<DemoSession> {
  await db.insert(demoSessions).values(session).onConflictDoNothing({ target: demoSessions.idempotencyKey });
  const [row] = await db.select().from(demoSessions).where(eq(demoSessions.idempotencyKey, session.idempotencyKey));
  if (!row) throw new Error('the session was not written');
  return toSession(row);
}

export async function findSession(db: Database, id: string): Promise<DemoSession | null> {
  const [row] = await db.select().from(demoSessions).where(eq(demoSessions.id, id));
  return row ? toSession(row) : null;
}

/** Only one of many at once gets the session; the others get null. */
export async function updateToPaid(db: Database, id: string, eventId: string, now: Date): Promise<DemoSession | null> {
  const [row] = await db
    .update(demoSessions)
    .set({ status: 'paid', eventId })
    .where(and(eq(demoSessions.id, id), eq(demoSessions.status, 'open'), gt(demoSessions.expiresAt, now)))
    .returning();
  return row ? toSession(row) : null;
}

export async function updateToCancelled(db: Database, id: string): Promise<void> {
  await db
    .update(demoSessions)
    .set({ status: 'cancelled' })
    .where(and(eq(demoSessions.id, id), eq(demoSessions.status, 'open')));
}

/** Oldest first. */
export async function listUndelivered(db: Database): Promise<DemoSession[]> {
  const rows = await db
    .select()
    .from(demoSessions)
    .where(and(isNotNull(demoSessions.eventId), isNull(demoSessions.deliveredAt)))
    .orderBy(asc(demoSessions.createdAt), asc(demoSessions.id));
  return rows.map(toSession);
}

export async function updateDelivered(db: Database, id: string, now: Date): Promise<void> {
  await db.update(demoSessions).set({ deliveredAt: now }).where(eq(demoSessions.id, id));
}

const SECRET_KEY = 'demo_secret';

/** The secret that is kept: `candidate` where there was none. Two who start at once get the same. */
export async function keepSecret(db: Database, candidate: string): Promise<unknown> {
  // In an object, because a bare text that looks like a number would come back as one.
  await db
    .insert(settings)
    .values({ key: SECRET_KEY, value: { secret: candidate } })
    .onConflictDoNothing();
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, SECRET_KEY));
  return row?.value;
}

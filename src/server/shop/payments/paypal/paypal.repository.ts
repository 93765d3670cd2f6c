/** PayPal's sessions as the shop knows them. Each change names the status that it comes from, so that of two at once one wins. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { paypalSessions } from '../../database/schema/paypal-payment.ts';

export type PaypalSession = typeof paypalSessions.$inferSelect;
type Status = PaypalSession['status'];

/** Idempotent: one order has one session. */
export async function createSession(db: Database, session: typeof paypalSessions.$inferInsert): Promise<void> {
  await db.insert(paypalSessions).values(session).onConflictDoNothing();
}

/** Null: there is none, or another account has made it. */
export async function findSession(db: Database, id: string, account: string): Promise<PaypalSession | null> {
  const [row] = await db
    .select()
    .from(paypalSessions)
    .where(and(eq(paypalSessions.id, id), eq(paypalSessions.account, account)));
  return row ?? null;
}

/** Null, and nothing is changed, if it has none of these statuses any more. */
async function change(db: Database, id: string, from: Status[], values: object): Promise<PaypalSession | null> {
  const [row] = await db
    .update(paypalSessions)
    .set(values)
    .where(and(eq(paypalSessions.id, id), inArray(paypalSessions.status, from)))
    .returning();
  return row ?? null;
}

export const beginCapture = (db: Database, id: string) =>
  change(db, id, ['open'], { status: 'capturing', attempts: sql`${paypalSessions.attempts} + 1` });

export const saveCapture = (db: Database, id: string, captureId: string) =>
  change(db, id, ['open', 'capturing', 'declined', 'ended'], { status: 'captured', captureId });

export const saveDecline = (db: Database, id: string) => change(db, id, ['capturing'], { status: 'declined' });

/** Not one whose money is being taken: what becomes of that is asked first. */
export const endSession = (db: Database, id: string) => change(db, id, ['open', 'declined'], { status: 'ended' });

/** The customer may have chosen another card. */
export const reopenSession = (db: Database, id: string) => change(db, id, ['declined'], { status: 'open' });

/** The manual provider's own tables; it uses none of the shop's. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { manualReceipts, manualRefunds, manualSessions } from '../../database/schema/manual-payment.ts';
import type { Receipt } from '../by-hand.ts';

export type ManualSession = typeof manualSessions.$inferSelect;

/** Idempotent: one order has one session. */
export async function createSession(db: Database, session: typeof manualSessions.$inferInsert): Promise<void> {
  await db.insert(manualSessions).values(session).onConflictDoNothing();
}

export async function findSession(db: Database, id: string): Promise<ManualSession | null> {
  const [row] = await db.select().from(manualSessions).where(eq(manualSessions.id, id));
  return row ?? null;
}

export async function lockSession(tx: Database, id: string): Promise<ManualSession | null> {
  const [row] = await tx.select().from(manualSessions).where(eq(manualSessions.id, id)).for('update');
  return row ?? null;
}

/** Only one of which nothing came: then nobody's money is waiting. */
export async function endUnpaid(db: Database, id: string): Promise<void> {
  const isUntouched = and(eq(manualSessions.id, id), eq(manualSessions.status, 'open'), eq(manualSessions.receivedCents, 0));
  await db.update(manualSessions).set({ status: 'ended' }).where(isUntouched);
}

export async function updateSession(tx: Database, id: string, change: Partial<ManualSession>): Promise<void> {
  await tx.update(manualSessions).set(change).where(eq(manualSessions.id, id));
}

/** False if its key is booked. */
export async function createReceipt(tx: Database, session: ManualSession, receipt: Receipt, isExtra: boolean): Promise<boolean> {
  const { id, amountCents, key, receivedOn, note, at } = receipt;
  const row = { id, sessionId: session.id, orderId: session.orderId, amountCents, isExtra, key, receivedOn, note, at };
  const rows = await tx
    .insert(manualReceipts)
    .values(row)
    .onConflictDoNothing({ target: manualReceipts.key })
    .returning({ id: manualReceipts.id });
  return rows.length > 0;
}

/** A receipt that is a payment of its own. */
export async function findExtraReceipt(tx: Database, id: string): Promise<{ amountCents: number; sessionId: string } | null> {
  const { amountCents, sessionId } = manualReceipts;
  const [row] = await tx
    .select({ amountCents, sessionId })
    .from(manualReceipts)
    .where(and(eq(manualReceipts.id, id), eq(manualReceipts.isExtra, true), gt(amountCents, 0)));
  return row ?? null;
}

export async function findRefund(tx: Database, key: string) {
  const [row] = await tx.select().from(manualRefunds).where(eq(manualRefunds.key, key));
  return row ?? null;
}

export async function sumRefunds(tx: Database, paymentId: string): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${manualRefunds.amountCents}), 0)::float8` })
    .from(manualRefunds)
    .where(eq(manualRefunds.paymentId, paymentId));
  return Number(row?.cents ?? 0);
}

export async function createRefund(tx: Database, refund: typeof manualRefunds.$inferInsert): Promise<void> {
  await tx.insert(manualRefunds).values(refund);
}

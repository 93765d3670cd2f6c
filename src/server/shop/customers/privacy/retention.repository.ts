/** Deletes old rows, page by page. Each function returns how many it deleted. */
import { and, asc, inArray, lt, ne } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { emails } from '../../database/schema/messages.ts';
import { isCheckout, orders } from '../../database/schema/order.ts';
import { paymentEvents } from '../../database/schema/payment.ts';
import { forgetObjects, hidePersonalValues } from '../../integrity/audit/audit.repository.ts';

export async function deleteOldEmails(db: Database, before: Date, limit: number): Promise<number> {
  const old = db.select({ id: emails.id }).from(emails).where(lt(emails.createdAt, before)).orderBy(asc(emails.createdAt)).limit(limit);
  const rows = await db.delete(emails).where(inArray(emails.id, old)).returning({ id: emails.id });
  return rows.length;
}

/** The table has no index by time, so if there is nothing to delete, it is read once. */
export async function deleteOldEvents(db: Database, before: Date, limit: number): Promise<number> {
  const old = db.select({ id: paymentEvents.id }).from(paymentEvents).where(lt(paymentEvents.receivedAt, before)).limit(limit);
  const rows = await db.delete(paymentEvents).where(inArray(paymentEvents.id, old)).returning({ id: paymentEvents.id });
  return rows.length;
}

/** Never those that can still be paid. Their entries in the ledger stay, because they add up to nothing. */
export function deleteOldCheckouts(db: Database, before: Date, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    await hidePersonalValues(tx);
    const old = tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(isCheckout(orders.status), ne(orders.status, 'pending'), lt(orders.createdAt, before)))
      .orderBy(asc(orders.createdAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    const rows = await tx.delete(orders).where(inArray(orders.id, old)).returning({ id: orders.id });
    await forgetObjects(
      tx,
      'order',
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}

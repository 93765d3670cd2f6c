/** What the team sees of one customer beside the account: orders, and its own notes. */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { CustomerNote, CustomerOrder } from '../../../../contract/account.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { orderSummaryColumns, toOrderSummary } from '../../database/order-summary.ts';
import { customerNotes } from '../../database/schema/account.ts';
import { isPlaced, orders } from '../../database/schema/order.ts';

async function listPlacedOrders(db: Database, condition: SQL | undefined, limit: number): Promise<CustomerOrder[]> {
  const rows = await db
    .select(orderSummaryColumns)
    .from(orders)
    .where(and(condition, isPlaced(orders.status)))
    .orderBy(sql`${orders.createdAt} desc nulls last`, orders.id)
    .limit(limit);
  return rows.map(toOrderSummary);
}

/** Newest first. */
export const listCustomerOrders = (db: Database, userId: string, limit: number) => listPlacedOrders(db, eq(orders.userId, userId), limit);

/** Those of guests that belong to no account, newest first. */
export const listGuestOrders = (db: Database, email: string, limit: number) =>
  listPlacedOrders(db, and(isNull(orders.userId), sql`lower(${orders.guestEmail}) = lower(${email})`), limit);

/** Newest first. */
export async function listNotes(db: Database, userId: string): Promise<CustomerNote[]> {
  const rows = await db
    .select({ _id: customerNotes.id, by: customerNotes.by, text: customerNotes.text, createdAt: customerNotes.createdAt })
    .from(customerNotes)
    .where(eq(customerNotes.userId, userId))
    .orderBy(desc(customerNotes.createdAt), customerNotes.id);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

export async function createNote(db: Database, note: typeof customerNotes.$inferInsert): Promise<void> {
  await db.insert(customerNotes).values(note);
}

/** Whether there was one of that customer. */
export async function deleteNote(db: Database, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(customerNotes)
    .where(and(eq(customerNotes.id, id), eq(customerNotes.userId, userId)))
    .returning({ id: customerNotes.id });
  return rows.length > 0;
}

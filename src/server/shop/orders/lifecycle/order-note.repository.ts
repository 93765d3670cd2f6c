import { asc, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { orderNotes } from '../../database/schema/order.ts';

export type OrderNoteRow = typeof orderNotes.$inferSelect;

/** By order id; the oldest first. */
export async function listNotes(db: Database, orderIds: string[]): Promise<Map<string, OrderNoteRow[]>> {
  const rows = await db.select().from(orderNotes).where(inArray(orderNotes.orderId, orderIds)).orderBy(asc(orderNotes.id));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

export async function createNote(tx: Database, note: typeof orderNotes.$inferInsert): Promise<void> {
  await tx.insert(orderNotes).values(note);
}

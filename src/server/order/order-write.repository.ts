import { eq } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { queryPrepared } from '../database/query.ts';
import { orderHistory, orderLines, orders } from '../database/schema/order.ts';

export type NewOrderLine = Omit<typeof orderLines.$inferSelect, 'orderId' | 'position'>;
type NewHistoryEntry = typeof orderHistory.$inferInsert;
export type OrderUpdate = Partial<Omit<typeof orders.$inferInsert, 'id' | 'number' | 'userId'>>;

/** Writes the order, its lines and its first history entry in one statement, to hold locks for one round trip; returns its number. */
export async function createOrder(
  tx: Database,
  order: typeof orders.$inferInsert,
  lines: NewOrderLine[],
  firstEntry: Omit<NewHistoryEntry, 'orderId'>,
): Promise<number> {
  const orderId = order.id;
  const insertedOrder = tx.$with('inserted_order').as(tx.insert(orders).values(order).returning({ number: orders.number }));
  const insertedLines = tx.$with('inserted_lines').as(
    tx
      .insert(orderLines)
      .values(lines.map((line, position) => ({ ...line, orderId, position })))
      .returning({ position: orderLines.position }),
  );
  const insertedHistory = tx.$with('inserted_history').as(
    tx
      .insert(orderHistory)
      .values({ ...firstEntry, orderId })
      .returning({ id: orderHistory.id }),
  );
  const statement = tx.with(insertedOrder, insertedLines, insertedHistory).select({ number: insertedOrder.number }).from(insertedOrder);
  const [row] = await queryPrepared<{ number: number }>(tx, statement.getSQL());
  if (!row) throw new Error('the order was not written');
  return row.number;
}

export async function updateOrder(tx: Database, id: string, fields: OrderUpdate): Promise<void> {
  await tx.update(orders).set(fields).where(eq(orders.id, id));
}

export async function createHistoryEntry(tx: Database, change: NewHistoryEntry): Promise<void> {
  await tx.insert(orderHistory).values(change);
}

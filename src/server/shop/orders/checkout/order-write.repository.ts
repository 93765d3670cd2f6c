import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import { isPaidStatus, type OrderStatus } from '../../../../contract/order-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { insertStatement, queryPrepared } from '../../../platform/database/query.ts';
import { orderHistory, orderLines, orders } from '../../database/schema/order.ts';

/** The tax of an order's lines, if the payment provider calculated the order's tax. */

/** What was charged for each line, in their order. */
export async function findChargedParts(tx: Database, orderId: string) {
  const { priceCents, quantity, discountCents } = orderLines;
  const lines = await tx
    .select({ priceCents, quantity, discountCents })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position));
  const [order] = await tx.select({ shippingCents: orders.shippingCents }).from(orders).where(eq(orders.id, orderId));
  return { lines, shippingCents: order?.shippingCents ?? 0 };
}

/** `taxes`: one for each line, in their order; positions start at 0. */
export async function updateLineTaxes(tx: Database, orderId: string, taxes: number[]): Promise<void> {
  await tx.execute(sql`update order_lines set tax_cents = made.cents
    from unnest(${sql.param(taxes)}::bigint[]) with ordinality made (cents, place)
    where order_lines.order_id = ${orderId} and order_lines.position = made.place - 1`);
}

export type NewOrderLine = Omit<typeof orderLines.$inferSelect, 'orderId' | 'position'>;
type NewHistoryEntry = typeof orderHistory.$inferInsert;
export type OrderUpdate = Partial<Omit<typeof orders.$inferInsert, 'id' | 'number' | 'userId' | 'status' | 'version'>>;

/** Writes a checkout, its lines and its first history entry in one statement, so that locks are held for one round trip. */
export async function createOrder(
  tx: Database,
  order: typeof orders.$inferInsert,
  lines: NewOrderLine[],
  firstEntry: Omit<NewHistoryEntry, 'orderId'>,
): Promise<void> {
  const orderId = order.id;
  const rows = await queryPrepared<{ id: string }>(
    tx,
    sql`with inserted_order as (${insertStatement(orders, [order])} returning id),
      inserted_lines as (${insertStatement(
        orderLines,
        lines.map((line, position) => ({ ...line, orderId, position })),
      )}),
      inserted_history as (${insertStatement(orderHistory, [{ ...firstEntry, orderId }])})
      select id from inserted_order`,
  );
  if (!rows.length) throw new Error('the checkout was not written');
}

/** Raises its version, so that pages with an older one notice the change. */
export async function updateOrder(tx: Database, id: string, fields: OrderUpdate): Promise<void> {
  await tx
    .update(orders)
    .set({ ...fields, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id));
}

/** What the provider reports about an order's refunds. Doesn't raise the version, because no page shows it. */
export async function updateProviderRefunds(tx: Database, id: string, cents: number, at: Date): Promise<void> {
  await tx.update(orders).set({ providerRefundedCents: cents, providerRefundedAt: at }).where(eq(orders.id, id));
}

/** A guest's order becomes an account's. */
export async function assignOrder(tx: Database, id: string, userId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ userId, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id));
}

/** A checkout that is paid becomes an order: it gets its number together with the status, and keeps it. */
export async function updateStatus(tx: Database, id: string, status: OrderStatus, fields: OrderUpdate): Promise<void> {
  const isPaid = isPaidStatus(status);
  const number = sql`coalesce(${orders.number}, nextval('orders_number_seq'))`;
  await tx
    .update(orders)
    .set({ ...fields, status, ...(isPaid && { number }), version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id));
}

export async function createHistoryEntry(tx: Database, change: NewHistoryEntry): Promise<void> {
  await tx.insert(orderHistory).values(change);
}

/** The order's status before it last changed to this one. */
export async function findStatusBefore(tx: Database, orderId: string, status: OrderStatus): Promise<OrderStatus | undefined> {
  const [entry] = await tx
    .select({ from: orderHistory.from })
    .from(orderHistory)
    .where(and(eq(orderHistory.orderId, orderId), eq(orderHistory.to, status), ne(orderHistory.from, status)))
    .orderBy(desc(orderHistory.id))
    .limit(1);
  return entry?.from ?? undefined;
}

/** The tax of an order's lines, if the payment provider calculated the order's tax. */
import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { orderLines, orders } from '../../database/schema/order.ts';

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

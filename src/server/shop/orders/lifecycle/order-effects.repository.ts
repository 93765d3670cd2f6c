/** The statements of order-effects.ts. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { query, queryPrepared } from '../../../platform/database/query.ts';

/** Subtracts the order as it is now from the statistics of its day and its products; nothing unless it is a sale. */
export async function uncountOrder(tx: Database, orderId: string): Promise<void> {
  await query(tx, sql`select count_order(${orderId}, -1)`);
}

/** Of a webhook, which is written where an endpoint wants it. */
export interface OrderEventRow {
  type: 'order.paid' | 'order.shipped' | 'order.refunded';
  details: { refundedCents?: number };
}

/** Adds the order to the statistics, where it `isCounted`, and writes its events: in one statement, because others wait for the order's row. */
export async function writeEffects(tx: Database, orderId: string, isCounted: boolean, events: readonly OrderEventRow[]): Promise<void> {
  const effects = [
    ...(isCounted ? [sql`count_order(${orderId}::uuid, 1)`] : []),
    ...events.map(({ type, details }) => sql`queue_webhook_event(${type}::text, ${orderId}::uuid, ${JSON.stringify(details)}::jsonb)`),
  ];
  if (effects.length) await queryPrepared(tx, sql`select ${sql.join(effects, sql`, `)}`);
}

/** The account of the order, if it has one. A customer is listed once. */
export async function listCustomer(tx: Database, orderId: string): Promise<void> {
  await queryPrepared(
    tx,
    sql`insert into customers_with_orders select u.id, u.created_at from users u join orders o on o.user_id = u.id
      where o.id = ${orderId} on conflict do nothing`,
  );
}

/** Adds what the order has sold of its products, as it is now, to their statistics, or (-1) subtracts it. */
export async function countPieces(tx: Database, orderId: string, sign: 1 | -1): Promise<void> {
  await query(tx, sql`select add_to_product_stats(${orderId}, ${sign}::int)`);
}

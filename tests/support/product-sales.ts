import { sql } from 'drizzle-orm';
import type { Database } from '../../src/server/platform/database/connect.ts';
import { query } from '../../src/server/platform/database/query.ts';

/** Name, items and net sales of each product, computed independently of the shop's SQL functions: from what is left of each line. */
export async function countProductSales(db: Database): Promise<(string | number | null)[][]> {
  const lines = await query<{ name: string; price: number; discount: number; quantity: number; refunded: number }>(
    db,
    sql`select p.name, l.price_cents as price, l.discount_cents::int as discount, l.quantity,
      (select coalesce(sum(rl.quantity), 0)::int from refund_lines rl where rl.position = l.position and rl.refund_id in
        (select id from refunds r where r.order_id = o.id and r.status = 'succeeded')) as refunded
    from order_lines l join orders o on o.id = l.order_id left join products p on p.id = l.product_id
    where o.paid_at is not null and o.status = any('{paid,shipped,delivered}')`,
  );
  const sums = new Map<string | null, [pieces: number, cents: number]>();
  for (const { name, price, discount, quantity, refunded } of lines) {
    const [pieces, cents] = sums.get(name) ?? [0, 0];
    const paid = price * quantity - discount;
    sums.set(name, [pieces + quantity - refunded, cents + paid - Math.round((paid * refunded) / quantity)]);
  }
  return [...sums].filter(([, it]) => it.some(Boolean)).map(([name, [pieces, cents]]) => [name, pieces, cents / 100]);
}

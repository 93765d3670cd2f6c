/** The ledger of a product that was deleted and comes back: it outlives the product. */
import { sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { query } from '../database/query.ts';

/**
 * Takes out what was in stock, and what orders held, when it was deleted, so that it comes back with nothing: the lines of those orders don't
 * know it any more. Returns a version that none of its edits was made at: by version and change, a repeated edit is known.
 */
export async function closeLedger(tx: Database, productId: string, at: Date): Promise<number> {
  const [row] = await query<{ version: number }>(
    tx,
    sql`
    with ledger as (
      select variant_id, order_id, sum(available) as available, sum(reserved) as reserved, max(product_version) as version
      from stock_movements where product_id = ${productId}::uuid group by variant_id, order_id
    ), closed as (
      insert into stock_movements (product_id, variant_id, order_id, kind, available, reserved, at)
      select ${productId}::uuid, variant_id, null::uuid, 'edit', -sum(available), 0, ${at.toISOString()}::timestamptz
        from ledger group by variant_id having sum(available) <> 0
      union all
      select ${productId}::uuid, variant_id, order_id, 'release', 0, -reserved, ${at.toISOString()}::timestamptz from ledger where reserved <> 0
    )
    select coalesce(max(version), 0)::int + 1 as version from ledger`,
  );
  return row?.version ?? 1;
}

/** The ledger of a deleted product that is restored: the ledger outlives products. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';

/**
 * Books out what was in stock, and what orders held, when the product was deleted. So it comes back without stock, because the lines of
 * those orders no longer refer to it. Returns a version at which none of its edits was made, because a repeated edit is recognized by its
 * version and change.
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

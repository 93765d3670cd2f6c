import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import type { StockTarget } from '../../inventory/stock.repository.ts';

/** The lines that have files or licence keys, and whether their delivery has begun: a file was fetched, or a key was given. */
export async function findDigitalLines(db: Database, orderId: string): Promise<Map<number, boolean>> {
  const rows = await query<{ line: number; isBegun: boolean }>(
    db,
    sql`select line, bool_or(is_begun) as "isBegun" from (
        select line, used > 0 as is_begun from order_downloads where order_id = ${orderId}::uuid
        union all select line, given > 0 from order_keys where order_id = ${orderId}::uuid
      ) handed_over group by line`,
  );
  return new Map(rows.map(({ line, isBegun }) => [line, isBegun]));
}

/** By which law it was bought; null: nobody knows. */
export async function findOrderCountry(db: Database, orderId: string): Promise<string | null> {
  const [row] = await query<{ country: string | null }>(db, sql`select country from orders where id = ${orderId}::uuid`);
  return row?.country ?? null;
}

/** Whether some of these are digital, or have files or licence keys to hand over. */
export async function hasDigitalTargets(db: Database, targets: readonly StockTarget[]): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    db,
    sql`select exists (
      select from unnest(${sql.param(targets.map((it) => it.productId))}::uuid[], ${sql.param(targets.map((it) => it.variantId))}::uuid[])
        as bought (product_id, variant_id)
      where exists (select from products p where p.id = bought.product_id and p.withdrawal_exception = 'digital')
        or exists (select from download_files f where f.product_id = bought.product_id and f.status = 'ready'
          and (f.variant_ids = '{}' or bought.variant_id = any(f.variant_ids)))
        or exists (select from license_key_lists k where k.product_id = bought.product_id and k.removed_at is null
          and (k.variant_ids = '{}' or bought.variant_id = any(k.variant_ids)))) as found`,
  );
  return row?.found ?? false;
}

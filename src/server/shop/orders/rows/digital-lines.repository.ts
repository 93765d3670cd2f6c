import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';

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

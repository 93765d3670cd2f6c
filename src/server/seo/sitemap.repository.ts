import { sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { query } from '../database/query.ts';

/** The first id of a part, counted from 0: its first 32 bits say where it stands among all that there can be. */
const firstId = (part: number, parts: number) =>
  `${Math.ceil((part / parts) * 2 ** 32)
    .toString(16)
    .padStart(8, '0')}-0000-0000-0000-000000000000`;

/**
 * Part `part` (from 1) of all products, in no order. Ids are random, so that the parts are about as long as each other and none is
 * counted off. `changed` is a time in UTC, as ISO 8601 writes it but for the T.
 */
export async function listProductUrls(db: Database, part: number, parts: number): Promise<{ slug: string; changed: string }[]> {
  const before = part < parts ? sql`and id < ${firstId(part, parts)}` : sql``;
  return query(
    db,
    sql`select slug, (updated_at at time zone 'UTC')::text as changed from products where id >= ${firstId(part - 1, parts)} ${before}`,
  );
}

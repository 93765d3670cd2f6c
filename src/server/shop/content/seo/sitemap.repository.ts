import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';

/** The lowest id of a part, counted from 0. Its first 32 bits are the part's share of all possible values. */
const firstId = (part: number, parts: number) =>
  `${Math.ceil((part / parts) * 2 ** 32)
    .toString(16)
    .padStart(8, '0')}-0000-0000-0000-000000000000`;

/**
 * The products of one part (from 1), unsorted. Ids are random, so ranges of ids divide the products into parts of about equal size without
 * counting rows. `updatedAt` is in UTC, as ISO 8601 but with a space instead of the T.
 */
export async function listProductUrls(db: Database, part: number, parts: number): Promise<{ slug: string; updatedAt: string }[]> {
  const before = part < parts ? sql`and id < ${firstId(part, parts)}` : sql``;
  return query(
    db,
    sql`select slug, (updated_at at time zone 'UTC')::text as "updatedAt" from products where status = 'active' and id >= ${firstId(part - 1, parts)} ${before}`,
  );
}

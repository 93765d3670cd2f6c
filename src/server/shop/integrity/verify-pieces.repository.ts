/** Splits a table of any size into ranges of a key, so that `verify` reads each within a statement's time limit. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';

/** The condition that the column is within the range. */
export type KeyRange = (column: string) => SQL;

interface Key {
  /** A table or a subquery. */
  table: string;
  /** Must be indexed. Rows with the same key are in the same range. */
  column: string;
  type: 'uuid' | 'bigint' | 'integer' | 'text';
}

/** Together the ranges contain every row whose key isn't null, about `size` rows each. */
export async function listKeyRanges(db: Database, { table, column, type }: Key, size: number): Promise<KeyRange[]> {
  const key = sql.raw(column);
  const cast = sql.raw(`::${type}`);
  const ranges: KeyRange[] = [];
  let after: string | null = null;
  for (;;) {
    const start: string | null = after;
    const rows: { last: string }[] = await query(
      db,
      sql`select ${key}::text as last from ${sql.raw(table)} where ${start === null ? sql`${key} is not null` : sql`${key} > ${start}${cast}`}
        order by ${key} offset ${size - 1} limit 1`,
    );
    const last = rows[0]?.last ?? null;
    ranges.push((it) => {
      const tested = sql.raw(it);
      const lower = start === null ? sql`${tested} is not null` : sql`${tested} > ${start}${cast}`;
      return last === null ? lower : sql`${lower} and ${tested} <= ${last}${cast}`;
    });
    if (last === null) return ranges;
    after = last;
  }
}

/** Reads a table of any size in pieces: each is a range of its key, small enough for the time that a statement has. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { query } from '../database/query.ts';

/** The condition that a column lies within the range. */
export type KeyRange = (column: string) => SQL;

interface Key {
  /** Or a subquery. */
  table: string;
  /** Indexed. Rows with an equal key are in one range. */
  column: string;
  type: 'uuid' | 'bigint' | 'integer' | 'text';
}

/** Together the ranges hold every row whose key isn't null, each some `size` of them. */
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

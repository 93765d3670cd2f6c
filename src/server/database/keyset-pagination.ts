/** Pages of lists that are sorted newest first and may be very long: orders, accounts, emails, webhooks. */
import { type SQL, sql } from 'drizzle-orm';
import { MAX_TOTAL } from '../../contract/limits.ts';
import type { Database } from './connect.ts';
import { query } from './query.ts';
import type { ReadFromReplica } from './replica.ts';

const DEFAULT_LIMIT = 20;

export interface KeysetQuery {
  page?: number;
  limit?: number;
  /** The id of a row: the page starts after it, wherever it is, instead of at `page`. */
  after?: string;
  /** The id of a row: the page ends before it. */
  before?: string;
}

/** Statements that select the list's rows in any order; this module adds `order by` and `limit`. */
export interface ListSource {
  table: 'orders' | 'users' | 'emails' | 'webhook_deliveries' | 'audit_log';
  /** Columns `id` and `created_at`. */
  rows: SQL;
  /** The same rows, by a statement that can be counted faster. */
  counted?: SQL;
}

interface ListPage {
  ids: string[];
  total: number;
  /**
   * There are more than `total`, which then is MAX_TOTAL. Counting stops there, because counting a million rows takes longer than reading
   * the page.
   */
  isAbout: boolean;
  hasNext: boolean;
  page: number;
  limit: number;
}

/** The indexes are declared `nulls last`. PostgreSQL uses them only for the very same order, although no value is null. */
const FORWARD = sql`created_at desc nulls last, id`;
const BACKWARD = sql`created_at asc nulls first, id desc`;

/** How many rows are skipped on the way to the page. */
export function getOffset({ page = 1, limit = DEFAULT_LIMIT, after, before }: KeysetQuery): number {
  return (after ?? before) ? 0 : (page - 1) * limit;
}

/** With a key, PostgreSQL goes straight to the page; an offset it walks through row by row. */
function selectByKey({ table, rows }: ListSource, isForward: boolean, key: string, limit: number): SQL {
  const at = sql`(select created_at from ${sql.identifier(table)} where id = ${key})`;
  // The first comparison finds the start in the index. The second one excludes rows of the same time that are on the other side of the key.
  const isBeyond = isForward
    ? sql`created_at <= ${at} and (created_at < ${at} or id > ${key})`
    : sql`created_at >= ${at} and (created_at > ${at} or id < ${key})`;
  return sql`select id from (${rows}) list where ${isBeyond} order by ${isForward ? FORWARD : BACKWARD} limit ${limit}`;
}

async function countRows(db: Database, { rows, counted = rows }: ListSource): Promise<{ total: number; isAbout: boolean }> {
  const [found] = await query<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select from (${counted}) list limit ${MAX_TOTAL + 1}) counted`,
  );
  const count = found?.count ?? 0;
  return { total: Math.min(count, MAX_TOTAL), isAbout: count > MAX_TOTAL };
}

async function listIds(db: Database, source: ListSource, { page, limit, after, before }: KeysetQuery & { page: number; limit: number }) {
  const key = after ?? before;
  // One row more than is shown, which tells whether there is a next page.
  const statement = key
    ? selectByKey(source, after !== undefined, key, limit + 1)
    : sql`select id from (${source.rows}) list order by ${FORWARD} limit ${limit + 1} offset ${getOffset({ page, limit })}`;
  const ids = (await query<{ id: string }>(db, statement)).map(({ id }) => id);
  const isBackward = key !== undefined && after === undefined;
  const shown = ids.slice(0, limit);
  return { ids: isBackward ? shown.reverse() : shown, hasNext: isBackward || ids.length > limit };
}

interface Walk<Row> {
  /** May be called twice. */
  select: (db: Database) => ListSource | Promise<ListSource>;
  /** In the order of the ids. */
  readRows: (db: Database, ids: string[]) => Promise<Row[]>;
  batchSize: number;
}

/**
 * Yields the rows of the whole list in batches, each of which starts after the last row of the one before; read from a standby if there is
 * one.
 */
export async function* walkByKeyset<Row>(read: ReadFromReplica, { select, readRows, batchSize }: Walk<Row>): AsyncGenerator<Row[]> {
  const source = await read(async (db) => select(db));
  let after: string | undefined;
  do {
    const listQuery = { page: 1, limit: batchSize, ...(after && { after }) };
    const { rows, ids, hasNext } = await read(async (db) => {
      const found = await listIds(db, source, listQuery);
      return { ...found, rows: await readRows(db, found.ids) };
    });
    if (rows.length) yield rows;
    after = hasNext ? ids.at(-1) : undefined;
  } while (after);
}

/** The ids of a page, in order; `toInOrder` sorts the rows that are read by them. */
export async function listByKeyset(db: Database, source: ListSource, listQuery: KeysetQuery): Promise<ListPage> {
  const { page = 1, limit = DEFAULT_LIMIT } = listQuery;
  const [found, count] = await Promise.all([listIds(db, source, { ...listQuery, page, limit }), countRows(db, source)]);
  return { ...found, ...count, page, limit };
}

/** The ids before and after a row, which may no longer be in the list itself. */
export async function findNeighborIds(
  db: Database,
  source: ListSource,
  id: string,
): Promise<{ previous: string | null; next: string | null }> {
  const [previous, next] = await Promise.all(
    [false, true].map(async (isForward) => (await query<{ id: string }>(db, selectByKey(source, isForward, id, 1)))[0]?.id ?? null),
  );
  return { previous: previous ?? null, next: next ?? null };
}

/** Sorts rows that were read by their ids into the order of the ids. */
export function toInOrder<Row>(ids: string[], rows: Row[], getId: (row: Row) => string): Row[] {
  const byId = new Map(rows.map((row) => [getId(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Pages of lists that are sorted by the newest or the largest first and may be very long: orders, customers, emails, webhooks. */
import { type SQL, sql } from 'drizzle-orm';
import { MAX_TOTAL } from '../../../contract/limits.ts';
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
  table: 'orders' | 'users' | 'customers' | 'emails' | 'webhook_deliveries' | 'audit_log' | 'documents';
  /** Columns `id` and `created_at`, or what it is sorted by instead. */
  rows: SQL;
  /** The column whose largest value comes first, and its type. No value is null. */
  sortedBy?: { column: string; type: string };
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

/** What a page starts after, whether or not the row is still there. `value` is the database's own text: of a time, to the microsecond. */
interface RowKey {
  id: string;
  value: string;
}

/** The indexes are declared `nulls last`. PostgreSQL uses them only for the very same order, although no value is null. */
const forward = (column: SQL) => sql`${column} desc nulls last, id`;
const backward = (column: SQL) => sql`${column} asc nulls first, id desc`;

const NEWEST = { column: 'created_at', type: 'timestamptz' };

/** How many rows are skipped on the way to the page. */
export function getOffset({ page = 1, limit = DEFAULT_LIMIT, after, before }: KeysetQuery): number {
  return (after ?? before) ? 0 : (page - 1) * limit;
}

/** With a key, PostgreSQL goes straight to the page; an offset it walks through row by row. */
function selectByKey({ table, rows, sortedBy = NEWEST }: ListSource, isForward: boolean, key: string | RowKey, limit: number): SQL {
  const column = sql.raw(sortedBy.column);
  const [id, at] =
    typeof key === 'string'
      ? [key, sql`(select ${column} from ${sql.raw(table)} where id = ${key})`]
      : [key.id, sql`${key.value}::${sql.raw(sortedBy.type)}`];
  // The first comparison finds the start in the index. The second one excludes rows of the same value that are on the other side of the key.
  const isBeyond = isForward
    ? sql`${column} <= ${at} and (${column} < ${at} or id > ${id})`
    : sql`${column} >= ${at} and (${column} > ${at} or id < ${id})`;
  return sql`select id, ${column}::text as value from (${rows}) list where ${isBeyond}
    order by ${isForward ? forward(column) : backward(column)} limit ${limit}`;
}

const toId = ({ id }: RowKey) => id;

async function countRows(db: Database, { rows, counted = rows }: ListSource): Promise<{ total: number; isAbout: boolean }> {
  const [found] = await query<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select from (${counted}) list limit ${MAX_TOTAL + 1}) counted`,
  );
  const count = found?.count ?? 0;
  return { total: Math.min(count, MAX_TOTAL), isAbout: count > MAX_TOTAL };
}

async function listKeys(
  db: Database,
  source: ListSource,
  { page, limit, after, before }: { page: number; limit: number; after?: string | RowKey; before?: string },
) {
  const key = after ?? before;
  const column = sql.raw((source.sortedBy ?? NEWEST).column);
  // One row more than is shown, which tells whether there is a next page.
  const statement = key
    ? selectByKey(source, after !== undefined, key, limit + 1)
    : sql`select id, ${column}::text as value from (${source.rows}) list order by ${forward(column)} limit ${limit + 1} offset ${getOffset({ page, limit })}`;
  const keys = await query<RowKey>(db, statement);
  const isBackward = key !== undefined && after === undefined;
  const shown = keys.slice(0, limit);
  return { keys: isBackward ? shown.reverse() : shown, hasNext: isBackward || keys.length > limit };
}

interface Walk<Row> {
  /** May be called twice. */
  select: (db: Database) => ListSource | Promise<ListSource>;
  /** In the order of the ids. */
  readRows: (db: Database, ids: string[]) => Promise<Row[]>;
  batchSize: number;
}

/**
 * Yields the rows of the whole list in batches, read from a standby if there is one. Each batch starts after the last row of the one before,
 * by that row's values: it may be deleted meanwhile, and the list mustn't end there.
 */
export async function* walkByKeyset<Row>(read: ReadFromReplica, { select, readRows, batchSize }: Walk<Row>): AsyncGenerator<Row[]> {
  const source = await read(async (db) => select(db));
  let after: RowKey | undefined;
  do {
    const listQuery = { page: 1, limit: batchSize, ...(after && { after }) };
    const { rows, keys, hasNext } = await read(async (db) => {
      const found = await listKeys(db, source, listQuery);
      return { ...found, rows: await readRows(db, found.keys.map(toId)) };
    });
    if (rows.length) yield rows;
    after = hasNext ? keys.at(-1) : undefined;
  } while (after);
}

/** The row that a page starts after may be deleted. Then nothing is beyond it, and the page begins where its number says. */
async function listKeysOfPage(db: Database, source: ListSource, listQuery: KeysetQuery & { page: number; limit: number }) {
  const found = await listKeys(db, source, listQuery);
  const key = listQuery.after ?? listQuery.before;
  if (found.keys.length || !key || listQuery.page === 1) return found;
  const isThere = await query(db, sql`select from ${sql.identifier(source.table)} where id = ${key}`);
  const { page, limit } = listQuery;
  return isThere.length ? found : listKeys(db, source, { page, limit });
}

/** The ids of a page, in order; `toInOrder` sorts the rows that are read by them. */
export async function listByKeyset(db: Database, source: ListSource, listQuery: KeysetQuery): Promise<ListPage> {
  const { page = 1, limit = DEFAULT_LIMIT } = listQuery;
  const [{ keys, hasNext }, count] = await Promise.all([listKeysOfPage(db, source, { ...listQuery, page, limit }), countRows(db, source)]);
  return { ids: keys.map(toId), hasNext, ...count, page, limit };
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

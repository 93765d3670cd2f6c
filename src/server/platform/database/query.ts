/** Raw SQL, and transactions that are retried. The caller states the type of the rows; nothing checks it. */
import { type Column, getTableColumns, getTableName, Param, SQL, StringChunk, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import pRetry from 'p-retry';
import { SECOND } from '../../../contract/values.ts';
import type { Logger } from '../log/logger.ts';
import type { Database } from './connect.ts';
import { isSerializationFailure, isUnavailable } from './pg-errors.ts';
import { PREPARE_MARK } from './prepared-statements.ts';

/**
 * Writes the text of a statement that consists of SQL, plain values and nested statements of the same kind. drizzle's dialect supports
 * every kind of part, and looks at each part many times: for filters and searches that took a sixth of the server's CPU time
 * (docs/decisions/0017).
 */

const PLAIN_TYPES = new Set(['string', 'number', 'boolean']);

/** Appends the placeholders' values to `params`. Null for other kinds of parts, such as a table or a column. */
function writeSql(part: unknown, params: unknown[]): string | null {
  if (part instanceof StringChunk) return part.value.join('');
  if (part instanceof SQL) {
    let text = '';
    for (const chunk of part.queryChunks) {
      const written = writeSql(chunk, params);
      if (written === null) return null;
      text += written;
    }
    return text;
  }
  if (part instanceof Param) params.push(part.encoder.mapToDriverValue(part.value));
  else if (PLAIN_TYPES.has(typeof part)) params.push(part);
  else return null;
  return `$${params.length}`;
}

/** The compiled statement, after `prefix`. If it has other kinds of parts, the same statement for drizzle to compile. */
export function compileSql(prefix: string, statement: SQL): SQL {
  const params: unknown[] = [];
  const text = writeSql(statement, params);
  if (text === null) return sql.raw(prefix).append(statement);
  const compiled = sql.raw('');
  compiled.toQuery = () => ({ sql: prefix + text, params });
  return compiled;
}

/** Throws if the database doesn't answer. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}

/** Inserts many rows at once. */

/** By column. Without columns that the row leaves out, and keys that aren't columns. */
function toColumns(table: PgTable, row: object): Record<string, unknown> {
  const columns: Record<string, Column> = getTableColumns(table);
  const present = Object.entries(row).flatMap(([key, value]) => {
    const name = columns[key]?.name;
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(present);
}

/**
 * The statement for rows that all set the same columns; without `returning` or `on conflict`, which can follow. All rows are one parameter:
 * with one for each value, building and parsing the statement of 200 products took a tenth of their import, and each number of rows was a
 * statement of its own. It consists of text and that value, so `queryPrepared` needn't ask the ORM to write it.
 */
export function insertStatement<Table extends PgTable>(table: Table, rows: Table['$inferInsert'][]): SQL {
  const values = rows.map((row) => toColumns(table, row));
  const target = `"${getTableName(table)}"`;
  const list = Object.keys(values[0] ?? {})
    .map((name) => `"${name}"`)
    .join(', ');
  const insert = sql.raw(`insert into ${target} (${list}) select ${list} from json_populate_recordset(null::${target}, `);
  return sql`${insert}${JSON.stringify(values)}::json)`;
}

/** Columns that a row leaves out get their default; keys that aren't columns are ignored. */
export async function insertRows<Table extends PgTable>(tx: Database, table: Table, rows: Table['$inferInsert'][]): Promise<void> {
  const groups = Map.groupBy(rows, (row) => Object.keys(toColumns(table, row)).join());
  for (const group of groups.values()) await query(tx, insertStatement(table, group));
}

/** Returns the statement's rows, from either database: drizzle leaves the type of a result to the driver. */
export async function query<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(statement)) as unknown as { rows: Row[] };
  return rows;
}

/** As `query`, for statements that run with every request: each connection parses the statement only once. */
export function queryPrepared<Row>(db: Database, statement: SQL): Promise<Row[]> {
  return query(db, compileSql(PREPARE_MARK, statement));
}

type Columns = Record<string, PgColumn>;

/** These columns in raw SQL, under their own names. */
export const selectList = (columns: Columns): SQL =>
  sql.raw(
    Object.values(columns)
      .map(({ name }) => `"${name}"`)
      .join(', '),
  );

/** Of a row with these columns: what the ORM would return, by their keys. */
export function readColumns<C extends Columns>(columns: C, row: object): { [Key in keyof C]: unknown } {
  const values = row as Record<string, unknown>;
  const read = (column: PgColumn) => {
    const value = values[column.name];
    return value === null ? null : column.mapFromDriverValue(value);
  };
  return Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, read(column)])) as { [Key in keyof C]: unknown };
}

/**
 * Delays in milliseconds: 10 to 20 before the first retry, then twice as long each time; random, so that two that collided don't collide
 * again.
 */
const RETRY = { retries: 3, minTimeout: 10, factor: 2, randomize: true };

/**
 * Runs `work` in a transaction, and again in a new one if PostgreSQL has rolled it back because of a concurrent one. So `work` must only
 * use the `tx` that it is given, and must not have effects that a rollback doesn't undo.
 */
export function retryTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return pRetry(() => db.transaction(work), { ...RETRY, shouldRetry: ({ error }) => isSerializationFailure(error) });
}

const UNTIL_AVAILABLE = { retries: Number.POSITIVE_INFINITY, minTimeout: SECOND / 2, maxTimeout: 5 * SECOND };

/** For work that may be repeated. Repeats it while the database is unavailable, until the signal is aborted: then this rejects. */
export function retryUntilAvailable<T>(work: () => Promise<T>, log: Pick<Logger, 'warn'>, signal?: AbortSignal): Promise<T> {
  return pRetry(work, {
    ...UNTIL_AVAILABLE,
    ...(signal && { signal }),
    shouldRetry: ({ error }) => isUnavailable(error),
    onFailedAttempt: ({ error: err }) => log.warn({ err }, 'the database does not answer; trying again'),
  });
}

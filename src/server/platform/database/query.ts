/** Raw SQL. The caller states the type of the rows; nothing checks it. */
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { compileSql } from './compile-sql.ts';
import type { Database } from './connect.ts';
import { PREPARE_MARK } from './prepared-statements.ts';

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

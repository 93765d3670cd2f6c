/** Raw SQL. The caller states the type of the rows; nothing checks it. */
import type { SQL } from 'drizzle-orm';
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

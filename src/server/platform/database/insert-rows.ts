/** Inserts many rows at once. */
import { type Column, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './connect.ts';
import { query } from './query.ts';

/** By column. What the row leaves out and what is no column is missing. */
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

/** What a row leaves out gets the column's default; what is no column is passed over. */
export async function insertRows<Table extends PgTable>(tx: Database, table: Table, rows: Table['$inferInsert'][]): Promise<void> {
  const groups = Map.groupBy(rows, (row) => Object.keys(toColumns(table, row)).join());
  for (const group of groups.values()) await query(tx, insertStatement(table, group));
}

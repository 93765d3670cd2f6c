/** Inserts many rows at once. */
import { type Column, getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './connect.ts';
import { query } from './query.ts';

/**
 * All rows are one parameter: with one for each value, building and parsing the statement of 200 products took a tenth of their import, and each
 * number of rows was a statement of its own. What a row leaves out gets the column's default; what is no column is passed over.
 */
export async function insertRows<Table extends PgTable>(tx: Database, table: Table, rows: Table['$inferInsert'][]): Promise<void> {
  const columns: Record<string, Column> = getTableColumns(table);
  const groups = new Map<string, { names: string[]; values: object[] }>();
  for (const row of rows) {
    const present = Object.entries(row).flatMap(([key, value]) => {
      const name = columns[key]?.name;
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    });
    const names = present.map(([name]) => name);
    const group = groups.get(names.join()) ?? { names, values: [] };
    groups.set(names.join(), group);
    group.values.push(Object.fromEntries(present));
  }
  for (const { names, values } of groups.values()) {
    const list = sql.join(
      names.map((it) => sql.identifier(it)),
      sql`, `,
    );
    await query(
      tx,
      sql`insert into ${table} (${list}) select ${list} from json_populate_recordset(null::${table}, ${JSON.stringify(values)}::json)`,
    );
  }
}

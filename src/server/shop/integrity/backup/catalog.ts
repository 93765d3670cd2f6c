/** Reads from the database itself which tables it has, so that new tables are backed up automatically. */
import type { SqlRunner } from '../../../platform/database/sql-runner.ts';
import type { Sequences } from './backup-format.ts';

/** Tables whose rows are not backed up, and why. The job queue (schema pgboss) and the journal of migrations are created anew. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  login_attempts: 'counters of the last minutes',
};

export interface Column {
  name: string;
  /** As SQL writes it. */
  type: string;
}

export interface Table {
  name: string;
  /** Without generated columns. */
  columns: Column[];
}

export const quote = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;
export const qualify = (name: string) => `public.${quote(name)}`;

/** All tables of the shop, those that are left out too. */
export async function listAllTables({ query }: SqlRunner): Promise<Table[]> {
  const rows = await query<{ table: string; name: string; type: string }>(
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by c.relname, a.attnum`,
  );
  const columns = Map.groupBy(rows, (it) => it.table);
  return [...columns].map(([name, of]) => ({ name, columns: of.map((it) => ({ name: it.name, type: it.type })) }));
}

export const listTables = async (runner: SqlRunner): Promise<Table[]> =>
  (await listAllTables(runner)).filter((it) => !Object.hasOwn(LEFT_OUT, it.name));

/** Call it after the tables were read: a sequence may then be ahead of the rows, but never behind them. */
export async function readSequences({ query }: SqlRunner): Promise<Sequences> {
  const sequences = await query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  );
  const found: Sequences = [];
  for (const { name } of sequences) {
    const [state] = await query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${qualify(name)}`,
    );
    if (state) found.push({ name, ...state });
  }
  return found;
}

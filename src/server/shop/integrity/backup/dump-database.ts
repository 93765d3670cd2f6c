/** Reads a database as it was at one moment, a page of rows at a time, while others go on writing to it. */
import type { SqlRunner } from '../../../platform/database/sql-runner.ts';
import { HEADER_FILE, type Header, PART_SIZE, SEQUENCES_FILE, type Sequences, tableFileName } from './backup-format.ts';
import type { TarEntry } from './tar.ts';

/** Reads from the database itself which tables it has, so that new tables are backed up automatically. */

/** Tables whose rows are not backed up, and why. The job queue (schema pgboss) and the journal of migrations are created again. */
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

const FETCH = 500;

/** Makes values print the same on every server. Without time limits, because reading a large shop takes long. */
const BEGIN = `begin isolation level repeatable read read only;
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

const toEntry = (name: string, value: unknown): TarEntry => ({ name, bytes: Buffer.from(JSON.stringify(value)) });

async function readHeader({ query }: SqlRunner, tables: readonly Table[]): Promise<Header> {
  const [moment] = await query<{ madeAt: string }>(`select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "madeAt"`);
  const [functions] = await query<{ searchHash: string }>('select search_hash as "searchHash" from drizzle.sql_functions');
  const derived = await query<{ name: string; version: number }>('select name, version from drizzle.derived_data');
  const applied = await query<{ when: string }>('select created_at::text as when from drizzle.__drizzle_migrations order by created_at');
  return {
    format: 1,
    madeAt: String(moment?.madeAt),
    migrations: applied.map(({ when }) => ({ when: Number(when) })),
    searchHash: String(functions?.searchHash),
    derived: Object.fromEntries(derived.map(({ name, version }) => [name, version])),
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((it) => it.name) })),
  };
}

async function* readRows({ run, query }: SqlRunner, { name, columns }: Table): AsyncGenerator<string> {
  const texts = columns.map((it) => `${quote(it.name)}::text`).join(', ');
  await run(`declare backup_rows no scroll cursor for select json_build_array(${texts})::text as row from ${qualify(name)}`);
  for (;;) {
    const rows = await query<{ row: string }>(`fetch ${FETCH} from backup_rows`);
    for (const { row } of rows) yield row;
    if (rows.length < FETCH) break;
  }
  await run('close backup_rows');
}

async function* dumpTable(runner: SqlRunner, table: Table, count: (rows: number) => void): AsyncGenerator<TarEntry> {
  let lines: string[] = [];
  let size = 0;
  let part = 0;
  let rows = 0;
  const flush = (): TarEntry => {
    part += 1;
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    [lines, size] = [[], 0];
    return { name: tableFileName(table.name, part), bytes };
  };
  for await (const row of readRows(runner, table)) {
    lines.push(row);
    size += row.length;
    rows += 1;
    if (size >= PART_SIZE) yield flush();
  }
  if (lines.length) yield flush();
  count(rows);
}

/** However it ends, it ends the transaction, which releases the snapshot. `rows` counts the rows of each table. */
export async function* dumpDatabase(runner: SqlRunner, rows: Map<string, number>): AsyncGenerator<TarEntry> {
  await runner.run(BEGIN);
  try {
    const tables = await listTables(runner);
    yield toEntry(HEADER_FILE, await readHeader(runner, tables));
    for (const table of tables) yield* dumpTable(runner, table, (count) => rows.set(table.name, count));
    yield toEntry(SEQUENCES_FILE, await readSequences(runner));
  } finally {
    // On a lost connection there is nothing to end.
    await runner.run('rollback').catch(() => undefined);
  }
}

/** Puts a backup's rows into an empty database that has been migrated as far as the backup's was. */
import type { SqlRunner } from '../../../platform/database/sql-runner.ts';
import { BackupError, type Header, type Sequences } from './backup-format.ts';
import { listTables, qualify, quote, type Table } from './dump-database.ts';

interface ForeignKey {
  name: string;
  table: string;
  definition: string;
}

export interface Loader {
  /** Loads rows of a table, one per line; a table may come in several parts. Returns their number. */
  loadRows: (table: string, lines: Buffer) => Promise<number>;
  loadSequences: (sequences: Sequences) => Promise<void>;
  /** Checks all foreign keys, and commits. */
  commit: () => Promise<void>;
  rollback: () => Promise<void>;
}

/** Whether the error is about a row's value, or about a constraint that it breaks. */
const isRowError = (error: unknown) => error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

const isText = (it: unknown) => typeof it === 'string' || it === null;

function parseRows(bytes: Buffer, width: number): { json: string; count: number } {
  try {
    const json = `[${bytes.toString().trimEnd().replaceAll('\n', ',')}]`;
    const rows = JSON.parse(json) as unknown[];
    if (rows.every((row) => Array.isArray(row) && row.length === width && row.every(isText))) return { json, count: rows.length };
  } catch {
    // Reported below.
  }
  throw new BackupError('damaged', 'The backup is damaged: a row of it can not be read');
}

/** Every table and column in the header must exist in the database. Names in SQL come from its catalog, never from a file. */
function matchTables(header: Header, known: readonly Table[]): Map<string, Table> {
  const byName = new Map(known.map((it) => [it.name, it]));
  const tables = header.tables.map(({ name, columns }) => {
    const table = byName.get(name);
    const found = columns.flatMap((column) => table?.columns.find((it) => it.name === column) ?? []);
    if (!table || found.length !== columns.length || new Set(columns).size !== columns.length)
      throw new BackupError('damaged', `The backup has a table ${name} that no shop of its version has`);
    return [name, { name, columns: found }] as const;
  });
  return new Map(tables);
}

/**
 * Opens a transaction in which triggers are off and foreign keys are dropped, because rows come in any order, and tables that triggers fill
 * are among them. Before it commits, the foreign keys are created again, which checks every row.
 */
export async function openLoader(runner: SqlRunner, header: Header): Promise<Loader> {
  const known = await listTables(runner);
  const tables = matchTables(header, known);
  const keys = await runner.query<ForeignKey>(
    `select k.conname as name, c.relname as table, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 2, 1`,
  );
  const alterAll = (text: string) => known.map((it) => `alter table ${qualify(it.name)} ${text};`).join('\n');
  await runner.run('begin');
  const rollback = async () => {
    await runner.run('rollback').catch(() => undefined);
  };
  try {
    await runner.run("set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local statement_timeout = 0");
    await runner.run(keys.map((it) => `alter table ${qualify(it.table)} drop constraint ${quote(it.name)};`).join('\n'));
    await runner.run(alterAll('disable trigger user'));
    // A migration may have inserted rows.
    for (const { name } of known) await runner.run(`delete from ${qualify(name)}`);
  } catch (error) {
    await rollback();
    throw error;
  }

  async function loadRows(name: string, lines: Buffer): Promise<number> {
    const table = tables.get(name);
    if (!table) throw new BackupError('damaged', 'The backup has rows of a table that it does not name');
    const { json, count } = parseRows(lines, table.columns.length);
    const names = table.columns.map((it) => quote(it.name)).join(', ');
    const values = table.columns.map((it, index) => `(r ->> ${index})::${it.type}`).join(', ');
    const insert = runner.query(
      `insert into ${qualify(name)} (${names}) overriding system value select ${values} from jsonb_array_elements($1::jsonb) as rows(r)`,
      [json],
    );
    await insert.catch((cause) => {
      throw isRowError(cause) ? new BackupError('damaged', `The backup has a row of ${name} that doesn't fit there`, { cause }) : cause;
    });
    return count;
  }

  async function loadSequences(sequences: Sequences): Promise<void> {
    const rows = await runner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
    );
    const existing = new Set(rows.map((it) => it.name));
    for (const { name, lastValue, isCalled } of sequences) {
      if (!existing.has(name)) throw new BackupError('damaged', `The backup has a sequence ${name} that no shop of its version has`);
      await runner.query('select setval($1::text::regclass, $2::text::bigint, $3::boolean)', [qualify(name), lastValue, isCalled]);
    }
  }

  async function commit(): Promise<void> {
    await runner.run(alterAll('enable trigger user'));
    await runner.run(keys.map((it) => `alter table ${qualify(it.table)} add constraint ${quote(it.name)} ${it.definition};`).join('\n'));
    await runner.run('commit');
    await runner.run('analyze');
  }

  return { loadRows, loadSequences, commit, rollback };
}

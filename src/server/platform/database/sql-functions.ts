/**
 * The SQL functions and triggers of functions/. They are created again ("create or replace") when a process starts and finds others in the
 * database. People buy meanwhile: functions lock no table, and the triggers that changed lock theirs for a moment, one table after the
 * other. Stored results of functions are computed again by derived-data.ts.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from '../log/logger.ts';
import { assetPath } from '../process/asset-path.ts';
import { markChangedData, readDerivedVersions, registerDerivedData } from './derived-versions.ts';
import { removeComments, type SqlRunner, sortStatements } from './sql-runner.ts';

/** Created before the tables, because generated columns and indexes call them. */
const SEARCH_FILES = ['search_text'];
/** Created after the tables, which they read and write. Each comes after those that it calls in SQL; PL/pgSQL looks them up when it runs. */
const TABLE_FILES = [
  'search_term',
  'category_tree',
  'price_counts',
  'bulk_index_writes',
  'notify_change_of',
  'stock_policy',
  'raise_version',
  'webhook_event',
  'product_saved',
  'lowest_price',
  'product_changed',
  'bundles',
  'content_changed',
  'sales',
  'statistics',
  'customers',
  'user_saved',
  'audit_chain',
  'audit_change',
  'audit_changes',
  'documents',
  'version_before',
  'dropped',
];

export interface FunctionSet {
  /** Raised with each change, so that an older process doesn't replace the functions of a newer one. */
  version: number;
  searchSql: string;
  searchHash: string;
  tableSql: string;
  /** Hash of all functions. */
  hash: string;
  /** The version of what the functions compute, by the name of what is derived; a database that is created begins with these. */
  derived: Readonly<Record<string, number>>;
}

export const hashText = (text: string) => createHash('sha256').update(text).digest('hex');

export const functionsDir = () => assetPath('shop/database/functions');

export function readFunctions(): FunctionSet {
  const directory = functionsDir();
  const readAll = (names: string[]) => names.map((name) => readFileSync(path.join(directory, `${name}.sql`), 'utf8')).join('\n');
  const { version } = JSON.parse(readFileSync(path.join(directory, 'version.json'), 'utf8')) as { version: number };
  const [searchSql, tableSql] = [readAll(SEARCH_FILES), readAll(TABLE_FILES)];
  const hashes = { searchHash: hashText(searchSql), hash: hashText(searchSql + tableSql) };
  return { version, searchSql, tableSql, ...hashes, derived: readDerivedVersions() };
}

/** Counts sales from before the triggers existed. Rows of slot -1 were counted this way. */
const COUNT_PAST_DAYS = `select rebuild_daily_stats() where not exists (select from daily_stats where slot = -1);
  select rebuild_product_stats() where not exists (select from daily_product_stats where slot = -1)
    or not exists (select from monthly_product_stats where slot = -1)`;

type AppliedFunctions = Pick<FunctionSet, 'version' | 'hash' | 'searchHash'>;

export async function findAppliedFunctions({ query }: SqlRunner): Promise<AppliedFunctions | null> {
  const [table] = await query<{ name: string | null }>(`select to_regclass('drizzle.sql_functions')::text as name`);
  if (!table?.name) return null;
  const [applied] = await query<AppliedFunctions>('select version, hash, search_hash as "searchHash" from drizzle.sql_functions');
  return applied ?? null;
}

/** In the migrations' schema, so that emptying the shop's tables doesn't empty these. */
const CREATE_RECORDS = `create schema if not exists drizzle;
  create table if not exists drizzle.sql_functions (version integer not null, hash text not null, search_hash text not null);
  create table if not exists drizzle.sql_triggers (name text primary key, hash text not null);`;

const toRecordSql = ({ version, hash, searchHash }: FunctionSet) => `delete from drizzle.sql_functions;
  insert into drizzle.sql_functions values (${version}, '${hash}', '${searchHash}');`;

const toTriggerRecord = (name: string, hash: string) =>
  `insert into drizzle.sql_triggers values ('${name}', '${hash}') on conflict (name) do update set hash = excluded.hash;`;

/** By name and table: the hash of each trigger that is there as it was created last. */
async function listTriggers({ query }: SqlRunner): Promise<Map<string, string>> {
  const rows = await query<{ name: string; hash: string }>(`select name, hash from drizzle.sql_triggers
    join pg_trigger on name = tgname || ' on ' || (select relname from pg_class where oid = tgrelid) where not tgisinternal`);
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

export interface TriggerChange {
  name: string;
  table: string;
  /** With the record of it. */
  sql: string;
  /** Of a trigger of an earlier version. */
  isDropped: boolean;
}

/** Triggers that are missing or different in the database, and those left from an earlier version. */
export async function listChangedTriggers(runner: SqlRunner, { tableSql }: Pick<FunctionSet, 'tableSql'>): Promise<TriggerChange[]> {
  const [table] = await runner.query<{ name: string | null }>(`select to_regclass('drizzle.sql_triggers')::text as name`);
  const known = table?.name ? await listTriggers(runner) : new Map<string, string>();
  const { triggers, droppedTriggers } = sortStatements(tableSql);
  const created = triggers.flatMap(({ text, ...trigger }) => {
    const hash = hashText(removeComments(text));
    return known.get(trigger.name) === hash
      ? []
      : [{ ...trigger, sql: `${text}\n${toTriggerRecord(trigger.name, hash)}`, isDropped: false }];
  });
  const there = await runner.query<{ name: string }>(
    `select tgname || ' on ' || relname as name from pg_trigger join pg_class c on c.oid = tgrelid where not tgisinternal`,
  );
  const names = new Set(there.map(({ name }) => name));
  // Not of those that are gone: even `if exists` locks the table.
  const dropped = droppedTriggers
    .filter(({ name }) => names.has(name))
    .map(({ text, ...it }) => ({ ...it, sql: `${text}\ndelete from drizzle.sql_triggers where name = '${it.name}';`, isDropped: true }));
  return [...created, ...dropped];
}

const toDisable = ({ name, table }: TriggerChange) => `alter table ${table} disable trigger ${name.split(' ')[0]};`;

/**
 * In an empty database all at once; otherwise table by table, so that a writer waits for one table at most. A table's triggers are replaced
 * in one transaction, so that each written row finds either the old or the new ones. The old ones are disabled first, which doesn't block
 * readers, and dropped at the end, which does: so that gives way to readers, as a migration does.
 */
async function applyTableFunctions(runner: SqlRunner, { tableSql }: FunctionSet, isNew: boolean): Promise<void> {
  if (!tableSql) return;
  const { functions, triggers, others } = sortStatements(tableSql);
  if (isNew) {
    const records = triggers.map(({ name, text }) => toTriggerRecord(name, hashText(removeComments(text))));
    return runner.run([tableSql, ...records].join('\n'));
  }
  const changes = Map.groupBy(await listChangedTriggers(runner, { tableSql }), ({ table }) => table);
  await runner.run(functions.join('\n'));
  for (const ofTable of changes.values())
    await runner.run(ofTable.map((change) => (change.isDropped ? toDisable(change) : change.sql)).join('\n'));
  for (const ofTable of changes.values()) {
    const drops = ofTable.filter(({ isDropped }) => isDropped).map(({ sql }) => sql);
    if (drops.length) await runner.run(drops.join('\n'));
  }
  if (others.length) await runner.run(others.join('\n'));
}

/**
 * Runs the migrations, and around them the functions if they differ from those in the database. If a newer version of the shop has created
 * newer functions, they stay, as if this process had started first.
 */
export async function applyFunctions(
  runner: SqlRunner,
  functions: FunctionSet,
  migrate: () => Promise<void>,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const applied = await findAppliedFunctions(runner);
  const isNewer = applied !== null && applied.version > functions.version;
  if (isNewer || applied?.hash === functions.hash) {
    if (isNewer)
      log.warn({ version: functions.version, databaseVersion: applied.version }, 'a newer version of the shop uses this database');
    return migrate();
  }
  const isNew = applied === null;
  await runner.run(CREATE_RECORDS);
  // By the functions that the database still has.
  await registerDerivedData(runner, isNew ? functions.derived : null);
  if (applied?.searchHash !== functions.searchHash) await runner.run(functions.searchSql);
  await migrate();
  await applyTableFunctions(runner, functions, isNew);
  // After the triggers are committed, which lock their tables until then.
  if (functions.tableSql) await runner.run(COUNT_PAST_DAYS);
  // Last, so that nothing is rebuilt by functions that are replaced a moment later.
  await runner.run(`${markChangedData(functions.derived)}\n${toRecordSql(functions)}`);
}

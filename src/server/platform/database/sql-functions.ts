/**
 * SQL functions and triggers, one file each in functions/. They are created again ("create or replace") when a process starts and finds
 * that the database holds others, so that a file says all there is to know about a function. People buy meanwhile: functions lock no table,
 * and each trigger that changed locks its own, by itself, for a moment. What is stored of what a function computes is derived-data.ts's.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from '../log/logger.ts';
import { assetPath } from '../process/asset-path.ts';
import { markChangedData, readDerivedVersions, registerDerivedData } from './derived-data.ts';
import { removeComments, sortStatements } from './split-statements.ts';
import type { SqlRunner } from './sql-runner.ts';

/** Created before the tables, because generated columns and indexes call them. Each comes after those that it calls itself. */
const SEARCH_FUNCTIONS = [
  'search_configuration',
  'search_normalize',
  'search_stems',
  'search_lexemes',
  'search_name_vector',
  'search_length_prefixes',
  'search_vector',
];
/** Created after the tables, which they read and write. */
const TABLE_FUNCTIONS = [
  'search_any',
  'search_estimate',
  'search_term',
  'add_to_vocabulary',
  'price_bucket_width',
  'price_levels',
  'update_price_counts',
  'products_inserted',
  'products_deleted',
  'products_truncated',
  'product_recategorized',
  'rebuild_price_counts',
  'product_facets',
  'merge_index_entries',
  'product_renamed',
  'category_named',
  'notify_catalog_changed',
  'raise_version',
  'notify_change_of',
  'notify_product_changed',
  'notify_product_listed',
  'product_images_changed',
  'notify_stock_changed',
  'notify_stock_sold',
  'variant_changed',
  'require_unique_sku',
  'stock_level',
  'slug_left',
  'webhook_event',
  'notify_setting_changed',
  'notify_page_changed',
  'shop_time_zone',
  'add_to_daily_stats',
  'order_counted',
  'order_payment',
  'product_sales',
  'add_to_product_stats',
  'sale_counted',
  'order_code_use',
  'order_placed',
  'customer_counted',
  'user_search_text',
  'refund_counted',
  'rebuild_daily_stats',
  'rebuild_product_stats',
  'time_zone_changed',
  'audit_chain',
  'audit_change',
  'audit_changes',
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
  const [searchSql, tableSql] = [readAll(SEARCH_FUNCTIONS), readAll(TABLE_FUNCTIONS)];
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
  text: string;
  hash: string;
}

/** The triggers that the database lacks or has otherwise. */
export async function listChangedTriggers(runner: SqlRunner, { tableSql }: Pick<FunctionSet, 'tableSql'>): Promise<TriggerChange[]> {
  const [table] = await runner.query<{ name: string | null }>(`select to_regclass('drizzle.sql_triggers')::text as name`);
  const known = table?.name ? await listTriggers(runner) : new Map<string, string>();
  return sortStatements(tableSql)
    .triggers.map((it) => ({ ...it, hash: hashText(removeComments(it.text)) }))
    .filter(({ name, hash }) => known.get(name) !== hash);
}

/** Of an empty database all at once; else so that nobody who writes waits for more than one trigger. */
async function applyTableFunctions(runner: SqlRunner, { tableSql }: FunctionSet, isNew: boolean): Promise<void> {
  if (!tableSql) return;
  const { functions, others } = sortStatements(tableSql);
  const triggers = await listChangedTriggers(runner, { tableSql });
  const records = triggers.map(({ name, hash }) => toTriggerRecord(name, hash));
  if (isNew) return runner.run([tableSql, ...records].join('\n'));
  await runner.run(functions.join('\n'));
  for (const [index, { text }] of triggers.entries()) await runner.run(`${text}\n${records[index]}`);
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

/**
 * SQL functions and triggers, one file each in functions/. All of them are created again ("create or replace") when a process starts and
 * finds that the database holds others, so that a file says all there is to know about a function.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { assetPath } from '../asset-path.ts';
import type { Logger } from '../logger.ts';
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
  'rebuild_search',
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
}

const hashText = (text: string) => createHash('sha256').update(text).digest('hex');

export const functionsDir = () => assetPath('database/functions');

export function readFunctions(): FunctionSet {
  const directory = functionsDir();
  const readAll = (names: string[]) => names.map((name) => readFileSync(path.join(directory, `${name}.sql`), 'utf8')).join('\n');
  const { version } = JSON.parse(readFileSync(path.join(directory, 'version.json'), 'utf8')) as { version: number };
  const [searchSql, tableSql] = [readAll(SEARCH_FUNCTIONS), readAll(TABLE_FUNCTIONS)];
  return { version, searchSql, searchHash: hashText(searchSql), tableSql, hash: hashText(searchSql + tableSql) };
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

/** In the migrations' schema, so that emptying the shop's tables doesn't empty this one. */
const toRecordSql = ({ version, hash, searchHash }: FunctionSet) => `
  create schema if not exists drizzle;
  create table if not exists drizzle.sql_functions (version integer not null, hash text not null, search_hash text not null);
  delete from drizzle.sql_functions;
  insert into drizzle.sql_functions values (${version}, '${hash}', '${searchHash}');`;

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
  await runner.run(functions.searchSql);
  await migrate();
  const isSearchChanged = applied !== null && applied.searchHash !== functions.searchHash;
  await runner.run([functions.tableSql, isSearchChanged ? 'select rebuild_search();' : ''].join('\n'));
  // After the triggers are committed, which lock their tables until then.
  if (functions.tableSql) await runner.run(COUNT_PAST_DAYS);
  await runner.run(toRecordSql(functions));
}

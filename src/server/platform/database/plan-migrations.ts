/** `migrate --dry-run`: what would be run on this database, and which locks each statement would take. Changes nothing, locks nothing. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { lockDataDir } from '../process/data-dir.ts';
import type { Config } from '../settings/config.ts';
import { openEmbedded, openEmbeddedClient } from './connect.ts';
import { type PlannedRebuild, planRebuilds } from './derived-versions.ts';
import { requireSchema, SchemaOutdatedError, withSession } from './migrate.ts';
import { type Migration, type MigrationStatement, readMigrations } from './migration-files.ts';
import { explainConnectionError } from './pg-errors.ts';
import { isOnline } from './run-migrations.ts';
import { listChangedTriggers, readFunctions, type TriggerChange } from './sql-functions.ts';
import { createEmbeddedRunner, type SqlRunner } from './sql-runner.ts';

/**
 * What each statement of a migration locks, and which tables it rewrites, as PostgreSQL itself says it: each is run on an empty copy of the
 * schema in memory, and the locks are read before it commits. So finding it out locks nobody's table. Used by `migrate --dry-run` and by
 * the test that refuses dangerous migrations.
 */
export interface InspectedStatement {
  migration: Migration;
  text: string;
  isBackfill: boolean;
  /** Locks on tables that existed before the migration, such as `users AccessExclusiveLock`. */
  locks: string[];
  /** Existing tables that are rewritten. */
  rewrites: string[];
  /** What running it a second time failed with; null where it may be repeated. */
  repeatError: string | null;
}

const TABLES = `select c.oid::text as oid, relname as name, relfilenode::text as file from pg_class c
  where relkind = 'r' and relnamespace = 'public'::regnamespace`;
const LOCKS = `select relation::text as oid, mode from pg_locks where pid = pg_backend_pid() and locktype = 'relation' and granted
  and mode not in ('AccessShareLock', 'RowShareLock')`;

type Tables = Map<string, { name: string; file: string }>;

async function listTables(client: Pick<PGlite, 'query'>): Promise<Tables> {
  const { rows } = await client.query<{ oid: string; name: string; file: string }>(TABLES);
  return new Map(rows.map(({ oid, ...table }) => [oid, table]));
}

/** An index can't be built concurrently in a transaction, and outside of one its locks can't be read; which they are is documented. */
const ONLINE_MODE = 'ShareUpdateExclusiveLock';

async function inspect(client: PGlite, migration: Migration, { text, backfillAfter }: MigrationStatement, there: Tables) {
  const run = async (tx: Pick<PGlite, 'query' | 'exec'>) => {
    const runnable = text.replace(/\bindex concurrently\b/gi, 'index');
    await (backfillAfter === null ? tx.exec(runnable) : tx.query(runnable, [backfillAfter]));
  };
  const found = await client.transaction(async (tx) => {
    const before = await listTables(tx);
    await run(tx);
    const { rows } = await tx.query<{ oid: string; mode: string }>(LOCKS);
    const after = await listTables(tx);
    const held = rows.flatMap(({ oid, mode }) => {
      const table = there.get(oid);
      return table ? [`${table.name} ${isOnline(text) ? ONLINE_MODE : mode}`] : [];
    });
    const rewritten = [...there].filter(([oid]) => before.get(oid)?.file !== after.get(oid)?.file && after.has(oid));
    return { locks: [...new Set(held)].sort(), rewrites: rewritten.map(([, { name }]) => name) };
  });
  const repeat = async () => client.transaction(run).then(() => null, String);
  const repeatError = migration.isTransactional ? null : await repeat();
  return { migration, text, isBackfill: backfillAfter !== null, ...found, repeatError };
}

/** Of `migrations`, those whose tag is in `pending`, on a schema that has the others. */
export async function* inspectMigrations(
  migrations: readonly Migration[],
  pending: ReadonlySet<string>,
): AsyncGenerator<InspectedStatement> {
  const inspected = migrations.filter((it) => pending.has(it.tag));
  // Making the copy of the schema takes seconds.
  if (!inspected.length) return;
  const functions = { ...readFunctions(), tableSql: '' };
  const applied = migrations.filter((it) => !pending.has(it.tag));
  const { client, close } = await openEmbedded({ memory: true }, { warn: () => undefined }, { migrations: applied, functions });
  try {
    for (const migration of inspected) {
      const there = await listTables(client);
      for (const statement of migration.statements) yield await inspect(client, migration, statement, there);
    }
  } finally {
    await close();
  }
}

type ConnectionConfig = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseConnections' | 'dataDir' | 'timeLimits'>;

interface Plan {
  /** Tags of migrations, and the functions. */
  missing: readonly string[];
  triggers: readonly TriggerChange[];
  rebuilds: readonly PlannedRebuild[];
}

async function withRunner<T>(config: ConnectionConfig, work: (runner: SqlRunner) => Promise<T>): Promise<T> {
  const { databaseUrl, databaseDirectUrl, dataDir, timeLimits } = config;
  if (databaseUrl) return withSession(databaseDirectUrl ?? databaseUrl, timeLimits.database.connect, work).catch(throwExplained);
  const unlock = lockDataDir(dataDir);
  try {
    const client = await openEmbeddedClient(path.join(dataDir, 'database'));
    return await work(createEmbeddedRunner(client)).finally(() => client.close());
  } finally {
    unlock();
  }
}

const throwExplained = (error: unknown): never => {
  throw explainConnectionError(error);
};

async function makePlan(config: ConnectionConfig): Promise<Plan> {
  const functions = readFunctions();
  // Opening would create it.
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, 'database')))
    return { missing: [...readMigrations().map((it) => it.tag), `SQL functions ${functions.version}`], triggers: [], rebuilds: [] };
  return withRunner(config, async (runner) => {
    const missing = await requireSchema(runner, functions).then(
      (): readonly string[] => [],
      (error) => {
        if (error instanceof SchemaOutdatedError) return error.missing;
        throw error;
      },
    );
    // If tables are missing, nothing is stored yet that could be computed again.
    const isEmpty = missing.includes(String(readMigrations()[0]?.tag));
    if (!missing.length || isEmpty) return { missing, triggers: [], rebuilds: [] };
    const triggers = await listChangedTriggers(runner, functions);
    return { missing, triggers, rebuilds: await planRebuilds(runner, functions.derived) };
  });
}

/** `about 4 minutes` */
const formatSeconds = (seconds: number) => (seconds < 90 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} minutes`);

function* describeFunctions(name: string, { triggers, rebuilds }: Plan): Generator<string> {
  yield `\n-- ${name}: functions are replaced in one transaction, which locks no table`;
  for (const { name: trigger, isDropped } of triggers)
    yield isDropped
      ? `-- trigger ${trigger}: disabled, and dropped at the end; AccessExclusiveLock on its table for a moment`
      : `-- trigger ${trigger}: with those of its table; ShareRowExclusiveLock on it for a moment`;
  for (const { title, rows, seconds } of rebuilds)
    yield `-- ${title}: computed anew afterwards by a job of the shop, piece by piece while it sells; ${rows} rows, ${formatSeconds(seconds)}`;
}

function* describeStatement({ migration, text, isBackfill, locks, rewrites }: InspectedStatement): Generator<string> {
  yield `${text};`;
  const until = migration.isTransactional ? ', until the migration commits' : '';
  yield `  -- locks: ${locks.length ? locks.join(', ') + until : 'no table that is in use'}`;
  for (const table of rewrites) yield `  -- writes all of ${table} anew`;
  if (isBackfill) yield '  -- repeated, a batch and a commit at a time, until no row is left';
}

export async function* planMigrations(config: ConnectionConfig): AsyncGenerator<string> {
  const plan = await makePlan(config);
  const { missing } = plan;
  if (!missing.length) return yield 'Nothing to do: the database is up to date';
  const migrations = readMigrations();
  let previous: string | null = null;
  for await (const statement of inspectMigrations(migrations, new Set(missing))) {
    const { tag, isTransactional } = statement.migration;
    if (tag !== previous) yield `\n-- ${tag}: ${isTransactional ? 'one transaction' : 'each statement by itself'}`;
    previous = tag;
    yield* describeStatement(statement);
  }
  const functions = missing.find((it) => !migrations.some(({ tag }) => tag === it));
  if (functions) yield* describeFunctions(functions, plan);
}

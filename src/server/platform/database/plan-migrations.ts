/** `migrate --dry-run`: what would be run on this database, and which locks each statement would take. Changes nothing, locks nothing. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { lockDataDir } from '../process/data-dir-lock.ts';
import type { Config } from '../settings/config.ts';
import { openEmbeddedClient } from './connect.ts';
import { type PlannedRebuild, planRebuilds } from './derived-versions.ts';
import { type InspectedStatement, inspectMigrations } from './inspect-migrations.ts';
import { withSession } from './migrate.ts';
import { readMigrations } from './migration-files.ts';
import { explainConnectionError } from './pg-errors.ts';
import { requireSchema, SchemaOutdatedError } from './schema-state.ts';
import { listChangedTriggers, readFunctions, type TriggerChange } from './sql-functions.ts';
import { createEmbeddedRunner, type SqlRunner } from './sql-runner.ts';

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
    // Where tables are missing there is nothing yet that could be computed anew.
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

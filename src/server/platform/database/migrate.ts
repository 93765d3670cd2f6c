/** Brings a database up to date: its tables by the migrations (run-migrations.ts), its functions and triggers by sql-functions.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { SECOND } from '../../../contract/values.ts';
import type { Logger } from '../log/logger.ts';
import { DEFAULT_DATABASE_LIMITS } from '../settings/read-config.ts';
import { ADVISORY_LOCKS, TRY_LOCK } from './advisory-locks.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { requireDirect } from './pooler.ts';
import { listApplied, type MigrationRun, requireKnownContracts, retryLocked, runMigrations, toMigrationLimits } from './run-migrations.ts';
import { applyFunctions, type FunctionSet, findAppliedFunctions, readFunctions } from './sql-functions.ts';
import { createEmbeddedRunner, createServerRunner, type SqlRunner } from './sql-runner.ts';

/**
 * What a database says about having been restored. `running`: the restore was interrupted, and nothing may open it. `copy`: it may be a
 * copy of a running shop, so no job runs until an operator declares that this is the shop now. It is in the migrations' schema, which isn't
 * backed up.
 */
export type RestoreState = 'running' | 'copy';

const CREATE = `create schema if not exists drizzle;
  create table if not exists drizzle.restored (state text not null, since timestamptz not null default now());`;

/** Null: a normal database, as every one that was never restored. */
export async function readRestoreState({ query: run }: Pick<SqlRunner, 'query'>): Promise<RestoreState | null> {
  const [table] = await run<{ name: string | null }>(`select to_regclass('drizzle.restored')::text as name`);
  if (!table?.name) return null;
  const [row] = await run<{ state: RestoreState }>('select state from drizzle.restored');
  return row?.state ?? null;
}

export async function requireWhole(runner: SqlRunner): Promise<void> {
  if ((await readRestoreState(runner)) === 'running')
    throw new Error('A restore into this database was interrupted, so it is incomplete. Run `npm run shop -- restore` again');
}

export async function writeRestoreState({ run }: SqlRunner, state: RestoreState): Promise<void> {
  await run(`${CREATE} delete from drizzle.restored; insert into drizzle.restored (state) values ('${state}');`);
}

/** The database lacks something that this version needs, and this process doesn't migrate. */
export class SchemaOutdatedError extends Error {
  readonly missing: readonly string[];

  constructor(missing: readonly string[]) {
    super(`The database lacks ${missing.join(', ')}: run \`npm run shop -- migrate\` (MIGRATE=off)`);
    this.missing = missing;
  }
}

/**
 * What this version needs and the database lacks. A database migrated by a newer version lacks nothing, because each release keeps what the
 * previous one uses.
 */
async function listMissing(runner: SqlRunner, functions: FunctionSet): Promise<string[]> {
  const [applied, appliedFunctions] = [await listApplied(runner), await findAppliedFunctions(runner)];
  const missing = readMigrations().flatMap(({ tag, when }) => (applied.has(when) ? [] : [tag]));
  const hasFunctions =
    appliedFunctions !== null && (appliedFunctions.hash === functions.hash || appliedFunctions.version > functions.version);
  return hasFunctions ? missing : [...missing, `SQL functions ${functions.version}`];
}

export async function requireSchema(runner: SqlRunner, functions: FunctionSet): Promise<void> {
  await requireWhole(runner);
  await requireKnownContracts(runner, readMigrations());
  const missing = await listMissing(runner, functions);
  if (missing.length) throw new SchemaOutdatedError(missing);
}

export interface MigrateOptions {
  /** Only tests set these; otherwise those of functions/ and migrations/ are used. */
  functions?: FunctionSet;
  migrations?: readonly Migration[];
  limits?: MigrationRun['limits'];
  /** Called with what is being done and what is being waited for; not called if there is nothing to do. */
  report?: (line: string) => void;
  /** Set by a restore: the database is marked, so that nobody opens it if the restore is interrupted. */
  isRestoring?: boolean;
}

type Log = Pick<Logger, 'warn'>;

/** Returns the tags of the migrations that were run. */
async function bringUpToDate(
  run: MigrationRun,
  { functions = readFunctions(), migrations = readMigrations(), isRestoring = false }: MigrateOptions,
  log: Log,
): Promise<string[]> {
  if (!isRestoring) await requireWhole(run.runner);
  await requireKnownContracts(run.runner, migrations);
  let done: string[] = [];
  let isReported = false;
  const { runner, limits } = run;
  // Creating a new database isn't reported.
  const isNew = (await listApplied(runner)).size === 0;
  const report = isNew ? () => undefined : run.report;
  const applied: SqlRunner = {
    ...runner,
    // Creating a trigger locks its table. Past sales are counted in as long as there are many, and lock nobody out.
    run: async (statements) => {
      if (!isReported) report('SQL functions …');
      isReported = true;
      await retryLocked(run, 'SQL functions', async () => {
        if (limits) await runner.run(`set lock_timeout = ${Math.round(limits.lock)}; set statement_timeout = 0`);
        await runner.run(statements);
      });
    },
  };
  const migrate = async () => {
    done = await runMigrations({ ...run, report }, migrations);
  };
  await applyFunctions(applied, functions, migrate, log);
  return done;
}

export function migrateEmbeddedDatabase(client: PGlite, log: Log, options: MigrateOptions = {}): Promise<string[]> {
  return bringUpToDate({ runner: createEmbeddedRunner(client), report: options.report ?? (() => undefined) }, options, log);
}

/** A dedicated session that holds the lock and has its own time limits: not through a pooler, and not one that serves requests. */
export async function withSession<T>(url: string, timeout: number, work: (runner: SqlRunner) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeout, application_name: 'storefront-migrations' });
  // A lost connection rejects the query that waits; without a listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await requireDirect(client);
    return await work(createServerRunner(client));
  } finally {
    // Releases the advisory lock as well.
    await client.end();
  }
}

/** Polls for the lock. A statement that waited for it would hold a snapshot, for which `create index concurrently` would wait in turn. */
async function waitForLock(runner: SqlRunner, report: (line: string) => void): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const [lock] = await runner.query<{ isMine: boolean }>(TRY_LOCK, [ADVISORY_LOCKS.migration]);
    if (lock?.isMine) return;
    if (attempt === 0) report('another process migrates the database; waiting for it');
    await sleep(SECOND / 4 + (Math.random() * SECOND) / 4);
  }
}

export function migrateServerDatabase(url: string, log: Log, options: MigrateOptions = {}): Promise<string[]> {
  const { report = () => undefined, limits = toMigrationLimits(DEFAULT_DATABASE_LIMITS) } = options;
  return withSession(url, limits.connect, async (runner) => {
    await waitForLock(runner, report);
    return bringUpToDate({ runner, limits, report }, options, log);
  });
}

/** For a process that doesn't migrate: throws SchemaOutdatedError unless the schema is new enough. */
export const requireServerSchema = (url: string, timeout: number = DEFAULT_DATABASE_LIMITS.connect) =>
  withSession(url, timeout, (runner) => requireSchema(runner, readFunctions()));
export const requireEmbeddedSchema = (client: PGlite) => requireSchema(createEmbeddedRunner(client), readFunctions());

/**
 * Runs the migrations that a database lacks, each in a transaction of its own or, where its file asks for it, statement by statement. The
 * shop goes on meanwhile: no statement waits long for a lock, since everybody else's statements would queue behind it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import { SECOND } from '../../../contract/values.ts';
import type { DatabaseLimits } from '../settings/config.ts';
import type { Migration, MigrationStatement } from './migration-files.ts';
import { isLockTimeout, isSerializationFailure } from './pg-errors.ts';
import type { SqlRunner } from './sql-runner.ts';

export interface MigrationLimits {
  /** Milliseconds until the connection is open. */
  connect: number;
  /** Milliseconds that a statement waits for its lock before it lets everybody pass and tries again. */
  lock: number;
  /** Milliseconds that a statement may take, except one that lets others read and write (`isOnline`). */
  statement: number;
  retries: number;
}

export const toMigrationLimits = ({ connect, migrationLock, migrationStatement }: DatabaseLimits): MigrationLimits => ({
  connect,
  lock: migrationLock,
  statement: migrationStatement,
  retries: 60,
});
/** The embedded database has one session: nobody to wait for. */
const UNLIMITED: MigrationLimits = { connect: 0, lock: 0, statement: 0, retries: 0 };

export interface MigrationRun {
  runner: SqlRunner;
  /** Absent: no limits. */
  limits?: MigrationLimits;
  /** Says what is done, for an operator. */
  report: (line: string) => void;
}

const CREATE_JOURNAL = `create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.backfills (migration text not null, statement integer not null, key text not null, rows bigint not null, primary key (migration, statement));
  create table if not exists drizzle.contracts (migration text primary key, needs text not null);`;

const tableExists = async ({ query }: SqlRunner, name: string) =>
  (await query<{ name: string | null }>('select to_regclass($1)::text as name', [name]))[0]?.name != null;

/** `when` of each migration that the database has. */
export async function listApplied(runner: SqlRunner): Promise<Set<number>> {
  if (!(await tableExists(runner, 'drizzle.__drizzle_migrations'))) return new Set();
  const rows = await runner.query<{ when: string }>('select created_at::text as when from drizzle.__drizzle_migrations');
  return new Set(rows.map((it) => Number(it.when)));
}

/** They take SHARE UPDATE EXCLUSIVE at most, which lets everybody read and write, and take as long as the table is large. */
export const isOnline = (text: string) => /\bindex concurrently\b|\bvalidate constraint\b/i.test(text);

const limitsSql = ({ lock, statement }: MigrationLimits, text = '') =>
  isOnline(text)
    ? 'set lock_timeout = 0; set statement_timeout = 0'
    : `set lock_timeout = ${Math.round(lock)}; set statement_timeout = ${Math.round(statement)}`;

/** Repeats work that had to give way to others. `work` leaves nothing behind where it fails. */
export async function retryLocked({ limits = UNLIMITED, report }: MigrationRun, what: string, work: () => Promise<void>): Promise<void> {
  await pRetry(work, {
    retries: limits.retries,
    minTimeout: 100,
    maxTimeout: 3 * SECOND,
    randomize: true,
    shouldRetry: ({ error }) => isLockTimeout(error) || isSerializationFailure(error),
    onFailedAttempt: ({ error, attemptNumber }) => {
      if (isLockTimeout(error) || isSerializationFailure(error)) report(`${what}: others hold its locks, attempt ${attemptNumber}`);
    },
  });
}

async function record({ query }: SqlRunner, { tag, hash, when, contractAfter }: Migration): Promise<void> {
  await query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);
  if (contractAfter)
    await query('insert into drizzle.contracts (migration, needs) values ($1, $2) on conflict do nothing', [tag, contractAfter]);
}

/** Throws if migrations have removed what a version with only these migrations uses: it is two or more releases behind. */
export async function requireKnownContracts(runner: SqlRunner, migrations: readonly Migration[]): Promise<void> {
  if (!(await tableExists(runner, 'drizzle.contracts'))) return;
  const known = new Set(migrations.map(({ tag }) => tag));
  const contracts = await runner.query<{ migration: string; needs: string }>(
    'select migration, needs from drizzle.contracts order by migration',
  );
  const unknown = contracts.find(({ needs }) => !known.has(needs));
  if (unknown)
    throw new Error(
      `This version is too old for the database, from which ${unknown.migration} has taken what it uses. Start one that has the migration ${unknown.needs}: the release before the newest, or the newest`,
    );
}

async function inTransaction(runner: SqlRunner, work: () => Promise<void>): Promise<void> {
  await runner.run('begin');
  try {
    await work();
    await runner.run('commit');
  } catch (error) {
    // On a lost connection there is nothing to roll back.
    await runner.run('rollback').catch(() => undefined);
    throw error;
  }
}

/** One that was killed leaves an index that is kept up to date and never used; `if not exists` would take it for done. */
async function dropInvalidIndex(runner: SqlRunner, text: string): Promise<void> {
  const name = /create (?:unique )?index concurrently (?:if not exists )?("?)(\w+)\1/i.exec(text)?.[2];
  if (!name) return;
  const invalid = await runner.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [`"${name}"`]);
  if (invalid.length) await runner.run(`drop index concurrently "${name}"`);
}

const BATCH_PAUSE = 5;
const PROGRESS_INTERVAL = 2 * SECOND;

interface Batch {
  key: string | null;
  rows: number;
}

/** Each batch and where it ended commit together, so that after a kill it continues from there. */
async function runBackfill(
  run: MigrationRun,
  { tag }: Migration,
  index: number,
  { text, backfillAfter }: MigrationStatement,
): Promise<void> {
  const { runner, report } = run;
  const statementKey = [tag, index];
  const [stored] = await runner.query<Batch>(
    'select key, rows::int as rows from drizzle.backfills where migration = $1 and statement = $2',
    statementKey,
  );
  let { key, rows } = stored ?? { key: backfillAfter, rows: 0 };
  if (stored) report(`${tag}: goes on after ${rows} rows`);
  for (let reportedAt = Date.now(); key !== null; await sleep(BATCH_PAUSE)) {
    let batch: Batch | undefined;
    await retryLocked(run, tag, () =>
      inTransaction(runner, async () => {
        [batch] = await runner.query<Batch>(text, [key]);
        if (batch?.key == null) return;
        await runner.query(
          `insert into drizzle.backfills values ($1, $2, $3, $4)
            on conflict (migration, statement) do update set key = excluded.key, rows = excluded.rows`,
          [...statementKey, batch.key, rows + batch.rows],
        );
      }),
    );
    key = batch?.key ?? null;
    rows += batch?.rows ?? 0;
    if (Date.now() - reportedAt < PROGRESS_INTERVAL && key !== null) continue;
    reportedAt = Date.now();
    report(`${tag}: ${rows} rows backfilled`);
  }
}

/** Killed in the middle it begins again from the top: each statement is repeatable, and a backfill knows where it was. */
async function runOutsideTransactions(run: MigrationRun, migration: Migration): Promise<void> {
  const { runner, limits = UNLIMITED } = run;
  for (const [index, statement] of migration.statements.entries()) {
    await runner.run(limitsSql(limits, statement.text));
    if (statement.backfillAfter !== null) await runBackfill(run, migration, index, statement);
    else
      await retryLocked(run, migration.tag, async () => {
        await dropInvalidIndex(runner, statement.text);
        await runner.run(statement.text);
      });
  }
  await inTransaction(runner, async () => {
    await runner.query('delete from drizzle.backfills where migration = $1', [migration.tag]);
    await record(runner, migration);
  });
}

async function runInTransaction(run: MigrationRun, migration: Migration): Promise<void> {
  const { runner, limits = UNLIMITED } = run;
  await runner.run(limitsSql(limits));
  await retryLocked(run, migration.tag, () =>
    inTransaction(runner, async () => {
      for (const { text } of migration.statements) await runner.run(text);
      await record(runner, migration);
    }),
  );
}

/** The tags of those that were run. */
export async function runMigrations(run: MigrationRun, migrations: readonly Migration[]): Promise<string[]> {
  const applied = await listApplied(run.runner);
  const pending = migrations.filter((it) => !applied.has(it.when));
  if (!pending.length) return [];
  await run.runner.run(CREATE_JOURNAL);
  for (const migration of pending) {
    run.report(`${migration.tag} …`);
    try {
      await (migration.isTransactional ? runInTransaction(run, migration) : runOutsideTransactions(run, migration));
    } catch (cause) {
      throw new Error(`Migration ${migration.tag} failed`, { cause });
    }
  }
  return pending.map((it) => it.tag);
}

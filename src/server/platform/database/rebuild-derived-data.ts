/**
 * The job that computes the stored results of changed functions again, while the shop keeps using the old ones. Each piece is one statement
 * that commits together with its last key, so that a kill loses one piece at most, and nobody waits for more than one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { MINUTE, SECOND } from '../../../contract/values.ts';
import type { Logger } from '../log/logger.ts';
import { ADVISORY_LOCKS, TRY_LOCK } from './advisory-locks.ts';
import type { Database, OpenDatabase } from './connect.ts';
import { FIRST_BATCH, type RebuildStep } from './derived-data.ts';
import { listPendingData, type PendingData } from './derived-versions.ts';
import { isLockTimeout, isSerializationFailure } from './pg-errors.ts';
import { query } from './query.ts';
import { createEmbeddedRunner, createServerRunner, type SqlRunner } from './sql-runner.ts';

const LARGEST_BATCH = 5000;
/** Rows of a piece are locked for about as long as this, so their number follows how long the last piece took. */
const PIECE_MS = 100;
/** A piece that finds others' locks lets them pass. */
const LOCK_TIMEOUT = SECOND / 2;

interface Session {
  runner: SqlRunner;
  /** Builds the index beside the one that is used, or piece by piece. */
  reindex: (name: string, data: PendingData) => Promise<void>;
  /** Resolves once all transactions are over that wrote before the functions changed: their rows are as the old ones compute. */
  waitForOlder: (name: string) => Promise<boolean>;
}

interface Options {
  log: Pick<Logger, 'warn'>;
  signal?: AbortSignal;
  /** Milliseconds between two pieces, in which others have the disk and the processor. */
  pause?: number;
}

/** Whether there is anything to do. */
export async function hasDataToRebuild(db: Database): Promise<boolean> {
  return (await listPendingData({ query: (statement) => query(db, sql.raw(statement)) })).length > 0;
}

const isPassing = (error: unknown) => isLockTimeout(error) || isSerializationFailure(error);

async function retryPassing<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let pause = 50; ; pause = Math.min(pause * 2, 2 * SECOND)) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || signal?.aborted) throw error;
      await sleep(pause);
    }
  }
}

/** False: it was told to stop. */
async function runBatches(
  { runner }: Session,
  data: PendingData,
  step: number,
  { batch, after }: Extract<RebuildStep, { batch: string }>,
  { signal, pause = 5 }: Options,
): Promise<boolean> {
  // The statement saves its key itself, so that both commit or neither.
  const piece = `${batch}, saved as (update drizzle.derived_data d set step = ${step}, key = piece.key, rows = d.rows + piece.rows
    from piece where d.name = '${data.name}' and piece.key is not null) select key from piece`;
  let key: string | null = data.step === step ? (data.key ?? after) : after;
  for (let size = FIRST_BATCH; ; await sleep(pause)) {
    if (signal?.aborted) return false;
    const startedAt = performance.now();
    const [done] = await retryPassing(() => runner.query<{ key: string | null }>(piece, [key, size]), signal);
    key = done?.key ?? null;
    if (key === null) return true;
    const ms = Math.max(1, performance.now() - startedAt);
    size = Math.round(Math.min(LARGEST_BATCH, Math.max(FIRST_BATCH / 5, size * Math.min(2, PIECE_MS / ms))));
  }
}

/** False: it was told to stop. */
async function rebuild(session: Session, data: PendingData, options: Options): Promise<boolean> {
  const { runner } = session;
  await runner.query('update drizzle.derived_data set started_at = now() where name = $1 and (started_at is null or step = 0)', [
    data.name,
  ]);
  for (const [index, step] of data.steps.entries()) {
    if (index < data.step) continue;
    if (options.signal?.aborted) return false;
    if ('batch' in step) {
      if (!(await runBatches(session, data, index, step, options))) return false;
    } else if ('reindex' in step) await session.reindex(step.reindex, data);
    else await retryPassing(() => runner.run(step.run), options.signal);
    if (options.signal?.aborted && 'reindex' in step) return false;
    await runner.query('update drizzle.derived_data set step = $2, key = null where name = $1', [data.name, index + 1]);
  }
  return true;
}

/** Compares with the `target` from the start of the rebuild: if functions changed again meanwhile, everything has to be done again. */
async function rebuildPending(session: Session, { log, ...options }: Options): Promise<void> {
  const { runner } = session;
  for (const data of await listPendingData(runner)) {
    if (!(await session.waitForOlder(data.name))) return;
    const [state] = await runner.query<{ target: number }>('select target from drizzle.derived_data where name = $1', [data.name]);
    log.warn({ derived: data.name, step: data.step }, `computing anew: ${data.title}`);
    if (!(await rebuild(session, data, { log, ...options }))) return;
    const [done] = await runner.query<{ rows: number }>(
      'update drizzle.derived_data set version = target, step = 0, key = null where name = $1 and target = $2 returning rows::int as rows',
      [data.name, state?.target],
    );
    log.warn({ derived: data.name, rows: done?.rows }, `computed anew: ${data.title}`);
  }
}

/** With a single connection an index can't be built concurrently: rows are written twice instead, which adds them to all indexes again. */
async function enterAnew(client: PGlite, signal?: AbortSignal): Promise<void> {
  let key: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (key && !signal?.aborted) {
    const after: string = key;
    key = await client.transaction(async (tx) => {
      const { rows } = await tx.query<{ id: string }>('select id from products where id > $1 order by id limit $2', [after, FIRST_BATCH]);
      const last = rows.at(-1)?.id;
      if (!last) return undefined;
      // Without triggers, because nothing changes that they would report.
      await tx.exec('set local session_replication_role = replica; select collect_index_entries()');
      for (const sign of ['+', '-'])
        await tx.query(`update products set stock_level = stock_level ${sign} 10 where id > $1 and id <= $2`, [after, last]);
      await tx.exec('select merge_index_entries()');
      return last;
    });
    await sleep(5);
  }
}

async function openServerSession(url: string, connectTimeout: number | undefined, { signal }: Options) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeout, application_name: 'storefront-rebuild' });
  client.on('error', () => undefined);
  await client.connect();
  const runner = createServerRunner(client);
  const setLimits = (lock: number, statement: number) => runner.run(`set lock_timeout = ${lock}; set statement_timeout = ${statement}`);
  // The server notices within a second that nobody waits any more for an index.
  await runner.run('set client_connection_check_interval = 1000');
  await setLimits(LOCK_TIMEOUT, 10 * MINUTE);
  const end = () => client.end();
  signal?.addEventListener('abort', () => void end().catch(() => undefined), { once: true });
  const reindex = async (name: string) => {
    await setLimits(0, 0);
    // Indexes left by a killed process: they are kept up to date, but never used.
    const left = await runner.query<{ name: string }>(
      `select relname as name from pg_class join pg_index on indexrelid = pg_class.oid where not indisvalid and relname ~ $1`,
      [`^${name}_cc(new|old)\\d*$`],
    );
    for (const it of left) await runner.run(`drop index concurrently if exists "${it.name}"`);
    await runner.run(`reindex index concurrently ${name}`);
    await setLimits(LOCK_TIMEOUT, 10 * MINUTE);
  };
  const waitForOlder = async (name: string) => {
    const areOver = async () =>
      (
        await runner.query<{ over: boolean }>(
          `select since is null or pg_snapshot_xmin(pg_current_snapshot()) > since as over from drizzle.derived_data where name = $1`,
          [name],
        )
      )[0]?.over === true;
    while (!(await areOver())) {
      if (signal?.aborted) return false;
      await sleep(SECOND / 2);
    }
    return true;
  };
  return { runner, reindex, waitForOlder, end };
}

/** One process at a time; another one finds that it has nothing to do. Returns once all is done, or the signal is aborted. */
export async function rebuildDerivedData(connection: OpenDatabase['connection'], options: Options): Promise<void> {
  if ('embedded' in connection) {
    const client = connection.embedded;
    const reindex = () => enterAnew(client, options.signal);
    return rebuildPending({ runner: createEmbeddedRunner(client), reindex, waitForOlder: async () => true }, options);
  }
  const { end, ...session } = await openServerSession(connection.url, connection.connectTimeout, options);
  try {
    const [lock] = await session.runner.query<{ isMine: boolean }>(TRY_LOCK, [ADVISORY_LOCKS.rebuild]);
    if (lock?.isMine) await rebuildPending(session, options);
  } catch (error) {
    // Its connection is closed to stop it.
    if (!options.signal?.aborted) throw error;
  } finally {
    await end().catch(() => undefined);
  }
}

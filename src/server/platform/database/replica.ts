/**
 * Runs long, rare reads on a standby (DATABASE_REPLICA_URL): reports, exports and sitemaps. A standby lags a little, but a report must
 * include what its reader has just done, and a sitemap the change for which it was rendered again. So first the primary is asked for its
 * log position, and the standby answers once it has replayed that far. If it hasn't soon, or is unreachable, the primary answers itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { SECOND } from '../../../contract/values.ts';
import type { Logger } from '../log/logger.ts';
import type { DatabaseLimits } from '../settings/config.ts';
import type { Database } from './connect.ts';
import { explainConnectionError, isUnavailable } from './pg-errors.ts';
import { PooledClient } from './pooled-client.ts';
import { query } from './query.ts';

/** Runs work that only reads and may run twice. It gets a transaction on the standby, or else the primary. */
export type ReadFromReplica = <T>(work: (db: Database) => Promise<T>) => Promise<T>;

export interface Replica {
  read: ReadFromReplica;
  close: () => Promise<void>;
}

/** Reports are requested one at a time. */
const MAX_CONNECTIONS = 2;
/** How long to wait for a standby that lags. A healthy one lags by some milliseconds. */
const MAX_WAIT = SECOND / 4;
const POLL_INTERVAL = 10;
/** After a failure the standby isn't tried for this long, so that not every report waits for it. */
const PAUSE = 5 * SECOND;

class ReplicaBehindError extends Error {}

async function waitUntilReplayed(tx: Database, position: string): Promise<void> {
  const givesUpAt = performance.now() + MAX_WAIT;
  for (;;) {
    // If the standby was promoted, it no longer follows the primary, so its data is no longer the shop's.
    const [row] = await query<{ isReplayed: boolean }>(
      tx,
      sql`select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isReplayed"`,
    );
    if (row?.isReplayed) return;
    if (performance.now() > givesUpAt) throw new ReplicaBehindError('The replica is behind, or is none');
    await sleep(POLL_INTERVAL);
  }
}

/** Certificates that don't match are a failure of the standby as well: the shop goes on without it, and logs it. */
const isReplicaFailure = (error: unknown): boolean =>
  error instanceof ReplicaBehindError || isUnavailable(error) || explainConnectionError(error) !== error;

export function openReplica(url: string, primary: Database, limits: DatabaseLimits, log: Pick<Logger, 'warn'>): Replica {
  const pool = new pg.Pool({
    Client: PooledClient,
    connectionString: url,
    application_name: 'storefront-replica',
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: limits.readiness,
    query_timeout: limits.statement + SECOND,
    statement_timeout: limits.statement,
    idle_in_transaction_session_timeout: limits.idleTransaction,
  });
  pool.on('error', () => undefined);
  const replica = drizzle(pool);
  let pausedUntil = 0;

  const readThere = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const [row] = await query<{ position: string }>(primary, sql`select pg_current_wal_lsn()::text as position`);
    return replica.transaction(
      async (tx) => {
        await waitUntilReplayed(tx, row?.position ?? '');
        return work(tx);
      },
      { accessMode: 'read only' },
    );
  };

  const read: ReadFromReplica = async (work) => {
    if (performance.now() < pausedUntil) return work(primary);
    try {
      return await readThere(work);
    } catch (error) {
      if (!isReplicaFailure(error)) throw error;
      pausedUntil = performance.now() + PAUSE;
      log.warn({ err: explainConnectionError(error) }, 'the replica does not answer or lags behind; reading from the primary');
      return work(primary);
    }
  };
  return { read, close: () => pool.end() };
}

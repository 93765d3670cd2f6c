/** Sets up pg-boss on the shop's database, embedded or server; its tables are in a schema of their own. */
import type { PGlite } from '@electric-sql/pglite';
import { type Db, PgBoss } from 'pg-boss';
import { HOUR, SECOND } from '../../../contract/time.ts';
import type { OpenDatabase } from '../database/connect.ts';
import { PooledClient } from '../database/pooled-client.ts';
import { DEFAULT_DATABASE_LIMITS } from '../settings/read-config.ts';

/** In seconds. Schedules have minutes, and `Worker.trigger` wakes a queue at once, so polling more often would only cost queries. */
export const POLL_SECONDS = 15;
/** Seconds, pg-boss's unit. */
const HOUR_SECONDS = HOUR / SECOND;

/** How pg-boss passes several statements that form one transaction. */
const TRANSACTION_BLOCK = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/;

/**
 * pg-boss has an adapter for PGlite, but with that one our queries could run on the only connection between a failed statement and its
 * ROLLBACK, and would fail too. This adapter uses PGlite's own transactions, which other queries can't get into.
 */
function createPgliteAdapter(client: PGlite): Db {
  return {
    async executeSql(text, values) {
      if (values?.length) return client.query(text, values);
      const statements = TRANSACTION_BLOCK.exec(text)?.[1];
      const results = statements ? await client.transaction((tx) => tx.exec(statements)) : await client.exec(text);
      return { rows: results.flatMap(({ rows }) => rows) };
    },
  };
}

export function createPgBoss(connection: OpenDatabase['connection']): PgBoss {
  // On a server, pg-boss gets two connections of its own, so that requests and jobs don't wait for each other. It passes `Client` to its
  // pool, and doesn't listen for errors of clients in use. pg's own client would end the process if it lost its connection within a
  // transaction; ours doesn't.
  const connectionOptions =
    'embedded' in connection
      ? ({ db: createPgliteAdapter(connection.embedded), backend: 'pglite' } as const)
      : {
          connectionString: connection.url,
          max: 2,
          connectionTimeoutMillis: connection.connectTimeout ?? DEFAULT_DATABASE_LIMITS.connect,
          Client: PooledClient,
        };
  return new PgBoss({
    ...connectionOptions,
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: POLL_SECONDS,
    flowIntervalSeconds: HOUR_SECONDS,
    bamIntervalSeconds: HOUR_SECONDS,
    maintenanceIntervalSeconds: HOUR_SECONDS,
    monitorVacuum: false,
  });
}

/** pg-boss's internal queue of due schedules. By default it keeps each run for a week: some 40,000 rows. */
export const CRON_QUEUE = '__pgboss__send-it';

/** How long finished runs are kept. */
export const RETENTION_SECONDS = HOUR_SECONDS;

export const QUEUE_OPTIONS = {
  // However often it is triggered, at most one run is waiting; a crashed run doesn't block the next one.
  policy: 'short',
  retryLimit: 3,
  retryDelay: 20,
  retryBackoff: true,
  expireInSeconds: 300,
  // Without a heartbeat for this long the process is considered dead, and another one retries the run.
  heartbeatSeconds: 30,
  retentionSeconds: HOUR_SECONDS,
  deleteAfterSeconds: RETENTION_SECONDS,
} as const;

/** pg-boss on the shop's own database, whichever that is: its tables stand in a schema of their own. */
import type { PGlite } from '@electric-sql/pglite';
import { type Db, PgBoss } from 'pg-boss';
import type { OpenDatabase } from '../database/connect.ts';

/** Seconds. Nothing here is in a hurry: work is begun by the minute, and what is wanted at once is woken. */
export const POLL_SECONDS = 15;
const HOUR = 3600;

/** Several statements that pg-boss wants done together or not at all. */
const TRANSACTION_BLOCK = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/;

/**
 * pg-boss brings an adapter of its own. There, where one of several statements fails, whoever waits for the one connection gets it
 * before the rest is rolled back, and fails too. Here the transaction is PGlite's, and over when the next one comes.
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
  // On a server it has two connections of its own: a busy shop doesn't keep it waiting, nor it the shop.
  const connectionOptions =
    'embedded' in connection
      ? ({ db: createPgliteAdapter(connection.embedded), backend: 'pglite' } as const)
      : { connectionString: connection.url, max: 2, connectionTimeoutMillis: 3000 };
  return new PgBoss({
    ...connectionOptions,
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: POLL_SECONDS,
    flowIntervalSeconds: HOUR,
    bamIntervalSeconds: HOUR,
    maintenanceIntervalSeconds: HOUR,
    monitorVacuum: false,
  });
}

/** Where pg-boss hands over what is due. It would keep each of those for a week: some forty thousand rows. */
export const CRON_QUEUE = '__pgboss__send-it';

/** Seconds that a finished run is kept. */
export const RETENTION_SECONDS = HOUR;

export const QUEUE_OPTIONS = {
  // One may wait, however often it is asked for; a run that died keeps nobody from the next one.
  policy: 'short',
  retryLimit: 3,
  retryDelay: 20,
  retryBackoff: true,
  expireInSeconds: 300,
  // Without a sign of life for so long, the process died on it and another takes it up.
  heartbeatSeconds: 30,
  retentionSeconds: HOUR,
  deleteAfterSeconds: RETENTION_SECONDS,
} as const;

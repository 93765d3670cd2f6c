/** pg-boss on the shop's own database, whichever that is: its tables stand in a schema of their own. */
import type { PGlite } from '@electric-sql/pglite';
import { type Db, PgBoss } from 'pg-boss';
import type { OpenDatabase } from '../database/connect.ts';

/** Seconds. Nothing here is in a hurry: work is begun by the minute, and what is wanted at once is woken. */
export const LOOK_EVERY = 15;
const HOUR = 3600;

/** Several statements that pg-boss wants done together or not at all. */
const TOGETHER = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/;

/**
 * pg-boss brings an adapter of its own. There, where one of several statements fails, whoever waits for the one connection gets it
 * before the rest is rolled back, and fails too. Here the transaction is PGlite's, and over when the next one comes.
 */
function overPglite(client: PGlite): Db {
  return {
    async executeSql(text, values) {
      if (values?.length) return client.query(text, values);
      const together = TOGETHER.exec(text)?.[1];
      const results = together ? await client.transaction((tx) => tx.exec(together)) : await client.exec(text);
      return { rows: results.flatMap(({ rows }) => rows) };
    },
  };
}

export function createBoss(place: OpenDatabase['connection']): PgBoss {
  // On a server it has two connections of its own: a busy shop doesn't keep it waiting, nor it the shop.
  const where =
    'embedded' in place
      ? ({ db: overPglite(place.embedded), backend: 'pglite' } as const)
      : { connectionString: place.url, max: 2, connectionTimeoutMillis: 3000 };
  return new PgBoss({
    ...where,
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: LOOK_EVERY,
    flowIntervalSeconds: HOUR,
    bamIntervalSeconds: HOUR,
    maintenanceIntervalSeconds: HOUR,
    monitorVacuum: false,
  });
}

/** Where pg-boss hands over what is due. It would keep each of those for a week: some forty thousand rows. */
export const DUE_QUEUE = '__pgboss__send-it';

/** Seconds that a finished run is kept. */
export const KEPT = HOUR;

export const QUEUE = {
  // One may wait, however often it is asked for; a run that died keeps nobody from the next one.
  policy: 'short',
  retryLimit: 3,
  retryDelay: 20,
  retryBackoff: true,
  expireInSeconds: 300,
  // Without a sign of life for so long, the process died on it and another takes it up.
  heartbeatSeconds: 30,
  retentionSeconds: HOUR,
  deleteAfterSeconds: KEPT,
} as const;

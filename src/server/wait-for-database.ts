/** Opens the database, waiting for a PostgreSQL that isn't up yet: whoever starts both at once needs no order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../contract/time.ts';
import type { Config } from './config.ts';
import { type OpenDatabase, openDatabase } from './database/connect.ts';
import { isUnavailable } from './database/pg-errors.ts';
import { startMaintenanceServer } from './http/maintenance-server.ts';
import { describeError } from './serialize-error.ts';

/** Between two attempts: the first wait, doubled each time, and the longest. */
const INITIAL_BACKOFF = SECOND / 2;
const MAX_BACKOFF = 5 * SECOND;

type Log = Parameters<typeof openDatabase>[1];

/** Meanwhile the port answers 503, so that an orchestrator doesn't restart the process in circles. */
export async function waitForDatabase(config: Config, log: Log, print: (line: string) => void): Promise<OpenDatabase> {
  let closeMaintenanceServer: (() => Promise<void>) | undefined;
  try {
    for (let backoff = INITIAL_BACKOFF; ; backoff = Math.min(2 * backoff, MAX_BACKOFF)) {
      try {
        return await openDatabase(config, log);
      } catch (error) {
        if (!config.databaseUrl || !isUnavailable(error)) throw error;
        closeMaintenanceServer ??= await startMaintenanceServer(config);
        print(`The database doesn't answer (${describeError(error)}); trying again in ${backoff / SECOND} s …`);
        await sleep(backoff);
      }
    }
  } finally {
    await closeMaintenanceServer?.();
  }
}

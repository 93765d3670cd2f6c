/** Opens the database, waiting for a PostgreSQL that isn't up yet: whoever starts both at once needs no order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../contract/time.ts';
import type { Config } from './config.ts';
import { type OpenDatabase, openDatabase } from './database/connect.ts';
import { isUnavailable } from './database/pg-errors.ts';
import { SchemaOutdatedError } from './database/schema-state.ts';
import { startMaintenanceServer } from './http/maintenance-server.ts';
import { describeError } from './serialize-error.ts';

/** Between two attempts: the first wait, doubled each time, and the longest. */
const INITIAL_BACKOFF = SECOND / 2;
const MAX_BACKOFF = 5 * SECOND;

type Log = Parameters<typeof openDatabase>[1];

/** Migrations that take longer than this are waited for as a database is that isn't there. */
const QUICK = SECOND;

const describeWait = (error: unknown) =>
  error instanceof SchemaOutdatedError ? error.message : `The database doesn't answer (${describeError(error)})`;

/**
 * Opens the database, or waits: for a PostgreSQL that isn't up yet, for migrations, and with MIGRATE=off for whoever runs them. Meanwhile
 * the port answers 503, so that an orchestrator doesn't restart the process in circles.
 */
export async function waitForDatabase(config: Config, log: Log, print: (line: string) => void): Promise<OpenDatabase> {
  let reason = 'The database is being opened';
  let maintenanceServer: Promise<() => Promise<void>> | undefined;
  const holdPort = () => {
    maintenanceServer ??= startMaintenanceServer(config, () => reason);
    return maintenanceServer;
  };
  const report = (line: string) => {
    reason = `Migrating: ${line}`;
    print(reason);
  };
  const open = async () => {
    const timer = setTimeout(() => void holdPort().catch((err) => log.warn({ err }, 'the port is taken')), QUICK);
    try {
      return await openDatabase(config, log, report);
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    for (let backoff = INITIAL_BACKOFF; ; backoff = Math.min(2 * backoff, MAX_BACKOFF)) {
      try {
        return await open();
      } catch (error) {
        const isWorthWaiting = error instanceof SchemaOutdatedError || (config.databaseUrl && isUnavailable(error));
        if (!isWorthWaiting) throw error;
        reason = describeWait(error);
        await holdPort();
        print(`${reason}; trying again in ${backoff / SECOND} s …`);
        await sleep(backoff);
      }
    }
  } finally {
    await maintenanceServer?.then((close) => close()).catch(() => undefined);
  }
}

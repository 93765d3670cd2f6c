/** Opens the database, and waits for a PostgreSQL server that isn't running yet, so that both can be started in any order. */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorResponse } from '../../../contract/errors.ts';
import { SECOND } from '../../../contract/values.ts';
import { type OpenDatabase, openDatabase } from '../database/connect.ts';
import { SchemaOutdatedError } from '../database/migrate.ts';
import { isUnavailable } from '../database/pg-errors.ts';
import type { Logger } from '../log/logger.ts';
import { describeError } from '../log/serialize-error.ts';
import type { Config } from '../settings/config.ts';

/** Serves the port until the database answers, so that an orchestrator sees a live process, and customers get a 503. */

const UNAVAILABLE: ErrorResponse = { success: false, message: 'The shop is opening, please try again', code: 'unavailable' };
const UNAVAILABLE_BODY = JSON.stringify(UNAVAILABLE);

/** Answers /livez with 200 and everything else with 503, /readyz with the reason. Returns a function that frees the port for the shop. */
export async function startMaintenanceServer(
  { port, host }: { port: number; host: string },
  getReason: () => string,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const isLivez = request.url === '/livez';
    response.writeHead(isLivez ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      ...(!isLivez && { 'retry-after': '2' }),
    });
    if (isLivez) response.end(JSON.stringify({ ok: true }));
    else response.end(request.url === '/readyz' ? JSON.stringify({ ok: false, reason: getReason() }) : UNAVAILABLE_BODY);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

/** Between two attempts: the first delay, which doubles each time, and the longest. */
const INITIAL_BACKOFF = SECOND / 2;
const MAX_BACKOFF = 5 * SECOND;

type Log = Pick<Logger, 'warn'>;

/** If migrations take longer than this, the port is served meanwhile, as for an unreachable database. */
const QUICK = SECOND;

const describeWait = (error: unknown) =>
  error instanceof SchemaOutdatedError ? error.message : `The database doesn't answer (${describeError(error)})`;

/**
 * Opens the database. Waits for a PostgreSQL server that isn't running yet, for migrations, and with MIGRATE=off for the process that runs
 * them. Meanwhile the port answers 503, so that an orchestrator doesn't restart the process over and over.
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

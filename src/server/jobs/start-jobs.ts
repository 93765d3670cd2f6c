import { SECOND } from '../../contract/time.ts';
import type { Config } from '../config.ts';
import type { OpenDatabase } from '../database/connect.ts';
import { retryUntilAvailable } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import type { Logger } from '../logger.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { watchWorkers } from './watch-workers.ts';

interface BackgroundJobs {
  /** Once they run. Rejects where they can't, and where they are stopped before. */
  started: Promise<unknown>;
  stop: () => Promise<void>;
}

/**
 * Imports pg-boss and the mailer only now: called after the shop has opened, they don't delay the first page. Because it is open, it
 * doesn't end where the database goes away in the middle of this. With JOBS=off others work them, and this only sees that they do.
 */
export function startBackgroundJobs(
  config: Config,
  { connection, db }: OpenDatabase,
  deps: Deps,
  { log, tracing }: { log: Logger; tracing: Tracing | null },
): BackgroundJobs {
  if (config.jobs === 'off') {
    const stopWatching = watchWorkers(db, log);
    return { started: Promise.resolve(), stop: async () => stopWatching() };
  }
  const stopping = new AbortController();
  const start = async () => {
    const [{ startWorker }, { listJobs }, { selectMailer }] = await Promise.all([
      import('./worker.ts'),
      import('./schedule.ts'),
      import('../email/mailer.ts'),
    ]);
    const jobs = listJobs(deps, selectMailer(config), log);
    // Two seconds are left for what waits for the jobs.
    const options = { stopTimeout: config.timeLimits.shutdown - 2 * SECOND, tracing };
    return retryUntilAvailable(() => startWorker(connection, jobs, log, options), log, stopping.signal);
  };
  const started = start();
  const stop = async () => {
    stopping.abort();
    const worker = await started.catch(() => null);
    await worker?.stop();
  };
  return { started, stop };
}

import type { Config } from '../config.ts';
import type { OpenDatabase } from '../database/connect.ts';
import { retryUntilAvailable } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import type { Logger } from '../logger.ts';
import type { Worker } from './worker.ts';

interface BackgroundJobs {
  /** Once they run. Rejects where they can't, and where they are stopped before. */
  started: Promise<Worker>;
  stop: () => Promise<void>;
}

/**
 * Imports pg-boss and the mailer only now: called after the shop has opened, they don't delay the first page. Because it is open, it
 * doesn't end where the database goes away in the middle of this.
 */
export function startBackgroundJobs(config: Config, { connection }: OpenDatabase, deps: Deps, log: Logger): BackgroundJobs {
  const stopping = new AbortController();
  const start = async () => {
    const [{ startWorker }, { listJobs }, { selectMailer }] = await Promise.all([
      import('./worker.ts'),
      import('./schedule.ts'),
      import('../email/mailer.ts'),
    ]);
    const jobs = listJobs(deps, selectMailer(config), log);
    return retryUntilAvailable(() => startWorker(connection, jobs, log), log, stopping.signal);
  };
  const started = start();
  const stop = async () => {
    stopping.abort();
    const worker = await started.catch(() => null);
    await worker?.stop();
  };
  return { started, stop };
}

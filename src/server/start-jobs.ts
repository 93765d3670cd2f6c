import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, SECOND } from '../contract/values.ts';
import type { Deps } from './deps.ts';
import type { Database, OpenDatabase } from './platform/database/connect.ts';
import { retryUntilAvailable } from './platform/database/query.ts';
import { hasDataToRebuild, rebuildDerivedData } from './platform/database/rebuild-derived-data.ts';
import { watchWorkers } from './platform/jobs/watch-workers.ts';
import type { Logger } from './platform/log/logger.ts';
import type { Tracing } from './platform/monitoring/tracing.ts';
import type { Config } from './platform/settings/config.ts';
import { isRestoredCopy } from './shop/integrity/backup/restored-copy.repository.ts';

/** Interval of checks whether a restored copy has become the shop. */
const LIVE_POLL = 15 * SECOND;

/** A copy of the shop would send its emails a second time, and expire checkouts that are paid elsewhere. */
async function waitUntilLive(db: Database, log: Logger, signal: AbortSignal, onWait: () => void): Promise<void> {
  for (let isFirst = true; await retryUntilAvailable(() => isRestoredCopy(db), log, signal); isFirst = false) {
    if (isFirst) log.warn({}, 'this is a restored copy, whose jobs are off until `npm run shop -- restore --live`');
    onWait();
    await sleep(LIVE_POLL, undefined, { signal });
  }
}

interface BackgroundJobs {
  /** Resolves once the jobs run, or wait for a restored copy to become the shop. Rejects if they can't start, or are stopped before. */
  started: Promise<unknown>;
  stop: () => Promise<void>;
}

/**
 * Called after the shop has opened, and imports pg-boss and the mailer only then, so that they don't delay the first page. Because the shop
 * is open, it doesn't exit if the database becomes unavailable meanwhile. With JOBS=off other processes run the jobs, and this one only
 * checks that they do.
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
  const { promise: isWaiting, resolve: sayWaiting } = Promise.withResolvers<void>();
  const start = async () => {
    const [{ startWorker }, { listJobs }, { openMailer }] = await Promise.all([
      import('./platform/jobs/worker.ts'),
      import('./schedule.ts'),
      import('./shop/messages/emails/mailer.ts'),
    ]);
    const mailer = openMailer(() => deps.connections.mail, config);
    const listed = listJobs(deps, mailer, log, config).map((job) => ({
      ...job,
      run: async (signal: AbortSignal) => {
        await deps.connections.refresh();
        return job.run(signal);
      },
    }));
    const jobs = [
      ...listed,
      {
        name: 'rebuild-derived-data',
        cron: '*/5 * * * *',
        timeoutSeconds: DAY / SECOND,
        run: (signal: AbortSignal) => rebuildDerivedData(connection, { log, signal }),
        isDue: () => hasDataToRebuild(db),
      },
    ];
    await waitUntilLive(db, log, stopping.signal, sayWaiting);
    // Two seconds are left for whatever waits for the jobs to stop.
    const options = { stopTimeout: config.timeLimits.shutdown - 2 * SECOND, tracing };
    return retryUntilAvailable(() => startWorker(connection, jobs, log, options), log, stopping.signal);
  };
  const started = start();
  const stop = async () => {
    stopping.abort();
    const worker = await started.catch(() => null);
    await worker?.stop();
  };
  return { started: Promise.race([started, isWaiting]), stop };
}

/**
 * In a process that runs no jobs (JOBS=off): warns if no other process does, because emails would wait and stock would stay reserved
 * without anybody noticing.
 */
import { MINUTE, SECOND } from '../../../contract/values.ts';
import type { Database } from '../database/connect.ts';
import type { Logger } from '../log/logger.ts';
import { listJobStates } from './job-state.repository.ts';

interface WatchOptions {
  /** Milliseconds between two checks. */
  interval: number;
  /** Warns if no job has finished for this long; several are due each minute. */
  limit: number;
}

/** Null if all of them are null. */
function reduceSeconds(choose: (...values: number[]) => number, seconds: (number | null)[]): number | null {
  const known = seconds.filter((it) => it !== null);
  return known.length ? Math.round(choose(...known)) : null;
}

/** Returns a function that stops watching. */
export function watchWorkers(
  db: Database,
  log: Pick<Logger, 'warn'>,
  { interval, limit }: WatchOptions = { interval: MINUTE, limit: 5 * MINUTE },
): () => void {
  const startedAt = performance.now();
  const look = async () => {
    // The process that runs the jobs may start after this one.
    if (performance.now() - startedAt < limit) return;
    const jobs = await listJobStates(db);
    const idleSeconds = reduceSeconds(
      Math.min,
      jobs.map((it) => it.succeededSecondsAgo),
    );
    if (idleSeconds !== null && idleSeconds * SECOND < limit) return;
    const oldestSeconds = reduceSeconds(
      Math.max,
      jobs.map((it) => it.waitingSeconds),
    );
    log.warn({ idleSeconds, oldestSeconds }, 'no process runs the jobs: set JOBS=on or JOBS=only for one');
  };
  const timer = setInterval(() => look().catch((err) => log.warn({ err }, 'could not check whether jobs are processed')), interval);
  timer.unref();
  return () => clearInterval(timer);
}

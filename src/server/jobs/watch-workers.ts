/** In a process that works no jobs (JOBS=off): warns where no other does, as emails would wait and stock stay reserved in silence. */
import { MINUTE, SECOND } from '../../contract/time.ts';
import type { Database } from '../database/connect.ts';
import type { Logger } from '../logger.ts';
import { listJobStates } from './job-state.repository.ts';

interface WatchOptions {
  /** Milliseconds between two looks. */
  interval: number;
  /** Several jobs are due each minute: for so long none has been finished. */
  limit: number;
}

/** Null where there is none. */
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
    // Whoever works them may start after this process.
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
    log.warn({ idleSeconds, oldestSeconds }, 'no process works the jobs: one needs JOBS=on or JOBS=only');
  };
  const timer = setInterval(() => look().catch((err) => log.warn({ err }, "couldn't see whether jobs are worked")), interval);
  timer.unref();
  return () => clearInterval(timer);
}

/** Small work that comes back: what ran out is taken away, what is late is sent again. Each is safe to run twice. */
import { sweepSessions } from './account/account.service.ts';
import type { Deps } from './deps.ts';
import { sweepImages } from './images/sweep.ts';
import { sweepOrders } from './order/overdue.service.ts';

const MINUTE = 60_000;

interface Log {
  error: (details: object, message: string) => void;
}

/** Starts them; gives back how to stop, which waits for the one that runs. */
export function startChores(deps: Deps, log: Log): () => Promise<void> {
  const chores: [name: string, every: number, work: () => Promise<unknown>][] = [
    ['orders', MINUTE, () => sweepOrders(deps, log)],
    ['sessions', 60 * MINUTE, () => sweepSessions(deps.db, deps.now())],
    ['pictures', 60 * MINUTE, () => sweepImages(deps.db, deps.uploadsDir, deps.now())],
  ];
  const { payment } = deps;
  if (payment?.redeliver) chores.push(['events', MINUTE, () => payment.redeliver?.() ?? Promise.resolve()]);
  const running = new Set<Promise<void>>();
  const timers = chores.map(([name, every, work]) => {
    let isRunning = false;
    const run = async () => {
      if (isRunning) return;
      isRunning = true;
      const turn = work()
        .then(() => undefined)
        .catch((error) => log.error({ err: error }, `the chore "${name}" failed, it is tried again later`));
      running.add(turn);
      await turn;
      running.delete(turn);
      isRunning = false;
    };
    void run();
    return setInterval(() => void run(), every);
  });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  };
}

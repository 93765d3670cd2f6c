/** Heavy work a few at a time: whoever comes later waits in line, in order. */

interface QueueOptions {
  /** So many wait; whoever comes after them is refused. */
  maxQueued: number;
  /** Milliseconds after which whoever still waits is refused. */
  timeout?: number;
  createError: () => Error;
}

/** A function that runs work when it is its turn. */
export function limitConcurrency(maxRunning: number, queueOptions?: QueueOptions): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queued = new Set<() => void>();

  const waitForSlot = () =>
    new Promise<void>((resolve, reject) => {
      const { timeout, createError } = queueOptions ?? {};
      const start = () => {
        clearTimeout(timer);
        queued.delete(start);
        resolve();
      };
      const expire = () => {
        queued.delete(start);
        reject(createError?.());
      };
      const timer = timeout === undefined ? undefined : setTimeout(expire, timeout);
      queued.add(start);
    });

  return async (work) => {
    if (queueOptions && queued.size >= queueOptions.maxQueued) throw queueOptions.createError();
    if (running >= maxRunning) await waitForSlot();
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits takes over this place, so that nobody slips in between.
      const [next] = queued;
      if (next) next();
      else running -= 1;
    }
  };
}

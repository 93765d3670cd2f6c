/** A concurrency limit (semaphore): runs heavy work a few at a time. The rest waits in a queue, first come, first served. */
import PQueue from 'p-queue';

interface QueueLimits {
  /** Work that arrives while so much is waiting already is refused. */
  maxQueued: number;
  /** In milliseconds: work that has waited for so long without being started is refused. */
  timeout?: number;
  /** What refused work is rejected with. */
  createError: () => Error;
}

type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Returns a function that runs work under this limit. */
export function limitConcurrency(maxRunning: number, limits?: QueueLimits): Limiter {
  const queue = new PQueue({ concurrency: maxRunning });
  if (!limits) return (work) => queue.add(work);
  const { maxQueued, timeout, createError } = limits;
  return async (work) => {
    if (queue.size >= maxQueued) throw createError();
    if (timeout === undefined) return queue.add(work);
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(createError()), timeout);
    const start = () => {
      clearTimeout(timer);
      return work();
    };
    // An aborted signal takes work out of the queue and rejects it with the signal's reason.
    return queue.add(start, { signal: waiting.signal });
  };
}

/** Heavy work a few at a time: whoever comes later waits in line, in order. */

/** A function that runs work when it is its turn. With a `queue`, it throws what `refuse` gives to whoever finds `maxWaiting` in line. */
export function takeTurns(
  maxRunning: number,
  queue?: { maxWaiting: number; refuse: () => Error },
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (queue && waiting.length >= queue.maxWaiting) throw queue.refuse();
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits takes over this place, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

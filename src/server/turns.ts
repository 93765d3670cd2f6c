/** Heavy work a few at a time: whoever comes later waits in line, in order. */

interface Queue {
  /** So many wait; whoever comes after them is refused. */
  maxWaiting: number;
  /** Milliseconds after which whoever still waits is refused. */
  patience?: number;
  refuse: () => Error;
}

/** A function that runs work when it is its turn. */
export function takeTurns(maxRunning: number, queue?: Queue): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting = new Set<() => void>();

  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const { patience, refuse } = queue ?? {};
      const go = () => {
        clearTimeout(timer);
        waiting.delete(go);
        resolve();
      };
      const giveUp = () => {
        waiting.delete(go);
        reject(refuse?.());
      };
      const timer = patience === undefined ? undefined : setTimeout(giveUp, patience);
      waiting.add(go);
    });

  return async (work) => {
    if (queue && waiting.size >= queue.maxWaiting) throw queue.refuse();
    if (running >= maxRunning) await wait();
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits takes over this place, so that nobody slips in between.
      const [next] = waiting;
      if (next) next();
      else running -= 1;
    }
  };
}

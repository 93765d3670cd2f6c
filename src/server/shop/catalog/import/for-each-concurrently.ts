/** Does the same work for many items, a few at a time, and in turn for those with the same key. */

/** Runs `work` after earlier work with the same key has finished. */
export type InTurn = (key: string | undefined, work: () => Promise<void>) => Promise<void>;

/** How many items are worked on at once: while one image is resized, the next is read. */
const CONCURRENCY = 3;

function createTurns(): InTurn {
  const lastByKey = new Map<string, Promise<void>>();
  return async (key, work) => {
    if (!key) return work();
    const turn = (lastByKey.get(key) ?? Promise.resolve()).then(work);
    lastByKey.set(key, turn);
    await turn;
    if (lastByKey.get(key) === turn) lastByKey.delete(key);
  };
}

/** Runs `work` for CONCURRENCY items at once. After a failure it starts no more, waits for the running ones, and throws the error. */
export async function forEachConcurrently<T>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T, index: number, inTurn: InTurn) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const inTurn = createTurns();
  let index = 0;
  for await (const item of items) {
    const task = work(item, index, inTurn)
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => running.delete(task));
    running.add(task);
    index += 1;
    if (running.size >= CONCURRENCY) await Promise.race(running);
    if (failures.length) break;
  }
  await Promise.all(running);
  if (failures.length) throw failures[0];
}

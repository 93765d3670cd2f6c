/** Keeps in memory what almost every request reads and only a catalog change alters: categories, settings, price ranges. */
import type { ResponseCache } from './open-response-cache.ts';

/**
 * Calls `read` once after each catalog change and returns its result until the next one. Changes of stock don't count.
 * `name` identifies what is read; nothing is ever evicted, so names are few and fixed.
 */
export type Memoize = <T>(name: string, read: () => Promise<T>) => Promise<T>;

/** Reads every time. */
export const uncached: Memoize = (_name, read) => read();

/** Valid under the same lease as the response cache; without a lease it reads every time. */
export function createMemoize(cache: ResponseCache): Memoize {
  const memo = new Map<string, { catalogVersion: number; value: Promise<unknown> }>();
  return async <T>(name: string, read: () => Promise<T>) => {
    if (!cache.invalidation.isLive()) return read();
    const cached = memo.get(name);
    if (cached?.catalogVersion === cache.catalogVersion) return cached.value as Promise<T>;
    const value = read();
    memo.set(name, { catalogVersion: cache.catalogVersion, value });
    value.catch(() => memo.delete(name));
    return value;
  };
}

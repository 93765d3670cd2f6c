import type { Memoize } from '../../src/server/platform/cache/open-response-cache.ts';

/** Reads each name once and never again, as if the catalog never changed. */
export function memoizeForever(): Memoize {
  const cache = new Map<string, Promise<unknown>>();
  return <T>(name: string, read: () => Promise<T>) => {
    if (!cache.has(name)) cache.set(name, read());
    return cache.get(name) as Promise<T>;
  };
}

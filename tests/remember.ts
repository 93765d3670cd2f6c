import type { Memoize } from '../src/server/response-cache/memoize.ts';

/** Reads once, as in a shop where nothing changes. */
export function rememberForGood(): Memoize {
  const known = new Map<string, Promise<unknown>>();
  return <T>(name: string, read: () => Promise<T>) => {
    if (!known.has(name)) known.set(name, read());
    return known.get(name) as Promise<T>;
  };
}

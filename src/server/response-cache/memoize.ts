/** What is read for nearly every request and changes with the catalogue only: read once after each change. */
import type { ResponseCache } from './response-cache.ts';

/** Gives what `read` gave since the last change, a purchase's apart. The name stands for what is read: there are few. */
export type Memoize = <T>(name: string, read: () => Promise<T>) => Promise<T>;

/** Reads each time. */
export const uncached: Memoize = (_name, read) => read();

/** For as long as what is kept may be shown. */
export function createMemoize({ store, invalidation }: ResponseCache): Memoize {
  const memo = new Map<string, { catalogVersion: number; value: Promise<unknown> }>();
  return async <T>(name: string, read: () => Promise<T>) => {
    if (!invalidation.isLive()) return read();
    const cached = memo.get(name);
    if (cached?.catalogVersion === store.catalogVersion) return cached.value as Promise<T>;
    const value = read();
    memo.set(name, { catalogVersion: store.catalogVersion, value });
    value.catch(() => memo.delete(name));
    return value;
  };
}

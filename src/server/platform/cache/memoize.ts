/** Keeps in memory what almost every request reads and only a catalog change alters: categories, settings, price ranges. */
import { LRUCache } from 'lru-cache';
import type { ResponseCache } from './open-response-cache.ts';

/**
 * Calls `read` once after each catalog change and returns its result until the next one. Changes of stock don't count.
 * `name` identifies what is read. It may contain what a caller names, such as a category's id.
 */
export type Memoize = <T>(name: string, read: () => Promise<T>) => Promise<T>;

/** Reads every time. */
export const uncached: Memoize = (_name, read) => read();

/** More than a large shop has categories. Beyond it the least recently used are dropped, so that made-up names don't fill the memory. */
export const MAX_MEMOIZED = 1000;

/** `size`: how many results it has. */
export function createMemoize(cache: ResponseCache): Memoize & { readonly size: number } {
  const memo = new LRUCache<string, { catalogVersion: number; readAt: number; value: Promise<unknown> }>({ max: MAX_MEMOIZED });
  const memoize: Memoize = async <T>(name: string, read: () => Promise<T>) => {
    const catalogVersion = cache.getCatalogVersion();
    const now = performance.now();
    const cached = memo.get(name);
    if (cached?.catalogVersion === catalogVersion && cache.isCurrent(cached.readAt, now)) return cached.value as Promise<T>;
    const value = read();
    memo.set(name, { catalogVersion, readAt: now, value });
    value.catch(() => memo.delete(name));
    return value;
  };
  return Object.defineProperty(memoize, 'size', { get: () => memo.size }) as Memoize & { readonly size: number };
}

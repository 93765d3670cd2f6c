/** What the response cache holds: entries, the requests that are making one, and results of reads. response-cache.ts serves from it. */
import { LRUCache } from 'lru-cache';
import { MINUTE, SECOND } from '../../../contract/values.ts';
import type { OpenDatabase } from '../database/connect.ts';
import type { Logger } from '../log/logger.ts';
import type { CacheEntry } from './cache-entry.ts';
import { type CatalogChange, type Dependency, isAffected, isRendering } from './dependencies.ts';
import { startEmbeddedInvalidation, startInvalidation } from './invalidation.ts';

/** A request that runs the handler for all others of the same key. */
export interface InFlightRequest {
  readonly startedAt: number;
  /** Those that are known so far; its handler may add more while it runs. */
  readonly dependencies: ReadonlySet<Dependency>;
  /** What has changed since. */
  readonly changes: CatalogChange[];
  /**
   * Null if the response can't be shared, so that each waiting request has to run the handler itself. `staleFrom`: the index of the first
   * change that the entry may not show; it is only for requests that arrived before. -1: there is none.
   */
  readonly result: Promise<{ entry: CacheEntry; staleFrom: number } | null>;
  readonly complete: (entry: CacheEntry | null) => void;
}

/** An entry that takes more than this share of the cache isn't stored, so that one response can't push out all others. */
const MAX_ENTRY_SHARE = 1 / 8;
/** Nobody waits longer for another request's response, even if nothing reports that it has ended. */
const LOST_AFTER = 8 * SECOND;
/** A response that time itself changes. A page is kept that long after the call that it was made of. */
const TIMED_FOR = MINUTE / 2;
const NO_IDS: ReadonlySet<number> = new Set();

export type ResponseCache = Awaited<ReturnType<typeof openResponseCache>>;

/** `maxBytes`: how much memory entries may take; 0 stores none. `hearingFor` is for tests, which a busy machine delays for longer. */
export async function openResponseCache(
  connection: OpenDatabase['connection'],
  maxBytes: number,
  log: Pick<Logger, 'warn'>,
  hearingFor: number = SECOND,
) {
  const entries = new LRUCache<string, CacheEntry>({
    // lru-cache requires positive sizes. No entry is as small as one byte.
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes * MAX_ENTRY_SHARE)),
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length,
  });
  const inFlight = new Map<string, InFlightRequest>();
  let catalogVersion = 0;

  function apply(change: CatalogChange): void {
    if (change.kind === 'everything' || change.kind === 'product' || change.kind === 'categories') catalogVersion += 1;
    for (const [key, { changes, dependencies }] of inFlight) {
      changes.push(change);
      // New requests needn't wait for a response that is known to be stale.
      if (isAffected({ idPrefixes: NO_IDS, named: dependencies }, change)) inFlight.delete(key);
    }
    for (const [key, entry] of [...entries]) if (isAffected(entry.dependencies, change)) entries.delete(key);
  }
  const invalidation =
    'embedded' in connection
      ? await startEmbeddedInvalidation(connection.embedded, apply)
      : await startInvalidation(connection.url, apply, log, hearingFor);

  /** Call it with a key that no request is making an entry of. */
  function startInFlight(key: string, dependencies: ReadonlySet<Dependency> = new Set()): InFlightRequest {
    const changes: CatalogChange[] = [];
    const { promise: result, resolve } = Promise.withResolvers<Awaited<InFlightRequest['result']>>();
    const complete = (entry: CacheEntry | null) => {
      const staleFrom = entry ? changes.findIndex((change) => isAffected(entry.dependencies, change)) : -1;
      if (inFlight.get(key) === request) {
        inFlight.delete(key);
        if (entry && staleFrom === -1) entries.set(key, entry);
      }
      clearTimeout(timer);
      resolve(entry && { entry, staleFrom });
    };
    const timer = setTimeout(() => complete(null), LOST_AFTER).unref();
    const request: InFlightRequest = { startedAt: performance.now(), dependencies, changes, result, complete };
    inFlight.set(key, request);
    return request;
  }

  /**
   * Whether what was read at `readAt` may be served at `now`: while every change is heard of, or for a second. A page that is being rendered
   * will be shown for a second itself, so its parts must show every change.
   */
  const isCurrent = (readAt: number, now: number) => invalidation.isHearing() || (!isRendering() && now - readAt < SECOND);

  return {
    /** How requests were answered since the start, including those of pages being rendered. Joined: by a request that was already running. */
    stats: { hits: 0, joined: 0, misses: 0 },
    getSize: () => ({ bytes: entries.calculatedSize, entries: entries.size }),
    /** Increases with every change of products, categories and settings; not with changes of stock and texts. */
    getCatalogVersion: () => catalogVersion,
    invalidation,
    /** An entry that may be served now. */
    find: (key: string): CacheEntry | undefined => {
      // Asked first, as it may drop entries.
      const now = performance.now();
      const isHearing = invalidation.isHearing();
      const entry = entries.get(key);
      if (entry?.dependencies.named.has('minute') && now - entry.madeAt >= TIMED_FOR) return undefined;
      return entry && (isHearing || isCurrent(entry.madeAt, now)) ? entry : undefined;
    },
    findInFlight: (key: string) => inFlight.get(key),
    startInFlight,
    isCurrent,
    apply,
    /** For tests: an entry, whether or not it may be served. */
    peek: (key: string) => entries.peek(key),
  };
}

/**
 * Returns the result of `read` until the catalog changes (changes of stock don't count), for what almost every request reads: categories,
 * settings, price ranges. `name` identifies what is read. It may contain what a caller names, such as a category's id.
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

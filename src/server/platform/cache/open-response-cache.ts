/** The entries of the response cache, the requests that are making one, and what each change does to both. response-cache.ts serves from it. */
import { LRUCache } from 'lru-cache';
import { SECOND } from '../../../contract/values.ts';
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

/** An entry that counts with more than this share of the cache isn't stored, so that one response can't push out all others. */
const MAX_ENTRY_SHARE = 1 / 8;
/** So long before its end, one request makes the entry of what sells anew, while the others are still served. */
const RENEWED_BEFORE = 0.3 * SECOND;
/** However a request ended, also if nothing tells that it has, nobody waits longer for its response. */
const LOST_AFTER = 8 * SECOND;

/** Whether an entry from before the change may still be served; if it is a sale, for a while. */
function survivesChange(entry: CacheEntry, change: CatalogChange): boolean {
  if (!isAffected(entry.dependencies, change)) return true;
  if (change.kind === 'sale') entry.freshUntil = Math.min(entry.freshUntil, change.until);
  return change.kind === 'sale';
}

const NO_IDS: ReadonlySet<number> = new Set();

export type ResponseCache = Awaited<ReturnType<typeof openResponseCache>>;

/** `maxBytes`: how much memory entries may take; 0 stores none. `hearingFor` is for tests, which a busy machine holds up for longer. */
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
      // Whoever asks from now on needn't wait for a response that is known to be stale.
      if (change.kind !== 'sale' && isAffected({ idPrefixes: NO_IDS, named: dependencies }, change)) inFlight.delete(key);
    }
    for (const [key, entry] of [...entries]) if (!survivesChange(entry, change)) entries.delete(key);
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
      const staleFrom = entry ? changes.findIndex((change) => !survivesChange(entry, change)) : -1;
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

  /** Whether what was read at that time shows all changes but those of the last second. A page is shown for another while, so its parts must show all. */
  const isCurrent = (readAt: number, now: number) => invalidation.isHearing() || (!isRendering() && now - readAt < SECOND);
  /** Whether the entry may be served to a request that arrived at that time. */
  const isServable = ({ madeAt, freshUntil }: CacheEntry, arrivedAt: number) =>
    isCurrent(madeAt, arrivedAt) && (freshUntil === Number.POSITIVE_INFINITY || (arrivedAt < freshUntil && !isRendering()));

  return {
    /** How requests were answered since the start, those of visitors and of pages being rendered. Joined: by a request that ran already. */
    stats: { hits: 0, joined: 0, misses: 0 },
    getSize: () => ({ bytes: entries.calculatedSize, entries: entries.size }),
    /** Rises with every change of products, categories and settings; not with changes of stock and texts. */
    getCatalogVersion: () => catalogVersion,
    invalidation,
    /** An entry that may be served now. */
    find: (key: string): CacheEntry | undefined => {
      const entry = entries.get(key);
      const now = performance.now();
      if (!entry || !isServable(entry, now)) return undefined;
      return now >= entry.freshUntil - RENEWED_BEFORE && !inFlight.has(key) ? undefined : entry;
    },
    findInFlight: (key: string) => inFlight.get(key),
    startInFlight,
    isCurrent,
    isServable,
    apply,
    /** For tests: an entry, whether or not it may be served. */
    peek: (key: string) => entries.peek(key),
    /** For tests, which don't wait for a sale's second to be over: drops the entries from before it. */
    dropOutdated: () => {
      for (const [key, { freshUntil }] of [...entries]) if (freshUntil < Number.POSITIVE_INFINITY) entries.delete(key);
    },
  };
}

/** The parts of the response cache of one process, and what each change does to them. response-cache.ts serves from it. */
import type { OpenDatabase } from '../database/connect.ts';
import type { Logger } from '../log/logger.ts';
import type { CacheEntry } from './cache-entry.ts';
import { type CatalogChange, EVERYTHING } from './catalog-change.ts';
import { startEmbeddedInvalidation } from './embedded-invalidation.ts';
import { createInFlightRequests, type InFlightRequests } from './in-flight-requests.ts';
import { type Invalidation, type InvalidationTarget, startInvalidation } from './invalidation.ts';
import { createLruStore, type LruStore } from './lru.ts';

/** How requests for cacheable responses were answered since the process started: those of visitors, and those of pages being rendered. */
export interface CacheStats {
  hits: number;
  /** Shared the response of a request that was running already. */
  joined: number;
  /** Ran the handler. */
  misses: number;
  /** Ran the handler because there was no lease. */
  withoutLease: number;
  /** Entries that were rendered again before anybody waited for them. */
  renewals: number;
}

export interface ResponseCache {
  readonly stats: CacheStats;
  readonly store: LruStore;
  readonly inFlightRequests: InFlightRequests;
  readonly invalidation: Invalidation;
  /** Drops everything, for tests that write without the triggers. */
  clear: () => void;
  /** Rises with every change of products, categories and settings; not with changes of stock and texts. */
  readonly catalogVersion: number;
  /** Calls it with the entries that each change drops. */
  onDropped: (listener: (entries: [key: string, CacheEntry][]) => void) => void;
}

/**
 * `maxBytes`: how much memory entries may take; 0 switches the cache off. `leaseDuration` is for tests, which may be delayed for longer; on
 * a server only.
 */
export async function openResponseCache(
  connection: OpenDatabase['connection'],
  maxBytes: number,
  log: Pick<Logger, 'warn'>,
  leaseDuration?: number,
): Promise<ResponseCache> {
  const store = createLruStore(maxBytes);
  const inFlightRequests = createInFlightRequests();
  let catalogVersion = 0;
  let onDropped: (entries: [key: string, CacheEntry][]) => void = () => undefined;
  const drop = (change: CatalogChange) => {
    if (change.kind !== 'stock' && change.kind !== 'text') catalogVersion += 1;
    inFlightRequests.recordChange(change);
    return store.drop(change);
  };
  const limitFreshness = (productIds: string[], freshUntil: number) => {
    inFlightRequests.recordMovedStock(productIds, freshUntil);
    store.limitFreshness(productIds, freshUntil);
  };
  const target: InvalidationTarget = { drop: (change) => onDropped(drop(change)), limitFreshness };
  return {
    stats: { hits: 0, joined: 0, misses: 0, withoutLease: 0, renewals: 0 },
    store,
    inFlightRequests,
    clear: () => void drop(EVERYTHING),
    invalidation:
      'embedded' in connection
        ? await startEmbeddedInvalidation(connection.embedded, target)
        : await startInvalidation(connection.url, target, log, leaseDuration),
    get catalogVersion() {
      return catalogVersion;
    },
    onDropped: (listener) => {
      onDropped = listener;
    },
  };
}

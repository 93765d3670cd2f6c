/** The entries of the response cache. lru-cache evicts the least recently used ones once all together take more than `maxBytes`. */
import { LRUCache } from 'lru-cache';
import type { CacheEntry } from './cache-entry.ts';
import { type CatalogChange, isAffected } from './catalog-change.ts';
import { idPrefix } from './id-prefixes.ts';

export interface LruStore {
  readonly bytes: number;
  readonly size: number;
  get: (key: string) => CacheEntry | undefined;
  set: (key: string, entry: CacheEntry) => void;
  /** Call it when an entry has grown, so that its new size counts. */
  updateSize: (key: string, entry: CacheEntry) => void;
  /** Drops the entries that the change affects and returns them. */
  drop: (change: CatalogChange) => [key: string, CacheEntry][];
  /** Stock moved by purchases: entries with these products may be served until `freshUntil`. */
  limitFreshness: (productIds: string[], freshUntil: number) => void;
  /** Drops entries whose time is over because they show outdated stock. */
  dropOutdated: () => void;
  clear: () => void;
}

/** An entry larger than this share of the cache isn't stored, so that one response can't push out all others. */
const MAX_ENTRY_SHARE = 1 / 8;
const ID_PREFIX_BYTES = 32;

export function createLruStore(maxBytes: number): LruStore {
  const entries = new LRUCache<string, { entry: CacheEntry }>({
    // lru-cache requires positive sizes. No entry is as small as one byte, so this stores nothing if the cache is switched off.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ entry }, key) => entry.bytes + ID_PREFIX_BYTES * entry.dependencies.idPrefixes.size + 2 * key.length,
  });

  function dropWhere(isDropped: (entry: CacheEntry) => boolean): [key: string, CacheEntry][] {
    const dropped = [...entries].filter(([, { entry }]) => isDropped(entry));
    for (const [key] of dropped) entries.delete(key);
    return dropped.map(([key, { entry }]) => [key, entry]);
  }

  return {
    get bytes() {
      return entries.calculatedSize;
    },
    get size() {
      return entries.size;
    },
    get: (key) => entries.get(key)?.entry,
    set: (key, entry) => {
      // Checked before its ids are collected, which costs more than anything else here.
      if (entry.bytes > maxBytes * MAX_ENTRY_SHARE) entries.delete(key);
      else entries.set(key, { entry });
    },
    updateSize: (key, entry) => {
      // A new object, because lru-cache only asks for the size again if the value is a different one.
      if (entries.peek(key)?.entry === entry) entries.set(key, { entry });
    },
    drop: (change) => dropWhere((entry) => isAffected(entry.dependencies, change)),
    limitFreshness: (productIds, freshUntil) => {
      const prefixes = new Set(productIds.map(idPrefix));
      for (const { entry } of entries.values()) {
        if (freshUntil < entry.freshUntil && !prefixes.isDisjointFrom(entry.dependencies.idPrefixes)) entry.freshUntil = freshUntil;
      }
    },
    dropOutdated: () => {
      dropWhere((entry) => entry.freshUntil < Number.POSITIVE_INFINITY);
    },
    clear: () => entries.clear(),
  };
}

/**
 * The entries of the response cache. lru-cache evicts the least recently used ones once all together take more than `maxBytes`.
 * Every invalidation raises `version`: a response that was begun under an older version may be stale and is not stored.
 */
import { LRUCache } from 'lru-cache';
import type { CacheEntry } from './cache-entry.ts';
import { collectIdPrefixes, idPrefix } from './id-prefixes.ts';

export interface LruStore {
  /** Rises with every invalidation. */
  readonly version: number;
  /** Rises with every invalidation except those by stock. */
  readonly catalogVersion: number;
  readonly bytes: number;
  readonly size: number;
  get: (key: string) => CacheEntry | undefined;
  set: (key: string, entry: CacheEntry) => void;
  /** To be called when an entry has grown, so that its new size counts. */
  updateSize: (key: string, entry: CacheEntry) => void;
  clear: () => void;
  /** Drops the entries that contain one of these product ids. */
  invalidate: (ids: string[]) => void;
}

interface StoredEntry {
  entry: CacheEntry;
  /** Of all ids in the body, for `invalidate`. */
  idPrefixes: ReadonlySet<number>;
}

/** An entry larger than this share of the store isn't kept, so that one response can't push out all others. */
const MAX_ENTRY_SHARE = 1 / 8;
const PREFIX_BYTES = 32;

const estimateBytes = ({ entry, idPrefixes }: StoredEntry, key: string): number =>
  entry.bytes + PREFIX_BYTES * idPrefixes.size + 2 * key.length;

export function createLruStore(maxBytes: number): LruStore {
  const entries = new LRUCache<string, StoredEntry>({
    // lru-cache wants positive sizes. No entry is as small as one byte, so this keeps none where the cache is switched off.
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes * MAX_ENTRY_SHARE)),
    sizeCalculation: estimateBytes,
  });
  let version = 0;
  let catalogVersion = 0;

  return {
    get version() {
      return version;
    },
    get catalogVersion() {
      return catalogVersion;
    },
    get bytes() {
      return entries.calculatedSize;
    },
    get size() {
      return entries.size;
    },
    get: (key) => entries.get(key)?.entry,
    set: (key, entry) => {
      // Before its ids are collected, which costs more than the rest.
      if (entry.bytes > maxBytes * MAX_ENTRY_SHARE) {
        entries.delete(key);
        return;
      }
      entries.set(key, { entry, idPrefixes: collectIdPrefixes(entry.identity.body) });
    },
    updateSize: (key, entry) => {
      const stored = entries.peek(key);
      // A new object, because lru-cache asks for the size again only where the value is another one.
      if (stored?.entry === entry) entries.set(key, { ...stored });
    },
    clear: () => {
      version += 1;
      catalogVersion += 1;
      entries.clear();
    },
    invalidate: (ids) => {
      version += 1;
      const prefixes = new Set(ids.map(idPrefix));
      const affected = [...entries].filter(([, { idPrefixes }]) => !prefixes.isDisjointFrom(idPrefixes));
      for (const [key] of affected) entries.delete(key);
    },
  };
}

/** Answers kept in memory, up to so many bytes: the least recently used go first. */
import { type CacheEntry, collectIdPrefixes, idPrefix } from './cache-entry.ts';

export interface LruStore {
  /** Rises with each change: what began under an older one is not to be kept. */
  readonly version: number;
  /** Rises with each change but those of stock. */
  readonly catalogVersion: number;
  readonly bytes: number;
  readonly size: number;
  get: (key: string) => CacheEntry | undefined;
  set: (key: string, entry: CacheEntry) => void;
  /** The entry under this key has become larger. */
  grow: (key: string, entry: CacheEntry, bytes: number) => void;
  clear: () => void;
  /** Throws away what names one of these ids. */
  invalidate: (ids: string[]) => void;
}

/** One answer takes no more than this part of the store. */
const MAX_ENTRY_SHARE = 1 / 8;
const PREFIX_BYTES = 32;

export function createLruStore(maxBytes: number): LruStore {
  // A Map remembers its order: whoever is found goes to its end.
  const entries = new Map<string, CacheEntry>();
  /** The key at the end, which needs no moving. */
  let mostRecentKey: string | undefined;
  let version = 0;
  let catalogVersion = 0;
  let bytes = 0;

  const evict = (key: string, entry: CacheEntry) => {
    entries.delete(key);
    bytes -= entry.bytes;
  };
  const evictOverLimit = () => {
    for (const [key, entry] of entries) {
      if (bytes <= maxBytes) return;
      evict(key, entry);
    }
  };

  return {
    get version() {
      return version;
    },
    get catalogVersion() {
      return catalogVersion;
    },
    get bytes() {
      return bytes;
    },
    get size() {
      return entries.size;
    },
    get: (key) => {
      const entry = entries.get(key);
      if (!entry || key === mostRecentKey) return entry;
      entries.delete(key);
      entries.set(key, entry);
      mostRecentKey = key;
      return entry;
    },
    set: (key, entry) => {
      const previous = entries.get(key);
      if (previous) evict(key, previous);
      entry.bytes += 2 * key.length;
      if (entry.bytes > maxBytes * MAX_ENTRY_SHARE) return;
      entry.idPrefixes = collectIdPrefixes(entry);
      entry.bytes += entry.idPrefixes.size * PREFIX_BYTES;
      entries.set(key, entry);
      mostRecentKey = key;
      bytes += entry.bytes;
      evictOverLimit();
    },
    grow: (key, entry, addedBytes) => {
      entry.bytes += addedBytes;
      if (entries.get(key) !== entry) return;
      bytes += addedBytes;
      evictOverLimit();
    },
    clear: () => {
      version += 1;
      catalogVersion += 1;
      bytes = 0;
      entries.clear();
    },
    invalidate: (ids) => {
      version += 1;
      const prefixes = new Set(ids.map(idPrefix));
      for (const [key, entry] of entries) if (!prefixes.isDisjointFrom(entry.idPrefixes)) evict(key, entry);
    },
  };
}

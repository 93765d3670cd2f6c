/** Answers kept in memory, up to so many bytes: the least recently used go first. */
import { type Entry, markOf, marksIn } from './entry.ts';

export interface Store {
  /** Rises with each change: what began under an older one is not to be kept. */
  readonly version: number;
  /** Rises with each change but those of stock. */
  readonly edition: number;
  readonly bytes: number;
  readonly size: number;
  find: (key: string) => Entry | undefined;
  put: (key: string, entry: Entry) => void;
  /** The entry under this key has become larger. */
  grow: (key: string, entry: Entry, bytes: number) => void;
  clear: () => void;
  /** Throws away what names one of these ids. */
  forget: (ids: string[]) => void;
}

/** One answer takes no more than this part of the store. */
const LARGEST = 1 / 8;
const MARK_BYTES = 32;

export function createStore(limit: number): Store {
  // A Map remembers its order: whoever is found goes to its end.
  const entries = new Map<string, Entry>();
  /** The key at the end, which needs no moving. */
  let newest: string | undefined;
  let version = 0;
  let edition = 0;
  let bytes = 0;

  const drop = (key: string, entry: Entry) => {
    entries.delete(key);
    bytes -= entry.bytes;
  };
  const shrink = () => {
    for (const [key, entry] of entries) {
      if (bytes <= limit) return;
      drop(key, entry);
    }
  };

  return {
    get version() {
      return version;
    },
    get edition() {
      return edition;
    },
    get bytes() {
      return bytes;
    },
    get size() {
      return entries.size;
    },
    find: (key) => {
      const entry = entries.get(key);
      if (!entry || key === newest) return entry;
      entries.delete(key);
      entries.set(key, entry);
      newest = key;
      return entry;
    },
    put: (key, entry) => {
      const before = entries.get(key);
      if (before) drop(key, before);
      entry.bytes += 2 * key.length;
      if (entry.bytes > limit * LARGEST) return;
      entry.named = marksIn(entry);
      entry.bytes += entry.named.size * MARK_BYTES;
      entries.set(key, entry);
      newest = key;
      bytes += entry.bytes;
      shrink();
    },
    grow: (key, entry, more) => {
      entry.bytes += more;
      if (entries.get(key) !== entry) return;
      bytes += more;
      shrink();
    },
    clear: () => {
      version += 1;
      edition += 1;
      bytes = 0;
      entries.clear();
    },
    forget: (ids) => {
      version += 1;
      const marks = new Set(ids.map(markOf));
      for (const [key, entry] of entries) if (!marks.isDisjointFrom(entry.named)) drop(key, entry);
    },
  };
}

/**
 * Storage that can't hurt: blocked, full, nonsense inside, it always gives a value.
 * One store a key; every part of the page and every tab sees the same.
 */
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  read: () => T;
  /** Says false where the browser couldn't keep it; the page goes on with it all the same. */
  write: (value: T) => boolean;
  subscribe: (listener: () => void) => () => void;
  use: () => T;
}

/**
 * `parse` turns whatever was found into a value and never throws; `write` of the empty value removes the entry.
 * `storage`: the browser's own for good, unless another is named. It is asked for each time, since even that may throw.
 */
export function createStore<T>(key: string, empty: T, parse: (stored: unknown) => T, storage = () => localStorage): Store<T> {
  const listeners = new Set<() => void>();
  let value = empty;
  let isRestored = false;

  const restore = () => {
    try {
      const text = storage().getItem(key);
      value = text === null ? empty : parse(JSON.parse(text));
    } catch {
      value = empty;
    }
  };
  const read = () => {
    if (!isRestored && typeof window !== 'undefined') {
      isRestored = true;
      restore();
      window.addEventListener('storage', (event) => {
        // A null key means that everything was cleared.
        if (event.key !== key && event.key !== null) return;
        restore();
        for (const listener of listeners) listener();
      });
    }
    return value;
  };
  const write = (next: T) => {
    read();
    value = next;
    let isSaved = true;
    try {
      if (next === empty) storage().removeItem(key);
      else storage().setItem(key, JSON.stringify(next));
    } catch {
      isSaved = false;
    }
    for (const listener of listeners) listener();
    return isSaved;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const use = () => useSyncExternalStore(subscribe, read, () => empty);
  return { read, write, subscribe, use };
}

/**
 * Local or session storage as an external store. Never throws: if storage is blocked, full or holds invalid data, there
 * is still a value. One store per key, so all components and tabs stay in sync.
 */
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  read: () => T;
  /** Returns false if the browser couldn't save it; the value still applies to this page. */
  write: (value: T) => boolean;
  subscribe: (listener: () => void) => () => void;
  use: () => T;
}

/**
 * `parse` turns anything into a value and must not throw. Writing `empty` removes the entry. `storage` is a function,
 * because even accessing it can throw.
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
      const refresh = () => {
        restore();
        for (const listener of listeners) listener();
      };
      window.addEventListener('storage', (event) => {
        // A null key means that the whole storage was cleared.
        if (event.key === key || event.key === null) refresh();
      });
      // A page restored from the back/forward cache has missed what other pages stored meanwhile.
      window.addEventListener('pageshow', (event) => {
        if (event.persisted) refresh();
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

/** Light or dark, if it differs from the system's setting; in local storage under `theme`. */
import { useSyncExternalStore } from 'react';
import { createStore } from './storage.ts';

export type Theme = 'light' | 'dark';

const store = createStore<Theme | null>('theme', null, (stored) => (stored === 'light' || stored === 'dark' ? stored : null));

/**
 * Runs in the head and applies the stored theme before the first paint; other values do nothing. Uses no characters that
 * HTML escapes, so that the text in the page matches the hash in the Content-Security-Policy.
 */
export const THEME_SCRIPT = 'try{document.documentElement.style.colorScheme=JSON.parse(localStorage.getItem(`theme`))||``}catch{}';

const matchSystemDark = () => matchMedia('(prefers-color-scheme: dark)');

function readActiveTheme(): Theme {
  return store.read() ?? (matchSystemDark().matches ? 'dark' : 'light');
}

function subscribe(listener: () => void): () => void {
  const query = matchSystemDark();
  query.addEventListener('change', listener);
  const unsubscribe = store.subscribe(listener);
  return () => {
    query.removeEventListener('change', listener);
    unsubscribe();
  };
}

/** The active theme; null on the server and while hydrating. */
export function useTheme(): Theme | null {
  return useSyncExternalStore(subscribe, readActiveTheme, () => null);
}

/** Calls the listener with the stored theme, now and on every change in any tab; null means that the system decides. */
export function subscribeToTheme(listener: (theme: Theme | null) => void): () => void {
  listener(store.read());
  return store.subscribe(() => listener(store.read()));
}

/** Choosing the system's own theme removes the stored one, so that the page follows the system again. */
export function toggleTheme(): void {
  const next = readActiveTheme() === 'dark' ? 'light' : 'dark';
  const systemTheme = matchSystemDark().matches ? 'dark' : 'light';
  store.write(next === systemTheme ? null : next);
}

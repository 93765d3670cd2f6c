/** Light or dark, where the person chose other than their system; in local storage under `theme`. */
import { useSyncExternalStore } from 'react';
import { createStore } from './storage.ts';

export type Theme = 'light' | 'dark';

const store = createStore<Theme | null>('theme', null, (stored) => (stored === 'light' || stored === 'dark' ? stored : null));

/**
 * Stands in the head of each page and puts the choice on it before anything is painted. A value that is no theme does
 * nothing. No sign in it that HTML would write otherwise: its text must be the same in the page and in the policy.
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

/** The theme that is shown; null on the server and while hydrating. */
export function useTheme(): Theme | null {
  return useSyncExternalStore(subscribe, readActiveTheme, () => null);
}

/** Tells what was chosen against the system, now and on each change, in this tab or another; null: follow the system. */
export function subscribeToTheme(listener: (theme: Theme | null) => void): () => void {
  listener(store.read());
  return store.subscribe(() => listener(store.read()));
}

/** Back at what the system has, the page follows the system again. */
export function toggleTheme(): void {
  const next = readActiveTheme() === 'dark' ? 'light' : 'dark';
  const systemTheme = matchSystemDark().matches ? 'dark' : 'light';
  store.write(next === systemTheme ? null : next);
}

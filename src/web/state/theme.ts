/** Light or dark, where the person chose other than their system; in local storage under `theme`. */
import { useSyncExternalStore } from 'react';
import { createStore } from './storage.ts';

export type Theme = 'light' | 'dark';

const store = createStore<Theme | null>('theme', null, (found) => (found === 'light' || found === 'dark' ? found : null));

/**
 * Stands in the head of each page and puts the choice on it before anything is painted. A value that is no theme does
 * nothing. No sign in it that HTML would write otherwise: its text must be the same in the page and in the policy.
 */
export const THEME_SCRIPT = 'try{document.documentElement.style.colorScheme=JSON.parse(localStorage.getItem(`theme`))||``}catch{}';

const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

function readShown(): Theme {
  return store.read() ?? (systemDark().matches ? 'dark' : 'light');
}

function subscribe(listener: () => void): () => void {
  const system = systemDark();
  system.addEventListener('change', listener);
  const forget = store.subscribe(listener);
  return () => {
    system.removeEventListener('change', listener);
    forget();
  };
}

/** The theme that is shown; null on the server and while hydrating. */
export function useTheme(): Theme | null {
  return useSyncExternalStore(subscribe, readShown, () => null);
}

/** Tells what was chosen against the system, now and on each change, in this tab or another; null: follow the system. */
export function followTheme(listener: (chosen: Theme | null) => void): () => void {
  listener(store.read());
  return store.subscribe(() => listener(store.read()));
}

/** Back at what the system has, the page follows the system again. */
export function switchTheme(): void {
  const next = readShown() === 'dark' ? 'light' : 'dark';
  const system = systemDark().matches ? 'dark' : 'light';
  store.write(next === system ? null : next);
}

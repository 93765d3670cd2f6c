import { useSyncExternalStore } from 'react';

const CALM = '(prefers-reduced-motion: reduce)';

function listen(change: () => void): () => void {
  const query = matchMedia(CALM);
  query.addEventListener('change', change);
  return () => query.removeEventListener('change', change);
}

/** Whether the person asked for less motion. On the server, where that isn't known, it is so. */
export function useCalm(): boolean {
  return useSyncExternalStore(
    listen,
    () => matchMedia(CALM).matches,
    () => true,
  );
}

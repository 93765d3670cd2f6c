import { useEffect, useRef } from 'react';

/** Calls as soon as the browser has its line back: what failed without it needs no press. */
export function useBackOnline(isWaiting: boolean, again: () => void): void {
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    if (!isWaiting) return;
    const call = () => latest.current();
    window.addEventListener('online', call);
    return () => window.removeEventListener('online', call);
  }, [isWaiting]);
}

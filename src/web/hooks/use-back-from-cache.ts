import { useEffect, useRef } from 'react';

/**
 * Calls `handle` when the back or forward button shows this page again as it was left (bfcache), because nothing else tells the page that
 * time has passed.
 */
export function useBackFromCache(handle: () => void): void {
  const latestHandle = useRef(handle);
  latestHandle.current = handle;
  useEffect(() => {
    const handlePageShow = (event: PageTransitionEvent) => {
      if (event.persisted) latestHandle.current();
    };
    window.addEventListener('pageshow', handlePageShow);
    return () => window.removeEventListener('pageshow', handlePageShow);
  }, []);
}

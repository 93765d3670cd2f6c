import { useEffect, useRef } from 'react';

/** Calls `handle` where the back or forward button shows this page again as it was left (bfcache): nothing else tells it that time passed. */
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

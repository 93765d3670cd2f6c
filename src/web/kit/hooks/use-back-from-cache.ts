import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `handle` when the back or forward button shows this page again as it was left (bfcache), because nothing else tells the page that
 * time has passed.
 */
export function useBackFromCache(handle: () => void): void {
  const onShown = useEffectEvent(handle);
  useEffect(() => {
    const handlePageShow = (event: PageTransitionEvent) => {
      if (event.persisted) onShown();
    };
    window.addEventListener('pageshow', handlePageShow);
    return () => window.removeEventListener('pageshow', handlePageShow);
  }, []);
}

import { useEffect, useRef } from 'react';

/** Calls as soon as the browser has its line back: what failed without it needs no press. */
export function useRetryWhenOnline(isEnabled: boolean, retry: () => void): void {
  const latestRetry = useRef(retry);
  latestRetry.current = retry;
  useEffect(() => {
    if (!isEnabled) return;
    const handleOnline = () => latestRetry.current();
    window.addEventListener('online', handleOnline);
    return () => window.removeEventListener('online', handleOnline);
  }, [isEnabled]);
}

/** What a component asks the browser: is it hydrated, online, back from the cache; does the person want less motion. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** False on the server and while hydrating, then true. For anything that only the browser knows, such as local storage. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

function subscribeToOnline(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Whether the browser is online; true on the server. */
export function useOnlineStatus(): boolean {
  return useSyncExternalStore(
    subscribeToOnline,
    () => navigator.onLine,
    () => true,
  );
}

/** A browser says that it is online as soon as it has a network, which may carry nothing for a moment longer. */
const ONLINE_RETRIES_MS = [0, 2000, 10_000];

/** Calls `retry` when the browser comes back online, and again while `isEnabled` stays, so that what failed offline needs no click. */
export function useRetryWhenOnline(isEnabled: boolean, retry: () => void): void {
  const onOnline = useEffectEvent(retry);
  useEffect(() => {
    if (!isEnabled) return;
    let timers: ReturnType<typeof setTimeout>[] = [];
    const stop = () => timers.forEach(clearTimeout);
    const handleOnline = () => {
      stop();
      timers = ONLINE_RETRIES_MS.map((delay) => setTimeout(() => onOnline(), delay));
    };
    window.addEventListener('online', handleOnline);
    return () => {
      stop();
      window.removeEventListener('online', handleOnline);
    };
  }, [isEnabled]);
}

const REDUCED_MOTION_QUERY = '(prefers-reduced-motion: reduce)';

function subscribeToMotion(onChange: () => void): () => void {
  const query = matchMedia(REDUCED_MOTION_QUERY);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the system asks for reduced motion. True on the server, where it isn't known. */
export function usePrefersReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribeToMotion,
    () => matchMedia(REDUCED_MOTION_QUERY).matches,
    () => true,
  );
}

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

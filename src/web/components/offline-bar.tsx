/** Says quietly that the browser has no line, for as long as it hasn't. */
import { useSyncExternalStore } from 'react';
import { common } from '../messages/common.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  // The region is always there: what comes into a new one isn't read out.
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-center p-4">
      {!isOnline && (
        <p className="max-w-text rounded-control border border-line bg-raised px-4 py-2.5 text-center text-small shadow-float">
          {common.offlineBanner}
        </p>
      )}
    </div>
  );
}

import { useOnlineStatus } from '../../kit/hooks/use-online-status.ts';
import { common } from '../messages/common.ts';

/** Shown for as long as the browser is offline. */
export function OfflineBanner() {
  const isOnline = useOnlineStatus();
  // The live region is always rendered: screen readers don't announce the content of a newly added one.
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

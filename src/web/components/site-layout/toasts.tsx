import { useEffect, useRef } from 'react';
import toast, { Toaster, useToasterStore } from 'react-hot-toast';
import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from '../../constants.ts';
import { common } from '../../messages/common.ts';
import { onSessionExpired } from '../../state/session.ts';

/** Top centre; success 2 s, error, blank and custom 4 s, loading until dismissed (CONST-3). At most 20 are kept by the library. */
export function Toasts() {
  // Two calls may be refused at once; it is told once.
  useEffect(() => onSessionExpired(() => toast.error(common.sessionEnded, { id: 'session-expired' })), []);
  const layer = useRef<HTMLDivElement>(null);
  const { toasts } = useToasterStore();
  const newest = toasts[0]?.id;

  // A dialog lies over the whole page: each new toast raises the layer of toasts above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest toast is what raises it
  useEffect(() => {
    const element = layer.current;
    if (!element?.isConnected) return;
    if (element.matches(':popover-open')) {
      if (!document.querySelector('dialog:modal')) return;
      element.hidePopover();
    }
    element.showPopover();
  }, [newest]);

  return (
    <div ref={layer} popover="manual" className="pointer-events-none fixed inset-0 size-auto overflow-visible bg-transparent">
      <Toaster
        position="top-center"
        toastOptions={{
          duration: TOAST_ERROR_MS,
          success: { duration: TOAST_SUCCESS_MS },
          error: { duration: TOAST_ERROR_MS },
          loading: { duration: Number.POSITIVE_INFINITY },
          style: {
            background: 'var(--color-raised)',
            color: 'var(--color-ink)',
            border: '1px solid var(--color-line)',
            borderRadius: '10px',
          },
        }}
      />
    </div>
  );
}

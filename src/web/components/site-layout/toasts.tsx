import { useEffect, useRef } from 'react';
import toast, { Toaster, useToasterStore } from 'react-hot-toast';
import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from '../../constants.ts';
import { common } from '../../messages/common.ts';
import { onSessionExpired } from '../../state/session.ts';

/** The header stays in reach: on a phone a toast is as wide as the screen, and would cover the cart just after adding. */
const BELOW_HEADER = { top: 72 };

/** Top center; success 2 s, error, blank and custom 4 s, loading until dismissed (CONST-3). The library keeps at most 20. */
export function Toasts() {
  // The id merges the toasts of several requests that fail at once.
  useEffect(() => onSessionExpired(() => toast.error(common.sessionEnded, { id: 'session-expired' })), []);
  const layer = useRef<HTMLDivElement>(null);
  const { toasts } = useToasterStore();
  const newest = toasts[0]?.id;

  // Modal dialogs are in the browser's top layer: showing this popover again puts the toasts above them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new toast
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
        containerStyle={BELOW_HEADER}
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

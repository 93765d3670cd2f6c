import { useEffect, useRef } from 'react';
import toast, { resolveValue, useToaster } from 'react-hot-toast/headless';
import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from '../../constants.ts';
import { AlertIcon, CheckIcon } from '../../kit/control-icons.tsx';
import { onSessionExpired } from '../../state/session.ts';
import { common } from '../messages/common.ts';

const OPTIONS = {
  duration: TOAST_ERROR_MS,
  success: { duration: TOAST_SUCCESS_MS },
  error: { duration: TOAST_ERROR_MS },
  loading: { duration: Number.POSITIVE_INFINITY },
};

/** Top center; success 2 s, error, blank and custom 4 s, loading until dismissed (CONST-3). The library keeps at most 20. */
export function Toasts() {
  // The id merges the toasts of several requests that fail at once.
  useEffect(() => onSessionExpired(() => toast.error(common.sessionEnded, { id: 'session-expired' })), []);
  const layer = useRef<HTMLDivElement>(null);
  const {
    toasts,
    handlers: { startPause, endPause },
  } = useToaster(OPTIONS);
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
    <div ref={layer} popover="manual" data-testid="toaster" className="toaster" onPointerEnter={startPause} onPointerLeave={endPause}>
      {toasts.map((it) => (
        <div key={it.id} data-hidden={!it.visible || undefined} className="toast">
          {it.type === 'success' && <CheckIcon className="shrink-0 text-good" />}
          {it.type === 'error' && <AlertIcon className="shrink-0 text-danger" />}
          <div {...it.ariaProps} className="min-w-0">
            {resolveValue(it.message, it)}
          </div>
        </div>
      ))}
    </div>
  );
}

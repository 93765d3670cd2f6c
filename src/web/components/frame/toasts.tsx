import { useEffect } from 'react';
import toast, { Toaster } from 'react-hot-toast';
import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from '../../constants.ts';
import { common } from '../../messages.ts';
import { onSessionEnd } from '../../state/session.ts';

/** Top centre; success 2 s, error, blank and custom 4 s, loading until dismissed (CONST-3). At most 20 are kept by the library. */
export function Toasts() {
  // Two calls may be refused at once; it is told once.
  useEffect(() => onSessionEnd(() => toast.error(common.sessionEnded, { id: 'session-ended' })), []);
  return (
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
  );
}

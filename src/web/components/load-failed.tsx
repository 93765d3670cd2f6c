import { isApiError } from '../api.ts';
import { useRetryWhenOnline } from '../hooks/use-online-status.ts';
import { common } from '../messages/common.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface LoadFailedProps {
  error: unknown;
  retry: () => void;
  hint?: string;
}

/** Shown in place of a list that couldn't be loaded. Retries by itself when the browser is back online. */
export function LoadFailed({ error, retry, hint = common.serverErrorHint }: LoadFailedProps) {
  const isOffline = isApiError(error) && error.status === 0;
  useRetryWhenOnline(isOffline, retry);
  return (
    <EmptyState
      isAlert
      title={error instanceof Error ? error.message : common.serverError}
      actions={<Button onClick={retry}>{common.tryAgain}</Button>}
    >
      {isOffline ? common.offlineHint : hint}
    </EmptyState>
  );
}

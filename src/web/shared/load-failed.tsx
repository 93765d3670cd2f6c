import { isApiError } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { useRetryWhenOnline } from '../kit/hooks/use-online-status.ts';
import { common } from './messages/common.ts';

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

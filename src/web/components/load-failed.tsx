import { isApiError } from '../api.ts';
import { common } from '../messages.ts';
import { Blank } from '../ui/blank.tsx';
import { Button } from '../ui/button.tsx';
import { useBackOnline } from '../use-back-online.ts';

/** Where a list should stand but couldn't be loaded. What failed for want of a line comes with it. */
export function LoadFailed({ error, retry }: { error: unknown; retry: () => void }) {
  const isOffline = isApiError(error) && error.status === 0;
  useBackOnline(isOffline, retry);
  return (
    <Blank
      isAlert
      title={error instanceof Error ? error.message : common.shopDown}
      actions={<Button onClick={retry}>{common.tryAgain}</Button>}
    >
      {isOffline ? common.offlineHint : common.shopDownHint}
    </Blank>
  );
}

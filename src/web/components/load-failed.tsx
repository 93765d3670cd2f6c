import { common } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** Where a list should stand but couldn't be loaded. */
export function LoadFailed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Notice
      isAlert
      title={error instanceof Error ? error.message : common.shopDown}
      actions={<Button onClick={retry}>{common.tryAgain}</Button>}
    >
      {common.shopDownHint}
    </Notice>
  );
}

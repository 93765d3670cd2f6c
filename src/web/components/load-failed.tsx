import { common } from '../messages.ts';
import { Blank } from '../ui/blank.tsx';
import { Button } from '../ui/button.tsx';

/** Where a list should stand but couldn't be loaded. */
export function LoadFailed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Blank
      isAlert
      title={error instanceof Error ? error.message : common.shopDown}
      actions={<Button onClick={retry}>{common.tryAgain}</Button>}
    >
      {common.shopDownHint}
    </Blank>
  );
}

import { useRevalidator } from 'react-router';
import { isApiError } from '../api.ts';
import { common, spec } from '../messages.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** A page that couldn't be loaded: says whether it is the line or us, and offers to try again. */
export function ShopDown({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  const isOffline = isApiError(error) && error.status === 0;
  return (
    <div className="page py-10">
      <title>{`${common.shopDown} – ${spec.title}`}</title>
      <h1 className="sr-only">{common.shopDown}</h1>
      <Notice
        isAlert
        title={isOffline ? common.offline : common.shopDown}
        actions={
          <>
            <Button busy={state === 'loading'} onClick={() => void revalidate()}>
              {common.tryAgain}
            </Button>
            <LinkButton to="/" variant="secondary">
              {spec.backHome}
            </LinkButton>
          </>
        }
      >
        {common.shopDownHint}
      </Notice>
    </div>
  );
}

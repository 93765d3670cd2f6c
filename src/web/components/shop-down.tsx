import { useRevalidator } from 'react-router';
import { isApiError } from '../api.ts';
import { common, spec } from '../messages.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { OfflineSign } from '../ui/signs/offline-sign.tsx';
import { PlugSign } from '../ui/signs/plug-sign.tsx';
import { useBackOnline } from '../use-back-online.ts';
import { PageMessage } from './page-message.tsx';

/** A page that couldn't be loaded: says whether it is the line or us, and offers to try again; with the line it does so itself. */
export function ShopDown({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  const isOffline = isApiError(error) && error.status === 0;
  useBackOnline(isOffline, () => void revalidate());
  const actions = (
    <>
      <Button busy={state === 'loading'} onClick={() => void revalidate()}>
        {common.tryAgain}
      </Button>
      <LinkButton to="/" variant="secondary">
        {spec.backHome}
      </LinkButton>
    </>
  );
  return (
    <div role="alert">
      <title>{`${common.shopDown} – ${spec.title}`}</title>
      <PageMessage title={isOffline ? common.offline : common.shopDown} sign={isOffline ? <OfflineSign /> : <PlugSign />} actions={actions}>
        {isOffline ? common.offlineHint : common.shopDownHint}
      </PageMessage>
    </div>
  );
}

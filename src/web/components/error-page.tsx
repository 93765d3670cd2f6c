import { useRevalidator } from 'react-router';
import { isApiError } from '../api.ts';
import { useRetryWhenOnline } from '../hooks/use-online-status.ts';
import { common } from '../messages/common.ts';
import { spec } from '../messages/specification.ts';
import { formatPageTitle } from '../meta.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { OfflineIllustration } from '../ui/illustrations/offline.tsx';
import { PlugIllustration } from '../ui/illustrations/plug.tsx';
import { PageMessage } from './page-message.tsx';

/** Shown when a page can't be loaded. Says whether the browser is offline or the server failed; once back online it retries by itself. */
export function ErrorPage({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  const isOffline = isApiError(error) && error.status === 0;
  useRetryWhenOnline(isOffline, () => void revalidate());
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
      <title>{formatPageTitle(common.serverError)}</title>
      <PageMessage
        title={isOffline ? common.offline : common.serverError}
        illustration={isOffline ? <OfflineIllustration /> : <PlugIllustration />}
        actions={actions}
      >
        {isOffline ? common.offlineHint : common.serverErrorHint}
      </PageMessage>
    </div>
  );
}

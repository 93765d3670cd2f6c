import { useRevalidator } from 'react-router';
import { isApiError } from '../../api.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { useRetryWhenOnline } from '../../kit/hooks/use-online-status.ts';
import { OfflineIllustration } from '../../kit/illustrations/offline.tsx';
import { PlugIllustration } from '../../kit/illustrations/plug.tsx';
import { useShop } from '../hooks/use-shop.ts';
import { common } from '../messages/common.ts';
import { spec } from '../messages/specified-labels.ts';
import { formatPageTitle } from '../meta.ts';
import { PageMessage } from '../page-message.tsx';

function describe(error: unknown) {
  const status = isApiError(error) ? error.status : null;
  if (status === 0) return { title: common.offline, hint: common.offlineHint, illustration: <OfflineIllustration /> };
  if (isApiError(error) && status === 429)
    return { title: common.tooManyRequests, hint: `${error.message}.`, illustration: <PlugIllustration /> };
  return { title: common.serverError, hint: common.serverErrorHint, illustration: <PlugIllustration /> };
}

/**
 * Shown when a page can't be loaded. Says whether the browser is offline, asked for too much, or the server failed, unless the page has a
 * `title` of its own for it; once back online it retries by itself.
 */
export function ErrorPage({ error, title: ownTitle }: { error: unknown; title?: string }) {
  const { revalidate, state } = useRevalidator();
  const isOffline = isApiError(error) && error.status === 0;
  const { title: reason, hint, illustration } = describe(error);
  const title = ownTitle ?? reason;
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
      <title>{formatPageTitle(title, useShop().settings.shop.name)}</title>
      <PageMessage title={title} illustration={illustration} actions={actions}>
        {hint}
      </PageMessage>
    </div>
  );
}

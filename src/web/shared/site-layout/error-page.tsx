/** What is shown in place of a page or a list that can't be loaded or doesn't exist. */
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { isApiError } from '../../api.ts';
import { useRetryWhenOnline } from '../../kit/browser-hooks.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { OfflineIllustration, PlugIllustration, SearchIllustration } from '../../kit/illustrations.tsx';
import { EmptyState, PageMessage } from '../../kit/notice.tsx';
import { common, nav } from '../messages/common.ts';
import { spec } from '../messages/specified-labels.ts';
import { formatPageTitle } from '../meta.ts';
import { useShop } from '../shop-data.ts';

/** `isGone`: the page existed once. */
export function NotFound({ isGone }: { isGone: boolean }) {
  const actions = (
    <>
      <LinkButton to="/">{spec.backHome}</LinkButton>
      <LinkButton to="/category" variant="secondary">
        {nav.allCategories}
      </LinkButton>
    </>
  );
  return (
    <>
      <title>{formatPageTitle(spec.pageNotFound, useShop().settings.shop.name)}</title>
      <PageMessage title={spec.pageNotFound} illustration={<SearchIllustration />} actions={actions}>
        {isGone ? common.goneHint : common.notFoundHint}
      </PageMessage>
    </>
  );
}

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
  // The shop was closed while this tab was open: its page asks for the password.
  const isShut = isApiError(error) && error.code === 'shop_closed';
  useEffect(() => {
    if (isShut) window.location.assign('/');
  }, [isShut]);
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

/** One file by the link in an email: whoever opens it starts nothing yet, so that a mail program that looks at links uses nothing up. */
import { useLocation, useParams } from 'react-router';
import { readDownload } from '../../../contract/order-downloads.ts';
import { isApiError } from '../../api.ts';
import { useHydrated } from '../../kit/browser-hooks.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { SearchIllustration } from '../../kit/illustrations.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { PageMessage } from '../../kit/notice.tsx';
import { ClockIllustration } from '../../kit/order-illustrations.tsx';
import { AsyncContent } from '../../shared/dashboard-layout/async-content.tsx';
import { QueryProvider, useLoad } from '../../shared/hooks/use-load.ts';
import { downloads as words } from '../../shared/messages/downloads.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { describeDownload, useFileDownload } from '../../shared/orders/order-downloads.tsx';

export const meta = createTitleMeta(words.page);

const toShop = (
  <LinkButton to="/" variant="secondary">
    {words.browse}
  </LinkButton>
);

export default function DownloadPage() {
  const { id = '' } = useParams();
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const signature = hash.slice(1);
  return (
    // At least as tall as the window, so that nothing jumps when the answer arrives.
    <div className="page min-h-dvh pt-10">
      {isHydrated && !signature && (
        <PageMessage title={words.incomplete} illustration={<SearchIllustration />} actions={toShop}>
          {words.incompleteHint}
        </PageMessage>
      )}
      {isHydrated && signature && (
        <QueryProvider>
          <File key={`${id} ${signature}`} id={id} signature={signature} />
        </QueryProvider>
      )}
    </div>
  );
}

function File({ id, signature }: { id: string; signature: string }) {
  const loaded = useLoad(`download ${id}`, (it, signal) => it(readDownload, { params: { id }, body: { signature }, signal }));
  const { isBusy, start } = useFileDownload(loaded.reload);
  if (isApiError(loaded.error) && [400, 404].includes(loaded.error.status)) {
    return (
      <PageMessage title={words.notFound} illustration={<SearchIllustration />} actions={toShop}>
        {words.notFoundHint}
      </PageMessage>
    );
  }
  return (
    <AsyncContent state={loaded} skeleton={<Skeleton className="mx-auto h-48 max-w-text rounded-card" />}>
      {({ download, product }) =>
        download.ended ? (
          <PageMessage title={words.endedTitle} illustration={<ClockIllustration />} actions={toShop}>
            <bdi>{download.name}</bdi>
            <br />
            {words.ended[download.ended]}
          </PageMessage>
        ) : (
          <section aria-labelledby="download" className="mx-auto max-w-text rounded-card border border-line bg-raised p-6">
            <h1 id="download" className="text-head wrap-anywhere">
              <bdi>{download.name}</bdi>
            </h1>
            <p className="mt-1 text-soft">
              <bdi>{product}</bdi>
            </p>
            <p className="tabular-nums mt-4 mb-5">{describeDownload(download)}</p>
            <Button size="large" busy={isBusy} onClick={() => start(download, signature)}>
              {words.download}
            </Button>
          </section>
        )
      }
    </AsyncContent>
  );
}

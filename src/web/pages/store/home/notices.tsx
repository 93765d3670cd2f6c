/** What stands above an old list, and instead of an empty one. */
import { home } from '../../../messages.store.ts';
import { common, nav } from '../../../messages.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SearchSign } from '../../../ui/signs/search-sign.tsx';
import { ShelfSign } from '../../../ui/signs/shelf-sign.tsx';

export function Stale({ retry, isBusy }: { retry: () => void; isBusy: boolean }) {
  return (
    <div
      role="alert"
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised px-4 py-3"
    >
      <p className="min-w-0 grow basis-60 text-caution">{home.failedKept}</p>
      <Button variant="secondary" busy={isBusy} onClick={retry}>
        {common.tryAgain}
      </Button>
    </div>
  );
}

export function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <Notice
        sign={<ShelfSign />}
        title={home.empty}
        actions={
          <LinkButton to="/about" variant="secondary">
            {nav.about}
          </LinkButton>
        }
      >
        {home.emptyHint}
      </Notice>
    );
  }
  return (
    <Notice
      sign={<SearchSign />}
      title={home.none}
      actions={
        <LinkButton to="/" preventScrollReset>
          {home.everything}
        </LinkButton>
      }
    >
      {home.noneHint}
    </Notice>
  );
}

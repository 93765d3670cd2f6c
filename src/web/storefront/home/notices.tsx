/** Messages above or in place of the product list. */
import { Button, LinkButton } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { SearchIllustration, ShelfIllustration } from '../../kit/illustrations.tsx';
import { Notice } from '../../kit/notice.tsx';
import { common, nav } from '../../shared/messages/common.ts';
import { home } from '../../shared/messages/home.ts';
import { spec } from '../../shared/messages/specified-labels.ts';

/** A full page load, as the specification says. */
function resetFilters(): void {
  window.location.assign('/');
}

/** A form, so that it works without JavaScript too. */
export function ResetFilters({ className }: { className?: string }) {
  return (
    <form action="/" className={classNames('grid', className)}>
      <Button
        type="submit"
        variant="secondary"
        onClick={(event) => {
          event.preventDefault();
          resetFilters();
        }}
      >
        {spec.reset}
      </Button>
    </form>
  );
}

export function ReloadFailedNotice({ retry, isBusy }: { retry: () => void; isBusy: boolean }) {
  return (
    <div
      role="alert"
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised px-4 py-3"
    >
      <p className="min-w-0 grow basis-60 text-caution">{home.reloadFailed}</p>
      <Button variant="secondary" busy={isBusy} onClick={retry}>
        {common.tryAgain}
      </Button>
    </div>
  );
}

export function NoProducts({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <Notice
        illustration={<ShelfIllustration />}
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
      illustration={<SearchIllustration />}
      title={home.noResults}
      actions={
        <LinkButton to="/" preventScrollReset>
          {home.showAll}
        </LinkButton>
      }
    >
      {home.noResultsHint}
    </Notice>
  );
}

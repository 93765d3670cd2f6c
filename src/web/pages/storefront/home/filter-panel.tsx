/** The filters beside the list on wide screens, as a plain form to `/`. Without JavaScript they are shown on narrow screens too. */
import { home } from '../../../messages/home.ts';
import { FilterOptions, type FilterOptionsProps } from './filter-options.tsx';
import { ResetFilters } from './reset-filters.tsx';

export const FILTER_FORM = 'filter';

export function FilterPanel(props: FilterOptionsProps) {
  return (
    <div className="max-lg:mb-6 max-lg:hidden max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-raised max-lg:p-5 noscript:block">
      <form id={FILTER_FORM} action="/" className="grid gap-6 max-lg:sm:grid-cols-2">
        <FilterOptions {...props} />
        <noscript className="grid">
          <button type="submit" className="min-h-10 rounded-control bg-ink px-4 font-[560] text-ground">
            {home.apply}
          </button>
        </noscript>
      </form>
      <ResetFilters className="mt-6 border-t border-line pt-6" />
    </div>
  );
}

/** A list with filters by values of options and attributes: beside it on wide screens, in a sheet on narrow ones. */

import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { FilterGroup } from '../../../contract/product.ts';
import { HOME_CATEGORIES } from '../../constants.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { FilterIcon } from '../../kit/icons.tsx';
import { SearchIllustration } from '../../kit/illustrations.tsx';
import { Link } from '../../kit/link.tsx';
import { Notice } from '../../kit/notice.tsx';
import { home } from '../../shared/messages/home.ts';
import { IMAGE_SIZES } from '../../shared/products/product-image.tsx';
import { type ShopCategory, useShop } from '../../shared/shop-data.ts';
import { FacetGroups, FILTER_FORM, FilterChips, FilterPanel, listFacetChips, useFilterSheet } from './filter-panel.tsx';
import { showResults } from './list-url.ts';

interface CategoryLinksProps {
  label: string;
  categories: readonly ShopCategory[];
  className?: string;
}

/** Categories as chips. */
export function CategoryLinks({ label, categories, className }: CategoryLinksProps) {
  if (!categories.length) return null;
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex flex-wrap gap-2">
        {categories.map(({ _id, slug, name }) => (
          <li key={_id} className="max-w-full">
            <Link
              to={`/category/${slug}`}
              className="inline-flex min-h-10 items-center rounded-full border border-line bg-raised px-4 hover:border-edge"
            >
              <bdi className="line-clamp-1">{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links to categories that have products, for pages with nothing else to show. */
export function OtherCategories() {
  const nonEmpty = useShop().categories.filter((it) => it.count > 0 && !it.parent);
  return (
    <CategoryLinks
      label={home.categories}
      categories={nonEmpty.slice(0, HOME_CATEGORIES)}
      className="mx-auto max-w-text pb-14 [&>ul]:justify-center"
    />
  );
}

interface FacetFilterProps {
  /** Path of the page. */
  path: string;
  /** Further fields of its form. */
  fields?: ReactNode;
  groups: readonly FilterGroup[];
  /** As `Size:42`. */
  chosen: readonly string[];
  /** URL of the list's first page with these values. */
  to: (chosen: readonly string[]) => string;
  /** Null while the next list loads. */
  resultCount: number | null;
  /** The list. `sizes`: of its images. */
  children: (parts: { chips: ReactNode; button: ReactNode; sizes: string }) => ReactNode;
}

export function FacetFilter({ path, fields, groups, chosen, to, resultCount, children }: FacetFilterProps) {
  const navigate = useNavigate();
  const { Sheet, open, close } = useFilterSheet();
  // The choice is shown at once, before the URL changes. After that the URL determines it again.
  const from = to(chosen);
  const [draft, setDraft] = useState({ from, chosen });
  const shown = draft.from === from ? draft.chosen : chosen;

  if (!groups.length) {
    return (
      <>
        <form id={FILTER_FORM} action={path}>
          {fields}
        </form>
        {children({ chips: null, button: null, sizes: IMAGE_SIZES.card })}
      </>
    );
  }
  const onChoose = (next: string[]) => {
    setDraft({ from, chosen: next });
    void navigate(to(next), { preventScrollReset: true });
    if (!Sheet) showResults();
  };
  const options = <FacetGroups groups={groups} chosen={shown} onChoose={onChoose} />;
  const reset = (
    <LinkButton to={to([])} variant="secondary">
      {home.clear}
    </LinkButton>
  );
  const parts = {
    chips: <FilterChips chips={listFacetChips(shown, to)} />,
    button: (
      <Button variant="secondary" className="lg:hidden noscript:hidden" aria-haspopup="dialog" onClick={open}>
        <FilterIcon />
        {home.filterCount(shown.length)}
      </Button>
    ),
    sizes: IMAGE_SIZES.cardWithSidebar,
  };
  return (
    <div className="lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-11">
      <FilterPanel action={path} reset={shown.length > 0 && <div className="mt-6 grid border-t border-line pt-6">{reset}</div>}>
        {options}
        {fields}
      </FilterPanel>
      {children(parts)}
      {Sheet && (
        <Sheet resultCount={resultCount} close={close} reset={reset}>
          {options}
        </Sheet>
      )}
    </div>
  );
}

/** `to`: URL of the list without filters. */
export function NoMatches({ to }: { to: string }) {
  return (
    <Notice illustration={<SearchIllustration />} title={home.noResults} actions={<LinkButton to={to}>{home.showAll}</LinkButton>}>
      {home.noResultsHint}
    </Notice>
  );
}

/** The list of the page of a category, a brand or a collection: filtered by values, sorted, page by page, all by its URL. */
import type { ReactNode } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import type { FilterGroup } from '../../../contract/product.ts';
import { EXCERPT_LENGTH } from '../../constants.ts';
import { product as words } from '../../shared/messages/home.ts';
import { useShop } from '../../shared/shop-data.ts';
import { FacetFilter, NoMatches } from './facet-filter.tsx';
import { FILTER_FORM } from './filter-panel.tsx';
import { buildUrl, type ListParams, listQueryParts, SORTS } from './list-url.ts';
import { ProductCard } from './product-card.tsx';
import { type Listing, ProductList, SortSelect } from './product-list.tsx';

interface BrowseListProps {
  path: string;
  listing: Listing;
  groups: FilterGroup[];
  chosen: readonly string[];
  /** URL of a page of the list, with these filters instead of the chosen ones if given. */
  toPage: (page: number, filters?: readonly string[]) => string;
  sortSelect: ReactNode;
  /** Shown where nothing is chosen and there are no products all the same. */
  empty: ReactNode;
}

export function BrowseList({ path, listing, groups, chosen, toPage, sortSelect, empty }: BrowseListProps) {
  const { settings } = useShop();
  const isLoading = useNavigation().location?.pathname === path;
  return (
    <FacetFilter
      path={path}
      groups={groups}
      chosen={chosen}
      to={(filters) => toPage(1, filters)}
      resultCount={isLoading ? null : listing.total}
    >
      {({ chips, button, sizes }) => (
        <ProductList
          listing={listing}
          isCountHidden
          isLoading={isLoading}
          pageUrl={toPage}
          filters={chips}
          controls={
            <>
              {button}
              {sortSelect}
            </>
          }
          empty={chosen.length ? <NoMatches to={toPage(1, [])} /> : empty}
          renderCard={(product, index) => (
            <ProductCard
              product={product}
              excerptLength={EXCERPT_LENGTH.category}
              detailsLabel={words.moreDetails}
              addLabel={words.add}
              canAdd={settings.quickAdd}
              index={index}
              sizes={sizes}
            />
          )}
        />
      )}
    </FacetFilter>
  );
}

interface BrowseProductsProps extends Pick<BrowseListProps, 'path' | 'listing' | 'groups' | 'empty'> {
  view: ListParams;
}

/** With the orders that every list has. */
export function BrowseProducts({ view, ...list }: BrowseProductsProps) {
  const navigate = useNavigate();
  const to = (change: Partial<ListParams>) => buildUrl(list.path, listQueryParts({ ...view, ...change }, SORTS));
  return (
    <BrowseList
      {...list}
      chosen={view.filters}
      toPage={(page, filters = view.filters) => to({ page, filters: [...filters] })}
      sortSelect={
        <SortSelect
          sorts={SORTS}
          sort={view.sort}
          form={FILTER_FORM}
          onSort={(sort) => void navigate(to({ sort, page: 1 }), { preventScrollReset: true })}
        />
      }
    />
  );
}

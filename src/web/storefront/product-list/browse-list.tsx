/** The list of a category's or a collection's page: filtered by values, sorted, page by page, all by its URL. */
import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import type { FilterGroup } from '../../../contract/product.ts';
import { EXCERPT_LENGTH } from '../../constants.ts';
import { product as words } from '../../shared/messages/home.ts';
import { useShop } from '../../shared/shop-data.ts';
import { FacetFilter, NoMatches } from './facet-filter.tsx';
import { ProductCard } from './product-card.tsx';
import { type Listing, ProductList } from './product-list.tsx';

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

/** Products of a category or a brand, which are filtered and sorted by the URL. */
import type { ReactNode } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import type { FilterGroup } from '../../../contract/product.ts';
import { EXCERPT_LENGTH } from '../../constants.ts';
import { product as words } from '../../shared/messages/home.ts';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { FacetFilter, NoMatches } from './facet-filter.tsx';
import { FILTER_FORM } from './filter-panel.tsx';
import { buildUrl, type ListParams, listQueryParts, SORTS } from './list-url.ts';
import { ProductCard } from './product-card.tsx';
import { type Listing, ProductList, SortSelect } from './product-list.tsx';

interface FacetedProductsProps {
  path: string;
  listing: Listing;
  groups: FilterGroup[];
  view: ListParams;
  /** Shown where there is nothing, whatever is chosen. */
  empty: ReactNode;
}

export function FacetedProducts({ path, listing, groups, view, empty }: FacetedProductsProps) {
  const { settings } = useShop();
  const navigate = useNavigate();
  const isLoading = useNavigation().location?.pathname === path;
  const to = (change: Partial<ListParams>) => buildUrl(path, listQueryParts({ ...view, ...change }, SORTS));
  return (
    <FacetFilter
      path={path}
      groups={groups}
      chosen={view.filters}
      to={(filters) => to({ filters: [...filters], page: 1 })}
      resultCount={isLoading ? null : listing.total}
    >
      {({ chips, button, sizes }) => (
        <ProductList
          listing={listing}
          isCountHidden
          isLoading={isLoading}
          pageUrl={(page) => to({ page })}
          filters={chips}
          controls={
            <>
              {button}
              <SortSelect
                sorts={SORTS}
                sort={view.sort}
                form={FILTER_FORM}
                onSort={(sort) => void navigate(to({ sort, page: 1 }), { preventScrollReset: true })}
              />
            </>
          }
          empty={view.filters.length ? <NoMatches to={to({ filters: [], page: 1 })} /> : empty}
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

interface ListHeaderProps {
  name: string;
  /** In words. */
  count: string;
  image: { url: string; alt: string } | null;
  children: ReactNode;
}

const BANNER_SIZES = '(min-width: 52rem) 36rem, calc(100vw - 40px)';

/** Name and number of products, with the text below and the image beside them, if there are these. */
export function ListHeader({ name, count, image, children }: ListHeaderProps) {
  return (
    <div className="mt-4 mb-1 flex flex-col-reverse gap-x-8 gap-y-4 md:flex-row md:items-center">
      <div className="min-w-0 grow">
        <h1 className="flex flex-wrap items-baseline gap-x-3 text-display">
          <bdi>{name}</bdi> <span className="tabular-nums text-large font-normal tracking-normal text-soft">{count}</span>
        </h1>
        {children}
      </div>
      {image && (
        <div className="shrink-0 md:mb-4 md:w-1/2">
          <ProductImage
            image={image.url}
            alt={image.alt}
            sizes={BANNER_SIZES}
            isPriority
            className="aspect-5/2! rounded-card object-cover"
          />
        </div>
      )}
    </div>
  );
}

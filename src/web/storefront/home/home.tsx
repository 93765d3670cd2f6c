/** The home page: introduction, categories, and all products, with filter, sort order and page in the URL. */

import { useState } from 'react';
import { type MetaFunction, useLoaderData, useNavigate, useNavigation, useRevalidator } from 'react-router';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { filterProducts } from '../../../contract/product.ts';
import type { Api } from '../../api.ts';
import { EXCERPT_LENGTH, HOME_CATEGORIES } from '../../constants.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { FilterIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { createClientLoader, createServerLoader, type LoadArgs } from '../../page-loader.ts';
import { nav } from '../../shared/messages/common.ts';
import { home, product as words } from '../../shared/messages/home.ts';
import { createMeta, createWebSiteJsonLd, type RouteMatches, readRootData } from '../../shared/meta.ts';
import { CategoryChip, IMAGE_SIZES } from '../../shared/products/product-image.tsx';
import { loadCategories, type ShopCategory, useShop } from '../../shared/shop-data.ts';
import { LoadFailed } from '../../shared/site-layout/error-page.tsx';
import { FILTER_FORM, FilterChips, FilterPanel, useFilterSheet } from '../product-list/filter-panel.tsx';
import { buildUrl, listQueryParts, SORTS, showResults, toFilterChoices } from '../product-list/list-url.ts';
import { ProductCard } from '../product-list/product-card.tsx';
import { type Listing, ProductList, SortSelect } from '../product-list/product-list.tsx';
import { buildFilterUrl, type FacetCounts, type Filter, listChips, readFacetCounts, readFilter } from './filter.ts';
import { FilterOptions } from './filter-options.tsx';
import { NoProducts, ReloadFailedNotice, ResetFilters } from './notices.tsx';

const allLink = 'min-h-8 items-center text-small text-soft hover:text-ink hover:underline';

/** The introduction with real numbers, and the categories: a scrolling row on narrow screens, a grid on wide ones. */
function Hero({ categories }: { categories: ShopCategory[] }) {
  const { productCount: count, settings } = useShop();
  const { headline, name } = settings.shop;
  return (
    <div className="pt-10 pb-8 md:pt-12">
      <h1 dir="auto" className="text-display wrap-anywhere md:text-hero">
        {headline || name}
      </h1>
      <div className="mt-3 flex items-baseline justify-between gap-6">
        <p className="tabular-nums text-large text-soft">{count > 0 && home.lead(count, categories.length)}</p>
        {categories.length > 0 && (
          <Link to="/category" className={classNames(allLink, 'inline-flex shrink-0 max-lg:hidden')}>
            {nav.allCategories}
          </Link>
        )}
      </div>
      {categories.length > 0 && (
        <section aria-label={home.categories} className="mt-6">
          <ul className="category-list category-row">
            {categories
              .filter((it) => !it.parent)
              .slice(0, HOME_CATEGORIES)
              .map((category) => (
                <li key={category._id}>
                  <CategoryChip category={category} />
                </li>
              ))}
            <li className="flex w-auto lg:hidden">
              <Link to="/category" className={classNames(allLink, 'flex rounded-card border border-line bg-raised px-5')}>
                {nav.allCategories}
              </Link>
            </li>
          </ul>
        </section>
      )}
    </div>
  );
}

interface HomeData {
  filter: Filter;
  /** Null if it couldn't be loaded. */
  listing: (Listing & { counts: FacetCounts }) | null;
}

const load = async (api: Api, { url }: LoadArgs): Promise<HomeData> => {
  const requested = readFilter(url.searchParams);
  const categories = requested.categories.length ? await loadCategories(api) : [];
  const checked = categories.filter((category) => requested.categories.includes(category.slug));
  const filter = { ...requested, categories: requested.categories.filter((slug) => checked.some((category) => category.slug === slug)) };
  const { page, sort, filters } = filter;
  const { success, products, total, limit, isAbout, facets } = await api(filterProducts, {
    body: {
      checked: checked.map((category) => category._id),
      radio: filter.price ?? [],
      page,
      limit: PAGE_SIZE,
      sort,
      filters: toFilterChoices(filters),
    },
  });
  if (!success) return { filter, listing: null };
  // Without any filter, the counts are those of the whole catalog, which would only make the most visited page larger.
  const isWhole = !checked.length && !filter.price && !filters.length;
  const counts = readFacetCounts(isWhole ? { ...facets, filters: [] } : facets);
  return { filter, listing: { products, total, page, limit, ...(isAbout && { isAbout }), counts } };
};

export const loader = createServerLoader(load);

/** If a request fails in the browser, keep the page and its previous list, with an error above it. */
export const clientLoader = createClientLoader(async (api, args): Promise<HomeData> => {
  try {
    return await load(api, args);
  } catch (error) {
    console.error(error);
    return { filter: readFilter(args.url.searchParams), listing: null };
  }
});

/** The merchant's own words, then what there is. */
function describeShop(matches: RouteMatches): string {
  const { shop, categories, productCount: count } = readRootData(matches);
  return [shop.headline || shop.name, ...(count ? [home.lead(count, categories.length)] : [])].join(': ');
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const { filter } = loaderData ?? {};
  const isPlain = filter && !filter.categories.length && !filter.price && !filter.filters.length;
  return createMeta(matches, {
    description: describeShop(matches),
    // The canonical URL of any filter or sort order is the plain list.
    path: buildUrl('/', isPlain ? listQueryParts({ sort: 'newest', page: filter.page }, SORTS) : []),
    images: [{ url: '/share.png' }],
    jsonLd: [createWebSiteJsonLd(matches)],
  });
};

export default function HomePage() {
  const { filter, listing } = useLoaderData<typeof loader>();
  const { categories, settings } = useShop();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { revalidate, state: revalidationState } = useRevalidator();
  const isLoading = navigation.location?.pathname === '/' || revalidationState === 'loading';
  const { Sheet, open, close } = useFilterSheet();

  const [lastListing, setLastListing] = useState(listing);
  if (listing && listing !== lastListing) setLastListing(listing);

  // The chosen filter is shown at once; the URL follows. When nothing is loading, the URL is the truth.
  const url = buildFilterUrl(filter);
  const [draft, setDraft] = useState({ url, filter });
  if (!isLoading && draft.url !== url) setDraft({ url, filter });

  const applyFilter = (change: Partial<Filter>) => {
    const next = { ...draft.filter, ...change, page: 1 };
    setDraft({ url, filter: next });
    void navigate(buildFilterUrl(next), { preventScrollReset: true });
    if (!Sheet) showResults();
  };
  const retry = () => void revalidate();
  const activeFilterCount = draft.filter.categories.length + draft.filter.filters.length + (draft.filter.price ? 1 : 0);

  const filterOptions = {
    categories,
    priceRanges: settings.priceRanges,
    counts: lastListing?.counts,
    filter: draft.filter,
    onFilter: applyFilter,
  };

  return (
    <div className="page">
      <Hero categories={categories} />
      <div className="lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-11">
        <FilterPanel action="/" reset={<ResetFilters className="mt-6 border-t border-line pt-6" />}>
          <FilterOptions {...filterOptions} />
        </FilterPanel>
        {lastListing ? (
          <ProductList
            listing={lastListing}
            isLoading={isLoading}
            pageUrl={(page) => buildFilterUrl({ ...filter, page })}
            filters={<FilterChips chips={listChips(draft.filter, categories)} />}
            controls={
              <>
                <Button variant="secondary" className="lg:hidden noscript:hidden" aria-haspopup="dialog" onClick={open}>
                  <FilterIcon />
                  {home.filterCount(activeFilterCount)}
                </Button>
                <SortSelect sorts={SORTS} sort={draft.filter.sort} onSort={(sort) => applyFilter({ sort })} form={FILTER_FORM} />
              </>
            }
            problem={listing ? null : <ReloadFailedNotice retry={retry} isBusy={isLoading} />}
            empty={<NoProducts isFiltered={activeFilterCount > 0} />}
            renderCard={(product, index) => (
              <ProductCard
                product={product}
                excerptLength={EXCERPT_LENGTH.home}
                detailsLabel={words.details}
                addLabel={words.add}
                index={index}
                sizes={IMAGE_SIZES.cardWithSidebar}
              />
            )}
          />
        ) : (
          <LoadFailed error={new Error(home.failed)} retry={retry} />
        )}
      </div>
      {Sheet && (
        <Sheet resultCount={isLoading ? null : (lastListing?.total ?? null)} close={close} reset={<ResetFilters />}>
          <FilterOptions {...filterOptions} />
        </Sheet>
      )}
    </div>
  );
}

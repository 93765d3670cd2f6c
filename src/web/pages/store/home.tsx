/** The first page: what the shop is, its categories, and all products, filtered, sorted and paged by the address. */
import { useCallback, useState } from 'react';
import { type MetaFunction, useLoaderData, useNavigate, useNavigation, useRevalidator } from 'react-router';
import { PAGE_SIZE } from '../../../contract/common.ts';
import { type Facets, filterProducts } from '../../../contract/product.ts';
import type { Api } from '../../api.ts';
import { addressOf, SORTS, viewParts } from '../../components/listing/address.ts';
import { type Listing, Results } from '../../components/listing/results.tsx';
import { SortSelect } from '../../components/listing/sort-select.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { ProductCard } from '../../components/product-card.tsx';
import { SIZES } from '../../components/product-picture.tsx';
import { useShop } from '../../components/use-shop.ts';
import { EXCERPT } from '../../constants.ts';
import { headOf, siteData } from '../../head.ts';
import { inBrowser, type LoadArgs, onServer } from '../../load.ts';
import { home } from '../../messages.store.ts';
import { spec, product as words } from '../../messages.ts';
import { loadCategories } from '../../state/categories.ts';
import { Button } from '../../ui/button.tsx';
import { FilterIcon } from '../../ui/icons.tsx';
import { Chips } from './home/chips.tsx';
import { type Filter, filterAddress, readFilter } from './home/filter.ts';
import { FILTER_FORM, FilterPanel } from './home/filter-panel.tsx';
import { FilterSheet } from './home/filter-sheet.tsx';
import { Hero } from './home/hero.tsx';
import { Nothing, Stale } from './home/notices.tsx';

interface HomeData {
  filter: Filter;
  /** Null: it couldn't be fetched. */
  listing: (Listing & { facets: Facets }) | null;
}

const load = async (api: Api, { url }: LoadArgs): Promise<HomeData> => {
  const asked = readFilter(url.searchParams);
  const categories = asked.categories.length ? await loadCategories(api) : [];
  const checked = categories.filter((category) => asked.categories.includes(category.slug));
  const filter = { ...asked, categories: asked.categories.filter((slug) => checked.some((category) => category.slug === slug)) };
  const { page, sort } = filter;
  const answer = await api(filterProducts, {
    body: { checked: checked.map((category) => category._id), radio: filter.price ?? [], page, limit: PAGE_SIZE, sort },
  });
  return { filter, listing: answer.success ? answer : null };
};

export const loader = onServer(load);

/** A failed fetch in the browser is no reason to lose the page: it keeps what it has and says so. */
export const clientLoader = inBrowser(async (api, args): Promise<HomeData> => {
  try {
    return await load(api, args);
  } catch (error) {
    console.error(error);
    return { filter: readFilter(args.url.searchParams), listing: null };
  }
});

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const { filter, listing } = loaderData ?? {};
  const isPlain = filter && !filter.categories.length && !filter.price;
  return headOf(matches, {
    title: spec.title,
    description: home.summary,
    // Of all ways to filter and order the same goods, a search leads to the plain list.
    path: addressOf('/', isPlain ? viewParts({ sort: 'newest', page: filter.page }, SORTS) : []),
    ...(listing?.products[0] && { image: listing.products[0].image }),
    data: [siteData(matches)],
  });
};

export default function HomePage() {
  const { filter, listing } = useLoaderData<typeof loader>();
  const { categories, settings } = useShop();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { revalidate, state: retrying } = useRevalidator();
  const isLoading = navigation.location?.pathname === '/' || retrying === 'loading';
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);

  const [kept, setKept] = useState(listing);
  if (listing && listing !== kept) setKept(listing);

  // What is chosen answers at once, before the address does; when all is quiet the address is right.
  const address = filterAddress(filter);
  const [draft, setDraft] = useState({ address, filter });
  if (!isLoading && draft.address !== address) setDraft({ address, filter });

  const go = (change: Partial<Filter>) => {
    const next = { ...draft.filter, ...change, page: 1 };
    setDraft({ address, filter: next });
    void navigate(filterAddress(next), { preventScrollReset: true });
  };
  const retry = () => void revalidate();
  const chosen = draft.filter.categories.length + (draft.filter.price ? 1 : 0);

  const choices = { categories, ranges: settings.priceRanges, facets: kept?.facets, filter: draft.filter, onFilter: go };

  return (
    <div className="page">
      <Hero categories={categories} />
      <div className="lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-11">
        <FilterPanel {...choices} />
        {kept ? (
          <Results
            listing={kept}
            isLoading={isLoading}
            to={(page) => filterAddress({ ...filter, page })}
            filters={<Chips filter={draft.filter} categories={categories} />}
            controls={
              <>
                <Button variant="secondary" className="lg:hidden noscript:hidden" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
                  <FilterIcon />
                  {home.filterCount(chosen)}
                </Button>
                <SortSelect sorts={SORTS} sort={draft.filter.sort} onSort={(sort) => go({ sort })} form={FILTER_FORM} />
              </>
            }
            problem={listing ? null : <Stale retry={retry} isBusy={isLoading} />}
            empty={<Nothing isFiltered={chosen > 0} />}
            card={(product, index) => (
              <ProductCard
                product={product}
                length={EXCERPT.home}
                detailsLabel={words.details}
                addLabel={words.add}
                index={index}
                sizes={SIZES.cardBesideFilters}
              />
            )}
          />
        ) : (
          <LoadFailed error={new Error(home.failed)} retry={retry} />
        )}
      </div>
      {isOpen && <FilterSheet {...choices} found={isLoading ? null : (kept?.total ?? null)} close={close} />}
    </div>
  );
}

/** Search results. Keyword, sort order and page are in the URL, so a reload or a shared link searches again. */
import { type MetaFunction, useLoaderData, useNavigate, useNavigation, useRouteError } from 'react-router';
import { PAGE_SIZE, SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { type FilterGroup, type FoundProduct, filterProducts } from '../../../contract/product.ts';
import { type Api, isInvalidOrNotFound } from '../../api.ts';
import { EXCERPT_LENGTH } from '../../constants.ts';
import { LinkButton } from '../../kit/button.tsx';
import { SearchIllustration } from '../../kit/illustrations.tsx';
import { Notice } from '../../kit/notice.tsx';
import { createClientLoader, createServerLoader, type LoadArgs } from '../../page-loader.ts';
import { excerpt } from '../../shared/format.ts';
import { product as words } from '../../shared/messages/home.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { search as say } from '../../shared/messages/storefront.ts';
import { createMeta } from '../../shared/meta.ts';
import { useShop } from '../../shared/shop-data.ts';
import { ErrorPage } from '../../shared/site-layout/error-page.tsx';
import { FacetFilter, NoMatches, OtherCategories } from '../product-list/facet-filter.tsx';
import { FILTER_FORM } from '../product-list/filter-panel.tsx';
import { buildSearchUrl, readSearchParams, SEARCH_PATH, SEARCH_SORTS, type SearchView, toFilterChoices } from '../product-list/list-url.ts';
import { ProductCard } from '../product-list/product-card.tsx';
import { type Listing, ProductList, SortSelect } from '../product-list/product-list.tsx';

/** `isNear`: no product has all words of the keyword, and these come nearest to it. */
type SearchData = Listing & { isAbout: boolean; isNear: boolean; groups: FilterGroup[] };

const NO_RESULTS: SearchData = { products: [], total: 0, page: 1, limit: PAGE_SIZE, isAbout: false, isNear: false, groups: [] };

/** Without `matchedWords`, which would be stored with a product in the cart. */
const readFound = (found: FoundProduct[]) => ({
  products: found.map(({ matchedWords: _, ...product }) => product),
  isNear: found[0]?.matchedWords !== undefined,
});

async function fetchResults(keyword: string, { sort, page, filters }: SearchView, api: Api): Promise<SearchData> {
  if (!keyword || keyword.length > SEARCH_MAX_LENGTH) return NO_RESULTS;
  try {
    const { products, total, limit, isAbout, facets } = await api(filterProducts, {
      body: { checked: [], radio: [], keyword, page, limit: PAGE_SIZE, sort, filters: toFilterChoices(filters) },
    });
    return { ...readFound(products), total, page, limit, isAbout, groups: facets.filters };
  } catch (error) {
    // A keyword that the server refuses gives no results, not an error page.
    if (isInvalidOrNotFound(error)) return NO_RESULTS;
    throw error;
  }
}

const load = async (api: Api, { url }: LoadArgs) => {
  // Control characters such as NUL don't survive HTML, and a page that differs from the server's can't be hydrated.
  const { keyword: typed, ...view } = readSearchParams(url.searchParams);
  const keyword = typed.replace(/\p{Cc}/gu, ' ').trim();
  return { keyword, view, results: await fetchResults(keyword, view, api) };
};

export const loader = createServerLoader(load);
export const clientLoader = createClientLoader(load);

/** Search engines see one canonical page for all keywords. */
export const meta: MetaFunction<typeof loader> = ({ error, loaderData, matches }) =>
  error
    ? []
    : createMeta(matches, {
        title: excerpt(loaderData?.keyword || say.title, SEARCH_MAX_LENGTH),
        description: say.metaDescription,
        path: SEARCH_PATH,
      });

export default function SearchPage() {
  const { keyword, view, results } = useLoaderData<typeof loader>();
  return <div className="page pt-10">{keyword ? <SearchResults keyword={keyword} view={view} results={results} /> : <EmptyQuery />}</div>;
}

/** The keyword stays in the URL and so in the search form; 'Try again' asks for the same page. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} title={say.failed} />;
}

function EmptyQuery() {
  return (
    <>
      <h1 className="text-display">{say.title}</h1>
      <Notice illustration={<SearchIllustration />} title={say.emptyQuery}>
        {say.emptyQueryHint}
      </Notice>
      <OtherCategories />
    </>
  );
}

/** Read with the heading that takes the focus, and announced where it changes. */
const NOTE_ID = 'search-note';

function SearchResults({ keyword, view, results }: { keyword: string; view: SearchView; results: SearchData }) {
  const { settings } = useShop();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const isLoading = navigation.location?.pathname === SEARCH_PATH;
  const to = (change: Partial<SearchView>) => buildSearchUrl({ keyword, ...view, ...change });
  return (
    <>
      <h1 className="tabular-nums text-display" aria-describedby={NOTE_ID}>
        {results.total ? say.results(results.total, results.isAbout) : spec.notFound}
      </h1>
      <p id={NOTE_ID} aria-live="polite" className="mt-2 mb-4 text-large text-soft">
        {results.isNear ? say.noFullMatch : say.searchedFor}{' '}
        <strong className="font-[600] text-ink">
          “<bdi>{excerpt(keyword, SEARCH_MAX_LENGTH)}</bdi>”
        </strong>
        {results.isNear && `. ${say.closest}`}
      </p>
      <FacetFilter
        path={SEARCH_PATH}
        fields={<input type="hidden" name="keyword" value={keyword} />}
        groups={results.groups}
        chosen={view.filters}
        to={(filters) => to({ filters: [...filters], page: 1 })}
        resultCount={isLoading ? null : results.total}
      >
        {({ chips, button, sizes }) => (
          <ProductList
            listing={results}
            isCountHidden
            isLoading={isLoading}
            pageUrl={(page) => to({ page })}
            filters={chips}
            controls={
              <>
                {button}
                {results.total > 0 && (
                  <SortSelect
                    sorts={SEARCH_SORTS}
                    sort={view.sort}
                    form={FILTER_FORM}
                    onSort={(sort) => void navigate(to({ sort, page: 1 }), { preventScrollReset: true })}
                  />
                )}
              </>
            }
            empty={view.filters.length ? <NoMatches to={to({ filters: [], page: 1 })} /> : <NoResults keyword={keyword} />}
            renderCard={(product, index) => (
              <ProductCard
                product={product}
                excerptLength={EXCERPT_LENGTH.search}
                addLabel={words.addShort}
                canAdd={settings.quickAdd}
                index={index}
                sizes={sizes}
              />
            )}
          />
        )}
      </FacetFilter>
    </>
  );
}

function NoResults({ keyword }: { keyword: string }) {
  return (
    <>
      <Notice
        illustration={<SearchIllustration />}
        title={keyword.length > SEARCH_MAX_LENGTH ? say.tooLong(SEARCH_MAX_LENGTH) : say.noResults(keyword)}
        actions={
          <LinkButton to="/" variant="secondary">
            {spec.backHome}
          </LinkButton>
        }
      >
        {say.noResultsHint}
      </Notice>
      <OtherCategories />
    </>
  );
}

/** What a search found. Words, order and page are in the address, so a reload or a shared link searches again. */
import { type MetaFunction, useLoaderData, useNavigate, useNavigation } from 'react-router';
import { PAGE_SIZE } from '../../../contract/common.ts';
import { filterProducts, SEARCH_MAX_LENGTH, SEARCH_MAX_RESULTS, type SearchSort } from '../../../contract/product.ts';
import { type Api, isRefused } from '../../api.ts';
import { addressOf, readView, SEARCH_SORTS, type View, viewParts } from '../../components/listing/address.ts';
import { Elsewhere } from '../../components/listing/elsewhere.tsx';
import { type Listing, Results } from '../../components/listing/results.tsx';
import { SortSelect } from '../../components/listing/sort-select.tsx';
import { ProductCard } from '../../components/product-card.tsx';
import { useShop } from '../../components/use-shop.ts';
import { EXCERPT } from '../../constants.ts';
import { excerpt } from '../../format.ts';
import { headOf } from '../../head.ts';
import { inBrowser, type LoadArgs, onServer } from '../../load.ts';
import { search as say } from '../../messages.browse.ts';
import { titleOf } from '../../messages.store.ts';
import { spec, product as words } from '../../messages.ts';
import { takeResults } from '../../state/search.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchSign } from '../../ui/signs/search-sign.tsx';

const PATH = '/searched/products';

type Found = Listing & { isAbout: boolean };
type SearchView = View<SearchSort>;

const NOTHING: Found = { products: [], total: 0, page: 1, limit: PAGE_SIZE, isAbout: false };

/** What sending the search has found already, if that is all there is; otherwise the page that is asked for. */
async function find(keyword: string, { sort, page }: SearchView, api: Api): Promise<Found> {
  if (!keyword || keyword.length > SEARCH_MAX_LENGTH) return NOTHING;
  const kept = sort === 'relevance' && page === 1 ? takeResults(keyword) : null;
  if (kept && kept.length < SEARCH_MAX_RESULTS) return { ...NOTHING, products: kept.slice(0, PAGE_SIZE), total: kept.length };
  try {
    const { products, total, limit, isAbout } = await api(filterProducts, {
      body: { checked: [], radio: [], keyword, page, limit: PAGE_SIZE, sort },
    });
    return { products, total, page, limit, isAbout };
  } catch (error) {
    // Words that the server refuses have found nothing; that is no failure.
    if (isRefused(error)) return NOTHING;
    throw error;
  }
}

const load = async (api: Api, { url }: LoadArgs) => {
  // A NUL is lost between server and browser, and a page that differs there can't be hydrated.
  const keyword = (url.searchParams.get('keyword') ?? '').replace(/\p{Cc}/gu, ' ').trim();
  const view = readView<SearchSort>(url.searchParams, SEARCH_SORTS);
  return { keyword, view, found: await find(keyword, view, api) };
};

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

/** Whatever was searched for, engines know one page: the search itself. */
export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  headOf(matches, { title: titleOf(excerpt(loaderData?.keyword || say.title, SEARCH_MAX_LENGTH)), description: say.summary, path: PATH });

export default function SearchPage() {
  const { keyword, view, found } = useLoaderData<typeof loader>();
  return <div className="page pt-10">{keyword ? <FoundPage keyword={keyword} view={view} found={found} /> : <Blank />}</div>;
}

function Blank() {
  return (
    <>
      <h1 className="text-display">{say.title}</h1>
      <Notice sign={<SearchSign />} title={say.blank}>
        {say.blankHint}
      </Notice>
      <Elsewhere />
    </>
  );
}

const SORT_FORM = 'sort';

function FoundPage({ keyword, view, found }: { keyword: string; view: SearchView; found: Found }) {
  const { settings } = useShop();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const to = (change: Partial<SearchView>) =>
    addressOf(PATH, [`keyword=${encodeURIComponent(keyword)}`, ...viewParts<SearchSort>({ ...view, ...change }, SEARCH_SORTS)]);
  return (
    <>
      <h1 className="figures text-display">{found.total ? say.results(found.total, found.isAbout) : spec.notFound}</h1>
      <p className="mt-2 mb-4 text-large text-soft">
        {say.shown}{' '}
        <strong className="font-[600] text-ink">
          “<bdi>{excerpt(keyword, SEARCH_MAX_LENGTH)}</bdi>”
        </strong>
      </p>
      <form id={SORT_FORM} action={PATH}>
        <input type="hidden" name="keyword" value={keyword} />
      </form>
      <Results
        listing={found}
        isCountTold
        isLoading={navigation.location?.pathname === PATH}
        to={(page) => to({ page })}
        controls={
          found.total > 0 && (
            <SortSelect
              sorts={SEARCH_SORTS}
              sort={view.sort}
              form={SORT_FORM}
              onSort={(sort) => void navigate(to({ sort, page: 1 }), { preventScrollReset: true })}
            />
          )
        }
        empty={<Nothing isTooLong={keyword.length > SEARCH_MAX_LENGTH} />}
        card={(product, index) => (
          <ProductCard product={product} length={EXCERPT.search} addLabel={words.addShort} canAdd={settings.quickAdd} index={index} />
        )}
      />
    </>
  );
}

function Nothing({ isTooLong }: { isTooLong: boolean }) {
  return (
    <>
      <Notice
        sign={<SearchSign />}
        title={isTooLong ? say.tooLong(SEARCH_MAX_LENGTH) : say.none}
        actions={
          <LinkButton to="/" variant="secondary">
            {spec.backHome}
          </LinkButton>
        }
      >
        {say.noneHint}
      </Notice>
      <Elsewhere />
    </>
  );
}

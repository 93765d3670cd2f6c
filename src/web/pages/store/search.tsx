/** What a search found. The keyword is in the address, so a reload or a shared link searches again. */
import { type MetaFunction, useLoaderData } from 'react-router';
import { type Product, SEARCH_MAX_LENGTH } from '../../../contract/product.ts';
import { type Api, isApiError } from '../../api.ts';
import { Elsewhere } from '../../components/listing/elsewhere.tsx';
import { ProductCard, productGrid } from '../../components/product-card.tsx';
import { useShop } from '../../components/use-shop.ts';
import { EXCERPT } from '../../constants.ts';
import { headOf } from '../../head.ts';
import { inBrowser, type LoadArgs, onServer } from '../../load.ts';
import { listing, search as say, titleOf } from '../../messages.store.ts';
import { spec, product as words } from '../../messages.ts';
import { searchFor, takeResults } from '../../state/search.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchSign } from '../../ui/signs/search-sign.tsx';

/** A keyword that the server refuses has found nothing; that is no failure. */
async function find(keyword: string, api: Api): Promise<Product[]> {
  if (!keyword || keyword.length > SEARCH_MAX_LENGTH) return [];
  try {
    return takeResults(keyword) ?? (await searchFor(keyword, api));
  } catch (error) {
    if (isApiError(error) && (error.status === 400 || error.status === 404)) return [];
    throw error;
  }
}

const load = async (api: Api, { url }: LoadArgs) => {
  // A NUL is lost between server and browser, and a page that differs there can't be hydrated.
  const keyword = (url.searchParams.get('keyword') ?? '').replace(/\p{Cc}/gu, ' ').trim();
  return { keyword, results: await find(keyword, api) };
};

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

/** Whatever was searched for, engines know one page: the search itself. */
export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  headOf(matches, { title: titleOf(loaderData?.keyword || say.title), description: say.summary, path: '/searched/products' });

export default function SearchPage() {
  const { keyword, results } = useLoaderData<typeof loader>();
  const { settings } = useShop();
  if (!keyword) {
    return (
      <div className="page pt-10">
        <h1 className="text-display">{say.title}</h1>
        <Notice sign={<SearchSign />} title={say.blank}>
          {say.blankHint}
        </Notice>
        <Elsewhere />
      </div>
    );
  }
  return (
    <div className="page pt-10">
      <h1 className="figures text-display">{results.length ? `${results.length} ${spec.resultsFound}` : spec.notFound}</h1>
      <p className="mt-2 mb-8 text-large text-soft">
        {say.shown}{' '}
        <strong className="font-[600] text-ink">
          “<bdi>{keyword}</bdi>”
        </strong>
      </p>
      {results.length > 0 ? (
        <section aria-label={listing.heading}>
          <h2 className="sr-only">{listing.heading}</h2>
          <div className={productGrid}>
            {results.map((product, index) => (
              <ProductCard
                key={product._id}
                product={product}
                length={EXCERPT.search}
                addLabel={words.addShort}
                canAdd={settings.quickAdd}
                index={index}
              />
            ))}
          </div>
        </section>
      ) : (
        <>
          <Notice
            sign={<SearchSign />}
            title={keyword.length > SEARCH_MAX_LENGTH ? say.tooLong(SEARCH_MAX_LENGTH) : say.none}
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
      )}
    </div>
  );
}

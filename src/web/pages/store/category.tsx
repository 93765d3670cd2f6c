/** The products of one category. */
import { data, type MetaFunction, useLoaderData, useNavigate, useNavigation } from 'react-router';
import type { Category } from '../../../contract/category.ts';
import { PAGE_SIZE } from '../../../contract/common.ts';
import { listCategoryProducts } from '../../../contract/product.ts';
import { type Api, isRefused } from '../../api.ts';
import { addressOf, readView, SORTS, type View, viewParts } from '../../components/listing/address.ts';
import { Elsewhere } from '../../components/listing/elsewhere.tsx';
import { type Listing, Results } from '../../components/listing/results.tsx';
import { SortSelect } from '../../components/listing/sort-select.tsx';
import { PageMessage } from '../../components/page-message.tsx';
import { ProductCard } from '../../components/product-card.tsx';
import { Trail } from '../../components/trail.tsx';
import { useShop } from '../../components/use-shop.ts';
import { EXCERPT } from '../../constants.ts';
import { headOf, trailData } from '../../head.ts';
import { inBrowser, type LoadArgs, onServer } from '../../load.ts';
import { categoryPage } from '../../messages.browse.ts';
import { listing as listingWords, titleOf } from '../../messages.store.ts';
import { nav, spec, product as words } from '../../messages.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchSign } from '../../ui/signs/search-sign.tsx';
import { ShelfSign } from '../../ui/signs/shelf-sign.tsx';

interface Found {
  category: Category;
  listing: Listing;
  view: View;
}

const load = async (api: Api, { params, url }: LoadArgs) => {
  const view = readView(url.searchParams, SORTS);
  try {
    const answer = await api(listCategoryProducts, { params: { slug: params.slug ?? '' }, query: { ...view, limit: PAGE_SIZE } });
    const { category, product: products, total, page, limit } = answer;
    return data<Found | null>({ category, listing: { products, total, page, limit }, view });
  } catch (error) {
    if (isRefused(error)) return data<Found | null>(null, { status: 404 });
    throw error;
  }
};

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: titleOf(spec.notFound) }];
  const { category, listing, view } = loaderData;
  return headOf(matches, {
    title: titleOf(category.name),
    description: categoryPage.summary(category.name, listing.total),
    path: addressOf(`/category/${category.slug}`, viewParts({ sort: 'newest', page: view.page }, SORTS)),
    ...(listing.products[0] && { image: listing.products[0].image }),
    data: [trailData(matches, category._id)],
  });
};

const SORT_FORM = 'sort';

export default function CategoryPage() {
  const found = useLoaderData<typeof loader>();
  if (!found) return <Missing />;
  return <Shelf key={found.category._id} {...found} />;
}

function Shelf({ category, listing, view }: Found) {
  const { settings } = useShop();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const path = `/category/${category.slug}`;
  const to = (change: Partial<View>) => addressOf(path, viewParts({ ...view, ...change }, SORTS));
  return (
    <div className="page pt-6">
      <Trail steps={[{ name: nav.home, to: '/' }, { name: nav.categories, to: '/category' }, { name: category.name }]} />
      <h1 className="mt-4 mb-1 flex flex-wrap items-baseline gap-x-3 text-display">
        <bdi>{category.name}</bdi>{' '}
        <span className="figures text-large font-normal tracking-normal text-soft">{listingWords.count(listing.total)}</span>
      </h1>
      <form id={SORT_FORM} action={path} />
      <Results
        listing={listing}
        isCountTold
        isLoading={navigation.location?.pathname === path}
        to={(page) => to({ page })}
        controls={
          <SortSelect
            sorts={SORTS}
            sort={view.sort}
            form={SORT_FORM}
            onSort={(sort) => void navigate(to({ sort, page: 1 }), { preventScrollReset: true })}
          />
        }
        empty={
          <>
            <Notice sign={<ShelfSign />} title={categoryPage.empty} actions={<LinkButton to="/category">{nav.allCategories}</LinkButton>}>
              {categoryPage.emptyHint}
            </Notice>
            <Elsewhere />
          </>
        }
        card={(product, index) => (
          <ProductCard
            product={product}
            length={EXCERPT.category}
            detailsLabel={words.moreDetails}
            addLabel={words.add}
            canAdd={settings.quickAdd}
            index={index}
          />
        )}
      />
    </div>
  );
}

function Missing() {
  return (
    <PageMessage title={spec.notFound} sign={<SearchSign />} actions={<LinkButton to="/category">{nav.allCategories}</LinkButton>}>
      {categoryPage.missingHint}
    </PageMessage>
  );
}

/** The products of one category. */
import { data, type MetaFunction, useLoaderData, useNavigate, useNavigation } from 'react-router';
import type { DescribedCategory } from '../../../contract/category.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { listCategoryProducts } from '../../../contract/product.ts';
import { type Api, isInvalidOrNotFound } from '../../api.ts';
import { Breadcrumbs } from '../../components/breadcrumbs.tsx';
import { PageMessage } from '../../components/page-message.tsx';
import { ProductCard } from '../../components/product-card.tsx';
import { CategoryLinks } from '../../components/product-list/category-links.tsx';
import { buildUrl, type ListParams, listQueryParts, readListParams, SORTS } from '../../components/product-list/list-url.ts';
import { type Listing, ProductList } from '../../components/product-list/product-list.tsx';
import { SortSelect } from '../../components/product-list/sort-select.tsx';
import { EXCERPT_LENGTH } from '../../constants.ts';
import { useShop } from '../../hooks/use-shop.ts';
import { product as words } from '../../messages/home.ts';
import { nav } from '../../messages/navigation.ts';
import { spec } from '../../messages/specification.ts';
import { categoryPage } from '../../messages/storefront.ts';
import { createBreadcrumbJsonLd, createMeta, createTitleMeta, listFirstImage } from '../../meta.ts';
import { createClientLoader, createServerLoader, type LoadArgs, redirectMoved, toPageStatus } from '../../page-loader.ts';
import { LinkButton } from '../../ui/button.tsx';
import { SearchIllustration } from '../../ui/illustrations/search.tsx';
import { ShelfIllustration } from '../../ui/illustrations/shelf.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CategoryHeader } from './category/category-header.tsx';

interface CategoryData {
  category: DescribedCategory;
  listing: Listing;
  view: ListParams;
}

const load = async (api: Api, { params, url }: LoadArgs) => {
  const view = readListParams(url.searchParams, SORTS);
  try {
    const response = await api(listCategoryProducts, { params: { slug: params.slug ?? '' }, query: { ...view, limit: PAGE_SIZE } });
    if (response.category.slug !== params.slug) throw redirectMoved(`/category/${response.category.slug}`, url);
    const { category, product: products, total, page, limit } = response;
    return data<CategoryData | null>({ category, listing: { products, total, page, limit }, view });
  } catch (error) {
    if (isInvalidOrNotFound(error)) return data<CategoryData | null>(null, { status: toPageStatus(error) });
    throw error;
  }
};

export const loader = createServerLoader(load);
export const clientLoader = createClientLoader(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return createTitleMeta(spec.notFound)({ matches });
  const { category, listing, view } = loaderData;
  return createMeta(matches, {
    title: category.name,
    description: category.description || categoryPage.metaDescription(category.name, listing.total),
    path: buildUrl(`/category/${category.slug}`, listQueryParts({ sort: 'newest', page: view.page }, SORTS)),
    images: category.ownImage ? [category.ownImage] : listFirstImage(listing.products),
    jsonLd: [createBreadcrumbJsonLd(matches, category._id)],
  });
};

const SORT_FORM = 'sort';

export default function CategoryPage() {
  const found = useLoaderData<typeof loader>();
  if (!found) return <CategoryNotFound />;
  return <CategoryProducts key={found.category._id} {...found} />;
}

function CategoryProducts({ category, listing, view }: CategoryData) {
  const { settings } = useShop();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const path = `/category/${category.slug}`;
  const to = (change: Partial<ListParams>) => buildUrl(path, listQueryParts({ ...view, ...change }, SORTS));
  return (
    <div className="page pt-6">
      <Breadcrumbs items={[{ name: nav.home, to: '/' }, { name: nav.categories, to: '/category' }, { name: category.name }]} />
      <CategoryHeader category={category} total={listing.total} />
      <form id={SORT_FORM} action={path} />
      <ProductList
        listing={listing}
        isCountHidden
        isLoading={navigation.location?.pathname === path}
        pageUrl={(page) => to({ page })}
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
            <Notice
              illustration={<ShelfIllustration />}
              title={categoryPage.empty}
              actions={<LinkButton to="/category">{nav.allCategories}</LinkButton>}
            >
              {categoryPage.emptyHint}
            </Notice>
            <CategoryLinks />
          </>
        }
        renderCard={(product, index) => (
          <ProductCard
            product={product}
            excerptLength={EXCERPT_LENGTH.category}
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

function CategoryNotFound() {
  return (
    <PageMessage
      title={spec.notFound}
      illustration={<SearchIllustration />}
      actions={<LinkButton to="/category">{nav.allCategories}</LinkButton>}
    >
      {categoryPage.notFoundHint}
    </PageMessage>
  );
}

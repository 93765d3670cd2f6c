/** The products of one category. */

import { data, type MetaFunction, useLoaderData } from 'react-router';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { type FilterGroup, listCategoryProducts } from '../../../contract/product.ts';
import { type Api, isInvalidOrNotFound } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { SearchIllustration, ShelfIllustration } from '../../kit/illustrations.tsx';
import { Notice, PageMessage } from '../../kit/notice.tsx';
import { createClientLoader, createServerLoader, type LoadArgs, redirectMoved, toPageStatus } from '../../page-loader.ts';
import { nav } from '../../shared/messages/common.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { categoryPage } from '../../shared/messages/storefront.ts';
import { createMeta, createTitleMeta, listFirstImage } from '../../shared/meta.ts';
import { FieldList, toFieldRows } from '../../shared/products/custom-fields.tsx';
import { Breadcrumbs, toCrumbs } from '../../shared/products/product-layout.tsx';
import { listCategoryPath, useShop } from '../../shared/shop-data.ts';
import { createBreadcrumbJsonLd, listCategoryCrumbs } from '../json-ld.ts';
import { BrowseProducts } from '../product-list/browse-list.tsx';
import { CategoryLinks, OtherCategories } from '../product-list/facet-filter.tsx';
import { ListHeader } from '../product-list/list-header.tsx';
import { buildUrl, type ListParams, listQueryParts, readListParams, SORTS, toFilterChoices } from '../product-list/list-url.ts';
import type { Listing } from '../product-list/product-list.tsx';

type ShownCategory = ReplyOf<typeof listCategoryProducts>['category'];

interface CategoryData {
  category: ShownCategory;
  listing: Listing;
  groups: FilterGroup[];
  view: ListParams;
}

const load = async (api: Api, { params, url }: LoadArgs) => {
  const view = readListParams(url.searchParams, SORTS);
  try {
    const response = await api(listCategoryProducts, {
      params: { slug: params.slug ?? '' },
      // Left out if nothing is chosen, so that all visitors request the same URL.
      query: { sort: view.sort, page: view.page, limit: PAGE_SIZE, ...(view.filters.length && { filters: toFilterChoices(view.filters) }) },
    });
    if (response.category.slug !== params.slug) throw redirectMoved(`/category/${response.category.slug}`, url);
    const { category, product: products, total, page, limit, isAbout, filters: groups } = response;
    return data<CategoryData | null>({ category, listing: { products, total, page, limit, isAbout }, groups, view });
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
    path: buildUrl(`/category/${category.slug}`, listQueryParts({ sort: 'newest', page: view.filters.length ? 1 : view.page }, SORTS)),
    images: category.ownImage ? [category.ownImage] : listFirstImage(listing.products),
    jsonLd: [createBreadcrumbJsonLd(matches, listCategoryCrumbs(matches, category._id))],
  });
};

export default function CategoryPage() {
  const found = useLoaderData<typeof loader>();
  if (!found) return <CategoryNotFound />;
  return <CategoryProducts key={found.category._id} {...found} />;
}

function CategoryProducts({ category, listing, groups, view }: CategoryData) {
  const { categories } = useShop();
  const { name, description, ownImage } = category;
  const fields = toFieldRows(category, { category: category.customFields });
  return (
    <div className="page pt-6">
      <Breadcrumbs
        items={[
          { name: nav.home, to: '/' },
          { name: nav.categories, to: '/category' },
          ...toCrumbs(listCategoryPath(categories, category.parent)),
          { name },
        ]}
      />
      <ListHeader title={name} listing={listing} image={ownImage}>
        {description && (
          <p dir="auto" className="mt-2 mb-5 max-w-text text-large whitespace-pre-line text-soft">
            {description}
          </p>
        )}
        {fields.length > 0 && <FieldList rows={fields} className="mb-5 max-w-text" />}
      </ListHeader>
      <CategoryLinks label={categoryPage.below(name)} categories={categories.filter((it) => it.parent === category._id)} className="mb-6" />
      <BrowseProducts path={`/category/${category.slug}`} listing={listing} groups={groups} view={view} empty={<EmptyCategory />} />
    </div>
  );
}

function EmptyCategory() {
  return (
    <>
      <Notice
        illustration={<ShelfIllustration />}
        title={categoryPage.empty}
        actions={<LinkButton to="/category">{nav.allCategories}</LinkButton>}
      >
        {categoryPage.emptyHint}
      </Notice>
      <OtherCategories />
    </>
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

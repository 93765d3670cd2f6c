/** The products of one category. */

import { data, type MetaFunction, useLoaderData, useNavigate, useNavigation } from 'react-router';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { type FilterGroup, listCategoryProducts } from '../../../contract/product.ts';
import { type Api, isInvalidOrNotFound } from '../../api.ts';
import { EXCERPT_LENGTH } from '../../constants.ts';
import { LinkButton } from '../../kit/button.tsx';
import { SearchIllustration, ShelfIllustration } from '../../kit/illustrations.tsx';
import { Notice, PageMessage } from '../../kit/notice.tsx';
import { createClientLoader, createServerLoader, type LoadArgs, redirectMoved, toPageStatus } from '../../page-loader.ts';
import { nav } from '../../shared/messages/common.ts';
import { listing as listWords, product as words } from '../../shared/messages/home.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { categoryPage } from '../../shared/messages/storefront.ts';
import { createMeta, createTitleMeta, listFirstImage } from '../../shared/meta.ts';
import { FieldList, toFieldRows } from '../../shared/products/custom-fields.tsx';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { Breadcrumbs, toCrumbs } from '../../shared/products/product-layout.tsx';
import { listCategoryPath, useShop } from '../../shared/shop-data.ts';
import { createBreadcrumbJsonLd } from '../json-ld.ts';
import { CategoryLinks, FacetFilter, NoMatches, OtherCategories } from '../product-list/facet-filter.tsx';
import { FILTER_FORM } from '../product-list/filter-panel.tsx';
import { buildUrl, type ListParams, listQueryParts, readListParams, SORTS, toFilterChoices } from '../product-list/list-url.ts';
import { ProductCard } from '../product-list/product-card.tsx';
import { type Listing, ProductList, SortSelect } from '../product-list/product-list.tsx';

type ShownCategory = ReplyOf<typeof listCategoryProducts>['category'];

const BANNER_SIZES = '(min-width: 52rem) 36rem, calc(100vw - 40px)';

/** Name and number of products, with the category's text below and its image beside them, if it has these. */
function CategoryHeader({ category, listing }: { category: ShownCategory; listing: Pick<Listing, 'total' | 'isAbout'> }) {
  const { name, description, ownImage } = category;
  const fields = toFieldRows(category, { category: category.customFields });
  return (
    <div className="mt-4 mb-1 flex flex-col-reverse gap-x-8 gap-y-4 md:flex-row md:items-center">
      <div className="min-w-0 grow">
        <h1 className="flex flex-wrap items-baseline gap-x-3 text-display">
          <bdi>{name}</bdi>{' '}
          <span className="tabular-nums text-large font-normal tracking-normal text-soft">
            {listWords.count(listing.total, listing.isAbout)}
          </span>
        </h1>
        {description && (
          <p dir="auto" className="mt-2 mb-5 max-w-text text-large whitespace-pre-line text-soft">
            {description}
          </p>
        )}
        {fields.length > 0 && <FieldList rows={fields} className="mb-5 max-w-text" />}
      </div>
      {ownImage && (
        <div className="shrink-0 md:mb-4 md:w-1/2">
          <ProductImage
            image={ownImage.url}
            alt={ownImage.alt}
            sizes={BANNER_SIZES}
            isPriority
            className="aspect-5/2! rounded-card object-cover"
          />
        </div>
      )}
    </div>
  );
}

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
    jsonLd: [createBreadcrumbJsonLd(matches, category._id)],
  });
};

export default function CategoryPage() {
  const found = useLoaderData<typeof loader>();
  if (!found) return <CategoryNotFound />;
  return <CategoryProducts key={found.category._id} {...found} />;
}

function CategoryProducts({ category, listing, groups, view }: CategoryData) {
  const { categories, settings } = useShop();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const path = `/category/${category.slug}`;
  const to = (change: Partial<ListParams>) => buildUrl(path, listQueryParts({ ...view, ...change }, SORTS));
  const isLoading = navigation.location?.pathname === path;
  return (
    <div className="page pt-6">
      <Breadcrumbs
        items={[
          { name: nav.home, to: '/' },
          { name: nav.categories, to: '/category' },
          ...toCrumbs(listCategoryPath(categories, category.parent)),
          { name: category.name },
        ]}
      />
      <CategoryHeader category={category} listing={listing} />
      <CategoryLinks
        label={categoryPage.below(category.name)}
        categories={categories.filter((it) => it.parent === category._id)}
        className="mb-6"
      />
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
            empty={view.filters.length ? <NoMatches to={to({ filters: [], page: 1 })} /> : <EmptyCategory />}
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

/** A brand with its text and its products. */
import { data, type MetaFunction, useLoaderData } from 'react-router';
import { listBrandProducts } from '../../../contract/brand.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { FilterGroup } from '../../../contract/product.ts';
import { type Api, isInvalidOrNotFound } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { SearchIllustration, ShelfIllustration } from '../../kit/illustrations.tsx';
import { Notice, PageMessage } from '../../kit/notice.tsx';
import { createClientLoader, createServerLoader, type LoadArgs, redirectMoved, toPageStatus } from '../../page-loader.ts';
import { nav } from '../../shared/messages/common.ts';
import { brandPage as words } from '../../shared/messages/storefront.ts';
import { createMeta, createTitleMeta, listFirstImage } from '../../shared/meta.ts';
import { Breadcrumbs } from '../../shared/products/product-layout.tsx';
import { RichText } from '../../shared/rich-text.tsx';
import { createBrandJsonLd } from '../json-ld.ts';
import { BrowseProducts } from '../product-list/browse-list.tsx';
import { OtherCategories } from '../product-list/facet-filter.tsx';
import { ListHeader } from '../product-list/list-header.tsx';
import { buildUrl, type ListParams, listQueryParts, readListParams, SORTS, toFilterChoices } from '../product-list/list-url.ts';
import type { Listing } from '../product-list/product-list.tsx';

interface BrandData {
  brand: ReplyOf<typeof listBrandProducts>['brand'];
  listing: Listing;
  groups: FilterGroup[];
  view: ListParams;
}

const load = async (api: Api, { params, url }: LoadArgs) => {
  const view = readListParams(url.searchParams, SORTS);
  try {
    const response = await api(listBrandProducts, {
      params: { slug: params.slug ?? '' },
      query: { sort: view.sort, page: view.page, limit: PAGE_SIZE, ...(view.filters.length && { filters: toFilterChoices(view.filters) }) },
    });
    if (response.brand.slug !== params.slug) throw redirectMoved(`/brands/${response.brand.slug}`, url);
    const { brand, products, total, page, limit, isAbout, filters: groups } = response;
    return data<BrandData | null>({ brand, listing: { products, total, page, limit, isAbout }, groups, view });
  } catch (error) {
    if (isInvalidOrNotFound(error)) return data<BrandData | null>(null, { status: toPageStatus(error) });
    throw error;
  }
};

export const loader = createServerLoader(load);
export const clientLoader = createClientLoader(load);

/** The beginning of the text, without its signs. */
const toPlain = (markdown: string): string =>
  markdown
    .replaceAll(/[#*_>`[\]]|\(\S+?\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return createTitleMeta(words.notFound)({ matches });
  const { brand, listing, view } = loaderData;
  return createMeta(matches, {
    title: brand.name,
    description: toPlain(brand.description) || words.metaDescription(brand.name, listing.total),
    path: buildUrl(`/brands/${brand.slug}`, listQueryParts({ sort: 'newest', page: view.filters.length ? 1 : view.page }, SORTS)),
    images: brand.image ? [brand.image] : listFirstImage(listing.products),
    jsonLd: createBrandJsonLd(matches, brand),
  });
};

export default function BrandPage() {
  const found = useLoaderData<typeof loader>();
  if (!found) return <BrandNotFound />;
  const { brand, listing, groups, view } = found;
  return (
    <div key={brand._id} className="page pt-6">
      <Breadcrumbs items={[{ name: nav.home, to: '/' }, { name: brand.name }]} />
      <ListHeader title={brand.name} listing={listing} image={brand.image}>
        {brand.content && <RichText content={brand.content} level={2} className="mb-5 max-w-text" />}
      </ListHeader>
      <BrowseProducts path={`/brands/${brand.slug}`} listing={listing} groups={groups} view={view} empty={<EmptyBrand />} />
    </div>
  );
}

function EmptyBrand() {
  return (
    <>
      <Notice
        illustration={<ShelfIllustration />}
        title={words.empty}
        actions={<LinkButton to="/category">{nav.allCategories}</LinkButton>}
      >
        {words.emptyHint}
      </Notice>
      <OtherCategories />
    </>
  );
}

function BrandNotFound() {
  return (
    <PageMessage
      title={words.notFound}
      illustration={<SearchIllustration />}
      actions={<LinkButton to="/category">{nav.allCategories}</LinkButton>}
    >
      {words.notFoundHint}
    </PageMessage>
  );
}

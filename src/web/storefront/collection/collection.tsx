/** The products of one collection. */
import { useEffect, useRef } from 'react';
import { data, type MetaFunction, useLoaderData, useNavigate } from 'react-router';
import { COLLECTION_SORTS, type CollectionSort, listCollectionProducts, type PublicCollection } from '../../../contract/collection.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { FilterGroup } from '../../../contract/product.ts';
import { type Api, isInvalidOrNotFound } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { SearchIllustration, ShelfIllustration } from '../../kit/illustrations.tsx';
import { Notice, PageMessage } from '../../kit/notice.tsx';
import { createClientLoader, createServerLoader, type LoadArgs, redirectMoved, toPageStatus } from '../../page-loader.ts';
import { nav } from '../../shared/messages/common.ts';
import { home, listing as listWords } from '../../shared/messages/home.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { createMeta, createTitleMeta, listFirstImage } from '../../shared/meta.ts';
import { Breadcrumbs } from '../../shared/products/product-layout.tsx';
import { RichText } from '../../shared/rich-text.tsx';
import { createBreadcrumbJsonLd } from '../json-ld.ts';
import { BrowseList } from '../product-list/browse-list.tsx';
import { OtherCategories } from '../product-list/facet-filter.tsx';
import { FILTER_FORM } from '../product-list/filter-panel.tsx';
import { ListHeader } from '../product-list/list-header.tsx';
import { buildUrl, type ListParams, listQueryParts, readListParams, toFilterChoices } from '../product-list/list-url.ts';
import type { Listing } from '../product-list/product-list.tsx';
import { collectionPage as words } from './messages.ts';

const LIST_PATH = '/collections';
/** The first one is the collection's own order, which isn't written to the URL. */
const OWN = '';
type ChosenSort = typeof OWN | CollectionSort;
const SORTS = [OWN, ...COLLECTION_SORTS] as const;

interface CollectionData {
  collection: PublicCollection;
  listing: Listing;
  groups: FilterGroup[];
  view: ListParams<ChosenSort>;
}

const load = async (api: Api, { params, url }: LoadArgs) => {
  const view = readListParams<ChosenSort>(url.searchParams, SORTS);
  try {
    const response = await api(listCollectionProducts, {
      params: { slug: params.slug ?? '' },
      // Left out if nothing is chosen, so that all visitors request the same URL.
      query: {
        page: view.page,
        limit: PAGE_SIZE,
        ...(view.sort && { sort: view.sort }),
        ...(view.filters.length && { filters: toFilterChoices(view.filters) }),
      },
    });
    const { collection, products, total, page, limit, isAbout, filters: groups } = response;
    if (collection.slug !== params.slug) throw redirectMoved(`${LIST_PATH}/${collection.slug}`, url);
    return data<CollectionData | null>({ collection, listing: { products, total, page, limit, isAbout }, groups, view });
  } catch (error) {
    if (isInvalidOrNotFound(error)) return data<CollectionData | null>(null, { status: toPageStatus(error) });
    throw error;
  }
};

export const loader = createServerLoader(load);
export const clientLoader = createClientLoader(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return createTitleMeta(spec.notFound)({ matches });
  const { collection, listing, view } = loaderData;
  const path = `${LIST_PATH}/${collection.slug}`;
  const crumbs = [
    { name: words.title, path: LIST_PATH },
    { name: collection.title, path },
  ];
  return createMeta(matches, {
    title: collection.seoTitle ?? collection.title,
    description: collection.description || words.metaDescription(collection.title, listing.total),
    path: buildUrl(path, listQueryParts<ChosenSort>({ sort: OWN, page: view.filters.length ? 1 : view.page }, SORTS)),
    images: collection.image ? [collection.image] : listFirstImage(listing.products),
    jsonLd: [createBreadcrumbJsonLd(matches, crumbs)],
  });
};

export default function CollectionPage() {
  const found = useLoaderData<typeof loader>();
  if (!found) return <CollectionNotFound />;
  return <CollectionProducts key={found.collection._id} {...found} />;
}

/** The collection's own order first. As SortSelect of product-list.tsx, which every first visit loads and so knows no order by hand. */
function SortSelect({ own, sort, onSort }: { own: CollectionSort; sort: ChosenSort; onSort: (sort: ChosenSort) => void }) {
  const select = useRef<HTMLSelectElement>(null);
  const sorts = [own, ...COLLECTION_SORTS.filter((it) => it !== own && it !== 'manual')];
  const shown = sorts.find((it) => it === sort) ?? own;

  // An uncontrolled select doesn't follow the back and forward buttons by itself.
  useEffect(() => {
    if (select.current) select.current.value = shown;
  }, [shown]);

  return (
    <span className="flex items-center gap-2">
      <select
        ref={select}
        name="sort"
        form={FILTER_FORM}
        defaultValue={shown}
        aria-label={listWords.sort}
        onChange={(event) => onSort(event.target.selectedIndex === 0 ? OWN : (sorts[event.target.selectedIndex] ?? OWN))}
        className="sort-select"
      >
        {sorts.map((it) => (
          <option key={it} value={it}>
            {it === 'manual' || it === 'best-selling' ? words.sorts[it] : listWords.sorts[it]}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" form={FILTER_FORM} className="min-h-10 rounded-control border border-line bg-raised px-3">
          {home.apply}
        </button>
      </noscript>
    </span>
  );
}

function CollectionProducts({ collection, listing, groups, view }: CollectionData) {
  const navigate = useNavigate();
  const path = `${LIST_PATH}/${collection.slug}`;
  const to = (change: Partial<ListParams<ChosenSort>>) => buildUrl(path, listQueryParts<ChosenSort>({ ...view, ...change }, SORTS));
  return (
    <div className="page pt-6">
      <Breadcrumbs items={[{ name: nav.home, to: '/' }, { name: words.title, to: LIST_PATH }, { name: collection.title }]} />
      <ListHeader title={collection.title} listing={listing} image={collection.image}>
        {collection.content.length > 0 && (
          <div className="mb-5 max-w-text">
            <RichText content={collection.content} />
          </div>
        )}
      </ListHeader>
      <BrowseList
        path={path}
        listing={listing}
        groups={groups}
        chosen={view.filters}
        toPage={(page, filters = view.filters) => to({ page, filters: [...filters] })}
        sortSelect={
          <SortSelect
            own={collection.sort}
            sort={view.sort}
            onSort={(sort) => void navigate(to({ sort, page: 1 }), { preventScrollReset: true })}
          />
        }
        empty={<EmptyCollection />}
      />
    </div>
  );
}

function EmptyCollection() {
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

function CollectionNotFound() {
  return (
    <PageMessage
      title={spec.notFound}
      illustration={<SearchIllustration />}
      actions={<LinkButton to="/category">{nav.allCategories}</LinkButton>}
    >
      {words.notFoundHint}
    </PageMessage>
  );
}

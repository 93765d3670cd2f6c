/** Pages of products: the whole catalog, a category, or what somebody filters and searches for. */
import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { Facets, FoundProduct, SearchSort, Sort } from '../../../contract/product.ts';
import type { Deps } from '../../deps.ts';
import { countByCategory, countMatching, type FacetCounts, hasRange, type ProductFilter } from '../search/facet-counts.ts';
import { MAX_HITS, searchProducts } from '../search/search.service.ts';
import { countProducts, type FilterOptions, loadCatalogCounts, loadFilterOptions } from './catalog-summary.service.ts';
import { loadRangeCounts } from './facet-counts.repository.ts';
import { listProducts } from './product-list.repository.ts';

type Context = Pick<Deps, 'db' | 'payment' | 'memoize'>;

interface PageQuery {
  page?: number;
  limit?: number;
}

interface Page {
  products: FoundProduct[];
  total: number;
  /** From 1. */
  page: number;
  limit: number;
}

/** The whole catalog, or one category of it. */
export async function browseProducts(
  context: Context,
  { page = 1, limit = PAGE_SIZE, sort = 'newest' }: PageQuery & { sort?: Sort },
  categoryIds: readonly string[] = [],
): Promise<Page> {
  const total = await countProducts(context, { categoryIds });
  const window = { offset: (page - 1) * limit, limit, sort, total, totalAtAnyPrice: total };
  return { products: await listProducts(context.db, { categoryIds, cents: null }, window), total, page, limit };
}

/** What a filter's numbers are added up from. */
interface FilterCounts {
  /** By the merchant's price ranges. */
  facetCounts: FacetCounts;
  /** By the filter's own range, which may be another; the same object where it isn't. */
  inRange: FacetCounts;
}

const countTotals = ({ facetCounts, inRange }: FilterCounts, filter: ProductFilter) => ({
  total: countMatching(inRange, filter),
  totalAtAnyPrice: countMatching(facetCounts, { ...filter, cents: null }),
});

/** What each other choice of the filter would give. */
function toFacets(
  { facetCounts, inRange }: FilterCounts,
  { categoryIds, cents }: ProductFilter,
  { categories, priceRanges, ranges }: FilterOptions,
): Facets {
  const counts = countByCategory(inRange, categories, cents);
  return {
    categories: categories.map((_id, index) => ({ _id, count: counts[index] ?? 0 })),
    prices: priceRanges.map((range, index) => ({
      range,
      count: countMatching(facetCounts, { categoryIds, cents: ranges[index] ?? null }),
    })),
  };
}

interface FilterQuery extends PageQuery {
  filter: ProductFilter;
  keyword?: string;
  sort?: SearchSort;
}

interface FilteredPage extends Page {
  /** Whether total and counts are only about right. */
  isAbout: boolean;
  facets: Facets;
}

/** A filter that matches nothing gives an empty page. */
export async function filterProducts(context: Context, { keyword = '', ...query }: FilterQuery): Promise<FilteredPage> {
  return keyword.trim() ? filterSearchHits(context, keyword, query) : filterCatalog(context, query);
}

async function filterSearchHits(
  context: Context,
  keyword: string,
  { filter, page = 1, limit = PAGE_SIZE, sort = 'relevance' }: FilterQuery,
): Promise<FilteredPage> {
  const options = await loadFilterOptions(context);
  const window = { filter, offset: (page - 1) * limit, limit, sort };
  const { facetCounts, products, isCut } = await searchProducts(context, keyword, window, options.ranges);
  const counted = countMatching(facetCounts, filter);
  const total = isCut ? Math.min(counted, MAX_HITS) : counted;
  return { products, total, page, limit, isAbout: isCut, facets: toFacets({ facetCounts, inRange: facetCounts }, filter, options) };
}

async function filterCatalog(
  context: Context,
  { filter, page = 1, limit = PAGE_SIZE, sort = 'newest' }: FilterQuery,
): Promise<FilteredPage> {
  const [options, facetCounts] = await Promise.all([loadFilterOptions(context), loadCatalogCounts(context)]);
  const counts = { facetCounts, inRange: await countInRange(context, filter, facetCounts) };
  const totals = countTotals(counts, filter);
  // Without a keyword there is nothing to be relevant to.
  const window = { offset: (page - 1) * limit, limit, sort: sort === 'relevance' ? 'newest' : sort, ...totals } as const;
  const products = await listProducts(context.db, filter, window);
  return { products, total: totals.total, page, limit, isAbout: false, facets: toFacets(counts, filter, options) };
}

/** The catalog's counts; for a price range that isn't one of the merchant's, counts of that range. */
async function countInRange({ db }: Context, { cents }: ProductFilter, facetCounts: FacetCounts): Promise<FacetCounts> {
  return !cents || hasRange(facetCounts, cents) ? facetCounts : loadRangeCounts(db, cents);
}

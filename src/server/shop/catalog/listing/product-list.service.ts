/** Pages of products: the whole catalog, a category, or what somebody filters and searches for. */
import { BRAND_FILTER } from '../../../../contract/brand.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../../../../contract/limits.ts';
import type { Facets, FilterChoices, FilterGroup, FoundProduct, Product, SearchSort, Sort } from '../../../../contract/product.ts';
import type { ProductState } from '../../../../contract/product-fields.ts';
import type { Deps } from '../../../deps.ts';
import { ALL_CATEGORIES, type CategoryFilter, pickCategories } from '../categories/category-filter.ts';
import {
  countByCategory,
  countMatching,
  type FacetCounts,
  hasRange,
  NO_FILTER,
  type ProductFilter,
  toFilterGroups,
} from '../search/filters.ts';
import { MAX_HITS, searchProducts } from '../search/search.service.ts';
import { countProducts, type FilterOptions, loadCatalogCounts, loadFilterOptions } from './catalog-summary.service.ts';
import { loadRangeCounts } from './filtered-list.repository.ts';
import { listByFacets, loadFilterGroups, readFacetGroups, readFilterNames } from './filtered-list.service.ts';
import { countUnlisted, listByStatus, listPicked, listProducts } from './product-list.repository.ts';

interface AdminPage {
  products: Product[];
  total: number;
  page: number;
  limit: number;
}

/** Active products are counted already, and the others are few or have their own index: counting a million rows would take too long. */
export async function listAllProducts(
  context: Pick<Deps, 'db' | 'payment' | 'memoize'>,
  { page = 1, limit = PAGE_SIZE, status }: { page?: number; limit?: number; status?: ProductState },
): Promise<AdminPage> {
  const [active, others] = await Promise.all([
    !status || status === 'active' ? countProducts(context) : 0,
    status === 'active' ? 0 : countUnlisted(context.db, status),
  ]);
  const total = active + others;
  return { products: await listByStatus(context.db, status, { offset: (page - 1) * limit, limit, total }), total, page, limit };
}

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

/** Lists the whole catalog, or one category with those below it. */
export async function browseProducts(
  context: Context,
  { page = 1, limit = PAGE_SIZE, sort = 'newest' }: PageQuery & { sort?: Sort },
  categories: CategoryFilter = ALL_CATEGORIES,
): Promise<Page> {
  const total = await countProducts(context, categories);
  const window = { offset: (page - 1) * limit, limit, sort, total };
  return { products: await listProducts(context.db, { ...NO_FILTER, ...categories }, window), total, page, limit };
}

/** Newest first, but pinned products before all others, in their order. `pinnedIds`: also of products that are in none of the categories, or aren't shown. */
async function browsePinned(
  context: Context,
  { page, limit }: Required<PageQuery>,
  categories: CategoryFilter,
  pinnedIds: readonly string[],
): Promise<Page> {
  const filter = { ...NO_FILTER, ...categories };
  const pinned = await listPicked(context.db, filter, pinnedIds);
  const total = await countProducts(context, categories);
  const offset = (page - 1) * limit;
  const shown = pinned.slice(offset, offset + limit);
  const rest = { ...filter, except: pinned.map(({ _id }) => _id) };
  const behind = { offset: Math.max(0, offset - pinned.length), limit: limit - shown.length, total: Math.max(0, total - pinned.length) };
  const others = await listProducts(context.db, rest, { ...behind, sort: 'newest' });
  return { products: [...shown, ...others], total, page, limit };
}

interface CategoryPage extends Page {
  isAbout: boolean;
  filters: FilterGroup[];
}

/** The products of a category and of those below it, or those that have the chosen values. Pinned ones come first where nothing else is chosen. */
export async function browseCategory(
  context: Context,
  categories: CategoryFilter,
  { filters: choices, ...query }: PageQuery & { sort?: Sort; filters?: FilterChoices },
  pinnedIds: readonly string[] = [],
): Promise<CategoryPage> {
  const { page = 1, limit = MAX_PAGE_SIZE, sort = 'newest' } = query;
  const filter = { ...categories, cents: null, groups: await readFacetGroups(context, choices) };
  if (!filter.groups.length) {
    const filters = await loadFilterGroups(context, filter);
    const isPinned = pinnedIds.length > 0 && sort === 'newest';
    const found = await (isPinned
      ? browsePinned(context, { page, limit }, categories, pinnedIds)
      : browseProducts(context, { page, limit, sort }, categories));
    return { ...found, isAbout: false, filters };
  }
  const { products, total, isAbout, filters } = await listByFacets(context, filter, { offset: (page - 1) * limit, limit, sort });
  return { products, total, page, limit, isAbout, filters };
}

/** The products of a brand, which is one of the values that every list can be filtered by. */
export async function browseBrand(
  context: Context,
  name: string,
  { page = 1, limit = MAX_PAGE_SIZE, sort = 'newest', filters: choices = [] }: PageQuery & { sort?: Sort; filters?: FilterChoices },
): Promise<CategoryPage> {
  const others = choices.filter((it) => it.name !== BRAND_FILTER);
  const groups = await readFacetGroups(context, [{ name: BRAND_FILTER, values: [name] }, ...others]);
  const found = await listByFacets(context, { ...NO_FILTER, groups }, { offset: (page - 1) * limit, limit, sort });
  return { ...found, page, limit, filters: found.filters.filter((it) => it.name !== BRAND_FILTER) };
}

/** How many products each other choice of the filter would show. Null counts: there are too many products to count. */
function toFacets(
  byCategory: FacetCounts | null,
  byPrice: FacetCounts | null,
  { cents, ...filter }: ProductFilter,
  { categories, priceRanges, ranges }: FilterOptions,
): Omit<Facets, 'filters'> {
  const counts = byCategory && countByCategory(byCategory, categories, cents);
  const countRange = (counted: FacetCounts, index: number) =>
    countMatching(counted, { ...NO_FILTER, ...pickCategories(filter), cents: ranges[index] ?? null });
  return {
    categories: categories.map(({ rootId: _id = '' }, index) => ({ _id, count: counts && (counts[index] ?? 0) })),
    prices: priceRanges.map((range, index) => ({ range, count: byPrice && countRange(byPrice, index) })),
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
  const names = await readFilterNames(context);
  const window = { filter, offset: (page - 1) * limit, limit, sort, ...names };
  const { facetCounts, products, values, isCut } = await searchProducts(context, keyword, window, options.ranges);
  const counted = countMatching(facetCounts, filter);
  const total = isCut ? Math.min(counted, MAX_HITS) : counted;
  const filters = toFilterGroups(values, filter.groups, new Set(), names.fields);
  const facets = { ...toFacets(facetCounts, facetCounts, filter, options), filters };
  return { products, total, page, limit, isAbout: isCut, facets };
}

async function filterCatalog(
  context: Context,
  { filter, page = 1, limit = PAGE_SIZE, sort = 'newest' }: FilterQuery,
): Promise<FilteredPage> {
  // Without a keyword there is nothing to be relevant to.
  const order = { offset: (page - 1) * limit, limit, sort: sort === 'relevance' ? 'newest' : sort } as const;
  const options = await loadFilterOptions(context);
  if (filter.groups.length) {
    const { products, total, isAbout, byCategory, byPrice, filters } = await listByFacets(context, filter, order);
    return { products, total, page, limit, isAbout, facets: { ...toFacets(byCategory, byPrice, filter, options), filters } };
  }
  const facetCounts = await loadCatalogCounts(context);
  const inRange = await countInRange(context, filter, facetCounts);
  const total = countMatching(inRange, filter);
  const filters = await loadFilterGroups(context, filter, total);
  const products = await listProducts(context.db, filter, { ...order, total });
  const facets = { ...toFacets(inRange, facetCounts, filter, options), filters };
  return { products, total, page, limit, isAbout: false, facets };
}

/** The catalog's counts; for a price range that isn't one of the merchant's, counts of that range. */
async function countInRange({ db }: Context, { cents }: ProductFilter, facetCounts: FacetCounts): Promise<FacetCounts> {
  return !cents || hasRange(facetCounts, cents) ? facetCounts : loadRangeCounts(db, cents);
}

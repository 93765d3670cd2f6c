/** Pages of the shop: all of it, a category, or what somebody filters and searches for, with what each other choice would give. */
import { PAGE_SIZE } from '../../../contract/common.ts';
import type { Facets, Product, SearchSort, Sort } from '../../../contract/product.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Deps } from '../../deps.ts';
import { readSettings } from '../../settings/settings.service.ts';
import { readCategories } from '../category/category.service.ts';
import {
  type CentsRange,
  countByCategory,
  countMatching,
  type FacetCounts,
  hasRange,
  NO_FILTER,
  type ProductFilter,
} from '../search/facet-counts.ts';
import { MAX_HITS, searchProducts } from '../search/search.service.ts';
import { listProducts, loadFacetCounts, warmIndexes } from './product-list.repository.ts';

type Context = Pick<Deps, 'db' | 'payment' | 'memoize'>;

/** Above every price, and still an integer to the database: a bound may be any number. */
const MAX_CENTS = 2_000_000_000;

export function toCents(dollars: number): number {
  return Math.min(Math.round(dollars * 100), MAX_CENTS);
}

interface PageQuery {
  page?: number;
  limit?: number;
}

interface Page {
  products: Product[];
  total: number;
  /** From 1. */
  page: number;
  limit: number;
}

/** What the shop holds, as choices and numbers. */
interface CatalogSummary {
  /** Ids, by name. */
  categories: string[];
  /** US dollars */
  priceRanges: Settings['priceRanges'];
  ranges: CentsRange[];
  /** Between the ends of these ranges. */
  facetCounts: FacetCounts;
}

async function queryCatalogSummary(context: Context): Promise<CatalogSummary> {
  const [{ priceRanges }, categories] = await Promise.all([readSettings(context), readCategories(context)]);
  const ranges = priceRanges.map(([from, to]): CentsRange => [toCents(from), toCents(to)]);
  return { categories: categories.map(({ _id }) => _id), priceRanges, ranges, facetCounts: await loadFacetCounts(context.db, ranges) };
}

const loadCatalogSummary = (context: Context): Promise<CatalogSummary> => context.memoize('shelves', () => queryCatalogSummary(context));

export const countProducts = async (context: Context): Promise<number> =>
  countMatching((await loadCatalogSummary(context)).facetCounts, NO_FILTER);

/** What the first who browse and filter would otherwise wait for. */
export async function warmUp(context: Context): Promise<void> {
  await loadCatalogSummary(context);
  await warmIndexes(context.db);
}

const countTotals = (facetCounts: FacetCounts, filter: ProductFilter) => ({
  total: countMatching(facetCounts, filter),
  totalAtAnyPrice: countMatching(facetCounts, { ...filter, cents: null }),
});

export async function browseProducts(
  context: Context,
  { page = 1, limit = PAGE_SIZE, sort = 'newest' }: PageQuery & { sort?: Sort },
  filter: ProductFilter = NO_FILTER,
): Promise<Page> {
  const counts = countTotals((await loadCatalogSummary(context)).facetCounts, filter);
  const products = await listProducts(context.db, filter, { offset: (page - 1) * limit, limit, sort, ...counts });
  return { products, total: counts.total, page, limit };
}

function toFacets(
  facetCounts: FacetCounts,
  { categoryIds, cents }: ProductFilter,
  { categories, priceRanges, ranges }: CatalogSummary,
): Facets {
  const counts = countByCategory(facetCounts, categories, cents);
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

/** What finds nothing is an empty page. */
export async function filterProducts(context: Context, { filter, keyword = '', page = 1, limit = PAGE_SIZE, sort }: FilterQuery) {
  const { db } = context;
  const summary = await loadCatalogSummary(context);
  const { ranges } = summary;
  const offset = (page - 1) * limit;
  const toPage = (facetCounts: FacetCounts, products: Product[], isAbout: boolean) => {
    const total = isAbout ? Math.min(countMatching(facetCounts, filter), MAX_HITS) : countMatching(facetCounts, filter);
    return { products, total, page, limit, isAbout, facets: toFacets(facetCounts, filter, summary) };
  };
  if (keyword.trim()) {
    const { facetCounts, products, isCut } = await searchProducts(
      context,
      keyword,
      { filter, offset, limit, sort: sort ?? 'relevance' },
      ranges,
    );
    return toPage(facetCounts, products, isCut);
  }
  const isRangeCounted = !filter.cents || hasRange(summary.facetCounts, filter.cents);
  const facetCounts = isRangeCounted
    ? summary.facetCounts
    : await loadFacetCounts(db, [...ranges, ...(filter.cents ? [filter.cents] : [])]);
  const sortOrder = !sort || sort === 'relevance' ? 'newest' : sort;
  return toPage(
    facetCounts,
    await listProducts(db, filter, { offset, limit, sort: sortOrder, ...countTotals(facetCounts, filter) }),
    false,
  );
}

/** Pages of the shop: all of it, a category, or what somebody filters and searches for, with what each other choice would give. */
import { PAGE_SIZE } from '../../contract/common.ts';
import type { Facets, Product, SearchSort, Sort } from '../../contract/product.ts';
import { listCategoryIds } from '../category/category.repository.ts';
import type { Deps } from '../deps.ts';
import { readSettings } from '../shop/shop.service.ts';
import { listProducts, readTally } from './list.repository.ts';
import { searchProducts, toTerms } from './search.service.ts';
import { type CentsRange, countByCategory, countIn, type ProductFilter, type Tally } from './tally.ts';

type Context = Pick<Deps, 'db' | 'payment'>;

/** Above every price, and still an integer to the database: a bound may be any number. */
const MAX_CENTS = 2_000_000_000;

export const ALL: ProductFilter = { categoryIds: [], cents: null };

export function toCents(dollars: number): number {
  return Math.min(Math.round(dollars * 100), MAX_CENTS);
}

interface Asked {
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

export async function browse(
  { db }: Pick<Deps, 'db'>,
  { page = 1, limit = PAGE_SIZE, sort = 'newest' }: Asked & { sort?: Sort },
  filter: ProductFilter = ALL,
): Promise<Page> {
  const total = countIn(await readTally(db, []), filter);
  const products = await listProducts(db, filter, { offset: (page - 1) * limit, limit, sort, total });
  return { products, total, page, limit };
}

function toFacets(
  tally: Tally,
  { categoryIds, cents }: ProductFilter,
  categories: string[],
  ranges: (readonly [number, number])[],
): Facets {
  const byCategory = countByCategory(tally, cents);
  return {
    categories: categories.map((_id) => ({ _id, count: byCategory.get(_id) ?? 0 })),
    prices: ranges.map(([from, to]) => ({
      range: [from, to],
      count: countIn(tally, { categoryIds, cents: [toCents(from), toCents(to)] }),
    })),
  };
}

interface FilterAsked extends Asked {
  filter: ProductFilter;
  keyword?: string;
  sort?: SearchSort;
}

/** Throws nothing of its own: what finds nothing is an empty page. */
export async function filterProducts(context: Context, { filter, keyword = '', page = 1, limit = PAGE_SIZE, sort }: FilterAsked) {
  const { db } = context;
  const [{ priceRanges }, categories] = await Promise.all([readSettings(context), listCategoryIds(db)]);
  const ranges: CentsRange[] = priceRanges.map(([from, to]) => [toCents(from), toCents(to)]);
  const offset = (page - 1) * limit;
  const paged = (tally: Tally, products: Product[], isAbout: boolean) => ({
    products,
    total: countIn(tally, filter),
    page,
    limit,
    isAbout,
    facets: toFacets(tally, filter, categories, priceRanges),
  });
  if (toTerms(keyword).length || keyword.trim()) {
    const hits = await searchProducts(db, keyword, { filter, offset, limit, sort: sort ?? 'relevance' }, ranges);
    return paged(hits.tally, hits.products, hits.isCut);
  }
  const tally = await readTally(db, filter.cents ? [...ranges, filter.cents] : ranges);
  const order = !sort || sort === 'relevance' ? 'newest' : sort;
  return paged(tally, await listProducts(db, filter, { offset, limit, sort: order, total: countIn(tally, filter) }), false);
}

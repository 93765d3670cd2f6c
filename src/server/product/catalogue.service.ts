/** Pages of the shop: all of it, a category, or what somebody filters and searches for, with what each other choice would give. */
import { PAGE_SIZE } from '../../contract/common.ts';
import type { Facets, Product, SearchSort, Sort } from '../../contract/product.ts';
import type { Settings } from '../../contract/shop.ts';
import { readCategories } from '../category/category.service.ts';
import type { Deps } from '../deps.ts';
import { readSettings } from '../shop/shop.service.ts';
import { listProducts, readOrders, readTally } from './list.repository.ts';
import { MOST_HITS, searchProducts } from './search.service.ts';
import { ALL, type CentsRange, countEach, countIn, hasRange, type ProductFilter, type Tally } from './tally.ts';

type Context = Pick<Deps, 'db' | 'payment' | 'memoize'>;

/** Above every price, and still an integer to the database: a bound may be any number. */
const MAX_CENTS = 2_000_000_000;

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

/** What the shop holds, as choices and numbers. */
interface Shelves {
  /** Ids, by name. */
  categories: string[];
  /** US dollars */
  priceRanges: Settings['priceRanges'];
  ranges: CentsRange[];
  /** Between the ends of these ranges. */
  tally: Tally;
}

async function readShelves(context: Context): Promise<Shelves> {
  const [{ priceRanges }, categories] = await Promise.all([readSettings(context), readCategories(context)]);
  const ranges = priceRanges.map(([from, to]): CentsRange => [toCents(from), toCents(to)]);
  return { categories: categories.map(({ _id }) => _id), priceRanges, ranges, tally: await readTally(context.db, ranges) };
}

const lookAround = (context: Context): Promise<Shelves> => context.memoize('shelves', () => readShelves(context));

export const countProducts = async (context: Context): Promise<number> => countIn((await lookAround(context)).tally, ALL);

/** What the first who browse and filter would otherwise wait for. */
export async function warmUp(context: Context): Promise<void> {
  await lookAround(context);
  await readOrders(context.db);
}

const countBoth = (tally: Tally, filter: ProductFilter) => ({
  total: countIn(tally, filter),
  among: countIn(tally, { ...filter, cents: null }),
});

export async function browse(
  context: Context,
  { page = 1, limit = PAGE_SIZE, sort = 'newest' }: Asked & { sort?: Sort },
  filter: ProductFilter = ALL,
): Promise<Page> {
  const counts = countBoth((await lookAround(context)).tally, filter);
  const products = await listProducts(context.db, filter, { offset: (page - 1) * limit, limit, sort, ...counts });
  return { products, total: counts.total, page, limit };
}

function toFacets(tally: Tally, { categoryIds, cents }: ProductFilter, { categories, priceRanges, ranges }: Shelves): Facets {
  const counts = countEach(tally, categories, cents);
  return {
    categories: categories.map((_id, index) => ({ _id, count: counts[index] ?? 0 })),
    prices: priceRanges.map((range, index) => ({ range, count: countIn(tally, { categoryIds, cents: ranges[index] ?? null }) })),
  };
}

interface FilterAsked extends Asked {
  filter: ProductFilter;
  keyword?: string;
  sort?: SearchSort;
}

/** What finds nothing is an empty page. */
export async function filterProducts(context: Context, { filter, keyword = '', page = 1, limit = PAGE_SIZE, sort }: FilterAsked) {
  const { db } = context;
  const shelves = await lookAround(context);
  const { ranges } = shelves;
  const offset = (page - 1) * limit;
  const paged = (tally: Tally, products: Product[], isAbout: boolean) => {
    const total = isAbout ? Math.min(countIn(tally, filter), MOST_HITS) : countIn(tally, filter);
    return { products, total, page, limit, isAbout, facets: toFacets(tally, filter, shelves) };
  };
  if (keyword.trim()) {
    const { tally, products, isCut } = await searchProducts(context, keyword, { filter, offset, limit, sort: sort ?? 'relevance' }, ranges);
    return paged(tally, products, isCut);
  }
  const isKnown = !filter.cents || hasRange(shelves.tally, filter.cents);
  const tally = isKnown ? shelves.tally : await readTally(db, [...ranges, ...(filter.cents ? [filter.cents] : [])]);
  const order = !sort || sort === 'relevance' ? 'newest' : sort;
  return paged(tally, await listProducts(db, filter, { offset, limit, sort: order, ...countBoth(tally, filter) }), false);
}

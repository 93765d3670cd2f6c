/**
 * Counts of the whole catalog, from which the totals of all lists and the counts beside all filters are added up. Each is memoized
 * separately, so that after a change of the catalog a request waits only for those that it shows.
 */

import { toCents } from '../../../../contract/money.ts';
import type { Settings } from '../../../../contract/settings.ts';
import type { Deps } from '../../../deps.ts';
import { readSettings } from '../../settings/settings.service.ts';
import { readCategories } from '../categories/category.service.ts';
import { type CentsRange, type FacetCounts, NO_FILTER, type ProductFilter } from '../search/filters.ts';
import { loadFacetCounts } from './filtered-list.repository.ts';
import { warmIndexes } from './product-list.repository.ts';

type Context = Pick<Deps, 'db' | 'payment' | 'memoize'>;

/** The choices of a filter. */
export interface FilterOptions {
  /** Category ids, sorted by name. */
  categories: string[];
  /** As the merchant set them, in the shop's currency. */
  priceRanges: Settings['priceRanges'];
  /** The same in cents. */
  ranges: CentsRange[];
}

const toRanges = (priceRanges: Settings['priceRanges']) => priceRanges.map(([from, to]): CentsRange => [toCents(from), toCents(to)]);

export async function loadFilterOptions(context: Context): Promise<FilterOptions> {
  const [{ settings }, categories] = await Promise.all([readSettings(context), readCategories(context)]);
  const { priceRanges } = settings;
  return { categories: categories.map(({ _id }) => _id), priceRanges, ranges: toRanges(priceRanges) };
}

/** In buckets between the ends of the merchant's ranges. */
export function loadCatalogCounts(context: Context): Promise<FacetCounts> {
  return context.memoize('facet-counts', async () => {
    const { settings } = await readSettings(context);
    return loadFacetCounts(context.db, toRanges(settings.priceRanges));
  });
}

/** At any price. Added up from the categories' counts, which every page loads anyway. */
export async function countProducts(context: Context, { categoryIds }: Pick<ProductFilter, 'categoryIds'> = NO_FILTER): Promise<number> {
  const categories = await readCategories(context);
  return categories.reduce((sum, { _id, count }) => sum + (!categoryIds.length || categoryIds.includes(_id) ? count : 0), 0);
}

/** Loads in advance what the first visitors would otherwise wait for. */
export async function warmUp(context: Context): Promise<void> {
  await Promise.all([loadFilterOptions(context), loadCatalogCounts(context)]);
  await warmIndexes(context.db);
}

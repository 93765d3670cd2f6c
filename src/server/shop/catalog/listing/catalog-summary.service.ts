/**
 * Counts of the whole catalog, from which the totals of all lists and the counts beside all filters are added up. Each is memoized
 * separately, so that after a change of the catalog a request waits only for those that it shows.
 */

import { toCents } from '../../../../contract/money.ts';
import type { Settings } from '../../../../contract/settings.ts';
import type { Deps } from '../../../deps.ts';
import { readSettings } from '../../settings/settings.service.ts';
import { readCategoryTree } from '../categories/category.service.ts';
import { ALL_CATEGORIES, type CategoryFilter } from '../categories/category-filter.ts';
import type { CentsRange, FacetCounts } from '../search/filters.ts';
import { loadFacetCounts } from './filtered-list.repository.ts';
import { warmIndexes } from './product-list.repository.ts';

type Context = Pick<Deps, 'db' | 'payment' | 'memoize'>;

/** The choices of a filter. */
export interface FilterOptions {
  /** Each category with those below it, in the order of the tree. */
  categories: CategoryFilter[];
  /** As the merchant set them, in the shop's currency. */
  priceRanges: Settings['priceRanges'];
  /** The same in cents. */
  ranges: CentsRange[];
}

const toRanges = (priceRanges: Settings['priceRanges']) => priceRanges.map(([from, to]): CentsRange => [toCents(from), toCents(to)]);

export async function loadFilterOptions(context: Context): Promise<FilterOptions> {
  const [{ settings }, tree] = await Promise.all([readSettings(context), readCategoryTree(context)]);
  const { priceRanges } = settings;
  return { categories: tree.branches, priceRanges, ranges: toRanges(priceRanges) };
}

/** In buckets between the ends of the merchant's ranges. */
export function loadCatalogCounts(context: Context): Promise<FacetCounts> {
  return context.memoize('facet-counts', async () => {
    const { settings } = await readSettings(context);
    return loadFacetCounts(context.db, toRanges(settings.priceRanges));
  });
}

/** At any price. Added up from the categories' counts, which every page loads anyway. */
export async function countProducts(context: Context, categories: CategoryFilter = ALL_CATEGORIES): Promise<number> {
  return (await readCategoryTree(context)).count(categories);
}

/** Loads in advance what the first visitors would otherwise wait for. */
export async function warmUp(context: Context): Promise<void> {
  await Promise.all([loadFilterOptions(context), loadCatalogCounts(context)]);
  await warmIndexes(context.db);
}

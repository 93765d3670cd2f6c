/** What the whole catalog holds, as numbers: from these the totals of every list and the counts beside every filter are added up. */

import { toCents } from '../../../contract/money.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Deps } from '../../deps.ts';
import { readSettings } from '../../settings/settings.service.ts';
import { readCategories } from '../category/category.service.ts';
import { type CentsRange, countMatching, type FacetCounts, NO_FILTER } from '../search/facet-counts.ts';
import { loadFacetCounts } from './facet-counts.repository.ts';
import { warmIndexes } from './product-list.repository.ts';

type Context = Pick<Deps, 'db' | 'payment' | 'memoize'>;

export interface CatalogSummary {
  /** Ids, by name. */
  categories: string[];
  /** As the merchant set them, in US dollars. */
  priceRanges: Settings['priceRanges'];
  /** The same in cents. */
  ranges: CentsRange[];
  /** In buckets between the ends of these ranges. */
  facetCounts: FacetCounts;
}

async function queryCatalogSummary(context: Context): Promise<CatalogSummary> {
  const [{ settings }, categories] = await Promise.all([readSettings(context), readCategories(context)]);
  const { priceRanges } = settings;
  const ranges = priceRanges.map(([from, to]): CentsRange => [toCents(from), toCents(to)]);
  return { categories: categories.map(({ _id }) => _id), priceRanges, ranges, facetCounts: await loadFacetCounts(context.db, ranges) };
}

export function loadCatalogSummary(context: Context): Promise<CatalogSummary> {
  return context.memoize('catalog-summary', () => queryCatalogSummary(context));
}

export async function countProducts(context: Context): Promise<number> {
  return countMatching((await loadCatalogSummary(context)).facetCounts, NO_FILTER);
}

/** Loads what the first visitors who browse and filter would otherwise wait for. */
export async function warmUp(context: Context): Promise<void> {
  await loadCatalogSummary(context);
  await warmIndexes(context.db);
}

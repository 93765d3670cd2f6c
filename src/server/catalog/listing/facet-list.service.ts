/** Lists by values of options and attributes, and which values there are to choose. */
import type { FilterChoices, FilterGroup, FoundProduct, Sort } from '../../../contract/product.ts';
import type { Deps } from '../../deps.ts';
import { readSettings } from '../../settings/settings.service.ts';
import { countMatching, type FacetCounts, type FacetGroup, type ProductFilter, toBucketBounds } from '../search/facet-counts.ts';
import { toFacetGroups, toFilterGroups } from '../search/facet-values.ts';
import { MAX_HITS } from '../search/search.service.ts';
import { loadFilterOptions } from './catalog-summary.service.ts';
import { findFacetHits, loadValues } from './facet-list.repository.ts';
import { listProducts } from './product-list.repository.ts';

type Context = Pick<Deps, 'db' | 'payment' | 'memoize'>;

async function readFilterAttributes(context: Context): Promise<readonly string[]> {
  return (await readSettings(context)).settings.filterAttributes;
}

export async function readFacetGroups(context: Context, choices: FilterChoices = []): Promise<FacetGroup[]> {
  return choices.length ? toFacetGroups(choices, await readFilterAttributes(context)) : [];
}

/** Those of which more products have values than are examined: none has counts. */
const areCut = (groups: FilterGroup[]) => groups.some(({ values }) => values.some(({ count }) => count === null));

/**
 * What is chosen of nothing is the same for everyone until the catalog changes: of the whole catalog, and of each category. `total`: how many
 * products the filter matches, where that is known. A price range of more than are examined has no counts either, so it is given the values of
 * all prices, which are in memory, instead of having as many products read for each list.
 */
export async function loadFilterGroups(
  context: Context,
  filter: ProductFilter,
  total = 0,
  maxHits: number = MAX_HITS,
): Promise<FilterGroup[]> {
  const attributes = await readFilterAttributes(context);
  const load = async () => {
    const { cells, cutSets } = await loadValues(context.db, filter, attributes, maxHits);
    return toFilterGroups(cells, filter.groups, cutSets);
  };
  if (filter.groups.length || filter.categoryIds.length > 1) return load();
  if (!filter.cents) return context.memoize(`filter-groups ${filter.categoryIds[0] ?? ''}`, load);
  const atAnyPrice = total > maxHits ? await loadFilterGroups(context, { ...filter, cents: null }, total, maxHits) : [];
  return areCut(atAnyPrice) ? atAnyPrice : load();
}

interface FacetPage {
  products: FoundProduct[];
  total: number;
  /** By category and price, within the values that are chosen. */
  facetCounts: FacetCounts;
  isAbout: boolean;
}

/**
 * Up to `maxHits` products that have the values are examined, whatever their category and price; where there are more, those of the filter's
 * own. Of still more the total isn't known, and the page is read in its order: values that so many have are found soon.
 */
export async function listByFacets(
  context: Context,
  filter: ProductFilter,
  { offset, limit, sort }: { offset: number; limit: number; sort: Sort },
  maxHits: number = MAX_HITS,
): Promise<FacetPage> {
  const { ranges } = await loadFilterOptions(context);
  const bounds = toBucketBounds(filter.cents ? [...ranges, filter.cents] : ranges);
  const window = { filter, offset, limit, sort };
  const find = (within: ProductFilter) => findFacetHits(context.db, within, window, bounds, maxHits);
  const anywhere = await find({ ...filter, categoryIds: [], cents: null });
  const isNarrower = filter.categoryIds.length > 0 || filter.cents !== null;
  const found = anywhere.isCut && isNarrower ? await find(filter) : anywhere;
  const { facetCounts, isCut } = anywhere;
  if (!found.isCut) return { products: found.products, total: countMatching(found.facetCounts, filter), facetCounts, isAbout: isCut };
  // The end of the list isn't known, so it is never counted from there.
  const endless = { total: Number.POSITIVE_INFINITY, totalAtAnyPrice: Number.POSITIVE_INFINITY };
  const rowCount = Math.max(0, Math.min(limit, maxHits - offset));
  const products = await listProducts(context.db, filter, { offset, limit: rowCount, sort, ...endless });
  return { products, total: maxHits, facetCounts, isAbout: true };
}

import { FILTER_VALUES_MAX } from '../../../../contract/limits.ts';
import type { FilterChoices, FilterGroup, FoundProduct } from '../../../../contract/product.ts';
import type { Deps } from '../../../deps.ts';
import { readFields } from '../../fields/field.service.ts';
import { readSettings } from '../../settings/settings.service.ts';
import { ALL_CATEGORIES, type CategoryFilter, findChosenCategory, pickCategories } from '../categories/category-filter.ts';
import { type FilterField, toFilterFields } from '../search/field-filters.ts';
import {
  countMatching,
  type FacetCounts,
  type FacetGroup,
  NO_FILTER,
  type ProductFilter,
  toBucketBounds,
  toFacetGroups,
  toFilterGroups,
  type ValueCell,
  withoutGroup,
} from '../search/filters.ts';
import { MAX_HITS } from '../search/search.service.ts';
import { loadFilterOptions } from './catalog-summary.service.ts';
import { estimateMatching, type FacetHits, findFacetHits, isMoreThan, loadValues } from './filtered-list.repository.ts';
import { listProducts, type PageSort } from './product-list.repository.ts';

/** Lists filtered by values of options and attributes, and which values can be chosen. docs/decisions/0068 says how. */
type Context = Pick<Deps, 'db' | 'payment' | 'memoize'>;

/** What customers may filter by besides options. Both are memoized. */
export async function readFilterNames(context: Context): Promise<{ attributes: readonly string[]; fields: FilterField[] }> {
  const [{ settings }, fields] = [await readSettings(context), await readFields(context)];
  return { attributes: settings.filterAttributes, fields: toFilterFields(fields) };
}

export async function readFacetGroups(context: Context, choices: FilterChoices = []): Promise<FacetGroup[]> {
  if (!choices.length) return [];
  const { attributes, fields } = await readFilterNames(context);
  return toFacetGroups(choices, attributes, fields);
}

/** Whether more products have values than are examined: then no value has a count. */
const areCut = (groups: FilterGroup[]) => groups.some(({ values }) => values.some(({ count }) => count === null));

/**
 * The choices before anything is chosen. They are the same for everyone until the catalog changes: those of the whole catalog and those of
 * each category are memoized. `total`: how many products the filter matches, if known. A price range with more products than are examined has
 * no counts anyway, so it gets the memoized values of all prices, instead of reading that many products for each list.
 */
export async function loadFilterGroups(
  context: Context,
  { cents, ...chosen }: CategoryFilter & Pick<ProductFilter, 'cents'>,
  total = 0,
  maxHits: number = MAX_HITS,
): Promise<FilterGroup[]> {
  const categories = pickCategories(chosen);
  const only = findChosenCategory(categories);
  const load = async () => {
    const { attributes, fields } = await readFilterNames(context);
    const filter = { ...categories, cents, groups: [] };
    const { cells, isCut } = await loadValues(context.db, filter, attributes, maxHits, true, fields);
    return toFilterGroups(cells, [], new Set(isCut ? [0] : []), fields);
  };
  if (only === null) return load();
  if (!cents) return context.memoize(`filter-groups ${only}`, load);
  const atAnyPrice = total > maxHits ? await loadFilterGroups(context, { ...categories, cents: null }, total, maxHits) : [];
  return areCut(atAnyPrice) ? atAnyPrice : load();
}

/** The estimate may be wrong by half. If it is, only counts are missing from the page. */
const isBroad = async ({ db }: Context, filter: ProductFilter, maxHits: number) => (await estimateMatching(db, filter)) > 2 * maxHits;

/** What can still be chosen of a group: counted as if nothing of it was chosen. Null: of too many products to be counted. */
async function countChoices(context: Context, filter: ProductFilter, index: number, maxHits: number): Promise<ValueCell[] | null> {
  const rest = withoutGroup(filter, index);
  if (!rest.groups.length && !rest.cents && !rest.rule && findChosenCategory(rest) !== null) {
    const offered = await loadFilterGroups(context, rest, 0, maxHits);
    if (areCut(offered)) return null;
    const name = filter.groups[index]?.name;
    const values = offered.find((group) => group.name === name)?.values;
    if (values && values.length < FILTER_VALUES_MAX)
      return values.map(({ value, count }) => ({ set: 0, pair: `${name}:${value}`, count: count ?? 0 }));
  }
  if (await isBroad(context, rest, maxHits)) return null;
  const { attributes, fields } = await readFilterNames(context);
  const { cells, isCut } = await loadValues(context.db, rest, attributes, maxHits, false, fields);
  return isCut ? null : cells;
}

/**
 * `values`: those of the products that were found. `choices`: those of each group. Where either is null because counting would take too
 * long, the values of the whole catalog or category are offered, without counts.
 */
async function toGroups(
  context: Context,
  { groups, ...filter }: ProductFilter,
  values: ValueCell[] | null,
  choices: (ValueCell[] | null)[],
  maxHits: number,
): Promise<FilterGroup[]> {
  const sets = [values, ...choices];
  const cutSets = new Set([...sets.keys()].filter((set) => sets[set] === null));
  const all = { ...(findChosenCategory(filter) === null ? ALL_CATEGORIES : pickCategories(filter)), cents: null };
  const offered = cutSets.size ? await loadFilterGroups(context, all, 0, maxHits) : [];
  const offeredCells = offered.flatMap((group) => group.values.map(({ value }) => ({ set: 0, pair: `${group.name}:${value}`, count: 1 })));
  const cells = sets.flatMap((counted, set) => (counted ?? offeredCells).map((cell) => ({ ...cell, set })));
  return toFilterGroups(cells, groups, cutSets, (await readFilterNames(context)).fields);
}

interface FacetPage {
  products: FoundProduct[];
  total: number;
  isAbout: boolean;
  /** By category, and by price, within everything else that is chosen. Null: of too many products to be counted. */
  byCategory: FacetCounts | null;
  byPrice: FacetCounts | null;
}

/** The filter without what its counts leave out, from the widest on: counts of categories need all of them, those of prices any price. */
function widen(filter: ProductFilter): ProductFilter[] {
  const atAnyPrice = { ...filter, cents: null };
  const { categoryIds, cents, groups, rule } = filter;
  const anywhere = { ...NO_FILTER, groups, ...(rule && { rule }) };
  return [...(categoryIds.length ? [anywhere] : []), ...(cents ? [atAnyPrice] : [])];
}

interface Window {
  offset: number;
  limit: number;
  sort: PageSort;
  first?: readonly string[];
}

/** Null: more products match the filter than are examined. */
async function findHits(
  context: Context,
  filter: ProductFilter,
  window: Window,
  bounds: readonly number[],
  maxHits: number,
): Promise<{ within: ProductFilter; hits: FacetHits } | null> {
  const names = await readFilterNames(context);
  const find = (within: ProductFilter) => findFacetHits(context.db, within, { filter, ...names, ...window }, bounds, maxHits);
  for (const within of widen(filter)) {
    if (await isBroad(context, within, maxHits)) continue;
    const hits = await find(within);
    if (!hits.isCut) return { within, hits };
  }
  // Counting is most of the work; if there are too many products, nothing else has to be done.
  if ((await estimateMatching(context.db, filter)) > maxHits && (await isMoreThan(context.db, filter, maxHits))) return null;
  const hits = await find(filter);
  return hits.isCut ? null : { within: filter, hits };
}

/**
 * Examines up to `maxHits` products with the chosen values in any category and at any price; if there are more, only those that the filter
 * matches. If there are still more, the total isn't known, and the page is read in the list's order: values that so many products have are
 * found soon.
 */
export async function listByFacets(
  context: Context,
  filter: ProductFilter,
  window: Window,
  maxHits: number = MAX_HITS,
): Promise<FacetPage & { filters: FilterGroup[] }> {
  const { ranges } = await loadFilterOptions(context);
  const bounds = toBucketBounds(filter.cents ? [...ranges, filter.cents] : ranges);
  const [found, ...choices] = await Promise.all([
    findHits(context, filter, window, bounds, maxHits),
    ...filter.groups.map((_group, index) => countChoices(context, filter, index, maxHits)),
  ]);
  const filters = await toGroups(context, filter, found?.hits.values ?? null, choices, maxHits);
  if (!found) return { ...(await listFirst(context, filter, window, maxHits)), filters };
  const { within, hits } = found;
  const { products, facetCounts } = hits;
  return {
    products,
    total: countMatching(facetCounts, filter),
    isAbout: false,
    byCategory: within.categoryIds.length ? null : facetCounts,
    byPrice: within.cents ? null : facetCounts,
    filters,
  };
}

/** A page of more products than are counted. */
async function listFirst({ db }: Context, filter: ProductFilter, { offset, limit, sort }: Window, maxHits: number): Promise<FacetPage> {
  // The total isn't known, so pages are never counted from the list's end.
  const total = Number.POSITIVE_INFINITY;
  const rowCount = Math.max(0, Math.min(limit, maxHits - offset));
  const products = await listProducts(db, filter, { offset, limit: rowCount, sort, total });
  return { products, total: maxHits, isAbout: true, byCategory: null, byPrice: null };
}

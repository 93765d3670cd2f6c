import { FILTER_VALUES_MAX, FILTERS_MAX } from '../../../../contract/limits.ts';
import type { FilterChoices, FilterGroup } from '../../../../contract/product.ts';
import { ALL_CATEGORIES, type CategoryFilter } from '../categories/category-filter.ts';
import type { ResolvedRule } from '../rules/rule.ts';
import { countIn, type FilterField, type NumberRange, parseRange, toRanges, toShown, toStored } from './field-filters.ts';

/**
 * The filters of lists and searches, and how many products each choice would show. Products are counted once, by category and price bucket; any
 * combination of categories and ranges is then added up from prefix sums without asking the database again.
 */

/** Cents, both ends inclusive. */
export type CentsRange = readonly [lowest: number, highest: number];

/** The number of products of one category, or combination of categories, in one price bucket. `bucket`: how many bounds are at or below their price. */
export interface FacetCell {
  categoryId: string;
  bucket: number;
  count: number;
}

export interface FacetCounts {
  bounds: readonly number[];
  /** By category; each element is the number of products in all buckets before it. */
  prefixSums: ReadonlyMap<string, Int32Array>;
}

export interface ProductFilter extends CategoryFilter {
  /** Null: at any price. */
  cents: CentsRange | null;
  /** Products must match all of these groups. */
  groups: readonly FacetGroup[];
  /** What a collection holds; absent: anything. */
  rule?: ResolvedRule;
  /** Products that are left out, because they are shown already. */
  except?: readonly string[];
}

/** A chosen option, attribute or field: products that have one of the tokens of functions/product_changed.sql, or a number in one of the ranges. */
export interface FacetGroup {
  name: string;
  values: readonly string[];
  tokens: readonly string[];
  ranges?: readonly (NumberRange & { prefix: string })[];
}

export const NO_FILTER: ProductFilter = { ...ALL_CATEGORIES, cents: null, groups: [] };

/** The prices at which a range begins or has just ended, so that each range consists of whole buckets. */
export function toBucketBounds(ranges: readonly CentsRange[]): number[] {
  return [...new Set(ranges.flatMap(([lowest, highest]) => [lowest, highest + 1]))].sort((a, b) => a - b);
}

export function toFacetCounts(bounds: readonly number[], cells: readonly FacetCell[]): FacetCounts {
  const prefixSums = new Map<string, Int32Array>();
  for (const { categoryId, bucket, count } of cells) {
    const categorySums = prefixSums.get(categoryId) ?? new Int32Array(bounds.length + 2);
    categorySums[bucket + 1] = count;
    prefixSums.set(categoryId, categorySums);
  }
  for (const categorySums of prefixSums.values())
    for (let index = 1; index < categorySums.length; index += 1)
      categorySums[index] = (categorySums[index] ?? 0) + (categorySums[index - 1] ?? 0);
  return { bounds, prefixSums };
}

export const EMPTY_FACET_COUNTS: FacetCounts = toFacetCounts([], []);

/** Whether the range consists of whole buckets. */
export const hasRange = ({ bounds }: FacetCounts, [lowest, highest]: CentsRange): boolean =>
  bounds.includes(lowest) && bounds.includes(highest + 1);

/** Counts the products of a category or combination within a range, which must be one that the bounds were made from. */
function createCategoryCounter({ bounds, prefixSums }: FacetCounts, cents: CentsRange | null): (categoryId: string) => number {
  const [from, to] = cents ? [bounds.indexOf(cents[0]) + 1, bounds.indexOf(cents[1] + 1) + 1] : [0, bounds.length + 1];
  return (categoryId) => {
    const categorySums = prefixSums.get(categoryId);
    // A range that ends below its beginning contains nothing.
    return categorySums && to > from ? (categorySums[to] ?? 0) - (categorySums[from] ?? 0) : 0;
  };
}

export function countByCategory(facetCounts: FacetCounts, categories: readonly CategoryFilter[], cents: CentsRange | null): number[] {
  const count = createCategoryCounter(facetCounts, cents);
  return categories.map(({ categoryIds, countKeys = categoryIds }) => countKeys.reduce((sum, key) => sum + count(key), 0));
}

export function countMatching(facetCounts: FacetCounts, { categoryIds, countKeys = categoryIds, cents }: ProductFilter): number {
  const count = createCategoryCounter(facetCounts, cents);
  let sum = 0;
  for (const key of categoryIds.length ? countKeys : facetCounts.prefixSums.keys()) sum += count(key);
  return sum;
}

/** How many products of one set have a value. Set 0 matches the whole filter; set n matches all of it except its nth group. */
export interface ValueCell {
  set: number;
  /** As `Size:42`. */
  pair: string;
  count: number;
}

export const withoutGroup = (filter: ProductFilter, index: number): ProductFilter => ({
  ...filter,
  groups: filter.groups.filter((_other, at) => at !== index),
});

/** Sorts 9 before 10. */
const collator = new Intl.Collator('en', { numeric: true });

/** `attributes`: the names of attributes that customers may filter by, `fields`: those of the merchant. Choosing any other matches nothing. */
export function toFacetGroups(choices: FilterChoices, attributes: readonly string[], fields: readonly FilterField[] = []): FacetGroup[] {
  const byName = Map.groupBy(choices, ({ name }) => name);
  return [...byName].map(([name, chosen]) => {
    const values = [...new Set(chosen.flatMap((it) => it.values))];
    const kinds = attributes.includes(name) ? ['o', 'a'] : ['o'];
    const own = fields.filter((it) => it.name === name);
    const tokens = [
      ...kinds.flatMap((kind) => values.map((value) => `${kind}${name}:${value}`)),
      ...own.flatMap(({ prefix, type }) => values.map((value) => `${prefix}${toStored(type, value)}`)),
    ];
    const ranges = own.flatMap(({ prefix, type }) =>
      type === 'number' ? values.map(parseRange).flatMap((range) => (range ? [{ ...range, prefix }] : [])) : [],
    );
    return { name, values, tokens, ...(ranges.length && { ranges }) };
  });
}

function splitPair(pair: string): [name: string, value: string] {
  const colon = pair.indexOf(':');
  return [pair.slice(0, colon), pair.slice(colon + 1)];
}

const sum = (counts: ReadonlyMap<string, number>) => counts.values().reduce((all, count) => all + count, 0);

/** Also the chosen ranges, whatever ranges are offered by now; and of the single numbers those that were chosen. */
function rangeNumbers(counts: Map<string, number>, chosen: readonly string[]): Map<string, number> {
  const ranges = toRanges(new Map([...counts].filter(([value, count]) => count > 0 || !chosen.includes(value))));
  const numbers = [...counts].flatMap(([text, count]) => (Number.isFinite(Number(text)) ? [{ number: Number(text), count }] : []));
  for (const value of chosen) {
    const range = parseRange(value);
    if (!ranges.has(value)) ranges.set(value, (range ? countIn(numbers, range) : counts.get(value)) ?? 0);
  }
  return ranges;
}

/** The groups and values that most products have, and the chosen ones, in a stable order. `cutSets`: sets that are too large to be counted. */
export function toFilterGroups(
  cells: readonly ValueCell[],
  chosen: readonly FacetGroup[],
  cutSets: ReadonlySet<number> = new Set(),
  fields: readonly FilterField[] = [],
): FilterGroup[] {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const chosenValues = new Map(chosen.map(({ name, values }) => [name, values]));
  const sets = new Map(chosen.map(({ name }, index) => [name, index + 1]));
  const groups = new Map(chosen.map(({ name, values }) => [name, new Map(values.map((value) => [value, 0]))]));
  for (const { set, pair, count } of cells) {
    const [name, stored] = splitPair(pair);
    const value = toShown(types.get(name) ?? 'text', stored);
    if (set !== (sets.get(name) ?? 0)) continue;
    const counts = groups.get(name) ?? new Map<string, number>();
    groups.set(name, counts.set(value, (counts.get(value) ?? 0) + count));
  }
  for (const [name, counts] of groups)
    if (types.get(name) === 'number') groups.set(name, rangeNumbers(counts, chosenValues.get(name) ?? []));
  const rank = (name: string) => (chosenValues.has(name) ? Number.POSITIVE_INFINITY : sum(groups.get(name) ?? new Map()));
  const shown = [...groups].sort(([one], [other]) => rank(other) - rank(one)).slice(0, FILTERS_MAX);
  return shown
    .sort(([one], [other]) => collator.compare(one, other))
    .map(([name, counts]) => {
      const isChosen = (value: string) => Number(chosenValues.get(name)?.includes(value) ?? false);
      const most = [...counts].sort(([a, one], [b, other]) => isChosen(b) - isChosen(a) || other - one).slice(0, FILTER_VALUES_MAX);
      const isCut = cutSets.has(sets.get(name) ?? 0);
      const values = most.sort(([one], [other]) => collator.compare(one, other));
      return { name, values: values.map(([value, count]) => ({ value, count: isCut ? null : count })) };
    });
}

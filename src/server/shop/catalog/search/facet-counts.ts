/**
 * Counts of products by category and price range. Products are counted once, by category and price bucket; any combination of
 * categories and ranges is then added up from prefix sums without asking the database again.
 */

/** Cents, both ends inclusive. */
export type CentsRange = readonly [lowest: number, highest: number];

/** The number of products of one category in one price bucket. `bucket` is the number of bounds at or below their price. */
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

export interface ProductFilter {
  /** Any of these categories; empty: all. */
  categoryIds: readonly string[];
  /** Null: at any price. */
  cents: CentsRange | null;
  /** Products must match all of these groups. */
  groups: readonly FacetGroup[];
}

/** A chosen option or attribute: products that have one of the tokens of functions/product_changed.sql. */
export interface FacetGroup {
  name: string;
  values: readonly string[];
  tokens: readonly string[];
}

export const NO_FILTER: ProductFilter = { categoryIds: [], cents: null, groups: [] };

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

/** Counts a category's products inside the range, which must be one that the bounds were made from. */
function createCategoryCounter({ bounds, prefixSums }: FacetCounts, cents: CentsRange | null): (categoryId: string) => number {
  const [from, to] = cents ? [bounds.indexOf(cents[0]) + 1, bounds.indexOf(cents[1] + 1) + 1] : [0, bounds.length + 1];
  return (categoryId) => {
    const categorySums = prefixSums.get(categoryId);
    // A range whose end is below its beginning contains nothing.
    return categorySums && to > from ? (categorySums[to] ?? 0) - (categorySums[from] ?? 0) : 0;
  };
}

export function countByCategory(facetCounts: FacetCounts, categoryIds: readonly string[], cents: CentsRange | null): number[] {
  return categoryIds.map(createCategoryCounter(facetCounts, cents));
}

export function countMatching(facetCounts: FacetCounts, { categoryIds, cents }: ProductFilter): number {
  const count = createCategoryCounter(facetCounts, cents);
  let sum = 0;
  for (const id of categoryIds.length ? categoryIds : facetCounts.prefixSums.keys()) sum += count(id);
  return sum;
}

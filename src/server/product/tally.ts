/** How many products there are of each kind: counted once, in cells, and added up for whatever is asked. */

/** Cents, both ends inclusive. */
export type CentsRange = readonly [lowest: number, highest: number];

/** So many products of one category between two bounds: `bucket` is how many bounds lie at or below their price. */
export interface Cell {
  categoryId: string;
  bucket: number;
  count: number;
}

export interface Tally {
  bounds: readonly number[];
  /** By category: at each place how many products stand in the buckets before it. */
  sums: ReadonlyMap<string, Int32Array>;
}

export interface ProductFilter {
  /** Any of these; none means all. */
  categoryIds: readonly string[];
  /** Null: at any price. */
  cents: CentsRange | null;
}

export const ALL: ProductFilter = { categoryIds: [], cents: null };

/** The prices at which a range begins or is just over: each range is made of whole cells between them. */
export function boundsOf(ranges: readonly CentsRange[]): number[] {
  return [...new Set(ranges.flatMap(([lowest, highest]) => [lowest, highest + 1]))].sort((a, b) => a - b);
}

export function tallyOf(bounds: readonly number[], cells: readonly Cell[]): Tally {
  const sums = new Map<string, Int32Array>();
  for (const { categoryId, bucket, count } of cells) {
    const own = sums.get(categoryId) ?? new Int32Array(bounds.length + 2);
    own[bucket + 1] = count;
    sums.set(categoryId, own);
  }
  for (const own of sums.values()) for (let at = 1; at < own.length; at += 1) own[at] = (own[at] ?? 0) + (own[at - 1] ?? 0);
  return { bounds, sums };
}

export const EMPTY: Tally = tallyOf([], []);

/** Whether the range is made of whole cells. */
export const hasRange = ({ bounds }: Tally, [lowest, highest]: CentsRange): boolean =>
  bounds.includes(lowest) && bounds.includes(highest + 1);

/** How many of a category inside the range, which must be one that the bounds were made of. */
function counterOf({ bounds, sums }: Tally, cents: CentsRange | null): (categoryId: string) => number {
  const [from, to] = cents ? [bounds.indexOf(cents[0]) + 1, bounds.indexOf(cents[1] + 1) + 1] : [0, bounds.length + 1];
  return (categoryId) => {
    const own = sums.get(categoryId);
    // A range upside down holds nothing.
    return own && to > from ? (own[to] ?? 0) - (own[from] ?? 0) : 0;
  };
}

export function countEach(tally: Tally, categoryIds: readonly string[], cents: CentsRange | null): number[] {
  return categoryIds.map(counterOf(tally, cents));
}

export function countIn(tally: Tally, { categoryIds, cents }: ProductFilter): number {
  const count = counterOf(tally, cents);
  let sum = 0;
  for (const id of categoryIds.length ? categoryIds : tally.sums.keys()) sum += count(id);
  return sum;
}

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
  cells: readonly Cell[];
}

export interface ProductFilter {
  /** Any of these; none means all. */
  categoryIds: readonly string[];
  /** Null: at any price. */
  cents: CentsRange | null;
}

/** The prices at which a range begins or is just over: each range is made of whole cells between them. */
export function boundsOf(ranges: readonly CentsRange[]): number[] {
  return [...new Set(ranges.flatMap(([lowest, highest]) => [lowest, highest + 1]))].sort((a, b) => a - b);
}

/** How many of each category inside the range, which must be one that the bounds were made of. */
export function countByCategory({ bounds, cells }: Tally, cents: CentsRange | null): Map<string, number> {
  const counts = new Map<string, number>();
  const [first, last] = cents ? [bounds.indexOf(cents[0]) + 1, bounds.indexOf(cents[1] + 1)] : [0, bounds.length];
  for (const { categoryId, bucket, count } of cells) {
    if (bucket >= first && bucket <= last) counts.set(categoryId, (counts.get(categoryId) ?? 0) + count);
  }
  return counts;
}

export function countIn(tally: Tally, { categoryIds, cents }: ProductFilter): number {
  const counts = countByCategory(tally, cents);
  const wanted = categoryIds.length ? new Set(categoryIds) : counts.keys();
  let sum = 0;
  for (const id of wanted) sum += counts.get(id) ?? 0;
  return sum;
}

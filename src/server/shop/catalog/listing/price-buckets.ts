/** Splits price ranges into the two levels of counts: whole buckets, and single prices in the buckets at a range's ends. */

/** Prices from `lowest` up to, but not including, `beyond`. `range` says which of several ranges the span belongs to. */
export interface PriceSpan {
  range: number;
  lowest: number;
  beyond: number;
}

/** Prices of up to this many binary digits each have their own bucket; longer ones share a bucket if their first digits are the same. */
const BUCKET_DIGITS = 6;

/** In cents. The same as the SQL function price_bucket_width, which says more. */
export const priceBucketWidth = (cents: number): number => 2 ** Math.max(0, 32 - Math.clz32(cents) - BUCKET_DIGITS);

const startOfBucket = (cents: number): number => cents - (cents % priceBucketWidth(cents));

/** The start of the bucket or, where the price isn't its first, of the next. */
function startOfWholeBuckets(cents: number): number {
  const start = startOfBucket(cents);
  return start === cents ? cents : start + priceBucketWidth(cents);
}

export function splitByBuckets(spans: readonly PriceSpan[]): { whole: PriceSpan[]; cut: PriceSpan[] } {
  const whole: PriceSpan[] = [];
  const cut: PriceSpan[] = [];
  for (const { range, lowest, beyond } of spans) {
    const firstWhole = Math.min(startOfWholeBuckets(lowest), beyond);
    const lastEnd = Math.max(startOfBucket(beyond), firstWhole);
    cut.push({ range, lowest, beyond: firstWhole }, { range, lowest: lastEnd, beyond });
    whole.push({ range, lowest: firstWhole, beyond: lastEnd });
  }
  const isFilled = ({ lowest, beyond }: PriceSpan) => lowest < beyond;
  return { whole: whole.filter(isFilled), cut: cut.filter(isFilled) };
}

/** Price ranges in the two levels of counts: the buckets that lie in them whole, and their parts of the buckets that they cut. */

/** The prices from `lowest` up to but without `beyond`. `range` tells the ranges apart that spans come from. */
export interface PriceSpan {
  range: number;
  lowest: number;
  beyond: number;
}

/** Prices of up to this many binary digits have a bucket each; of longer ones, those that begin with the same digits share one. */
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

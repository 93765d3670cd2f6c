/** What a page promises of pieces that aren't there. Apart from stock-policy.ts, so that the first page doesn't load it. */
import type { StockPolicy } from './stock-policy.ts';

/** The promise for so many of a line's pieces: `2 of 3 pieces: ships in 2–3 weeks`. */
export const describeShare = (pieces: number, count: number, promise: string): string =>
  pieces < count ? `${pieces} of ${count} pieces: ${promise.charAt(0).toLowerCase()}${promise.slice(1)}` : promise;

/** What is promised of so many pieces; undefined: all of them ship at once, or nothing is said. */
export function findPromise(stock: StockPolicy | undefined, count = 1): string | undefined {
  return stock?.promise && count > stock.ready ? describeShare(count - stock.ready, count, stock.promise) : undefined;
}

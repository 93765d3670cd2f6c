/** How a line stands beside what the shop has now. */
import { formatPrice } from '../../../format.ts';
import { cart } from '../../../messages.buy.ts';
import type { CartLine } from '../../../state/cart.ts';
import type { Comparison } from './use-comparison.ts';

/** unknown: the shop hasn't said. short: fewer than are in the cart. */
export type Stock = { state: 'unknown' } | { state: 'in' } | { state: 'short'; left: number } | { state: 'out' } | { state: 'gone' };

export interface Standing {
  stock: Stock;
  /** What it cost before, if that has changed. */
  was: number | undefined;
}

function stockOf({ product, count }: CartLine, { now }: Comparison): Stock {
  const current = now.get(product._id);
  if (current === undefined) return { state: 'unknown' };
  if (current === null) return { state: 'gone' };
  if (current.quantity <= 0) return { state: 'out' };
  if (current.quantity < count) return { state: 'short', left: current.quantity };
  return { state: 'in' };
}

export function standingOf(line: CartLine, comparison: Comparison): Standing {
  return { stock: stockOf(line, comparison), was: comparison.was.get(line.product._id) };
}

export function priceWords(price: number, was: number | undefined): string {
  return was === undefined ? cart.each(formatPrice(price)) : cart.priceChanged(formatPrice(was), formatPrice(price));
}

/** All that has changed in a sentence; empty if nothing has. */
export function sinceWords(lines: CartLine[], comparison: Comparison): string {
  const standings = lines.map((line) => standingOf(line, comparison));
  const countOf = (state: Stock['state']) => standings.filter(({ stock }) => stock.state === state).length;
  const counts = [
    [standings.filter(({ was }) => was !== undefined).length, cart.changes.price],
    [countOf('short'), cart.changes.short],
    [countOf('out'), cart.changes.out],
    [countOf('gone'), cart.changes.gone],
  ] as const;
  const changes = counts.flatMap(([count, words]) => (count ? [words(count)] : []));
  return changes.length ? cart.since(changes) : '';
}

/** Compares a cart line with the product's current price and stock. */
import { formatPrice } from '../../../format.ts';
import { cart } from '../../../messages/cart.ts';
import type { CartLine } from '../../../state/cart.ts';
import { getItemId } from '../../../state/cart-item.ts';
import type { CartValidation } from './use-cart-validation.ts';

/** unknown: the shop hasn't answered. undecided: a variant has to be chosen. insufficient: less in stock than in the cart. */
export type StockStatus =
  | { state: 'unknown' }
  | { state: 'in-stock' }
  | { state: 'insufficient'; available: number }
  | { state: 'sold-out' }
  | { state: 'undecided' }
  | { state: 'discontinued' };

/** What the checkout refused about a line. */
export interface LineIssue {
  message: string;
  /** How many one order may have, where there were more. */
  limit: number | null;
}

export interface LineStatus {
  stock: StockStatus;
  /** The price when added, if it has changed. */
  previousPrice: number | undefined;
}

function getStockStatus({ product, count }: CartLine, { currentById, undecidedIds }: CartValidation): StockStatus {
  if (undecidedIds.has(getItemId(product))) return { state: 'undecided' };
  const current = currentById.get(getItemId(product));
  if (current === undefined) return { state: 'unknown' };
  if (current === null) return { state: 'discontinued' };
  if (current.quantity <= 0) return { state: 'sold-out' };
  if (current.quantity < count) return { state: 'insufficient', available: current.quantity };
  return { state: 'in-stock' };
}

export function getLineStatus(line: CartLine, validation: CartValidation): LineStatus {
  return { stock: getStockStatus(line, validation), previousPrice: validation.previousPrices.get(getItemId(line.product)) };
}

export function describePrice(price: number, previousPrice: number | undefined): string {
  return previousPrice === undefined
    ? cart.unitPrice(formatPrice(price))
    : cart.priceChanged(formatPrice(previousPrice), formatPrice(price));
}

/** All changes in one sentence; empty if there are none. */
export function describeChanges(lines: CartLine[], validation: CartValidation): string {
  const statuses = lines.map((line) => getLineStatus(line, validation));
  const countOf = (state: StockStatus['state']) => statuses.filter(({ stock }) => stock.state === state).length;
  const counts = [
    [statuses.filter(({ previousPrice }) => previousPrice !== undefined).length, cart.changes.price],
    [countOf('insufficient'), cart.changes.insufficientStock],
    [countOf('sold-out'), cart.changes.soldOut],
    [countOf('undecided'), cart.changes.undecided],
    [countOf('discontinued'), cart.changes.discontinued],
  ] as const;
  const changes = counts.flatMap(([count, words]) => (count ? [words(count)] : []));
  return changes.length ? cart.changesSummary(changes) : '';
}

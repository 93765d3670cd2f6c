/** What the shop says of a cart's lines: their price, stock and sum as they are now. */
import type { BundlePart } from '../../../contract/bundle.ts';
import type { CartPrice } from '../../../contract/cart.ts';
import type { Issue } from '../../../contract/errors.ts';
import { findPromise } from '../../../contract/stock-promise.ts';
import { formatPrice } from '../../shared/format.ts';
import { describeIssue } from '../../shared/messages/form.ts';
import { type CartItem, getItemId } from '../../state/cart.ts';
import { type CartLine, toCartLines } from '../../state/cart-changes.ts';
import { cart } from './messages.ts';
import { countLeft, type HeldLine } from './shared-stock.ts';

export interface CurrentLine {
  /** Null: it is no longer sold, or its variant has to be chosen. */
  item: CartItem | null;
  isUndecided: boolean;
  /** What the line costs, before discounts; null where nothing is sold. */
  subtotal: number | null;
  /** Of a bundle. */
  parts?: BundlePart[] | undefined;
  /** How many the rest of the cart leaves, where it takes from the same stock. */
  left?: number | undefined;
}

export interface CurrentLines {
  /** By id (getItemId): what the shop says of each line. Missing until it has answered. */
  currentById: ReadonlyMap<string, CurrentLine>;
  /** By id: the price that the cart had kept, if it was another. */
  previousPrices: ReadonlyMap<string, number>;
}

/** By id (getItemId). `held` pieces count as in stock. A line that the answer doesn't know, as it was added since, is missing. */
export function readCurrentLines(
  { lines, unavailable, undecided }: CartPrice,
  items: CartItem[],
  held: readonly HeldLine[],
): Map<string, CurrentLine> {
  const lineById = new Map(lines.map((line) => [line.variant ?? line._id, line]));
  const heldById = new Map(held.map(({ product, variant, quantity }) => [variant ?? product, quantity]));
  const wanted = toCartLines(items).flatMap(({ product, count }) => {
    const line = lineById.get(getItemId(product));
    return line ? [{ item: line.item, count }] : [];
  });
  const leftById = countLeft(wanted, held);
  const current = new Map<string, CurrentLine>();
  for (const { product } of toCartLines(items)) {
    const id = getItemId(product);
    const isUndecided = product.variant === undefined && undecided.includes(product._id);
    // A product that was added without options, and has a single variant now, is that variant.
    const only = product.variant === undefined && !isUndecided ? lines.find(({ _id }) => _id === product._id) : undefined;
    const line = lineById.get(id) ?? only;
    if (line) {
      // The browser's storage keeps no parts: they are told anew each time.
      const { parts, ...item } = line.item;
      const quantity = item.quantity + (heldById.get(getItemId(item)) ?? 0);
      current.set(id, { item: { ...item, quantity }, isUndecided: false, subtotal: line.subtotal, parts, left: leftById.get(id) });
    } else if (isUndecided || unavailable.includes(id)) current.set(id, { item: null, isUndecided, subtotal: null });
  }
  return current;
}

/** unknown: the shop hasn't answered. in-stock: it can be bought, with what is promised of pieces that aren't there. undecided: a variant has to be chosen. insufficient: less in stock than in the cart; `isShared`: since the rest of the cart takes the same pieces. */
export type StockStatus =
  | { state: 'unknown' }
  | { state: 'in-stock'; promise?: string | undefined }
  | { state: 'insufficient'; available: number; isShared: boolean }
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
  /** Null while the shop hasn't answered, and where nothing is sold. */
  subtotal: number | null;
  /** Of a bundle, once the shop has answered. */
  parts: BundlePart[] | undefined;
}

function getStockStatus(count: number, current: CurrentLine | undefined): StockStatus {
  if (!current) return { state: 'unknown' };
  const { item, isUndecided, left } = current;
  if (!item) return { state: isUndecided ? 'undecided' : 'discontinued' };
  if (item.quantity <= 0) return { state: 'sold-out' };
  const available = Math.min(item.quantity, left ?? item.quantity);
  if (available < count) return { state: 'insufficient', available, isShared: available < item.quantity };
  return { state: 'in-stock', promise: findPromise(item.stock, count) };
}

/** What takes the place of the shop's sentence on delivery where not all ships at once. */
export function describeLate(price: CartPrice | null): string | undefined {
  const promises = price?.lines.map(({ item, count }) => findPromise(item.stock, count)) ?? [];
  return promises.length > 1 && promises.some(Boolean) ? cart.someShipLater : promises[0];
}

/** `path` of an issue is the product's id, or its variant's. */
export function findLineIssue(issues: Issue[], item: CartItem): LineIssue | undefined {
  const issue = issues.find(({ path }) => path.toLowerCase() === getItemId(item).toLowerCase());
  if (!issue) return undefined;
  return { message: describeIssue(issue), limit: issue.code === 'above_order_limit' ? (issue.limit ?? null) : null };
}

export function getLineStatus({ product, count }: CartLine, { currentById, previousPrices }: CurrentLines): LineStatus {
  const current = currentById.get(getItemId(product));
  return {
    stock: getStockStatus(count, current),
    previousPrice: previousPrices.get(getItemId(product)),
    subtotal: current?.subtotal ?? null,
    parts: current?.parts,
  };
}

export function describePrice(price: number, previousPrice: number | undefined): string {
  return previousPrice === undefined || previousPrice === price
    ? cart.unitPrice(formatPrice(price))
    : cart.priceChanged(formatPrice(previousPrice), formatPrice(price));
}

/** All changes in one sentence; empty if there are none. */
export function describeChanges(lines: CartLine[], priced: CurrentLines): string {
  const statuses = lines.map((line) => getLineStatus(line, priced));
  const countOf = (state: StockStatus['state']) => statuses.filter(({ stock }) => stock.state === state).length;
  const counts = [
    [statuses.filter(({ previousPrice }) => previousPrice !== undefined).length, cart.changes.price],
    // Lines that take from each other's stock did so before, too.
    [statuses.filter(({ stock }) => stock.state === 'insufficient' && !stock.isShared).length, cart.changes.insufficientStock],
    [countOf('sold-out'), cart.changes.soldOut],
    [countOf('undecided'), cart.changes.undecided],
    [countOf('discontinued'), cart.changes.discontinued],
  ] as const;
  const changes = counts.flatMap(([count, words]) => (count ? [words(count)] : []));
  return changes.length ? cart.changesSummary(changes) : '';
}

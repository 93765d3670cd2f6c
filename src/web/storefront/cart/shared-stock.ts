/** A bundle is sold from the stock of its parts, so that lines of one cart may want the same pieces: what each leaves to the others. */
import type { BundlePart } from '../../../contract/bundle.ts';
import type { CartPrice } from '../../../contract/cart.ts';
import type { OrderLine } from '../../../contract/order-fields.ts';
import { getItemId } from '../../state/cart.ts';

export type HeldLine = Pick<OrderLine, 'product' | 'variant' | 'quantity' | 'parts'>;
type SoldItem = CartPrice['lines'][number]['item'];

export interface WantedItem {
  item: SoldItem;
  count: number;
}

/** What is taken off the stock for one piece of it: a bundle's parts, or the item itself. */
function listTargets(item: SoldItem): { id: string; each: number; stock: number }[] {
  if (!item.parts) return [{ id: getItemId(item), each: 1, stock: item.quantity }];
  return item.parts.map((part: BundlePart) => ({ id: part.variant ?? part.product, each: part.count, stock: part.quantity }));
}

/** What is left of a deleted product isn't sold. */
const listHeld = ({ product, variant, quantity, parts }: HeldLine): [string, number][] => {
  const pieces = parts?.map((part) => ({ id: part.variant ?? part.product, count: part.count * quantity }));
  return (pieces ?? [{ id: variant ?? product, count: quantity }]).flatMap(({ id, count }): [string, number][] =>
    id ? [[id, count]] : [],
  );
};

const sumById = (entries: [string, number][]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const [id, count] of entries) sums.set(id, (sums.get(id) ?? 0) + count);
  return sums;
};

/**
 * By id (getItemId): how many of an item the rest of the cart leaves, for items that share stock with others. `held`: what the customer's own
 * open checkout reserves counts as in stock.
 */
export function countLeft(wanted: readonly WantedItem[], held: readonly HeldLine[]): Map<string, number> {
  if (!wanted.some(({ item }) => item.parts)) return new Map();
  const heldById = sumById(held.flatMap(listHeld));
  const takenById = sumById(
    wanted.flatMap(({ item, count }) => listTargets(item).map(({ id, each }): [string, number] => [id, each * count])),
  );
  const left = new Map<string, number>();
  for (const { item, count } of wanted) {
    const shared = listTargets(item).flatMap(({ id, each, stock }) => {
      const others = (takenById.get(id) ?? 0) - each * count;
      return others ? [Math.floor((stock + (heldById.get(id) ?? 0) - others) / each)] : [];
    });
    if (shared.length) left.set(getItemId(item), Math.max(0, Math.min(...shared)));
  }
  return left;
}

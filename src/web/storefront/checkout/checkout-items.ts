import { type CartItem, getItemId } from '../../state/cart-item.ts';

/** Far below what a request may hold, in bytes and in values (src/server/platform/http/uploads/request-body.ts): a character takes up to three bytes. */
const MAX_LENGTH = 200_000;

/** The cart in the form that is sent to the checkout: piece by piece or, if that is too large, by ids and counts. */
export function toCheckoutItems(items: readonly CartItem[]): { _id: string; variant?: string; count?: number }[] {
  if (JSON.stringify(items).length <= MAX_LENGTH) return [...items];
  const pieces = Map.groupBy(items, getItemId);
  return [...pieces.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { _id, variant } = first;
    return [{ _id, ...(variant && { variant }), count: 1 + others.length }];
  });
}

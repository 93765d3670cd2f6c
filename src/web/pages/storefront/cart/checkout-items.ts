import type { Product } from '../../../../contract/product.ts';

/** Far below what a request may hold, in bytes and in values (src/server/http/request-body.ts): a character takes up to three bytes. */
const MAX_LENGTH = 200_000;

/** The cart as it is sent to the checkout: piece after piece; one that is too large for that, by id and count. */
export function toCheckoutItems(items: readonly Product[]): { _id: string; count?: number }[] {
  if (JSON.stringify(items).length <= MAX_LENGTH) return [...items];
  const counts = Map.groupBy(items, ({ _id }) => _id);
  return [...counts].map(([_id, pieces]) => ({ _id, count: pieces.length }));
}

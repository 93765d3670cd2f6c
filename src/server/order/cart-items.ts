/** The items of a cart as the browser sends them, counted per product. */
import { CHECKOUT_MAX_LINES } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { isUuid } from './order.repository.ts';

export const createNotSoldError = (ids: string[]): AppError =>
  new AppError('product_unavailable', "A product in your cart isn't sold any more. Remove it to go on.", {
    issues: ids.map((path) => ({ path, code: 'unavailable', message: "isn't sold any more" })),
  });

/** Quantity per product id, in the order of the cart; upper and lower case count as one id. Throws `checkout_too_large` or `product_unavailable`. */
export function countItems(itemIds: string[]): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const itemId of itemIds) {
    const id = itemId.toLowerCase();
    quantities.set(id, (quantities.get(id) ?? 0) + 1);
  }
  if (quantities.size > CHECKOUT_MAX_LINES) {
    throw new AppError(
      'checkout_too_large',
      `One checkout takes ${CHECKOUT_MAX_LINES} different products at most. Please split your order.`,
    );
  }
  const invalidIds = [...quantities.keys()].filter((id) => !isUuid(id));
  if (invalidIds.length) throw createNotSoldError(invalidIds);
  return quantities;
}

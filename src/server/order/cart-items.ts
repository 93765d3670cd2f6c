/** The items of a cart as the browser sends them, counted per product. */
import { CHECKOUT_MAX_LINES } from '../../contract/limits.ts';
import type { CheckoutConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import { isUuid } from './order.repository.ts';

export interface CartItem {
  _id: string;
  /** How many pieces it stands for; absent, one. */
  count?: number | undefined;
}

export const createNotSoldError = (ids: string[]): AppError =>
  new AppError('product_unavailable', "A product in your cart isn't sold any more. Remove it to go on.", {
    issues: ids.map((path) => ({ path, code: 'unavailable', message: "isn't sold any more" })),
  });

/**
 * Quantity per product id, in the order of the cart; upper and lower case count as one id.
 * Throws `checkout_too_large`, `quantity_too_large` or `product_unavailable`.
 */
export function countItems(items: CartItem[], limits: Pick<CheckoutConfig, 'maxItems' | 'maxPerProduct'>): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { _id, count = 1 } of items) {
    const id = _id.toLowerCase();
    quantities.set(id, (quantities.get(id) ?? 0) + count);
  }
  if (quantities.size > CHECKOUT_MAX_LINES) {
    throw new AppError(
      'checkout_too_large',
      `One checkout takes ${CHECKOUT_MAX_LINES} different products at most. Please split your order.`,
    );
  }
  const invalidIds = [...quantities.keys()].filter((id) => !isUuid(id));
  if (invalidIds.length) throw createNotSoldError(invalidIds);
  checkQuantities(quantities, limits);
  return quantities;
}

/** One account can't empty the shelves: what a checkout reserves, nobody else can buy until it is paid or its time is over. */
function checkQuantities(quantities: Map<string, number>, { maxItems, maxPerProduct }: Pick<CheckoutConfig, 'maxItems' | 'maxPerProduct'>) {
  const excessIds = [...quantities].flatMap(([id, quantity]) => (quantity > maxPerProduct ? [id] : []));
  if (excessIds.length) {
    const message = `${maxPerProduct} at most`;
    throw new AppError('quantity_too_large', `You can buy up to ${maxPerProduct} of one product per order. Please reduce the quantity.`, {
      issues: excessIds.map((path) => ({ path, code: 'above_order_limit', message, limit: maxPerProduct })),
    });
  }
  const itemCount = [...quantities.values()].reduce((sum, quantity) => sum + quantity, 0);
  if (itemCount > maxItems) {
    throw new AppError('checkout_too_large', `You can buy up to ${maxItems} items per order; your cart has ${itemCount}. Please split it.`);
  }
}

import toast from 'react-hot-toast/headless';
import { type CartItem, getItemId } from '../../state/cart.ts';

/** Where a higher quantity was typed than can be bought. */
export const quantity = {
  cut: (max: number) => `Only ${max} available: quantity set to ${max}`,
  limited: (max: number) => `Up to ${max} at a time: quantity set to ${max}`,
} as const;

/** Says that the typed quantity is more than can be bought. */
export function showQuantityCut(product: CartItem, max: number): void {
  const words = max === product.quantity ? quantity.cut : quantity.limited;
  toast.error(words(max), { id: `stock ${getItemId(product)}` });
}

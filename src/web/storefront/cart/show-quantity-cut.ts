import toast from 'react-hot-toast/headless';
import { type CartItem, getItemId } from '../../state/cart-item.ts';
import { quantity } from './quantity-messages.ts';

/** Says that the typed quantity is more than can be bought. */
export function showQuantityCut(product: CartItem, max: number): void {
  const words = max === product.quantity ? quantity.cut : quantity.limited;
  toast.error(words(max), { id: `stock ${getItemId(product)}` });
}

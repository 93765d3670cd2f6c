import toast from 'react-hot-toast';
import type { Product } from '../../contract/product.ts';
import { quantity } from '../messages/quantity.ts';

/** Says that a quantity that was typed is higher than what can be bought. */
export function showQuantityCut(product: Product, max: number): void {
  const words = max === product.quantity ? quantity.cut : quantity.limited;
  toast.error(words(max), { id: `stock ${product._id}` });
}

import toast from 'react-hot-toast';
import type { Product } from '../../contract/product.ts';
import { common, spec } from '../messages.ts';
import { addToCart } from '../state/cart.ts';

/** Adds and says so. A browser that keeps nothing is told of too: the cart would be gone with the page. */
export function addWithToast(product: Product, count = 1): void {
  const isKept = addToCart(product, count);
  toast.success(spec.added);
  if (!isKept) toast.error(common.cartNotKept);
}

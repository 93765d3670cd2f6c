import toast from 'react-hot-toast';
import type { Product } from '../../contract/product.ts';
import { common } from '../messages/common.ts';
import { spec } from '../messages/specification.ts';
import { addToCart } from '../state/cart.ts';

/** Adds and says so. A browser that keeps nothing is told of too: the cart would be gone with the page. */
export function addToCartWithToast(product: Product, count = 1): void {
  const isSaved = addToCart(product, count);
  toast.success(spec.added);
  if (!isSaved) toast.error(common.cartNotSaved);
}

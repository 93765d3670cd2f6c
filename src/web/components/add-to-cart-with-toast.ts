import toast from 'react-hot-toast';
import type { Product } from '../../contract/product.ts';
import { common } from '../messages/common.ts';
import { spec } from '../messages/specification.ts';
import { addToCart } from '../state/cart.ts';

/** Adds to the cart and confirms it with a toast. A second toast warns where the browser can't save the cart: it is lost with the tab. */
export function addToCartWithToast(product: Product, count = 1): void {
  const isSaved = addToCart(product, count);
  toast.success(spec.added);
  if (!isSaved) toast.error(common.cartNotSaved);
}

import toast from 'react-hot-toast';
import type { Product } from '../../contract/product.ts';
import { common } from '../messages/common.ts';
import { stock } from '../messages/home.ts';
import { spec } from '../messages/specification.ts';
import { addToCart } from '../state/cart.ts';

/**
 * Adds to the cart and confirms it with a toast. Another one says where there weren't as many, and where the browser can't save the
 * cart: it is lost with the tab. The id keeps an impatient click from piling up toasts.
 */
export function addToCartWithToast(product: Product, count = 1): void {
  const { added, isSaved } = addToCart(product, count);
  const id = `stock ${product._id}`;
  if (added === 0) {
    toast.error(stock.allInCart(product.quantity), { id });
    return;
  }
  toast.success(spec.added);
  if (added < count) toast.error(stock.someAdded(added, product.quantity), { id });
  if (!isSaved) toast.error(common.cartNotSaved);
}

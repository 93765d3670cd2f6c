import toast from 'react-hot-toast/headless';
import { common } from '../../shared/messages/common.ts';
import { stock } from '../../shared/messages/home.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { addToCart, type CartItem, getItemId, setJustAdded } from '../../state/cart.ts';

/**
 * Adds to the cart, and confirms it with a toast and a panel that leads to the cart. Other toasts say that fewer were available, or that
 * the browser can't save the cart, which is lost with the tab then. The id keeps repeated clicks from piling up toasts.
 */
export function addToCartWithToast(product: CartItem, count = 1): void {
  const { added, isSaved } = addToCart(product, count);
  const id = `stock ${getItemId(product)}`;
  if (added === 0) {
    toast.error(stock.allInCart(product.quantity), { id });
    return;
  }
  toast.success(spec.added);
  setJustAdded({ product, count: added });
  if (added < count) toast.error(stock.someAdded(added, product.quantity), { id });
  if (!isSaved) toast.error(common.cartNotSaved);
}

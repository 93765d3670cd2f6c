/** Starts the checkout: one request however often the button is clicked, and a redirect only to the shop or a known payment provider. */
import { useCallback, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { startCheckout } from '../../../../contract/order.ts';
import type { Product } from '../../../../contract/product.ts';
import type { Issue } from '../../../../contract/schemas/common.ts';
import { api, isApiError } from '../../../api.ts';
import { isTrustedUrl } from '../../../components/payment-url.ts';
import { useBackFromCache } from '../../../hooks/use-back-from-cache.ts';
import { cart } from '../../../messages/cart.ts';
import { common } from '../../../messages/common.ts';
import { orders } from '../../../messages/orders.ts';
import { spec } from '../../../messages/specification.ts';
import { PREVIOUS_ORDER_STATE } from '../checkout-success/previous-order.ts';
import { toCheckoutItems } from './checkout-items.ts';
import type { DeliveryAddress } from './use-delivery-address.ts';

export interface CheckoutProblem {
  message: string;
  issues: Issue[];
  /** False if the cart must be changed first. */
  canRetry: boolean;
}

function toCheckoutProblem(error: unknown): CheckoutProblem {
  if (!isApiError(error)) return { message: cart.checkoutFailed, issues: [], canRetry: true };
  const { status, code, message, issues } = error;
  if (code === 'unauthorized') return { message: common.sessionEnded, issues: [], canRetry: false };
  return { message, issues, canRetry: status === 0 || code === 'too_many_attempts' || status >= 500 };
}

/** The path of the success page, if the customer turned out to have paid already. */
function findPreviousOrderPath(url: string): string | null {
  const { origin, pathname, search } = new URL(url);
  return origin === window.location.origin && pathname === '/success' ? pathname + search : null;
}

export function useCheckout(items: Product[], { otherAddress, validate }: DeliveryAddress) {
  const navigate = useNavigate();
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<{ requestKey: string; problem: CheckoutProblem } | null>(null);
  // Ids only: prices may be updated meanwhile without making the error outdated.
  const requestKey = `${items.map((item) => item._id).join()} ${otherAddress}`;

  const finish = useCallback(() => {
    isRunning.current = false;
    setIsBusy(false);
  }, []);

  // The page was busy when the browser left it for the payment page.
  useBackFromCache(finish);

  const start = async () => {
    if (isRunning.current) return;
    if (!items.length) {
      toast.error(spec.emptyCheckout);
      return;
    }
    if (!validate()) return;
    isRunning.current = true;
    setIsBusy(true);
    setFailure(null);
    try {
      const address = otherAddress?.trim();
      const { url } = await api(startCheckout, { body: { products: toCheckoutItems(items), ...(address && { address }) } });
      if (isTrustedUrl(url)) {
        const previousOrderPath = findPreviousOrderPath(url);
        if (previousOrderPath) return await navigate(previousOrderPath, { state: PREVIOUS_ORDER_STATE });
        // Stay busy until the browser has left the page.
        window.location.assign(url);
        return;
      }
      toast.error(orders.untrustedPaymentUrl);
    } catch (error) {
      console.error(error);
      setFailure({ requestKey, problem: toCheckoutProblem(error) });
    }
    finish();
  };

  // An error applies only to the cart and address that were sent.
  return { start, isBusy, problem: failure?.requestKey === requestKey ? failure.problem : null };
}

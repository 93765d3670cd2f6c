/** Opens the checkout: one call however often it is pressed, and never to an address that isn't the shop's or its provider's. */
import { useCallback, useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { startCheckout } from '../../../../contract/order.ts';
import type { Product } from '../../../../contract/product.ts';
import type { Issue } from '../../../../contract/schemas/common.ts';
import { api, isApiError } from '../../../api.ts';
import { PAYMENT_ORIGINS } from '../../../constants.ts';
import { cart } from '../../../messages/cart.ts';
import { common } from '../../../messages/common.ts';
import { spec } from '../../../messages/specification.ts';
import { PREVIOUS_ORDER_STATE } from '../checkout-success/previous-order.ts';
import type { DeliveryAddress } from './use-delivery-address.ts';

export interface CheckoutProblem {
  message: string;
  /** `path` is a product's id. */
  issues: Issue[];
  /** Can the same be asked again, or must the cart be changed first? */
  canRetry: boolean;
}

function toCheckoutProblem(error: unknown): CheckoutProblem {
  if (!isApiError(error)) return { message: cart.checkoutFailed, issues: [], canRetry: true };
  const { status, message, issues } = error;
  if (status === 401) return { message: common.sessionEnded, issues: [], canRetry: false };
  return { message, issues, canRetry: status === 0 || status === 429 || status >= 500 };
}

/** Whole addresses only: an empty or relative one would lead back to this very page, and nothing would seem to happen. */
function isTrustedUrl(url: string): boolean {
  const origin = URL.parse(url)?.origin;
  return origin !== undefined && [window.location.origin, ...PAYMENT_ORIGINS].includes(origin);
}

/** No payment page, but an older order that is paid: its path here. */
function findPreviousOrderPath(url: string): string | null {
  const { origin, pathname, search } = new URL(url);
  return origin === window.location.origin && pathname === '/success' ? pathname + search : null;
}

export function useCheckout(items: Product[], { otherAddress, validate }: DeliveryAddress) {
  const navigate = useNavigate();
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<{ requestKey: string; problem: CheckoutProblem } | null>(null);
  // Not the list itself: the same items may have got new prices meanwhile.
  const requestKey = `${items.map((item) => item._id).join()} ${otherAddress}`;

  const finish = useCallback(() => {
    isRunning.current = false;
    setIsBusy(false);
  }, []);

  // Coming back from the payment page may bring this one as it was left: busy.
  useEffect(() => {
    const handlePageShow = (event: PageTransitionEvent) => {
      if (event.persisted) finish();
    };
    window.addEventListener('pageshow', handlePageShow);
    return () => window.removeEventListener('pageshow', handlePageShow);
  }, [finish]);

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
      const { url } = await api(startCheckout, { body: { products: items, ...(address && { address }) } });
      if (isTrustedUrl(url)) {
        const previousOrderPath = findPreviousOrderPath(url);
        if (previousOrderPath) return await navigate(previousOrderPath, { state: PREVIOUS_ORDER_STATE });
        // Busy until the browser has left.
        window.location.assign(url);
        return;
      }
      toast.error(cart.untrustedPaymentUrl);
    } catch (error) {
      console.error(error);
      setFailure({ requestKey, problem: toCheckoutProblem(error) });
    }
    finish();
  };

  // A changed cart, or address, is another question: what was said about the old one is gone.
  return { start, isBusy, problem: failure?.requestKey === requestKey ? failure.problem : null };
}

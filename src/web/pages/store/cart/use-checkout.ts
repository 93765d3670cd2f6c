/** Opens the checkout: one call however often it is pressed, and never to an address that isn't the shop's or its provider's. */
import { useCallback, useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import type { Issue } from '../../../../contract/common.ts';
import { startCheckout } from '../../../../contract/order.ts';
import type { Product } from '../../../../contract/product.ts';
import { api, isApiError } from '../../../api.ts';
import { PAYMENT_ORIGINS } from '../../../constants.ts';
import { cart } from '../../../messages.buy.ts';
import { common, spec } from '../../../messages.ts';
import { EARLIER } from '../success/earlier.ts';
import type { Address } from './use-address.ts';

export interface Problem {
  message: string;
  /** `path` is a product's id. */
  issues: Issue[];
  /** Can the same be asked again, or must the cart be changed first? */
  canRetry: boolean;
}

function problemOf(error: unknown): Problem {
  if (!isApiError(error)) return { message: cart.checkoutFailed, issues: [], canRetry: true };
  const { status, message, issues } = error;
  if (status === 401) return { message: common.sessionEnded, issues: [], canRetry: false };
  return { message, issues, canRetry: status === 0 || status === 429 || status >= 500 };
}

/** Whole addresses only: an empty or relative one would lead back to this very page, and nothing would seem to happen. */
function isTrusted(url: string): boolean {
  const origin = URL.parse(url)?.origin;
  return origin !== undefined && [window.location.origin, ...PAYMENT_ORIGINS].includes(origin);
}

/** No payment page, but an older order that is paid: its path here. */
function earlierOrder(url: string): string | null {
  const { origin, pathname, search } = new URL(url);
  return origin === window.location.origin && pathname === '/success' ? pathname + search : null;
}

export function useCheckout(items: Product[], { elsewhere, check }: Address) {
  const navigate = useNavigate();
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failed, setFailed] = useState<{ asked: string; problem: Problem } | null>(null);
  // Not the list itself: the same items may have got new prices meanwhile.
  const asked = `${items.map((item) => item._id).join()} ${elsewhere}`;

  const finish = useCallback(() => {
    isRunning.current = false;
    setIsBusy(false);
  }, []);

  // Coming back from the payment page may bring this one as it was left: busy.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => {
      if (event.persisted) finish();
    };
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, [finish]);

  const start = async () => {
    if (isRunning.current) return;
    if (!items.length) {
      toast.error(spec.emptyCheckout);
      return;
    }
    if (!check()) return;
    isRunning.current = true;
    setIsBusy(true);
    setFailed(null);
    try {
      const address = elsewhere?.trim();
      const { url } = await api(startCheckout, { body: { products: items, ...(address && { address }) } });
      if (isTrusted(url)) {
        const earlier = earlierOrder(url);
        if (earlier) return await navigate(earlier, { state: EARLIER });
        // Busy until the browser has left.
        window.location.assign(url);
        return;
      }
      toast.error(cart.strangeAddress);
    } catch (error) {
      console.error(error);
      setFailed({ asked, problem: problemOf(error) });
    }
    finish();
  };

  // A changed cart, or address, is another question: what was said about the old one is gone.
  return { start, isBusy, problem: failed?.asked === asked ? failed.problem : null };
}

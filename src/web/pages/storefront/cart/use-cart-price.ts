/** Asks the server what the cart costs with the code, shipping and address that were chosen; the cart itself knows only its products. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type CartPrice, priceCart } from '../../../../contract/cart.ts';
import { toCents } from '../../../../contract/money.ts';
import type { Product } from '../../../../contract/product.ts';
import { SECOND } from '../../../../contract/time.ts';
import { api } from '../../../api.ts';
import { useRetryWhenOnline } from '../../../hooks/use-online-status.ts';
import { toCartLines, totalCents } from '../../../state/cart.ts';
import { type CartChoices, readCartChoices, useCartChoices } from '../../../state/cart-choices.ts';
import { useSession } from '../../../state/session.ts';

/** While somebody presses a stepper, only the last count is asked for. */
const DEBOUNCE_MS = 150;
/** Nobody is kept from checking out for longer, should the price not come. */
const PRICE_TIMEOUT_MS = 2 * SECOND;

export interface PricedCart {
  /** Of the cart as it is, or of the one before while a newer one is asked for; null until there is one. */
  price: CartPrice | null;
  totalCents: number;
  choices: CartChoices;
  /** What the checkout is sent of them: without a code or rate that the cart has shown to be of no use. */
  checkoutChoices: CartChoices;
  isLoading: boolean;
  /** The first price is about to come, and moves what stands below it. */
  isAboutToMove: boolean;
  hasFailed: boolean;
}

/** What of an item is priced: a product, or one of its variants. */
const toTarget = ({ _id, variant }: { _id: string; variant?: string }) => ({ _id, ...(variant && { variant }) });

function toBody(items: readonly Product[], { country, region, ...choices }: CartChoices) {
  const products = toCartLines([...items]).map(({ product, count }) => ({ ...toTarget(product), count }));
  const address = { ...(country && { country }), ...(region && { region }) };
  return { products, ...choices, ...(country && { address }) };
}

/** Of a cart whose products are all that it costs, the browser's own sum is right at once. */
const isPlain = ({ total, subtotal }: CartPrice) => total === subtotal;

function listUsedChoices({ code, shipping, ...destination }: CartChoices, price: CartPrice): CartChoices {
  return {
    ...destination,
    ...(code && price.code?.applies && { code }),
    ...(shipping && price.shippingOption?._id === shipping && { shipping }),
  };
}

interface CartPriceState extends PricedCart {
  reload: () => void;
  /** Asks once more before the checkout. A total that is another than was shown, and is shown now; else null. Never throws. */
  findChangedTotal: () => Promise<number | null>;
}

export function useCartPrice(items: Product[]): CartPriceState {
  const choices = useCartChoices();
  const token = useSession()?.token;
  const [answer, setAnswer] = useState<{ key: string; request: string; price: CartPrice | null } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const body = toBody(items, choices);
  const request = JSON.stringify(body);
  const key = items.length ? `${request} ${token ?? ''} ${attempt}` : '';
  const latestBody = useRef(body);
  latestBody.current = body;

  useEffect(() => {
    if (!key) return setAnswer(null);
    const controller = new AbortController();
    const ask = async () => {
      try {
        const price = await api(priceCart, { body: latestBody.current, signal: controller.signal });
        if (!controller.signal.aborted) setAnswer({ key, request, price });
      } catch (error) {
        if (controller.signal.aborted) return;
        console.error(error);
        setAnswer({ key, request, price: null });
      }
    };
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, request]);

  const [isFirstPriceDue, setIsFirstPriceDue] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsFirstPriceDue(false), PRICE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const findChangedTotal = async () => {
    // What the buyer has just changed is still being priced: the sum shown is of the cart before.
    if (!answer?.price || answer.request !== request) return null;
    try {
      const body = toBody(items, readCartChoices());
      const current = await api(priceCart, { body, signal: AbortSignal.timeout(PRICE_TIMEOUT_MS) });
      if (current.total === answer.price.total) return null;
      setAnswer({ ...answer, price: current });
      return current.total;
    } catch (error) {
      // The checkout finds out by itself what is wrong, and says so.
      console.error(error);
      return null;
    }
  };
  const isLoading = key !== '' && answer?.key !== key;
  const isAboutToMove = isLoading && answer === null && isFirstPriceDue;
  const hasFailed = answer?.key === key && answer.price === null;
  useRetryWhenOnline(hasFailed, reload);
  const price = items.length ? (answer?.price ?? null) : null;
  const total = price && !isPlain(price) ? toCents(price.total) : totalCents(items);
  const checkoutChoices = price && !isLoading ? listUsedChoices(choices, price) : choices;
  return { price, totalCents: total, choices, checkoutChoices, isLoading, isAboutToMove, hasFailed, reload, findChangedTotal };
}

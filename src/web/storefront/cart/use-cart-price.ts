/**
 * Asks the server what the cart holds and costs with the code, shipping and address that were chosen. The browser keeps only which products
 * there are and how many: their prices, stock and sums are shown as the server answers them.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type CartPrice, priceCart } from '../../../contract/cart.ts';
import type { CartBilling } from '../../../contract/company.ts';
import type { Destination } from '../../../contract/countries.ts';
import { toCents } from '../../../contract/money.ts';
import { SECOND } from '../../../contract/values.ts';
import { api, isApiError } from '../../api.ts';
import { useBackFromCache, useRetryWhenOnline } from '../../kit/browser-hooks.ts';
import { type CartItem, getItemId, readCart } from '../../state/cart.ts';
import { toCartLines, updateCartProducts } from '../../state/cart-changes.ts';
import { type CartChoices, readCartChoices, useCartChoices } from '../../state/order-draft.ts';
import { useSession } from '../../state/session.ts';
import { type BalanceChoices, toBalanceChoices, toUsedBalance } from './balance-choices.ts';
import { type CurrentLine, type CurrentLines, readCurrentLines } from './line-status.ts';
import { cartPrice as words } from './price-messages.ts';

/** While somebody presses a stepper, only the last count is asked for. */
const DEBOUNCE_MS = 150;
/** Nobody is kept from checking out for longer, should the price not come. */
const PRICE_TIMEOUT_MS = 2 * SECOND;

export interface PricedCart extends CurrentLines {
  /** Of the cart as it is, or of the one before while a newer one is asked for; null until there is one, and after a failure. */
  price: CartPrice | null;
  choices: CartChoices;
  /** What the checkout is sent of them: without a code or rate that the cart has shown to be of no use. */
  checkoutChoices: Omit<CartChoices, 'giftCards' | 'storeCredit'>;
  /** The same of gift cards and store credit. */
  balanceChoices: BalanceChoices;
  isLoading: boolean;
  /** The first price is about to come, and moves what stands below it. */
  isAboutToMove: boolean;
  /** Why there is no price, in words; null if there is one, or will be. */
  failure: string | null;
}

type PriceBody = ReturnType<typeof toBody>;

function toBody(items: readonly CartItem[], choices: CartChoices, destination: Destination | null, billing: CartBilling | null) {
  const products = toCartLines([...items]).map(({ product: { _id, variant }, count }) => ({ _id, ...(variant && { variant }), count }));
  const address = destination?.country && { country: destination.country, region: destination.region };
  const company = billing && { billing, address: { ...address, postcode: destination?.postcode ?? '' } };
  const { giftCards: _cards, storeCredit: _credit, ...others } = choices;
  return { products, ...others, ...toBalanceChoices(choices), ...(address && { address, ...company }) };
}

function listUsedChoices({ code, shipping, payment }: CartChoices, price: CartPrice | null): PricedCart['checkoutChoices'] {
  if (!price) return { ...(code && { code }), ...(shipping && { shipping }), ...(payment && { payment }) };
  return {
    ...(code && price.code?.applies && { code }),
    ...(shipping && price.shippingOption?._id === shipping && { shipping }),
    // What is shown is ordered, also where nobody has chosen.
    ...(price.paymentOption && { payment: price.paymentOption }),
  };
}

/** Keeps the first of several prices of before: the page says what has changed since the last visit. */
function addPreviousPrices(known: ReadonlyMap<string, number>, lines: ReadonlyMap<string, CurrentLine>): ReadonlyMap<string, number> {
  const stored = toCartLines(readCart()).flatMap(({ product }): [string, number][] => {
    const item = lines.get(getItemId(product))?.item;
    return item && toCents(item.price) !== toCents(product.price) ? [[getItemId(product), product.price]] : [];
  });
  return stored.length ? new Map([...stored, ...known]) : known;
}

interface Answer {
  key: string;
  request: string;
  price: CartPrice | null;
  failure: string | null;
}

export interface CartPriceState extends PricedCart {
  reload: () => void;
  /** Asks once more before the checkout. A total that is another than was shown, and is shown now; else null. Never throws. */
  findChangedTotal: () => Promise<number | null>;
}

/**
 * `billing`: the company that buys; null: none with a VAT ID. `destination`: where the cart goes; null as long as nobody has said so, undefined until it is known whether somebody has. `held`: lines that the customer's own open checkout reserves. They are theirs: a newer checkout releases them first.
 */
export function useCartPrice(
  items: CartItem[],
  held: Parameters<typeof readCurrentLines>[2],
  destination: Destination | null | undefined,
  billing: CartBilling | null = null,
): CartPriceState {
  const choices = useCartChoices();
  const token = useSession()?.token;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [previousPrices, setPreviousPrices] = useState<ReadonlyMap<string, number>>(new Map());
  const [attempt, setAttempt] = useState(0);
  const hasAsked = useRef(false);
  const isPlaceKnown = destination !== undefined;
  const request = JSON.stringify(toBody(items, choices, destination ?? null, billing));
  const key = items.length && isPlaceKnown ? `${request} ${token ?? ''} ${attempt}` : '';

  const takePrice = useCallback((price: CartPrice, at: Pick<Answer, 'key' | 'request'>) => {
    setPreviousPrices((known) => addPreviousPrices(known, readCurrentLines(price, readCart(), [])));
    setAnswer({ ...at, price, failure: null });
  }, []);

  useEffect(() => {
    if (!key) return setAnswer(null);
    const controller = new AbortController();
    const ask = async () => {
      hasAsked.current = true;
      try {
        const body: PriceBody = JSON.parse(request);
        const price = await api(priceCart, { body, signal: controller.signal });
        if (!controller.signal.aborted) takePrice(price, { key, request });
      } catch (error) {
        if (controller.signal.aborted) return;
        console.error(error);
        const isTold = isApiError(error) && (error.code === 'checkout_too_large' || error.code === 'too_many_attempts');
        const failure = isTold ? error.message : words.failed;
        setAnswer({ key, request, price: null, failure });
      }
    };
    const timer = setTimeout(() => void ask(), hasAsked.current ? DEBOUNCE_MS : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, request, takePrice]);

  const [isFirstPriceDue, setIsFirstPriceDue] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsFirstPriceDue(false), PRICE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);

  const price = items.length ? (answer?.price ?? null) : null;
  // The cart keeps the products as they are now: other pages and tabs read them there.
  useEffect(() => {
    if (price) updateCartProducts(readCurrentLines(price, readCart(), held));
  }, [price, held]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const findChangedTotal = async () => {
    // What the buyer has just changed is still being priced: the sum shown is of the cart before.
    if (!answer?.price || answer.request !== request) return null;
    try {
      const body = toBody(items, readCartChoices(), destination ?? null, billing);
      const current = await api(priceCart, { body, signal: AbortSignal.timeout(PRICE_TIMEOUT_MS) });
      if (current.total === answer.price.total) return null;
      takePrice(current, answer);
      return current.total;
    } catch (error) {
      // The checkout finds out by itself what is wrong, and says so.
      console.error(error);
      return null;
    }
  };
  const isLoading = items.length > 0 && (!isPlaceKnown || answer?.key !== key);
  const isAboutToMove = isLoading && answer === null && isFirstPriceDue;
  const failure = isLoading ? null : (answer?.failure ?? null);
  useRetryWhenOnline(failure !== null, reload);
  useBackFromCache(reload);
  return {
    price,
    currentById: price ? readCurrentLines(price, items, held) : new Map(),
    previousPrices,
    choices,
    checkoutChoices: listUsedChoices(choices, price && !isLoading ? price : null),
    balanceChoices: price && !isLoading ? toUsedBalance(choices, price) : toBalanceChoices(choices),
    isLoading,
    isAboutToMove,
    failure,
    reload,
    findChangedTotal,
  };
}

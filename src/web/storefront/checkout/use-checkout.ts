/** Starts the checkout: one request however often the button is clicked, and a redirect only to the shop or a known payment provider. */

import { useCallback, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { type AddressFields, createAddress } from '../../../contract/address.ts';
import { type SavedBilling, saveBilling } from '../../../contract/company.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { Issue } from '../../../contract/errors.ts';
import { startCheckout } from '../../../contract/order.ts';
import { api, isApiError } from '../../api.ts';
import { useBackFromCache } from '../../kit/browser-hooks.ts';
import { formatPrice } from '../../shared/format.ts';
import { common } from '../../shared/messages/common.ts';
import { orders } from '../../shared/messages/orders.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { isTrustedUrl } from '../../shared/orders/pay-now-button.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { BILLING, type BillingDraft, toBillingInput } from '../../state/billing-draft.ts';
import { type CartItem, getItemId } from '../../state/cart.ts';
import { readGiftRecipient } from '../../state/gift-recipients.ts';
import { saveGuestOrder } from '../../state/guest-orders.ts';
import { type CartChoices, readCartChoices, useCartChoices } from '../../state/order-draft.ts';
import { saveTestOrders, useTestOrders } from '../../state/session.ts';
import type { useCartPrice } from '../cart/use-cart-price.ts';
import { isAboutConfirmations } from './confirmation-fields.tsx';
import { checkout } from './messages.ts';
import type { SentWords } from './note-fields.tsx';
import { PREVIOUS_ORDER_STATE } from './receipt.tsx';
import { type OrderDraft, PREFIX } from './use-delivery-address.ts';

/** Far below what a request may hold, in bytes and in values (src/server/platform/http/uploads/request-body.ts): a character takes up to three bytes. */
const MAX_LENGTH = 200_000;

/** The cart in the form that is sent to the checkout: piece by piece or, if that is too large, by ids and counts. */
export function toCheckoutItems(items: readonly CartItem[]): { _id: string; variant?: string; count?: number }[] {
  if (JSON.stringify(items).length <= MAX_LENGTH) return [...items];
  const pieces = Map.groupBy(items, getItemId);
  return [...pieces.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { _id, variant } = first;
    return [{ _id, ...(variant && { variant }), count: 1 + others.length }];
  });
}

export type GuestInput = NonNullable<BodyOf<typeof startCheckout>['guest']>;

export interface CheckoutProblem {
  message: string;
  issues: Issue[];
}

function toCheckoutProblem(error: unknown): CheckoutProblem {
  if (!isApiError(error)) return { message: checkout.failed, issues: [] };
  const { code, message, issues } = error;
  if (issues.some(({ path }) => path.startsWith(PREFIX))) return { message: checkout.checkAddress, issues: [] };
  if (code === 'unauthorized') return { message: common.sessionEnded, issues: [] };
  return { message, issues };
}

/** The checkout has begun: whether the address is saved, too, holds nobody up. */
async function saveAddress(body: AddressFields): Promise<void> {
  try {
    await api(createAddress, { body });
  } catch (error) {
    console.error(error);
  }
}

/** For the next order. The account's page has them, and takes them away again. */
async function keepBilling({ company = '', vatId = '', address = null }: Partial<SavedBilling>): Promise<void> {
  try {
    await api(saveBilling, { body: { billing: { company, vatId, address } } });
  } catch (error) {
    console.error(error);
  }
}

/** The fields of the form say it themselves, if they are open. */
const isAboutFields = (error: unknown, prefix: string | null) =>
  prefix !== null && isApiError(error) && error.issues.some(({ path }) => path.startsWith(prefix) || path.startsWith(BILLING));

/** The path of the success page, if the customer turned out to have paid already. */
function findPreviousOrderPath(url: string): string | null {
  const { origin, pathname, search } = new URL(url);
  return origin === window.location.origin && pathname === '/success' ? pathname + search : null;
}

export function useCheckout(
  items: CartItem[],
  { address, isSent, place, billing }: Pick<OrderDraft, 'address' | 'isSent' | 'place'> & { billing: BillingDraft | null },
  {
    checkoutChoices,
    balanceChoices,
    reload,
    findChangedTotal,
  }: Pick<ReturnType<typeof useCartPrice>, 'checkoutChoices' | 'balanceChoices' | 'reload' | 'findChangedTotal'>,
) {
  const { fields, other, chosen, savesTyped } = address;
  const navigate = useNavigate();
  const { pageOrigins } = useShop().settings.payment;
  const isTest = useTestOrders() !== null;
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<{ requestKey: string; problem: CheckoutProblem } | null>(null);
  const toRequestKey = (choices: CartChoices) =>
    `${items.map(getItemId).join()} ${JSON.stringify([isSent ? fields : place, toBillingInput(billing)])} ${JSON.stringify(choices)}`;
  // Ids only: prices may be updated meanwhile without making the error outdated.
  const currentKey = toRequestKey(useCartChoices());

  const finish = useCallback(() => {
    isRunning.current = false;
    setIsBusy(false);
  }, []);

  // The page was busy when the browser left it for the payment page.
  useBackFromCache(finish);

  /** Returns true if the browser is leaving the page: then it stays busy until it has. Throws errors about fields of the form. */
  const start = async (words: SentWords, guest?: GuestInput): Promise<boolean> => {
    if (isRunning.current) return false;
    if (!items.length) {
      toast.error(spec.emptyCheckout);
      return false;
    }
    isRunning.current = true;
    const requestKey = toRequestKey(readCartChoices());
    setIsBusy(true);
    setFailure(null);
    const fail = (problem: CheckoutProblem) => {
      setFailure({ requestKey, problem });
      // A product may have sold out, a code have ended, and a rate or a price have changed.
      reload();
    };
    try {
      const changedTotal = await findChangedTotal();
      if (changedTotal !== null) {
        fail({ message: checkout.totalChanged(formatPrice(changedTotal)), issues: [] });
        finish();
        return false;
      }
      const where = isSent ? !guest && fields && { shipTo: fields } : place && { country: place.country, region: place.region };
      const bill = address.countries?.companies ? toBillingInput(billing) : null;
      const buyer = { ...(guest && { guest }), ...where };
      const products = toCheckoutItems(items).map((it) => ({ ...it, ...readGiftRecipient(it.variant ?? it._id) }));
      const chosen = { ...words, ...checkoutChoices, ...balanceChoices };
      const body = { products, ...buyer, ...chosen, ...(isTest && { isTest }), ...(bill && { billing: bill }) };
      const { url, order, signature, isFree, isPlaced } = await api(startCheckout, { body });
      if (signature) saveGuestOrder({ id: order, signature });
      if (!guest && isSent && other && !chosen && savesTyped) await saveAddress(other);
      if (!guest && bill) await keepBilling(bill);
      if (isTrustedUrl(url, pageOrigins)) {
        const previousOrderPath = findPreviousOrderPath(url);
        if (previousOrderPath) await navigate(previousOrderPath, isFree || isPlaced ? {} : { state: PREVIOUS_ORDER_STATE });
        else window.location.assign(url);
        return true;
      }
      toast.error(orders.untrustedPaymentUrl);
    } catch (error) {
      if (isApiError(error) && error.issues.some(({ path }) => isAboutConfirmations(path))) {
        // The page didn't know of it: with the new price it asks.
        reload();
        finish();
        throw error;
      }
      if (isAboutFields(error, guest ? 'guest.' : isSent && other && !chosen ? PREFIX : BILLING)) {
        finish();
        throw error;
      }
      console.error(error);
      if (isApiError(error) && error.code === 'test_orders_off') {
        // In a shop that takes no payments the form goes with them, so that a message in it would too.
        toast.error(error.message);
        saveTestOrders(null);
      }
      fail(toCheckoutProblem(error));
    }
    finish();
    return false;
  };

  // An error applies only to the cart, address and choices that were sent.
  return { start, isBusy, problem: failure?.requestKey === currentKey ? failure.problem : null };
}

/** Starts a checkout: a pending order that reserves its stock, then a session at the payment provider. */

import { randomUUID } from 'node:crypto';
import type { AddressFields } from '../../../../contract/address.ts';
import type { BillingInput } from '../../../../contract/company.ts';
import { type Destination, toDestination } from '../../../../contract/countries.ts';
import type { Deps } from '../../../deps.ts';
import { findUniqueViolation } from '../../../platform/database/pg-errors.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError, createIssuesError } from '../../../platform/errors.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import { listAddresses } from '../../customers/accounts/account.repository.ts';
import { checkAddress, findRegionIssue, formatAddress } from '../../customers/addresses/address.ts';
import {
  awaitProvider,
  type Checkout,
  type PaymentProvider,
  type ProviderSession,
  requireProvider,
  toProviderError,
} from '../../payments/provider.ts';
import { forgetCustomer } from '../../payments/saved-cards/saved-cards.repository.ts';
import { provideCustomer } from '../../payments/saved-cards/saved-cards.service.ts';
import { readPaymentMethods } from '../../pricing/payment-methods.service.ts';
import { isPaidByHand } from '../../pricing/payment-methods.ts';
import { type CartChoices, readShippedCountries } from '../../pricing/price-cart.service.ts';
import { isAnyShipped } from '../../pricing/priced-product.repository.ts';
import { readTimeZone } from '../../settings/shop-details.service.ts';
import { findTextsToKeep } from '../documents/order-texts.service.ts';
import { acceptOrder, toHoldEnd } from '../payments/accept-order.service.ts';
import type { Buyer } from '../rows/order-lock.repository.ts';
import type { BalanceChoices } from './cart-balance.ts';
import { type CartItem, requireItems } from './cart-items.ts';
import { createTooSmallError } from './cart-to-order.ts';
import { loadCheckoutRules } from './checkout-billing.ts';
import { listOpenSessions, updateOrderSession } from './checkout-session.repository.ts';
import { expireSession } from './checkout-session.service.ts';
import { readWords, type SentWords } from './checkout-words.ts';
import { cancelOwnOrder } from './end-checkout.service.ts';
import { createPendingOrder, type NewOrder } from './pending-order.service.ts';
import { toProviderCheckout, toSuccessUrl } from './provider-checkout.ts';

/** Each attempt expires the buyer's other open sessions. If this many don't suffice, another tab keeps opening new ones. */
const MAX_ATTEMPTS = 4;
const MAX_OPEN_SESSIONS = 10;

export interface CheckoutInput extends SentWords {
  /** A product of which two are bought occurs twice, or once with a count. */
  items: CartItem[];
  /** Absent: the address of the account. */
  address?: string | undefined;
  /** The address in fields, instead of `address`. */
  shipTo?: AddressFields | undefined;
  /** Where the buyer is, of an order that nobody ships. */
  country?: string | undefined;
  region?: string | undefined;
  choices: CartChoices & BalanceChoices;
  /** Who gets the invoice. */
  billing?: BillingInput | undefined;
  /** They want offers by email. */
  acceptsOffers?: boolean | undefined;
  /** Origin of the shop. */
  origin: string;
  /** An owner tries the shop: it is paid on the built-in test page, whoever takes the customers' payments. */
  isTest?: boolean;
}

export interface StartedCheckout {
  /** Id of the session at the provider. */
  id: string;
  url: string;
  order: string;
  /** It costs nothing, so it is paid already. */
  isFree?: true;
  /** It is paid by hand, so it is ordered already. */
  isPlaced?: true;
  /** The result is an older order of this buyer, which has been paid meanwhile. */
  isPrevious?: true;
}

const createReplacedError = () => new AppError('checkout_replaced', 'You opened a newer checkout in another window. Please go on there.');

/**
 * A buyer has one open checkout: older sessions are expired at the provider first. If one of them has been paid meanwhile, or if the order costs
 * nothing, the returned URL is that of the order's page instead of the payment page. Throws what `findShipTo` throws, `payment_unavailable` (no
 * provider is set up), `checkout_too_large`, `quantity_too_large`, `too_many_checkouts`, `product_unavailable` (a product is no longer sold),
 * `variant_required`, `insufficient_stock`, `code_not_applicable`, `not_shippable`, `shipping_unavailable`, `checkout_replaced` (by a newer one)
 * or `payment_provider_failed`.
 */
export async function startCheckout(deps: Deps, buyer: Buyer, input: CheckoutInput): Promise<StartedCheckout> {
  const { isTest = false } = input;
  const methods = isTest ? [] : await readPaymentMethods(deps);
  // Where everything is paid by hand, nobody needs to be connected.
  const payment = isTest ? requireProvider({ payment: deps.connections.demo }) : methods.length ? deps.payment : requireProvider(deps);
  const paypal = isTest ? null : (deps.paypal ?? null);
  const pricing = { db: deps.db, memoize: deps.memoize, now: deps.now, payment, paypal };
  const items = await requireItems(deps.db, input.items, deps.checkout);
  const id = randomUUID();
  const createdAt = deps.now();
  const expiresAt = new Date(createdAt.getTime() + deps.checkout.hold);
  const isUnshipped = !input.shipTo && !input.address && !(await isAnyShipped(deps.db, items));
  const shipTo = isUnshipped ? null : await findShipTo(pricing, buyer, input);
  const address = shipTo ? formatAddress(shipTo) : input.address?.trim();
  const place = isUnshipped ? await findPlace(deps, buyer, input) : shipTo && toDestination(shipTo);
  const { billing, rules } = await loadCheckoutRules(pricing, input.billing, { place, isUnshipped, methods });
  const consentAt = input.acceptsOffers ? createdAt : null;
  const begun = { id, provider: payment?.name ?? deps.manualPayment.name, createdAt, expiresAt, consentAt };
  const words = await readWords(deps, input, { items, country: rules.place.country });
  const order: NewOrder = {
    ...begun,
    address,
    shipTo,
    isUnshipped,
    choices: input.choices,
    rules,
    billing,
    isTest,
    words,
    textIds: await findTextsToKeep(deps),
  };
  const target = { origin: input.origin, shipTo };
  const minimumCents = payment?.getMinimumCents?.(rules.currency.toLowerCase()) ?? 1;
  const context = { limits: deps.checkout, publicUrl: deps.publicUrl, minimumCents, timeZone: await readTimeZone(deps) };
  let closableIds: ReadonlySet<string> = new Set();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const pending = await retryTransaction(deps.db, (tx) => createPendingOrder(tx, buyer, order, items, closableIds, context));
    if (pending) {
      failpoint('checkout.committed');
      if (pending.dueCents === 0) return { id: `free_${id}`, url: toSuccessUrl(input.origin, id), order: id, isFree: true };
      const { method } = pending.price;
      const page = method?.kind === 'paypal' ? paypal : payment;
      const provider = isPaidByHand(method) ? deps.manualPayment : requireProvider({ payment: page });
      const ended = isPaidByHand(method) ? { ...order, expiresAt: toHoldEnd(createdAt, method) } : order;
      const customer = await provideCustomer(deps, provider, { ...buyer, email: pending.email });
      const session = await createSession(deps, provider, buyer, { ...toProviderCheckout(ended, pending, target), ...customer });
      if (!isPaidByHand(method)) return { id: session.id, url: session.url, order: id };
      if (!(await acceptOrder(deps, id))) throw createReplacedError();
      return { id: session.id, url: session.url, order: id, isPlaced: true };
    }
    const previous = await expireOpenSessions(deps, buyer);
    if (previous.paid) {
      const { id: previousId, session } = previous.paid;
      return { id: session, url: toSuccessUrl(input.origin, previousId), order: previousId, isPrevious: true };
    }
    closableIds = previous.expired;
  }
  throw createReplacedError();
}

/**
 * Of an order that nobody ships: the country and region by which it is taxed, as given or as in the account's address; null: the shop's own. Throws
 * `invalid_request`.
 */
async function findPlace(
  { db }: Pick<Deps, 'db'>,
  { userId }: Buyer,
  { country, region = '' }: CheckoutInput,
): Promise<Destination | null> {
  const [saved] = country || userId === null ? [] : await listAddresses(db, userId);
  if (saved) return toDestination(saved);
  if (!country) return null;
  const place = toDestination({ country, region, postcode: '' });
  const issue = findRegionIssue(place, 'region');
  if (issue) throw createIssuesError([issue]);
  return place;
}

/**
 * The structured address; null if the address is one text. Throws `invalid_request` if it breaks the rules of its country, and
 * `address_fields_required` if shipping or tax depend on an address that is one text.
 */
async function findShipTo(
  deps: Pick<Deps, 'db' | 'memoize' | 'now' | 'payment'>,
  { userId }: Buyer,
  { shipTo, address }: CheckoutInput,
): Promise<AddressFields | null> {
  const path = userId === null ? 'guest.shipTo' : 'shipTo';
  if (shipTo) return checkAddress(shipTo, `${path}.`);
  if (userId === null && !address) throw createIssuesError([{ path: 'guest.address', code: 'required', message: 'is required' }]);
  if (!(await readShippedCountries(deps)).needsFields) return null;
  const [saved] = userId === null || address ? [] : await listAddresses(deps.db, userId);
  if (saved) return checkAddress(saved, `${path}.`);
  throw new AppError(
    'address_fields_required',
    `Give the address in fields, as ${path}: shipping and tax depend on its country and region.`,
    {
      issues: [{ path, code: 'required', message: 'is required' }],
    },
  );
}

/** Expires the buyer's open sessions at the provider. `expired`: ids of their orders. `paid`: the first that had been paid instead. */
async function expireOpenSessions(deps: Deps, buyer: Buyer): Promise<{ expired: Set<string>; paid?: { id: string; session: string } }> {
  const expired = new Set<string>();
  for (const order of await listOpenSessions(deps.db, buyer, MAX_OPEN_SESSIONS)) {
    const end = await expireSession(deps, order);
    if (end === 'paid') return { expired, paid: { id: order.id, session: order.session ?? '' } };
    if (end !== 'processing') expired.add(order.id);
  }
  return { expired };
}

const createProviderError = (cause: unknown) => toProviderError(cause, 'Nothing was charged; please try again in a moment.');

async function askProvider<T>(provider: PaymentProvider, ask: () => Promise<T>): Promise<T> {
  try {
    return await awaitProvider(provider, ask());
  } catch (error) {
    throw error instanceof AppError && error.code === 'amount_too_small' ? createTooSmallError(null) : createProviderError(error);
  }
}

/** Returns the order's status. If another order already has this session, that is the provider's mistake, and reported as such. */
async function saveSession(deps: Deps, { orderId }: Checkout, { id }: ProviderSession) {
  try {
    return await updateOrderSession(deps.db, orderId, id);
  } catch (error) {
    throw findUniqueViolation(error) ? createProviderError(error) : error;
  }
}

async function createSession(deps: Deps, provider: PaymentProvider, buyer: Buyer, checkout: Checkout): Promise<ProviderSession> {
  try {
    const session = await askProvider(provider, () => provider.startCheckout(checkout));
    if (session.isCustomerUnknown && checkout.customer) await forgetCustomer(deps.db, checkout.customer);
    failpoint('checkout.session-created');
    const status = await saveSession(deps, checkout, session);
    failpoint('checkout.session-saved');
    if (status === 'pending') return session;
    await askProvider(provider, () => provider.expireCheckout(session.id));
  } catch (error) {
    // The order has no session on record, so it can't be paid: cancelling releases its stock at once.
    const owner = buyer.guest ? ({ hasGuestLink: true } as const) : { userId: buyer.userId };
    await cancelOwnOrder(deps, owner, buyer.name, checkout.orderId);
    throw error;
  }
  // A checkout in another tab has closed this order meanwhile. With both payment pages open, one cart could be paid twice.
  throw createReplacedError();
}

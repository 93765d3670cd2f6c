/** Stripe Checkout through Stripe's SDK: customers pay on Stripe's page, and Stripe notifies the webhook. */
import pTimeout from 'p-timeout';
import Stripe from 'stripe';
import { SECOND } from '../../../../contract/values.ts';
import { AppError, getErrorChain } from '../../../platform/errors.ts';
import { isStripeTestKey } from '../../../platform/settings/checks.ts';
import type { StripeConfig } from '../../../platform/settings/config.ts';
import type { JoinedAccount } from '../join-accounts.ts';
import type { Checkout, ProviderSession, RefundRequest, SessionReport } from '../provider.ts';
import { toCustomerParams, toReport, toSessionParams } from './checkout-session.ts';
import { readStripeEvent } from './stripe.webhook.ts';
import { isStripeKeyRefused, toHostOptions } from './stripe-account.ts';
import { FAILED_REFUND_STATUSES, getStripeMinimum, toStripeAmount } from './stripe-amounts.ts';
import { createStripeVault } from './stripe-cards.ts';

/**
 * Milliseconds. A slow answer is waited for as long as the shop waits, so a first attempt may take all of an operation; a second one is for a connection that
 * broke, or an error of Stripe's, and has what is left. An operation ends just before the shop's own timeout.
 */
function toTimeouts(timeout: number) {
  const operation = timeout * 0.95;
  return { attempt: operation, operation };
}
const MAX_RETRIES = 1;
const STRIPE_PAGE = 'https://checkout.stripe.com';
/** The maximum that Stripe allows. */
const REFUND_LIST_LIMIT = 100;

export interface StripeDeps extends Omit<StripeConfig, 'checkoutUrl'>, Partial<Pick<StripeConfig, 'checkoutUrl'>> {
  now: () => Date;
  /** How long the shop waits for an answer, in milliseconds. */
  timeout?: number;
  timeouts?: ReturnType<typeof toTimeouts>;
}

export function createStripeProvider(deps: StripeDeps): JoinedAccount {
  const { secretKey, webhookSecrets, apiBase, checkoutUrl = null, now, timeout = 10 * SECOND, timeouts = toTimeouts(timeout) } = deps;
  const testMode = isStripeTestKey(secretKey);
  const stripe = new Stripe(secretKey, {
    timeout: timeouts.attempt,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    ...(apiBase && toHostOptions(apiBase)),
  });
  const pageOrigins = [STRIPE_PAGE, ...(checkoutUrl ? [checkoutUrl] : [])];
  const withTimeout = <T>(operation: Promise<T>) => pTimeout(operation, { milliseconds: timeouts.operation, message: 'Stripe timed out' });
  return {
    name: 'stripe',
    testMode,
    timeout,
    pageOrigins,
    startCheckout: (checkout) => withTimeout(startCheckout(stripe, checkout, now(), pageOrigins)),
    readCheckout: (id) => withTimeout(readCheckout(stripe, id)),
    expireCheckout: (id) => withTimeout(expireCheckout(stripe, id)),
    refund: (refund) => withTimeout(createRefund(stripe, refund)),
    getMinimumCents: getStripeMinimum,
    cards: createStripeVault(stripe, { secretKey, testMode, withTimeout }),
    automaticTax: { isReady: () => withTimeout(isTaxReady(stripe)) },
    readEvent: (raw, headers, at) => readStripeEvent({ stripe, secrets: webhookSecrets, testMode }, raw, headers, at),
    isElsewhere: (error) => getErrorChain(error).some(isUnknownThere),
    isKeyRefused: (error) => getErrorChain(error).some(isStripeKeyRefused),
  };
}

/** Throws if the payment page is at an address that the shop may not lead to: the shop then cancels the order, which releases its stock. */
/** Of other currencies than those in stripe-amounts.ts only Stripe knows it: what they convert to counts. */
function describeTooSmall(error: unknown): never {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'amount_too_small')
    throw new AppError('amount_too_small', error.message, { cause: error });
  throw error;
}

async function startCheckout(stripe: Stripe, checkout: Checkout, now: Date, pageOrigins: readonly string[]): Promise<ProviderSession> {
  const { session, isCustomerUnknown } = await createSession(stripe, checkout, now).catch(describeTooSmall);
  if (!session.url) throw new Error('Stripe returned a session without a payment page');
  const { origin } = new URL(session.url);
  if (!pageOrigins.includes(origin)) throw new Error(`Stripe's payment page is at ${origin}; name that in STRIPE_CHECKOUT_URL`);
  return { id: session.id, url: session.url, ...(isCustomerUnknown && { isCustomerUnknown }) };
}

/** A new customer for this order alone, with its address, or the one that has the cards, to whom Stripe gets the address anew. */
async function provideCustomer(stripe: Stripe, checkout: Checkout): Promise<string | null> {
  const params = toCustomerParams(checkout);
  const { customer, orderId } = checkout;
  if (!params) return checkout.automaticTax ? null : (customer ?? null);
  const { name, shipping } = params;
  if (!customer) return (await stripe.customers.create(params, { idempotencyKey: `customer-${orderId}` })).id;
  await stripe.customers.update(customer, { ...(name && { name }), ...(shipping && { shipping }) });
  return customer;
}

/**
 * Stripe rejects an address for which it finds no tax, for example because of a typing error, and a customer who was deleted there. Then the session is
 * created without them, and Stripe's page asks for an address.
 */
async function createSession(
  stripe: Stripe,
  checkout: Checkout,
  now: Date,
): Promise<{ session: Stripe.Checkout.Session; isCustomerUnknown?: true }> {
  const key = `checkout-${checkout.orderId}`;
  const create = (customer: string | null, idempotencyKey: string) =>
    stripe.checkout.sessions.create(toSessionParams(checkout, now, customer), { idempotencyKey });
  try {
    return { session: await create(await provideCustomer(stripe, checkout), key) };
  } catch (error) {
    if (checkout.customer && isUnknownThere(error))
      return { session: await create(null, `${key}-without-customer`), isCustomerUnknown: true };
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.code !== 'customer_tax_location_invalid') throw error;
    return { session: await create(null, `${key}-without-address`) };
  }
}

/** A restricted key that can't read the tax settings can't calculate tax either. */
async function isTaxReady(stripe: Stripe): Promise<boolean> {
  try {
    return (await stripe.tax.settings.retrieve()).status === 'active';
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return false;
    throw error;
  }
}

/** Another account, or the other mode of this one, doesn't know the session or payment; wrong keys are another error. */
const isUnknownThere = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

async function readCheckout(stripe: Stripe, id: string): Promise<SessionReport | null> {
  try {
    return toReport(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }));
  } catch (error) {
    if (isUnknownThere(error)) return null;
    throw error;
  }
}

/** Stripe rejects this call for a session that isn't open: its status is read instead. */
async function expireCheckout(stripe: Stripe, id: string): Promise<SessionReport | null> {
  try {
    return toReport(await stripe.checkout.sessions.expire(id));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return readCheckout(stripe, id);
    throw error;
  }
}

/**
 * Stripe keeps idempotency keys for a day, and a refund may be retried later than that: so the key is also stored in the
 * refund's metadata, and existing refunds are searched for it first.
 */
async function createRefund(stripe: Stripe, { paymentId, amountCents, currency, key }: RefundRequest): Promise<{ id: string }> {
  const amount = toStripeAmount(amountCents, currency);
  try {
    const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: REFUND_LIST_LIMIT });
    const refund =
      data.find(({ metadata }) => metadata?.key === key) ??
      (await stripe.refunds.create({ payment_intent: paymentId, amount, metadata: { key } }, { idempotencyKey: key }));
    if (refund.amount !== amount) throw new Error('the key was used for another refund');
    if (FAILED_REFUND_STATUSES.includes(refund.status)) throw new AppError('refund_refused', `The refund ended as ${refund.status}`);
    return { id: refund.id };
  } catch (cause) {
    // Only this error means that no refund was made; after any other one it may have been.
    if (cause instanceof Stripe.errors.StripeInvalidRequestError) throw new AppError('refund_refused', cause.message, { cause });
    throw cause;
  }
}

/** Stripe Checkout through its own SDK: the shopper pays on Stripe's page, and Stripe tells the webhook. */
import Stripe from 'stripe';
import type { StripeConfig } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { Checkout, PaymentProvider, RefundRequest, SessionReport } from '../provider.ts';
import { withTimeout } from '../timeout.ts';
import { isTestKey } from './api-keys.ts';
import { toReport, toSessionParams } from './checkout-session.ts';
import { readStripeEvent } from './stripe.webhook.ts';

/** A verb may ask twice, with the same key, and must be through before the shop's own patience of 10 s is. */
const TIMEOUTS = { attempt: 4500, verb: 9500 };
const MAX_RETRIES = 1;
/** The most that Stripe lists at once. */
const REFUND_LIST_LIMIT = 100;
const FAILED_REFUND_STATUSES: readonly (string | null)[] = ['failed', 'canceled'];

export interface StripeDeps extends StripeConfig {
  now: () => Date;
  /** Milliseconds; tests are in a hurry. */
  timeouts?: { attempt: number; verb: number };
}

export function createStripeProvider(deps: StripeDeps): PaymentProvider {
  const { secretKey, webhookSecrets, apiBase, now, timeouts = TIMEOUTS } = deps;
  const testMode = isTestKey(secretKey);
  const stripe = new Stripe(secretKey, {
    timeout: timeouts.attempt,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    ...(apiBase && toHostOptions(apiBase)),
  });
  const withOperationTimeout = <T>(operation: Promise<T>) => withTimeout(operation, timeouts.verb, 'Stripe');
  return {
    name: 'stripe',
    testMode,
    startCheckout: (checkout) => withOperationTimeout(startCheckout(stripe, checkout, now())),
    readCheckout: (id) => withOperationTimeout(readCheckout(stripe, id)),
    expireCheckout: (id) => withOperationTimeout(expireCheckout(stripe, id)),
    refund: (refund) => withOperationTimeout(createRefund(stripe, refund)),
    readEvent: (raw, headers, at) => readStripeEvent({ stripe, secrets: webhookSecrets, testMode }, raw, headers, at),
  };
}

function toHostOptions(url: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === 'http:';
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? '80' : '443') };
}

async function startCheckout(stripe: Stripe, checkout: Checkout, now: Date) {
  const session = await stripe.checkout.sessions.create(toSessionParams(checkout, now), {
    idempotencyKey: `checkout-${checkout.orderId}`,
  });
  if (!session.url) throw new Error('Stripe made a session without a page to pay at');
  return { id: session.id, url: session.url };
}

async function readCheckout(stripe: Stripe, id: string): Promise<SessionReport> {
  return toReport(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }));
}

/** Stripe ends open sessions only, and refuses for all others: then it is asked what became of it. */
async function expireCheckout(stripe: Stripe, id: string): Promise<SessionReport> {
  try {
    return toReport(await stripe.checkout.sessions.expire(id));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return readCheckout(stripe, id);
    throw error;
  }
}

/**
 * Stripe forgets idempotency keys after a day, and a refund may be tried again later than that: so our key stands on the refund
 * too, and is looked for first.
 */
async function createRefund(stripe: Stripe, { paymentId, amountCents, key }: RefundRequest): Promise<{ id: string }> {
  try {
    const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: REFUND_LIST_LIMIT });
    const refund =
      data.find(({ metadata }) => metadata?.key === key) ??
      (await stripe.refunds.create({ payment_intent: paymentId, amount: amountCents, metadata: { key } }, { idempotencyKey: key }));
    if (refund.amount !== amountCents) throw new Error('the key was used for another refund');
    if (FAILED_REFUND_STATUSES.includes(refund.status)) throw new AppError('conflict', `The refund ended as ${refund.status}`);
    return { id: refund.id };
  } catch (cause) {
    // Only this is a clear no: whatever else went wrong, the refund may have been made.
    if (cause instanceof Stripe.errors.StripeInvalidRequestError) throw new AppError('conflict', cause.message, { cause });
    throw cause;
  }
}

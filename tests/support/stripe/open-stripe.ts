/** The shop's Stripe provider against a fake Stripe. */
import { randomUUID } from 'node:crypto';
import { MINUTE } from '../../../src/contract/values.ts';
import { AppError } from '../../../src/server/platform/errors.ts';
import type { Checkout } from '../../../src/server/shop/payments/provider.ts';
import { createStripeProvider } from '../../../src/server/shop/payments/stripe/stripe.provider.ts';
import { API_KEY, startFakeStripe } from './stripe-server.ts';

export const WEBHOOK_SECRET = 'whsec_test';

export const codeOf = (error: unknown) => (error instanceof AppError ? error.code : 'unknown');

function makeCheckout(change: Partial<Checkout> = {}): Checkout {
  return {
    orderId: randomUUID(),
    currency: 'usd',
    totalCents: 2500,
    lines: [{ name: 'Mug', priceCents: 1250, quantity: 2, image: 'https://shop.example/uploads/mug.webp' }],
    email: 'ada@example.com',
    successUrl: 'https://shop.example/success',
    cancelUrl: 'https://shop.example/cancel',
    origin: 'https://shop.example',
    expiresAt: new Date(Date.now() + 30 * MINUTE),
    ...change,
  };
}

/** Longer than a response takes on a busy machine. */
const TIMEOUTS = { attempt: 2000, operation: 20_000 };
/** For calls that must time out. */
export const SHORT_TIMEOUTS = { attempt: 200, operation: 3000 };

type StripeOptions = Parameters<typeof createStripeProvider>[0];

export async function openStripe() {
  const now = () => new Date();
  const stripe = await startFakeStripe(now);
  const createProvider = (change: Partial<StripeOptions> = {}) =>
    createStripeProvider({
      secretKey: API_KEY,
      webhookSecrets: [WEBHOOK_SECRET],
      apiBase: stripe.baseUrl,
      now,
      timeouts: TIMEOUTS,
      ...change,
    });
  const provider = createProvider();

  async function openPaid() {
    const { id } = await provider.startCheckout(makeCheckout());
    stripe.state.pay(id);
    const paymentId = (await provider.readCheckout(id))?.paymentId;
    stripe.calls.length = 0;
    return { id, paymentId: paymentId ?? '' };
  }

  function reset() {
    stripe.calls.length = 0;
    stripe.failures.length = 0;
    stripe.state.refundStatus = 'succeeded';
    stripe.state.pageOrigin = 'https://checkout.stripe.com';
    Object.assign(stripe.state.tax, { status: 'active', ratePpm: 0, outcome: 'complete' });
  }

  return { stripe, reset, now, provider, createProvider, makeCheckout, openPaid };
}

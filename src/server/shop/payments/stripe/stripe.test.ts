import { afterAll, beforeEach, expect, test } from 'vitest';
import { codeOf, openStripe, WEBHOOK_SECRET } from '../../../../../tests/support/stripe/open-stripe.ts';
import { signStripeEvent } from '../../../../../tests/support/stripe/webhook-signature.ts';
import { MINUTE } from '../../../../contract/values.ts';
import type { Checkout } from '../provider.ts';

const { stripe, reset, now, provider, createProvider, makeCheckout, openPaid } = await openStripe();
afterAll(stripe.close);
beforeEach(reset);

function read(event: unknown) {
  const raw = JSON.stringify(event);
  try {
    return provider.readEvent(Buffer.from(raw), signStripeEvent(raw, now(), WEBHOOK_SECRET), now());
  } catch (error) {
    return codeOf(error);
  }
}

test("[PAY-8] Stripe gets the shop's own prices, the order's id, and the session's expiry", async () => {
  const checkout = makeCheckout();
  await provider.startCheckout(checkout);
  const metadata = { order: checkout.orderId };
  expect(stripe.calls).toEqual([
    {
      method: 'POST',
      path: '/v1/checkout/sessions',
      key: `checkout-${checkout.orderId}`,
      form: {
        mode: 'payment',
        client_reference_id: checkout.orderId,
        metadata,
        payment_intent_data: { metadata, description: `Order ${checkout.orderId}` },
        line_items: {
          0: {
            quantity: '2',
            price_data: {
              currency: 'usd',
              unit_amount: '1250',
              product_data: { name: 'Mug', images: { 0: 'https://shop.example/uploads/mug.webp' } },
            },
          },
        },
        adaptive_pricing: { enabled: 'false' },
        automatic_tax: { enabled: 'false' },
        customer_email: 'ada@example.com',
        success_url: checkout.successUrl,
        cancel_url: checkout.cancelUrl,
        expires_at: String(Math.floor((checkout.expiresAt.getTime() + 5 * MINUTE) / 1000)),
      },
    },
  ]);
});

test("[CART-12] Stripe's page may be at the account's own domain, if the shop is told of it; at any other address there is no session", async () => {
  expect(provider.pageOrigins).toEqual(['https://checkout.stripe.com']);
  stripe.state.pageOrigin = 'https://pay.shop.example';
  await expect(provider.startCheckout(makeCheckout())).rejects.toThrow('https://pay.shop.example');
  const told = createProvider({ checkoutUrl: 'https://pay.shop.example' });
  expect(told.pageOrigins).toContain('https://pay.shop.example');
  expect((await told.startCheckout(makeCheckout())).url).toMatch(/^https:\/\/pay\.shop\.example\/c\/pay\//);
});

test('[PRICE-3] [PAY-8] discounts, shipping and tax are charged to the cent, however many items there are', async () => {
  const line = { name: 'Mug', priceCents: 333, quantity: 3, image: 'https://shop.example/uploads/mug.webp' };
  for (const count of [1, 98, 99, 100]) {
    const lines = Array.from({ length: count }, (_, index) => ({ ...line, discountCents: index % 2 }));
    const charges: Checkout['charges'] = [
      { kind: 'shipping', name: 'Express', amountCents: 1499 },
      { kind: 'tax', name: null, amountCents: 88 },
    ];
    const totalCents = count * 999 - Math.floor(count / 2) + 1499 + 88;
    const { id } = await provider.startCheckout(makeCheckout({ lines, charges, totalCents }));
    expect((await provider.readCheckout(id))?.amountCents).toBe(totalCents);
  }
  const items = stripe.calls.map(({ form }) => Object.values((form as { line_items: object }).line_items ?? {}));
  expect(items.map(({ length }) => length)).toEqual(expect.arrayContaining([3, 100, 100, 100]));
  const names = JSON.stringify(items);
  for (const name of ['3 × Mug', 'Shipping: Express', 'Tax', '2 more products']) expect(names).toContain(`"${name}"`);
});

test('a delayed checkout still gets the half hour that Stripe requires', async () => {
  const { id } = await provider.startCheckout(makeCheckout({ expiresAt: new Date(Date.now() + 10 * MINUTE) }));
  expect((await provider.readCheckout(id))?.state).toBe('open');
});

test('errors of Stripe create no session: an amount too small, a wrong key', async () => {
  const small = makeCheckout({ lines: [{ name: 'Pin', priceCents: 10, quantity: 1, image: '' }], totalCents: 10 });
  await expect(provider.startCheckout(small)).rejects.toThrow('at least 50 cents');
  await expect(createProvider({ secretKey: 'sk_test_wrong' }).startCheckout(makeCheckout())).rejects.toThrow('Invalid API Key');
});

test('only test keys are test mode', () => {
  expect(['sk_test_a', 'rk_test_a', 'sk_live_a', 'rk_live_a'].map((secretKey) => createProvider({ secretKey }).testMode)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each(['succeeded', 'failed'] as const)('an asynchronous payment that then %s is processing until it does', async (how) => {
  const { id } = await provider.startCheckout(makeCheckout());
  stripe.state.pay(id, true);
  expect(read(stripe.state.events.at(-1))).toMatchObject({ type: 'processing' });
  expect((await provider.readCheckout(id))?.state).toBe('processing');
  expect((await provider.expireCheckout(id))?.state).toBe('processing');
  stripe.state.completeAsyncPayment(id, how);
  const [type, state] = how === 'succeeded' ? ['paid', 'paid'] : ['failed', 'expired'];
  expect(read(stripe.state.events.at(-1))).toMatchObject({
    type,
    sessionId: id,
    amountCents: 2500,
    paymentId: expect.stringMatching(/^pi_/),
  });
  expect((await provider.readCheckout(id))?.state).toBe(state);
});

test('other events are ignored: other types, other shops on the account, test payments in a live shop', async () => {
  await openPaid();
  const paid = structuredClone(stripe.state.events.at(-1));
  if (!paid) throw new Error('no event');
  const object = (change: object) => ({ ...paid, data: { object: { ...paid.data.object, ...change } } });
  const others = [
    { ...paid, type: 'payment_intent.succeeded' },
    { ...paid, type: 'toString' },
    { ...paid, livemode: true },
    object({ client_reference_id: null }),
    object({ mode: 'subscription' }),
    { ...paid, type: 'charge.refunded', data: { object: { payment_intent: null, amount_refunded: 5, currency: 'usd' } } },
  ];
  for (const event of others) expect(read(event)).toMatchObject({ id: paid.id, type: 'ignored' });
  const broken = [
    { ...paid, livemode: 'no' },
    { ...paid, data: null },
    { ...paid, data: { object: [1].at(1) } },
    { ...paid, object: 'v2.core.event' },
    object({ id: 7 }),
    object({ client_reference_id: ['x'] }),
    object({ client_reference_id: 'a\u0000b' }),
    object({ amount_total: '2500' }),
    object({ amount_total: 25.5 }),
    object({ amount_total: null }),
    object({ currency: null }),
    object({ payment_intent: 7 }),
    { ...paid, type: 'charge.refunded', data: { object: { payment_intent: 'pi', amount_refunded: null, currency: 'usd' } } },
  ];
  expect(broken.map(read)).toEqual(broken.map(() => 'invalid_request'));
});

import { expect, test } from 'vitest';
import { seedProducts } from '../../../../../tests/support/checkout.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { receivePaymentWebhook, startCheckout } from '../../../../contract/order.ts';
import { orders } from '../../database/schema/order.ts';
import { selectProvider } from '../../payments/select-provider.ts';

const shop = await openShop();

test('[CART-4] while no provider is set up, checkout names the missing settings and reserves nothing', async () => {
  const [mug = ''] = await seedProducts(shop, [{}]);
  const { token } = await shop.signUp();
  const { status, body } = await shop.call(startCheckout, { token, body: { products: [{ _id: mug }] } });
  expect([status, body.message]).toEqual([
    503,
    "Checkout isn't available yet. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or DEMO=on for demo payments.",
  ]);
  expect(await shop.deps.db.$count(orders)).toBe(0);
});

test('without a provider there is no webhook and no payment page', async () => {
  expect((await shop.call(receivePaymentWebhook, { body: { id: 'evt_1' } })).status).toBe(503);
  expect((await shop.send({ method: 'GET', url: '/pay/demo_x' })).status).toBe(404);
});

test('the demo provider needs DEMO=on', async () => {
  const { db, now } = shop.deps;
  const deps = { db, now, deliver: async () => 200 };
  expect(await selectProvider({ demo: false }, deps)).toBeNull();
  expect(await selectProvider({ demo: true }, deps)).toMatchObject({ name: 'demo', testMode: true });
});

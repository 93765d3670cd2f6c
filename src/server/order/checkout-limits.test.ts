/** One account can't take the stock from everybody else. */
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../tests/support/checkout.ts';
import { cancelOrder, resumeCheckout, startCheckout } from '../../contract/order.ts';
import { HOUR, MINUTE } from '../../contract/time.ts';
import { readConfig } from '../config.ts';
import type { PaymentProvider } from '../payment/provider.ts';

let isProviderDown = false;
const shop = await openShopWithPayments(
  (demo): PaymentProvider => ({
    ...demo,
    startCheckout: (checkout) => (isProviderDown ? Promise.reject(new Error('down')) : demo.startCheckout(checkout)),
  }),
  readConfig({}).checkout,
);

const repeat = (id: string, count: number): string[] => Array(count).fill(id);

test('[CHECKOUT-5] twenty of a product are a checkout, twenty-one are refused with the limit', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 100 }]);
  const { token } = await shop.signUp();
  const answer = await shop.checkOut(token, [...repeat(mug, 20), mug.toUpperCase()]);
  expect([answer.status, answer.body]).toEqual([
    400,
    {
      success: false,
      code: 'quantity_too_large',
      message: 'You can buy up to 20 of one product per order. Please reduce the quantity.',
      issues: [{ path: mug, code: 'above_order_limit', message: '20 at most', limit: 20 }],
    },
  ]);
  expect(await shop.readStock(mug)).toBe(100);
  const counted = await shop.call(startCheckout, { token, body: { products: [{ _id: mug, count: 21 }] } });
  expect([counted.status, counted.body]).toMatchObject([400, { code: 'quantity_too_large' }]);
  expect((await shop.checkOut(token, repeat(mug, 20))).status).toBe(200);
});

test('[CHECKOUT-5] sixty items are a checkout, sixty-one are refused', async () => {
  const ids = await seedProducts(shop, Array(4).fill({ quantity: 100 }));
  const { token } = await shop.signUp();
  const items = ids.flatMap((id, index) => repeat(id, index < 3 ? 20 : 1));
  const { status, body } = await shop.checkOut(token, items);
  expect([status, body]).toMatchObject([400, { code: 'checkout_too_large', message: expect.stringContaining('up to 60 items') }]);
  expect((await shop.checkOut(token, items.slice(0, 60))).status).toBe(200);
});

test('[CHECKOUT-5] the seventh checkout of an hour without a payment has to wait, and the one that waits can still be paid', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 100 }]);
  const { token } = await shop.signUp();
  const checkOut = () => shop.checkOut(token, [mug]);
  for (let n = 0; n < 5; n += 1) {
    const { body } = await checkOut();
    await shop.call(cancelOrder, { token, params: { id: body.order } });
    shop.advanceClock(MINUTE);
  }
  const last = await checkOut();
  const refused = await checkOut();
  expect([refused.status, refused.body]).toMatchObject([
    429,
    { code: 'too_many_checkouts', message: expect.stringContaining('55 minutes') },
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(54 * 60);
  expect([await shop.readOrderStatus(token, last.body.order), await shop.readStock(mug)]).toEqual(['pending', 99]);
  const { body } = await shop.call(resumeCheckout, { token, params: { id: last.body.order } });
  expect(body.url).toBe(last.body.url);
  await shop.pay(body.url);
  shop.advanceClock(1);
  expect((await checkOut()).status).toBe(200);
});

test('[CHECKOUT-5] after an hour there are checkouts again; other accounts were never kept waiting', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 100 }]);
  const { token } = await shop.signUp();
  for (let n = 0; n < 6; n += 1) expect((await shop.checkOut(token, [mug])).status).toBe(200);
  expect((await shop.checkOut(token, [mug])).status).toBe(429);
  expect((await shop.checkOut((await shop.signUp()).token, [mug])).status).toBe(200);
  shop.advanceClock(HOUR);
  expect((await shop.checkOut(token, [mug])).status).toBe(200);
});

test('[CHECKOUT-5] twenty checkouts of one account at once: six at most are begun', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 100 }]);
  const { token } = await shop.signUp();
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.checkOut(token, repeat(mug, 20))));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(6);
  for (const { status } of answers) expect([200, 409, 429]).toContain(status);
  expect(await shop.readStock(mug)).toBe(80);
});

test("[CHECKOUT-5] checkouts that the provider didn't open don't count", async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 100 }]);
  const { token } = await shop.signUp();
  isProviderDown = true;
  for (let n = 0; n < 8; n += 1) expect((await shop.checkOut(token, [mug])).status).toBe(502);
  isProviderDown = false;
  expect((await shop.checkOut(token, [mug])).status).toBe(200);
});

test('[CHECKOUT-5] the limits are settings', () => {
  const settings = { CHECKOUT_MAX_PER_PRODUCT: '3', CHECKOUT_MAX_ITEMS: '7', CHECKOUTS_PER_HOUR: '2', CHECKOUT_HOLD_MINUTES: '30' };
  const guests = { GUEST_CHECKOUTS_OPEN: '4', GUEST_CHECKOUTS_PER_HOUR: '5' };
  const limits = { maxPerProduct: 3, maxItems: 7, perHour: 2, guestsOpen: 4, guestsPerHour: 5, hold: 30 * MINUTE };
  expect(readConfig({ ...settings, ...guests }).checkout).toEqual(limits);
  expect(() => readConfig({ CHECKOUTS_PER_HOUR: '0', CHECKOUT_HOLD_MINUTES: 'ten' })).toThrow(/CHECKOUTS_PER_HOUR.*CHECKOUT_HOLD_MINUTES/s);
});

/** One account can't take the stock from everybody else. */
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { cancelOrder, resumeCheckout, startCheckout } from '../../../../contract/order.ts';
import { HOUR, MINUTE } from '../../../../contract/values.ts';
import { readConfig } from '../../../platform/settings/read-config.ts';
import type { PaymentProvider } from '../../payments/provider.ts';

/** 120 in a shop. */
const NETWORK_LIMIT = 8;

let isProviderDown = false;
const shop = await openShopWithPayments(
  (demo): PaymentProvider => ({
    ...demo,
    startCheckout: (checkout) => (isProviderDown ? Promise.reject(new Error('down')) : demo.startCheckout(checkout)),
  }),
  { ...readConfig({}).checkout, networkPerHour: NETWORK_LIMIT },
);

const repeat = (id: string, count: number): string[] => Array(count).fill(id);

test('[CHECKOUT-5] twenty pieces of a product can be bought, twenty-one are refused with the limit', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 100 }]);
  const { token } = await shop.signUp();
  const answer = await shop.checkOut(token, [...repeat(mug, 20), mug.toUpperCase()]);
  expect([answer.status, answer.body]).toEqual([
    400,
    {
      success: false,
      code: 'quantity_too_large',
      message: expect.stringContaining('up to 20'),
      issues: [{ path: mug, code: 'above_order_limit', message: '20 at most', limit: 20 }],
    },
  ]);
  expect(await shop.readStock(mug)).toBe(100);
  const counted = await shop.call(startCheckout, { token, body: { products: [{ _id: mug, count: 21 }] } });
  expect([counted.status, counted.body]).toMatchObject([400, { code: 'quantity_too_large' }]);
  expect((await shop.checkOut(token, repeat(mug, 20))).status).toBe(200);
});

test('[CHECKOUT-5] sixty items can be bought, sixty-one are refused', async () => {
  const ids = await seedProducts(shop, Array(4).fill({ quantity: 100 }));
  const { token } = await shop.signUp();
  const items = ids.flatMap((id, index) => repeat(id, index < 3 ? 20 : 1));
  const { status, body } = await shop.checkOut(token, items);
  expect([status, body]).toMatchObject([400, { code: 'checkout_too_large', message: expect.stringContaining('up to 60 items') }]);
  expect((await shop.checkOut(token, items.slice(0, 60))).status).toBe(200);
});

test('[CHECKOUT-5] the seventh checkout in an hour without a payment has to wait, and the open one can still be paid', async () => {
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

test('[CHECKOUT-5] after an hour checkouts are possible again; other accounts never had to wait', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 100 }]);
  const { token } = await shop.signUp();
  for (let n = 0; n < 6; n += 1) expect((await shop.checkOut(token, [mug])).status).toBe(200);
  expect((await shop.checkOut(token, [mug])).status).toBe(429);
  expect((await shop.checkOut((await shop.signUp()).token, [mug])).status).toBe(200);
  shop.advanceClock(HOUR);
  expect((await shop.checkOut(token, [mug])).status).toBe(200);
});

test('[CHECKOUT-5] of twenty simultaneous checkouts of one account at most six are started', async () => {
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

/** A checkout of an account that was just made, from one carrier's address. */
async function checkOutAsNewcomer(id: string, count = 1) {
  const { token } = await shop.signUp();
  return { token, ...(await shop.checkOut(token, repeat(id, count))) };
}

test('[LIMIT-2] customers of one carrier can check out as often as they pay, and refused checkouts don’t count', {
  tags: ['full'],
}, async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 30 }]);
  for (let n = 0; n < NETWORK_LIMIT + 2; n += 1) await shop.pay((await checkOutAsNewcomer(mug)).body.url);
  for (let n = 0; n < NETWORK_LIMIT + 2; n += 1) expect((await checkOutAsNewcomer(mug, 21)).status).toBe(400);
  // More than would be left, which nobody may who is in a crowd.
  expect((await checkOutAsNewcomer(mug, 15)).status).toBe(200);
});

test('[LIMIT-2] one phone that uses up its network’s checkouts doesn’t lock out others there as long as enough stock is left', async () => {
  const [mug = '', rare = ''] = await seedProducts(shop, [{ quantity: 100 }, { quantity: 20 }]);
  const { token } = await checkOutAsNewcomer(rare);
  expect((await shop.checkOut(token, [rare])).status).toBe(200);
  await shop.pay((await shop.checkOut(token, [rare])).body.url);
  for (let n = 0; n < NETWORK_LIMIT; n += 1) await checkOutAsNewcomer(rare);
  expect(await shop.readStock(rare)).toBe(11);
  expect((await checkOutAsNewcomer(mug, 20)).status).toBe(200);
  // Eight are held: with two more there would be as many left.
  const refused = await checkOutAsNewcomer(rare, 2);
  expect([refused.status, refused.body]).toMatchObject([
    429,
    { code: 'too_many_checkouts', message: expect.stringContaining('take fewer') },
  ]);
  expect((await checkOutAsNewcomer(rare, 1)).status).toBe(200);
  // An account that has paid before is known before its network.
  expect((await shop.checkOut(token, repeat(rare, 5))).status).toBe(200);
});

test('[LIMIT-2] ten times as many unpaid checkouts are refused, however little they reserve, except for accounts that have bought here', {
  tags: ['full'],
}, async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 1000 }]);
  const known = await checkOutAsNewcomer(mug);
  await shop.pay(known.body.url);
  for (let n = 0; n < 10 * NETWORK_LIMIT; n += 1) expect((await checkOutAsNewcomer(mug)).status).toBe(200);
  const refused = await checkOutAsNewcomer(mug);
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  expect((await shop.checkOut(known.token, [mug])).status).toBe(200);
  shop.advanceClock(HOUR);
  expect((await checkOutAsNewcomer(mug)).status).toBe(200);
});

test('[CHECKOUT-5] the limits are settings', () => {
  const settings = { CHECKOUT_MAX_PER_PRODUCT: '3', CHECKOUT_MAX_ITEMS: '7', CHECKOUTS_PER_HOUR: '2', CHECKOUT_HOLD_MINUTES: '30' };
  const guests = { GUEST_CHECKOUTS_OPEN: '4', GUEST_CHECKOUTS_PER_HOUR: '5' };
  const limits = { maxPerProduct: 3, maxItems: 7, perHour: 2, guestsOpen: 4, guestsPerHour: 5, networkPerHour: 120, hold: 30 * MINUTE };
  expect(readConfig({ ...settings, ...guests }).checkout).toEqual(limits);
  expect(() => readConfig({ CHECKOUTS_PER_HOUR: '0', CHECKOUT_HOLD_MINUTES: 'ten' })).toThrow(/CHECKOUTS_PER_HOUR.*CHECKOUT_HOLD_MINUTES/s);
});

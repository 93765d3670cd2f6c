/** Published vulnerabilities in handling money, replayed. docs/security/published-holes.md names those that other tests prove. */
import { expect, test } from 'vitest';
import { priceCart } from '../../../src/contract/cart.ts';
import { startCheckout } from '../../../src/contract/order.ts';
import { readAnyOrder, refundOrder } from '../../../src/contract/order-admin.ts';
import { shipOrder } from '../../../src/contract/order-shipping.ts';
import { DAY } from '../../../src/contract/values.ts';
import { orders } from '../../../src/server/shop/database/schema/order.ts';
import { openShopWithPayments, seedProducts, signedHeaders } from '../../support/checkout.ts';
import { makeCode } from '../../support/discount-codes.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

async function openCheckout(priceCents: number) {
  const [id = ''] = await seedProducts(shop, [{ name: 'Camera', priceCents, quantity: 5 }]);
  const { token } = await shop.signUp();
  const { body } = await shop.checkOut(token, [id]);
  return { token, product: id, order: body.order, session: body.id, url: body.url, status: () => shop.readOrderStatus(token, body.order) };
}

test('[SAFE-17] [PAY-4] CVE-2026-9189: a real payment of one cent doesn’t pay the order, which can’t be shipped', async () => {
  const { order, session, status } = await openCheckout(123_450);
  const { token: admin } = await shop.signUp({ teamRole: 'owner' });
  expect((await shop.sendPaymentEvent({ session, reference: order, amount: 1 })).status).toBe(200);
  expect(await status()).toBe('review');
  const shipped = await shop.call(shipOrder, { token: admin, params: { id: order }, body: { carrier: 'UPS', tracking: '1' } });
  expect(shipped.status).toBe(409);
});

test('[SAFE-17] [PAY-4] CVE-2026-2890: the payment of a cheap order doesn’t pay an expensive one', async () => {
  const [cheap, dear] = [await openCheckout(100), await openCheckout(123_450)];
  for (const amount of [100, 123_450]) {
    await shop.sendPaymentEvent({ id: `evt_${amount}`, session: cheap.session, reference: dear.order, amount });
    expect(await dear.status()).not.toBe('paid');
  }
});

test.each([
  ['without a signature', (): Record<string, string> => ({})],
  ['signed by a secret of their own', (body: string) => signedHeaders(body, new Date(), 'guess')],
  ['signed by an empty secret', (body: string) => signedHeaders(body, new Date(), '')],
  ['with another body’s signature', () => signedHeaders('{}', new Date())],
])('[SAFE-17] [PAY-3] CVE-2026-0656: a payment event %s is refused, and reveals nothing about the order', async (_what, sign) => {
  const { order, session, status } = await openCheckout(5000);
  const object = { session, reference: order, amount: 5000, currency: 'usd' };
  const body = JSON.stringify({ id: 'evt_1', type: 'checkout.paid', object });
  const answer = await shop.postWebhook(body, sign(body));
  expect([answer.status, JSON.stringify(answer.body).includes(order)]).toEqual([400, false]);
  expect(await status()).toBe('pending');
});

test('[SAFE-17] [PAY-3] replayed webhook: a recorded payment event, sent again after the refund or days later, pays nothing', async () => {
  const { order, session, url, status } = await openCheckout(5000);
  await shop.pay(url);
  expect(await status()).toBe('paid');
  const object = { session, reference: order, amount: 5000, currency: 'usd' };
  const body = JSON.stringify({ id: 'evt_caught', type: 'checkout.paid', object });
  const headers = signedHeaders(body, shop.deps.now());
  const { token } = await shop.signUp({ teamRole: 'owner' });
  const refund = { amount: 50, reason: 'x', restock: true };
  expect((await shop.call(refundOrder, { token, params: { id: order }, body: refund })).status).toBe(200);
  for (let times = 0; times < 3; times += 1) expect((await shop.postWebhook(body, headers)).status).toBe(200);
  expect(await status()).toBe('refunded');
  shop.advanceClock(2 * DAY);
  expect((await shop.postWebhook(body, headers)).status).toBe(400);
  expect(await shop.listFindings()).toEqual([]);
});

test('[SAFE-17] [CART-8] price tampering (CWE-472): prices, sums, currency and owner in a cart are ignored', async () => {
  const [id = ''] = await seedProducts(shop, [{ name: 'Camera', priceCents: 123_450, quantity: 5 }]);
  const { token } = await shop.signUp();
  const { id: victim } = await shop.signUp();
  const lies = {
    price: 0.01,
    priceCents: 1,
    total: 0.01,
    totalCents: 1,
    amount: 1,
    discount: 1234,
    discountCents: 99_999,
    tax: -99,
    currency: 'jpy',
  };
  const body = { products: [{ _id: id, ...lies, quantity: 0 }], ...lies, userId: victim, status: 'paid', coupon: 'x', isPaid: true };
  const { status } = await shop.call(startCheckout, { token, body });
  expect(status).toBe(200);
  expect(await db.select().from(orders)).toMatchObject([{ totalCents: 123_450, discountCents: 0, status: 'pending' }]);
  expect((await shop.call(priceCart, { body })).body).toMatchObject({ subtotal: 1234.5, discount: 0, total: 1234.5 });
});

test.each([-5, -0.0001, 0, 1.5, '2', '-1', 1e9, 2 ** 31, 2 ** 53, null, [2], { valueOf: 2 }])(
  '[SAFE-17] [INPUT-4] CVE-2026-44826: a count of %j gets no order and no price',
  async (count) => {
    const [id = '', other = ''] = await seedProducts(shop, [{ quantity: 5 }, { quantity: 5 }]);
    const { token } = await shop.signUp();
    const body = { products: [{ _id: other }, { _id: id, count }] };
    for (const answer of [await shop.call(startCheckout, { token, body }), await shop.call(priceCart, { body })])
      expect(answer.status).toBe(400);
    expect([await db.$count(orders), await shop.readStock(id), await shop.readStock(other)]).toEqual([0, 5, 5]);
  },
);

test('[SAFE-17] [PRICE-3] integer overflow: ten thousand of the most expensive product cost the right sum', async () => {
  const [id = ''] = await seedProducts(shop, [{ priceCents: 99_999_999, quantity: 1_000_000 }]);
  const { token } = await shop.signUp();
  const body = { products: [{ _id: id, count: 10_000 }] };
  expect((await shop.call(priceCart, { body })).body.total).toBe(9_999_999_900);
  expect((await shop.call(startCheckout, { token, body })).status).toBe(200);
  expect(await db.select().from(orders)).toMatchObject([{ totalCents: 999_999_990_000 }]);
});

test('[SAFE-17] [CODE-2] a discount counts once: not twice, as a list or in another case, and never below zero', async () => {
  const [id = ''] = await seedProducts(shop, [{ priceCents: 1000, quantity: 5 }]);
  await makeCode(db, { code: 'SPRING' });
  await makeCode(db, { code: 'LARGE', kind: 'amount', amountCents: 999_999 });
  const price = async (choices: object) => (await shop.call(priceCart, { body: { products: [{ _id: id }], ...choices } })).body;
  expect(await price({ code: 'spring' })).toMatchObject({ discount: 1, total: 9 });
  for (const code of ['SPRING,SPRING', 'SPRING SPRING', 'SPRING\nLARGE'])
    expect(await price({ code })).toMatchObject({ discount: 0, total: 10 });
  for (const code of [['SPRING', 'SPRING'], { code: 'SPRING' }]) expect(await price({ code })).toMatchObject({ success: false });
  expect(await price({ code: 'SPRING', codes: ['SPRING'], discount: 10 })).toMatchObject({ total: 9 });
  expect((await price({ code: 'LARGE' })).total).toBe(0);
});

test('[SAFE-17] [ORDER-5] negative refund: a refund charges nobody, and never exceeds what was paid', async () => {
  const { order, session } = await openCheckout(5000);
  await shop.sendPaymentEvent({ session, reference: order, amount: 5000 });
  const { token } = await shop.signUp({ teamRole: 'owner' });
  for (const amount of [-1, 0, 50.01, 1e308, '50', 0.001, null]) {
    const { status } = await shop.call(refundOrder, { token, params: { id: order }, body: { amount, reason: 'x', restock: false } });
    expect([400, 409], String(amount)).toContain(status);
  }
  expect((await shop.call(readAnyOrder, { token, params: { id: order } })).body.order).toMatchObject({ status: 'paid', refunded: 0 });
});

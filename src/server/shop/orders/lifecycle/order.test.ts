import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts, warmUpPool } from '../../../../../tests/support/checkout.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { cancelOrder, listOrders, readOrder, resumeCheckout } from '../../../../contract/order.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { products } from '../../database/schema/catalog.ts';
import { expireOrders } from '../checkout/expire-orders.service.ts';

const shop = await openShopWithPayments();

async function openCheckout(count = 2) {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const { token } = await shop.signUp();
  const { body } = await shop.checkOut(token, Array(count).fill(mug));
  const pay = () => shop.sendPaymentEvent({ session: body.id, reference: body.order, amount: 1250 * count, id: `evt_${body.order}` });
  return { mug, token, order: body.order, params: { id: body.order }, pay };
}

test('[USER-3] a customer sees their own orders, newest first and page by page', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 50 }]);
  const { token } = await shop.signUp();
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { body } = await shop.checkOut(token, [mug]);
    await shop.pay(body.url);
    ids.unshift(body.order);
    shop.advanceClock(MINUTE);
  }
  const { body } = await shop.call(listOrders, { token });
  expect(body).toMatchObject({ success: true, total: 3, page: 1, limit: 20 });
  expect(body.orders.map(({ _id }) => _id)).toEqual(ids);
  expect(body.orders.map(({ number }) => number)).toEqual([1, 2, 3].map((n) => Number(body.orders[0]?.number) + 1 - n));
  const second = await shop.call(listOrders, { token, query: { page: 2, limit: 2 } });
  expect(second.body.orders.map(({ _id }) => _id)).toEqual(ids.slice(2));
  expect((await shop.call(listOrders, { token, query: { limit: 101 } })).status).toBe(400);
});

test("[ORDER-2] another customer's order can't be seen, listed or cancelled: 404, as if it didn't exist", async () => {
  const { params, order, token, mug } = await openCheckout();
  const stranger = await shop.signUp();
  const unknown = await shop.call(readOrder, { token, params: { id: randomUUID() } });
  const foreign = await shop.call(readOrder, { token: stranger.token, params });
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  for (const endpoint of [cancelOrder, resumeCheckout]) {
    expect((await shop.call(endpoint, { token: stranger.token, params })).status).toBe(404);
  }
  for (const query of [{}, { status: 'unpaid' as const }]) {
    expect((await shop.call(listOrders, { token: stranger.token, query })).body).toMatchObject({ orders: [], total: 0 });
  }
  expect([await shop.readOrderStatus(token, order), await shop.readStock(mug)]).toEqual(['pending', 3]);
  const admin = await shop.signUp({ role: 1 });
  expect((await shop.call(readOrder, { token: admin.token, params })).status).toBe(404);
});

test('[ORDER-2] orders require a login, and a malformed id finds nothing', async () => {
  const { params, token } = await openCheckout();
  for (const endpoint of [readOrder, cancelOrder, resumeCheckout]) expect((await shop.call(endpoint, { params })).status).toBe(401);
  expect((await shop.call(listOrders)).status).toBe(401);
  for (const endpoint of [readOrder, cancelOrder, resumeCheckout]) {
    expect((await shop.call(endpoint, { token, params: { id: 'not-a-uuid' } })).status).toBe(404);
  }
});

test('[STOCK-4] cancelling a checkout releases its stock once, however often and in however many tabs', async () => {
  const { params, token, mug } = await openCheckout();
  await warmUpPool(shop);
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.call(cancelOrder, { token, params })));
  for (const { status, body } of answers) expect([status, body.order.status]).toEqual([200, 'cancelled']);
  expect(await shop.readStock(mug)).toBe(5);
});

test("[ORDER-1] a paid order can't be cancelled: 409, and the stock stays sold", async () => {
  const { params, token, mug, pay } = await openCheckout();
  await pay();
  const answer = await shop.call(cancelOrder, { token, params });
  expect([answer.status, answer.body.success]).toEqual([409, false]);
  expect([await shop.readOrderStatus(token, params.id), await shop.readStock(mug)]).toEqual(['paid', 3]);
});

test('[ORDER-3] a deleted product stays readable in the order, and cancelling the order still works', async () => {
  const { params, token, mug } = await openCheckout();
  await shop.deps.db.delete(products).where(eq(products.id, mug));
  const { body } = await shop.call(cancelOrder, { token, params });
  expect(body.order).toMatchObject({ status: 'cancelled', lines: [{ product: null, name: 'Mug', quantity: 2 }] });
});

test('[STOCK-4] [CHECKOUT-4] an unpaid checkout expires after its fifteen minutes, and its stock is released', async () => {
  const { token, order, mug } = await openCheckout();
  shop.advanceClock(14 * MINUTE);
  expect(await expireOrders(shop.deps, SILENT_LOG)).toBe(0);
  expect(await shop.readOrderStatus(token, order)).toBe('pending');
  shop.advanceClock(2 * MINUTE);
  expect(await expireOrders(shop.deps, SILENT_LOG)).toBe(1);
  expect([await shop.readOrderStatus(token, order), await shop.readStock(mug)]).toEqual(['expired', 5]);
  expect(await expireOrders(shop.deps, SILENT_LOG)).toBe(0);
});

test('[STOCK-4] if several expiry jobs run at once, with more orders than one batch, every order expires once', {
  tags: ['full'],
}, async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 200 }]);
  for (let n = 0; n < 60; n += 1) await shop.checkOut((await shop.signUp()).token, [mug, mug]);
  expect(await shop.readStock(mug)).toBe(80);
  shop.advanceClock(41 * MINUTE);
  const counts = await Promise.all(Array.from({ length: 4 }, () => expireOrders(shop.deps, SILENT_LOG)));
  expect(counts.reduce((sum, count) => sum + count)).toBe(60);
  expect(await shop.readStock(mug)).toBe(200);
});

test('[ORDER-1] if payment, cancellation and expiry happen at once, the order is paid and its stock counted once', async () => {
  await warmUpPool(shop);
  for (let round = 0; round < 10; round += 1) {
    const { params, token, order, mug, pay } = await openCheckout();
    shop.advanceClock(41 * MINUTE);
    const rivals = [() => shop.call(cancelOrder, { token, params }), () => expireOrders(shop.deps, SILENT_LOG), pay];
    const rotated = [...rivals.slice(round % 3), ...rivals.slice(0, round % 3)];
    await Promise.all([...rotated, ...rotated].map((act) => act()));
    expect([await shop.readOrderStatus(token, order), await shop.readStock(mug)]).toEqual(['paid', 3]);
  }
});

/** What was never paid is a checkout and no order. */
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { cancelOrder, listOrders, readOrder, resumeCheckout } from '../../../../contract/order.ts';
import { endCheckout, listAllOrders, readAnyOrder } from '../../../../contract/order-admin.ts';
import { readDashboardStats } from '../../../../contract/reports.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { expireOrders } from './expire-orders.service.ts';

const shop = await openShopWithPayments();

async function openCheckout() {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const customer = await shop.signUp();
  const { token } = customer;
  const { body } = await shop.checkOut(token, [mug, mug]);
  const params = { id: body.order };
  const read = async () => (await shop.call(readOrder, { token, params })).body.order;
  const resume = () => shop.call(resumeCheckout, { token, params });
  const cancel = () => shop.call(cancelOrder, { token, params });
  const event = { session: body.id, reference: body.order, amount: 2500 };
  return { mug, customer, token, url: body.url, session: body.id, order: body.order, params, read, resume, cancel, event };
}

test('[CHECKOUT-1] an unpaid checkout isn’t in any list, count or statistics, unless a filter asks for it', async () => {
  const { token, order, url } = await openCheckout();
  const admin = await shop.signUp({ role: 1 });
  const listOwn = async (query: object) => (await shop.call(listOrders, { token, query })).body;
  const listAll = async (query: object) => (await shop.call(listAllOrders, { token: admin.token, query })).body;
  const latest = async () => (await shop.call(readDashboardStats, { token: admin.token })).body.figures.latestOrders;
  for (const list of [listOwn, listAll]) {
    expect(await list({})).toMatchObject({ orders: [], total: 0 });
    for (const status of ['unpaid', 'pending'])
      expect(await list({ status })).toMatchObject({ orders: [{ _id: order, number: null }], total: 1 });
    expect(await list({ status: 'paid' })).toMatchObject({ orders: [], total: 0 });
  }
  expect(await latest()).toEqual([]);
  await shop.pay(url);
  for (const list of [listOwn, listAll]) {
    expect(await list({})).toMatchObject({ orders: [{ _id: order, number: expect.any(Number) }], total: 1 });
    expect(await list({ status: 'unpaid' })).toMatchObject({ orders: [], total: 0 });
  }
  expect(await latest()).toMatchObject([{ _id: order }]);
});

test('[CHECKOUT-1] only payments assign order numbers, one after the other, and they never change', async () => {
  const first = await openCheckout();
  const left = await openCheckout();
  const second = await openCheckout();
  await left.cancel();
  await shop.pay(second.url);
  await shop.pay(first.url);
  const number = Number((await second.read()).number);
  expect([(await first.read()).number, (await left.read()).number]).toEqual([number + 1, null]);
  // A payment that comes late makes an order of it, and one in doubt as well.
  await shop.sendPaymentEvent({ ...left.event, id: 'evt_late' });
  expect(await left.read()).toMatchObject({ status: 'paid', number: number + 2 });
  const doubtful = await openCheckout();
  await shop.sendPaymentEvent({ ...doubtful.event, id: 'evt_doubt', amount: 1 });
  expect(await doubtful.read()).toMatchObject({ status: 'review', number: number + 3 });
  await shop.sendPaymentEvent({ ...left.event, id: 'evt_again' });
  expect((await left.read()).number).toBe(number + 2);
  expect(await shop.listFindings()).toEqual([]);
});

test("[CHECKOUT-2] 'Pay now' leads back to the payment page as long as the checkout is open", async () => {
  const { read, resume, url } = await openCheckout();
  const until = new Date((await read()).payableUntil ?? 0).getTime();
  expect(Math.round((until - shop.deps.now().getTime()) / MINUTE)).toBe(15);
  expect((await resume()).body).toEqual({ success: true, url });
  await shop.pay(url);
  expect((await read()).payableUntil).toBeNull();
});

test('[CHECKOUT-2] a checkout that was paid meanwhile shows its order, even if the payment event never came', async () => {
  const { order, resume, read, session } = await openCheckout();
  shop.webhook.isDown = true;
  await shop.provider.pay(session);
  expect((await read()).status).toBe('pending');
  expect((await resume()).body.url).toBe(`http://localhost/success?order=${order}`);
  expect((await read()).status).toBe('paid');
  shop.webhook.isDown = false;
});

test.each(['cancelled', 'over', 'expired'] as const)("[CHECKOUT-2] a checkout that is %s can't be paid any more: 409", async (how) => {
  const { resume, cancel } = await openCheckout();
  if (how === 'cancelled') await cancel();
  if (how !== 'cancelled') shop.advanceClock(15 * MINUTE);
  if (how === 'expired') await expireOrders(shop.deps, SILENT_LOG);
  const { status, body } = await resume();
  expect([status, body]).toMatchObject([409, { code: 'checkout_ended' }]);
});

test('[CHECKOUT-3] an admin can end an open checkout: nobody can pay it any more, and its stock is released', async () => {
  const { mug, params, url } = await openCheckout();
  const { token } = await shop.signUp({ role: 1, name: 'Ada Admin' });
  const end = () => shop.call(endCheckout, { token, params });
  const { status, body } = await end();
  expect([status, body.order]).toMatchObject([200, { status: 'cancelled', stock: 'none', number: null }]);
  expect(body.order.history.at(-1)).toMatchObject({ by: 'Ada Admin', why: 'Checkout ended by an admin' });
  await expect(shop.pay(url)).rejects.toThrow('payment failed');
  expect([(await end()).status, await shop.readStock(mug)]).toEqual([200, 5]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CHECKOUT-3] an admin can’t end a checkout that was paid meanwhile: it stays an order', async () => {
  const { mug, params, session } = await openCheckout();
  const { token } = await shop.signUp({ role: 1 });
  shop.webhook.isDown = true;
  await shop.provider.pay(session);
  expect((await shop.call(endCheckout, { token, params })).status).toBe(409);
  shop.webhook.isDown = false;
  const { body } = await shop.call(readAnyOrder, { token, params });
  expect([body.order, await shop.readStock(mug)]).toMatchObject([{ status: 'paid', stock: 'sold' }, 3]);
});

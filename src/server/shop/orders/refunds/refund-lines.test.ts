/** Refunds of single lines: what they come to, how often, and what goes back into stock. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { makeCode } from '../../../../../tests/support/discount-codes.ts';
import { STANDARD_ID, storePricing } from '../../../../../tests/support/pricing-settings.ts';
import { readOrder, startCheckout } from '../../../../contract/order.ts';
import { readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import type { ShippingSettings } from '../../../../contract/pricing-settings.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { products } from '../../database/schema/catalog.ts';
import { retryRefunds } from './refund.service.ts';

const FLAT_SHIPPING: ShippingSettings = {
  defaultCountry: 'US',
  zones: [
    {
      name: 'United States',
      places: [{ country: 'US', region: '' }],
      rates: [{ _id: STANDARD_ID, name: 'Post', basis: 'flat', tiers: [{ from: 0, price: 5 }], freeFrom: null }],
    },
  ],
};

const asked: number[] = [];
let isAnswerLost = false;
const shop = await openShopWithPayments((demo) => ({
  ...demo,
  refund: async (request) => {
    asked.push(request.amountCents);
    const refund = await demo.refund(request);
    if (isAnswerLost) throw new Error('timed out');
    return refund;
  },
}));
let token: string;

beforeEach(async () => {
  asked.length = 0;
  isAnswerLost = false;
  ({ token } = await shop.signUp({ role: 1, name: 'Ada Admin' }));
});

/**
 * Three mugs of $10.00 and a lamp of $40.00, out of ten each, less $7.00, with $5.00 shipping and 8 % tax on all: $73.44, of which the mugs
 * cost 3000 − 300 + 216, the lamp 4000 − 400 + 288 and shipping 500 + 40, all in cents.
 */
async function buyMugsAndLamp() {
  const { db } = shop.deps;
  const [mug = '', lamp = ''] = await seedProducts(shop, [
    { name: 'Mug', priceCents: 1000, quantity: 10 },
    { name: 'Lamp', priceCents: 4000, quantity: 10 },
  ]);
  await db.update(products).set({ shipping: 1 });
  await makeCode(db);
  await storePricing(db, {
    shipping: FLAT_SHIPPING,
    tax: { pricesIncludeTax: false, taxShipping: true, rates: [{ country: 'US', region: '', rate: 8 }] },
  });
  const buyer = await shop.signUp();
  const items = [mug, mug, mug, lamp].map((_id) => ({ _id }));
  const { body } = await shop.call(startCheckout, { token: buyer.token, body: { products: items, code: 'SPRING', shipTo: makeShipTo() } });
  await shop.pay(body.url);
  const params = { id: body.order };
  const read = async () => (await shop.call(readAnyOrder, { token, params })).body.order;
  const { lines, total } = await read();
  expect(total).toBe(73.44);
  const mugLine = lines.findIndex(({ name }) => name === 'Mug');
  return { mug, lamp, params, read, buyer, mugLine, lampLine: 1 - mugLine };
}

const refund = (params: { id: string }, amount: number, more: object = {}) =>
  shop.call(refundOrder, { token, params, body: { amount, reason: 'Came broken', restock: false, ...more } });
const pieces = (line: number, quantity: number, restock = false) => ({ line, quantity, restock });

test('[OWORK-7] lines are refunded with their part of discount and tax, and shipping too, and the provider refunds the same to the cent', async () => {
  const { params, read, mug, lamp, buyer, mugLine, lampLine } = await buyMugsAndLamp();
  const one = await refund(params, 9.72, { lines: [pieces(mugLine, 1, true)] });
  expect([one.status, one.body.order]).toMatchObject([200, { status: 'paid', stock: 'sold', refunded: 9.72 }]);
  expect(one.body.order.lines[mugLine]).toMatchObject({ quantity: 3, refunded: 1 });
  expect([await shop.readStock(mug), await shop.readStock(lamp)]).toEqual([8, 9]);
  expect((await refund(params, 3, { shipping: 3 })).body.order).toMatchObject({ refunded: 12.72, shippingRefunded: 3 });
  const rest = await refund(params, 60.72, { lines: [pieces(mugLine, 2, true), pieces(lampLine, 1, false)], shipping: 2.4 });
  expect([rest.status, rest.body.order]).toMatchObject([
    200,
    { status: 'refunded', refunded: 73.44, stock: 'sold', shippingRefunded: 5.4 },
  ]);
  expect(asked).toEqual([972, 300, 6072]);
  expect([await shop.readStock(mug), await shop.readStock(lamp)]).toEqual([10, 9]);
  expect((await read()).history.at(-1)?.why).toBe('$60.72 refunded: Came broken');
  const own = await shop.call(readOrder, { token: buyer.token, params });
  expect(own.body.order.lines.map(({ refunded }) => refunded)).toEqual(mugLine === 0 ? [3, 1] : [1, 3]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[OWORK-7] after a full refund with every piece restocked, the order holds no stock', async () => {
  const { params, mug, lamp, mugLine, lampLine } = await buyMugsAndLamp();
  const lines = [pieces(mugLine, 3, true), pieces(lampLine, 1, true)];
  expect((await refund(params, 73.44, { lines, shipping: 5.4 })).body.order).toMatchObject({ status: 'refunded', stock: 'none' });
  expect([await shop.readStock(mug), await shop.readStock(lamp)]).toEqual([10, 10]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[OWORK-7] no more pieces, shipping or money than is left can be refunded, and only the amount of the lines', async () => {
  const { params, read, mugLine, lampLine } = await buyMugsAndLamp();
  const codeOf = async (amount: number, more: object) => (await refund(params, amount, more)).body as { code?: string };
  expect(await codeOf(9.71, { lines: [pieces(mugLine, 1)] })).toMatchObject({ code: 'refund_mismatch' });
  expect(await codeOf(38.88, { lines: [pieces(mugLine, 4)] })).toMatchObject({ code: 'refund_too_large' });
  expect(await codeOf(38.88, { lines: [pieces(mugLine, 2), pieces(mugLine, 2)] })).toMatchObject({ code: 'refund_too_large' });
  expect(await codeOf(9.72, { lines: [pieces(7, 1)] })).toMatchObject({ code: 'refund_too_large' });
  expect(await codeOf(5.41, { shipping: 5.41 })).toMatchObject({ code: 'refund_too_large' });
  expect(await codeOf(19.44, { lines: [pieces(mugLine, 1, true), pieces(mugLine, 1, false)] })).toMatchObject({ code: 'invalid_request' });
  for (const more of [
    { lines: [] },
    { lines: [pieces(mugLine, 0)] },
    { lines: [pieces(-1, 1)] },
    { lines: [{ line: 0, quantity: 1 }] },
    { shipping: -1 },
  ])
    expect((await refund(params, 9.72, more)).status).toBe(400);
  await refund(params, 60);
  expect(await codeOf(38.88, { lines: [pieces(lampLine, 1)] })).toMatchObject({ code: 'refund_too_large' });
  expect([await read(), asked]).toMatchObject([{ refunded: 60 }, [6000]]);
});

test('[OWORK-7] two simultaneous refunds of the same piece refund it once', async () => {
  const { params, read, lamp, lampLine } = await buyMugsAndLamp();
  const answers = await Promise.all(Array.from({ length: 5 }, () => refund(params, 38.88, { lines: [pieces(lampLine, 1, true)] })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect([await read(), await shop.readStock(lamp)]).toMatchObject([{ refunded: 38.88 }, 10]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[OWORK-7] a refund that is answered late counts its pieces meanwhile, and restocks them once', async () => {
  const { params, mug, mugLine, read } = await buyMugsAndLamp();
  isAnswerLost = true;
  expect((await refund(params, 29.16, { lines: [pieces(mugLine, 3, true)] })).status).toBe(502);
  isAnswerLost = false;
  expect((await refund(params, 9.72, { lines: [pieces(mugLine, 1, true)] })).status).toBe(409);
  await shop.provider.redeliver();
  expect([(await read()).refunded, await shop.readStock(mug)]).toEqual([29.16, 7]);
  for (let retry = 0; retry < 2; retry += 1) {
    shop.advanceClock(2 * MINUTE);
    await retryRefunds(shop.deps, { error: () => undefined });
    expect([(await read()).refunded, await shop.readStock(mug)]).toEqual([29.16, 10]);
  }
  expect(await shop.listFindings()).toEqual([]);
});

test('[OWORK-7] refunding the rest with everything restocked returns the pieces that earlier refunds didn’t return', async () => {
  const { params, mug, lamp, mugLine } = await buyMugsAndLamp();
  await refund(params, 9.72, { lines: [pieces(mugLine, 1, true)] });
  expect((await refund(params, 63.72, { restock: true })).body.order).toMatchObject({ status: 'refunded', stock: 'none' });
  expect([await shop.readStock(mug), await shop.readStock(lamp)]).toEqual([10, 10]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[OWORK-7] an unknown order and a customer’s call are refused', async () => {
  const { params, buyer } = await buyMugsAndLamp();
  const body = { amount: 9.72, reason: 'x', restock: false, lines: [pieces(0, 1)] };
  expect((await shop.call(refundOrder, { token, params: { id: randomUUID() }, body })).status).toBe(404);
  expect((await shop.call(refundOrder, { token: buyer.token, params, body })).status).toBe(403);
});

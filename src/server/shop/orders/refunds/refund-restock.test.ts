/** Refunds whose answer the provider gives too late: its event may come before the shop's own retry. */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { retryRefunds } from './refund.service.ts';

let isAnswerLost = false;
const shop = await openShopWithPayments((demo) => ({
  ...demo,
  refund: async (request) => {
    const refund = await demo.refund(request);
    if (isAnswerLost) throw new Error('timed out');
    return refund;
  },
}));
const SILENT_LOG = { error: () => undefined };

beforeEach(() => {
  isAnswerLost = false;
});

/** Two of five mugs, $12.50 each, bought and paid. */
async function buyTwoMugs() {
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 1250, quantity: 5 }]);
  const { token } = await shop.signUp();
  const { body } = await shop.checkOut(token, [mug, mug]);
  await shop.pay(body.url);
  const admin = await shop.signUp({ role: 1 });
  const params = { id: body.order };
  const refund = (amount: number, restock: boolean) =>
    shop.call(refundOrder, { token: admin.token, params, body: { amount, reason: 'Came back', restock } });
  const read = async () => (await shop.call(readAnyOrder, { token: admin.token, params })).body.order;
  return { mug, refund, read };
}

const receiveEvents = () => shop.provider.redeliver();
const retryLater = async () => {
  shop.advanceClock(2 * MINUTE);
  isAnswerLost = false;
  return retryRefunds(shop.deps, SILENT_LOG);
};

test.each([
  ['the event first, then the retry', [receiveEvents, retryLater]],
  ['the retry first, then the event', [retryLater, receiveEvents]],
] as const)('[ORDER-5] [STOCK-5] a refund that is answered late restocks the items once: %s', async (_order, steps) => {
  const { mug, refund, read } = await buyTwoMugs();
  isAnswerLost = true;
  expect((await refund(25, true)).status).toBe(502);
  expect([(await read()).status, await shop.readStock(mug)]).toEqual(['paid', 3]);
  for (const step of steps) {
    await step();
    expect(await read()).toMatchObject({ status: 'refunded', refunded: 25, stock: 'none' });
    expect([await shop.readStock(mug), await shop.listFindings()]).toEqual([5, []]);
  }
  expect((await read()).history.some(({ why }) => why === '$25.00 refunded: Came back')).toBe(true);
});

test('[ORDER-5] items stay sold if restocking wasn’t chosen, also if the event comes first', async () => {
  const { mug, refund, read } = await buyTwoMugs();
  isAnswerLost = true;
  await refund(25, false);
  await receiveEvents();
  await retryLater();
  expect([await read(), await shop.readStock(mug)]).toMatchObject([{ status: 'refunded', stock: 'sold' }, 3]);
});

test('[ORDER-5] items are restocked only with a full refund, not with a partial one', async () => {
  const { mug, refund, read } = await buyTwoMugs();
  expect((await refund(10, true)).body.order).toMatchObject({ status: 'paid', stock: 'sold' });
  await refund(15, false);
  expect([await read(), await shop.readStock(mug)]).toMatchObject([{ status: 'refunded', stock: 'sold' }, 3]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[STOCK-5] verify names a refund whose items weren’t restocked', async () => {
  const { refund } = await buyTwoMugs();
  await refund(25, true);
  await shop.deps.db.execute(sql`update orders set stock = 'sold'`);
  expect((await shop.listFindings()).map(({ rule }) => rule)).toEqual(['a full refund restocks the items it was asked to']);
});

/** Refunds of orders that balances paid, store credit instead of money, and refunds of gift cards that were sold. */
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { openMerchant, seedGiftProduct } from '../../../../../tests/support/gift-cards.ts';
import { adjustGiftCard, listGiftCards } from '../../../../contract/gift-card.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { readStoreCredit } from '../../../../contract/store-credit.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { AppError } from '../../../platform/errors.ts';
import { retryRefunds } from './refund.service.ts';

const asked: number[] = [];
let mode: 'works' | 'refuses' | 'lost' = 'works';
const shop = await openShopWithPayments((demo) => ({
  ...demo,
  refund: async (request) => {
    asked.push(request.amountCents);
    if (mode === 'refuses') throw new AppError('refund_refused', 'no');
    const refund = await demo.refund(request);
    if (mode === 'lost') throw new Error('timed out');
    return refund;
  },
}));
const LOG = { error: () => undefined };

async function open() {
  asked.length = 0;
  mode = 'works';
  const merchant = await openMerchant(shop);
  const buyer = await shop.signUp();
  const buy = async (ids: string[], body: object = {}) => {
    const products = ids.map((_id) => ({ _id }));
    const started = (await shop.call(startCheckout, { token: buyer.token, body: { products, ...body } })).body;
    if (!started.isFree) await shop.pay(started.url);
    return started.order;
  };
  const refund = (order: string, amount: number, more: object = {}) =>
    shop.call(refundOrder, {
      token: merchant.admin,
      params: { id: order },
      body: { amount, reason: 'Sent back', restock: false, ...more },
    });
  const read = async (order: string) => (await shop.call(readAnyOrder, { token: merchant.admin, params: { id: order } })).body.order;
  const listCards = async (order: string) => (await shop.call(listGiftCards, { token: merchant.admin, query: { order } })).body.cards;
  return { ...merchant, ...buyer, buy, refund, read, listCards };
}

test('[CREDIT-5] a refund goes first to where the balance came from, then to the payment, and never to more', async () => {
  const { issue, buy, refund, read, readCard } = await open();
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 5000, quantity: 5 }]);
  const card = await issue(20);
  const order = await buy([mug], { giftCards: [card.code] });
  expect((await refund(order, 15)).status).toBe(200);
  expect([asked, (await readCard(card._id)).card.balance]).toEqual([[], 15]);
  expect(await read(order)).toMatchObject({ status: 'paid', refunded: 15 });
  expect((await refund(order, 10)).status).toBe(200);
  expect([asked, (await readCard(card._id)).card.balance]).toEqual([[500], 20]);
  const tooMuch = await refund(order, 25.01);
  expect([tooMuch.status, tooMuch.body]).toMatchObject([409, { code: 'refund_too_large' }]);
  expect((await refund(order, 25)).status).toBe(200);
  expect(await read(order)).toMatchObject({ status: 'refunded', refunded: 50, payments: [{ amount: 30, refunded: 30 }] });
  expect([asked, (await readCard(card._id)).card.balance]).toEqual([[500, 2500], 20]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CREDIT-5] an order that balances paid in full is refunded without a provider', async () => {
  const { issue, buy, refund, readCard } = await open();
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 5000, quantity: 5 }]);
  const [one, other] = [await issue(20), await issue(40)];
  const order = await buy([mug], { giftCards: [one.code, other.code] });
  expect((await refund(order, 25, { restock: true })).status).toBe(200);
  expect((await refund(order, 25)).body.order).toMatchObject({ status: 'refunded', refunded: 50 });
  expect([asked, (await readCard(one._id)).card.balance, (await readCard(other._id)).card.balance]).toEqual([[], 20, 40]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CREDIT-5] where the provider refuses, nothing is given back; where its answer is lost, it is given back once', async () => {
  const { issue, buy, refund, read, readCard } = await open();
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 5000, quantity: 5 }]);
  const card = await issue(20);
  const order = await buy([mug], { giftCards: [card.code] });
  mode = 'refuses';
  expect((await refund(order, 50)).status).toBe(409);
  expect([(await readCard(card._id)).card.balance, (await read(order)).refunded]).toEqual([0, 0]);
  mode = 'lost';
  expect((await refund(order, 50)).status).toBe(502);
  expect((await readCard(card._id)).card.balance).toBe(0);
  mode = 'works';
  shop.advanceClock(2 * MINUTE);
  await retryRefunds(shop.deps, LOG);
  await retryRefunds(shop.deps, LOG);
  expect([(await readCard(card._id)).card.balance, (await read(order)).status]).toEqual([20, 'refunded']);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CREDIT-6] a merchant can give store credit instead, which counts against what was paid', async () => {
  const { buy, refund, token } = await open();
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 5000, quantity: 5 }]);
  const order = await buy([mug]);
  expect((await refund(order, 30, { toStoreCredit: true })).body.order).toMatchObject({ refunded: 30, payments: [{ refunded: 0 }] });
  const own = (await shop.call(readStoreCredit, { token })).body;
  expect([own.balance, own.entries.map(({ kind, amount }) => [kind, amount])]).toEqual([30, [['refund', 30]]]);
  expect(JSON.stringify(own)).not.toContain('Sent back');
  expect((await refund(order, 20.01)).status).toBe(409);
  expect((await refund(order, 20)).body.order).toMatchObject({ status: 'refunded', refunded: 50, payments: [{ refunded: 20 }] });
  expect(asked).toEqual([2000]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[GIFT-4] unspent gift cards are taken back before the money is, by pieces; a spent one is not refunded, and says so', async () => {
  const { buy, refund, read, listCards, readCard } = await open();
  const gift = await seedGiftProduct(shop, 5000);
  const order = await buy([gift, gift, gift]);
  expect((await read(order)).status).toBe('delivered');
  expect((await listCards(order)).map(({ balance, state }) => [balance, state])).toEqual(Array.from({ length: 3 }, () => [50, 'active']));
  const byAmount = await refund(order, 10);
  expect([byAmount.status, byAmount.body]).toMatchObject([409, { code: 'refund_mismatch' }]);
  expect((await refund(order, 50, { lines: [{ line: 0, quantity: 1, restock: false }] })).status).toBe(200);
  expect((await listCards(order)).map(({ balance }) => balance).sort((a, b) => a - b)).toEqual([0, 50, 50]);
  const left = (await listCards(order)).filter(({ balance }) => balance > 0);
  const { token: admin } = await shop.signUp({ role: 1 });
  await shop.call(adjustGiftCard, { token: admin, params: { id: left[0]?._id ?? '' }, body: { amount: -1, reason: 'Spent' } });
  const spent = await refund(order, 100);
  expect([spent.status, spent.body]).toMatchObject([409, { code: 'gift_card_spent' }]);
  mode = 'refuses';
  expect((await refund(order, 50, { lines: [{ line: 0, quantity: 1, restock: false }] })).status).toBe(409);
  expect((await readCard(left[1]?._id ?? '')).card.balance).toBe(50);
  expect(await shop.listFindings()).toEqual([]);
});

test('[GIFT-4] a full refund that is made at the provider takes what is left of the cards', async () => {
  const { buy, read, listCards } = await open();
  const gift = await seedGiftProduct(shop, 5000);
  const order = await buy([gift]);
  const [payment] = (await read(order)).payments;
  await shop.provider.refund({ key: 'at-the-provider', paymentId: payment?.payment ?? '', amountCents: 5000, currency: 'usd' });
  await shop.provider.redeliver();
  expect([(await read(order)).status, (await listCards(order)).map(({ balance }) => balance)]).toEqual(['refunded', [0]]);
  expect(await shop.listFindings()).toEqual([]);
});

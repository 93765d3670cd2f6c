/** Gift cards and store credit from the cart to the paid order: held, spent, released, and never more than there is. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts, warmUpPool } from '../../../../../tests/support/checkout.ts';
import { openMerchant, seedGiftProduct } from '../../../../../tests/support/gift-cards.ts';
import { CASH_ID, METHODS, saveMethods } from '../../../../../tests/support/payment-methods.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { changeGiftCard } from '../../../../contract/gift-card.ts';
import { cancelOrder, readOrder, startCheckout } from '../../../../contract/order.ts';
import { acceptOrder, endCheckout, readAnyOrder } from '../../../../contract/order-admin.ts';
import { bookPayment } from '../../../../contract/order-payment.ts';
import { shipOrder } from '../../../../contract/order-shipping.ts';
import { HOUR } from '../../../../contract/values.ts';
import { balanceAccounts } from '../../database/schema/balance.ts';
import { expireOrders } from './expire-orders.service.ts';

const shop = await openShopWithPayments();
const LOG = { error: (...args: unknown[]) => console.error(...args) };

async function open(priceCents = 3000) {
  const merchant = await openMerchant(shop);
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents, quantity: 50 }]);
  const { token, id } = await shop.signUp();
  const check = (giftCards: string[], more: object = {}, as = token) =>
    shop.call(startCheckout, { token: as, body: { products: [{ _id: mug }], giftCards, ...more } });
  const read = async (order: string) => (await shop.call(readOrder, { token, params: { id: order } })).body.order;
  return { ...merchant, mug, token, id, check, read };
}

test('[CREDIT-1] the provider is asked for the rest, and the order says which card paid what', async () => {
  const { mug, token, check, read, issue, readCard } = await open();
  const card = await issue(20);
  const typed = card.code.replace(/.{4}/g, '$&-').toLowerCase();
  const cart = (await shop.call(priceCart, { token, body: { products: [{ _id: mug }], giftCards: [typed] } })).body;
  expect(cart).toMatchObject({ total: 30, balance: { due: 10, refused: [], parts: [{ kind: 'gift_card', amount: 20, left: 0 }] } });
  const { body } = await check([typed], { due: 10 });
  expect(await shop.provider.readCheckout(body.id)).toMatchObject({ amountCents: 1000 });
  expect((await readCard(card._id)).card).toMatchObject({ balance: 0, held: 20, state: 'active' });
  await shop.pay(body.url);
  expect(await read(body.order)).toMatchObject({
    ...{ status: 'paid', total: 30, discount: 0, refunded: 0 },
    balance: { amount: 20, due: 10, parts: [{ kind: 'gift_card', lastFour: card.lastFour, amount: 20 }] },
  });
  expect((await readCard(card._id)).entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['spend', 0],
    ['hold', -20],
    ['issue', 20],
  ]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CREDIT-1] an order that balances pay in full needs no provider, and costs no fee of a way to pay', async () => {
  const { check, read, issue, id, credit } = await open();
  await saveMethods(
    shop.deps.db,
    [METHODS[2]].flatMap((it) => it ?? []),
  );
  const card = await issue(25);
  await credit(id, 40);
  const { body } = await check([card.code], { storeCredit: true, payment: CASH_ID, due: 0 });
  expect(body).toMatchObject({ isFree: true, url: expect.stringContaining('/success') });
  const order = await read(body.order);
  expect(order).toMatchObject({ status: 'paid', total: 30, balance: { amount: 30, due: 0 } });
  expect(order.balance?.parts).toEqual([
    { kind: 'gift_card', lastFour: card.lastFour, amount: 25 },
    { kind: 'store_credit', amount: 5 },
  ]);
  expect([order.fee, order.paymentMethod]).toEqual([undefined, undefined]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CREDIT-2] a checkout that ends unpaid gives back what it held, and a newer one may use it', async () => {
  const { mug, check, token, issue, readCard } = await open();
  const card = await issue(20);
  const first = await check([card.code]);
  const second = await check([card.code]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect((await readCard(card._id)).card).toMatchObject({ balance: 0, held: 20 });
  // Back from the payment page: what it holds is still theirs, and nobody else's.
  const cart = { products: [{ _id: mug }], giftCards: [card.code] };
  expect((await shop.call(priceCart, { token, body: cart })).body.balance).toMatchObject({ due: 10, refused: [] });
  expect((await shop.call(priceCart, { body: cart })).body.balance).toMatchObject({ due: 30, refused: [0] });
  await shop.call(cancelOrder, { token, params: { id: second.body.order } });
  expect((await readCard(card._id)).card).toMatchObject({ balance: 20, held: 0 });
  const third = await check([card.code]);
  shop.advanceClock(2 * HOUR);
  await expireOrders(shop.deps, LOG);
  expect([await shop.readOrderStatus(token, third.body.order), (await readCard(card._id)).card.balance]).toEqual(['expired', 20]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CREDIT-2] a payment that comes after the end takes the balance once more; where that is gone, a person looks', async () => {
  const { check, token, issue, readCard } = await open();
  const late = async (spendsElsewhere: boolean) => {
    const card = await issue(20);
    const { body } = await check([card.code]);
    await shop.call(cancelOrder, { token, params: { id: body.order } });
    const other = await shop.signUp();
    if (spendsElsewhere) await check([card.code], {}, other.token);
    await shop.sendPaymentEvent({ id: `evt_${body.order}`, session: body.id, reference: body.order, amount: 1000 });
    return { status: await shop.readOrderStatus(token, body.order), card: (await readCard(card._id)).card };
  };
  expect(await late(false)).toMatchObject({ status: 'paid', card: { balance: 0, held: 0 } });
  expect(await late(true)).toMatchObject({ status: 'review', card: { balance: 0, held: 20 } });
  expect(await shop.listFindings()).toEqual([]);
});

test('[CREDIT-3] one card in ten tabs at once pays for one order', async () => {
  const { check, issue, readCard } = await open();
  const card = await issue(30);
  const buyers = await Promise.all(Array.from({ length: 10 }, () => shop.signUp()));
  await warmUpPool(shop);
  const answers = await Promise.all(buyers.map(({ token }) => check([card.code], {}, token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => ('code' in body ? body.code : '')))).toEqual(
    new Set(['gift_card_not_usable']),
  );
  expect((await readCard(card._id)).card).toMatchObject({ balance: 0, held: 0, state: 'spent' });
  expect(await shop.listFindings()).toEqual([]);
});

test('[CREDIT-3] the database itself refuses a balance below zero', async () => {
  const { issue } = await open();
  const card = await issue(5);
  const write = shop.deps.db.update(balanceAccounts).set({ balanceCents: -1 }).where(sql`id = ${card._id}`);
  await expect(write).rejects.toThrow();
});

test('[CREDIT-3] codes that pay nothing have one answer: unknown, empty, disabled, expired, twice, in another currency', async () => {
  const { mug, token, admin, check, issue } = await open();
  const cards = [await issue(5), await issue(5, { expiresOn: '2099-01-01' }), await issue(5), await issue(5)];
  const [disabled, expired, foreign, good] = cards;
  await shop.call(changeGiftCard, { token: admin, params: { id: disabled?._id ?? '' }, body: { isDisabled: true } });
  await shop.deps.db
    .update(balanceAccounts)
    .set({ expiresAt: new Date(0) })
    .where(sql`id = ${expired?._id}`);
  await shop.deps.db.update(balanceAccounts).set({ currency: 'eur' }).where(sql`id = ${foreign?._id}`);
  const bad = ['2222222222222222', disabled?.code ?? '', expired?.code ?? '', foreign?.code ?? ''];
  for (const code of bad) {
    const cart = (await shop.call(priceCart, { token, body: { products: [{ _id: mug }], giftCards: [code] } })).body;
    expect(cart.balance).toEqual({ parts: [], refused: [0], due: 30 });
    const refused = await check([code]);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'gift_card_not_usable', issues: [{ path: 'giftCards.0' }] }]);
  }
  const twice = await check([good?.code ?? '', good?.code ?? '']);
  expect([twice.status, twice.body]).toMatchObject([409, { code: 'gift_card_not_usable', issues: [{ path: 'giftCards.1' }] }]);
  await shop.deps.db.update(balanceAccounts).set({ currency: 'usd' }).where(sql`id = ${foreign?._id}`);
});

test('[CREDIT-3] nobody pays more than the page showed: a card that was spent meanwhile is a 409', async () => {
  const { check, issue } = await open();
  const card = await issue(20);
  const other = await shop.signUp();
  const [hot = ''] = await seedProducts(shop, [{ priceCents: 1500, quantity: 5 }]);
  await shop.call(startCheckout, { token: other.token, body: { products: [{ _id: hot }], giftCards: [card.code] } });
  const refused = await check([card.code], { due: 10 });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'gift_card_not_usable' }]);
});

test.each<[string, object]>([
  ['six cards', { giftCards: Array.from({ length: 6 }, () => 'x') }],
  ['a number for a code', { giftCards: [7] }],
  ['an empty code', { giftCards: [''] }],
  ['a code of 101 letters', { giftCards: ['x'.repeat(101)] }],
  ['store credit that is a text', { storeCredit: 'yes' }],
  ['a negative sum', { due: -1 }],
])('[CREDIT-3] a checkout with %s is refused: 400', async (_what, body) => {
  const { token, mug } = await open();
  expect((await shop.call(startCheckout, { token, body: { products: [{ _id: mug }], ...body } })).status).toBe(400);
});

test('[CREDIT-4] paid by hand, the rest is what is asked, received and held until then', async () => {
  const { admin, check, token, issue, readCard } = await open();
  await saveMethods(shop.deps.db, METHODS);
  const card = await issue(20);
  const { body } = await check([card.code], { payment: METHODS[1]?._id });
  expect(body).toMatchObject({ isPlaced: true });
  const params = { id: body.order };
  const tooMuch = await shop.call(bookPayment, { token: admin, params, body: { amount: 30 } });
  expect([tooMuch.status, tooMuch.body]).toMatchObject([409, { code: 'payment_mismatch', issues: [{ limit: 10 }] }]);
  expect((await readCard(card._id)).card).toMatchObject({ balance: 0, held: 20 });
  await shop.call(bookPayment, { token: admin, params, body: { amount: 10 } });
  expect((await shop.call(readAnyOrder, { token: admin, params })).body.order).toMatchObject({
    status: 'paid',
    payments: [{ amount: 10 }],
  });
  expect((await readCard(card._id)).card).toMatchObject({ balance: 0, held: 0 });
  expect(await shop.readOrderStatus(token, body.order)).toBe('paid');
  expect(await shop.listFindings()).toEqual([]);
});

test('[CREDIT-4] sent unpaid, it is held until somebody pays; where it comes back unpaid, it is given back', async () => {
  const { admin, check, issue, readCard } = await open();
  await saveMethods(shop.deps.db, METHODS);
  const card = await issue(20);
  const sent = await check([card.code], { payment: CASH_ID, due: 13.5 });
  const params = { id: sent.body.order };
  await shop.call(shipOrder, { token: admin, params, body: { carrier: 'UPS', tracking: '' } });
  expect((await readCard(card._id)).card).toMatchObject({ balance: 0, held: 20 });
  expect(await shop.listFindings()).toEqual([]);
  await shop.call(endCheckout, { token: admin, params });
  expect((await readCard(card._id)).card).toMatchObject({ balance: 20, held: 0 });
  const paid = await check([card.code], { payment: CASH_ID });
  await shop.call(shipOrder, { token: admin, params: { id: paid.body.order }, body: { carrier: 'UPS', tracking: '' } });
  await shop.call(bookPayment, { token: admin, params: { id: paid.body.order }, body: { amount: 13.5 } });
  expect((await readCard(card._id)).card).toMatchObject({ balance: 0, held: 0 });
  expect(await shop.listFindings()).toEqual([]);
});

test('[CREDIT-2] an order on hold whose card has its money again can be accepted, and not before', async () => {
  const { admin, check, token, issue, readCard } = await open();
  const card = await issue(20);
  const { body } = await check([card.code]);
  await shop.call(cancelOrder, { token, params: { id: body.order } });
  const other = await shop.signUp();
  const taken = await check([card.code], {}, other.token);
  await shop.sendPaymentEvent({ id: 'evt_late', session: body.id, reference: body.order, amount: 1000 });
  const accept = () => shop.call(acceptOrder, { token: admin, params: { id: body.order }, body: { why: 'They called' } });
  const refused = await accept();
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'insufficient_balance' }]);
  await shop.call(cancelOrder, { token: other.token, params: { id: taken.body.order } });
  expect((await accept()).body.order).toMatchObject({ status: 'paid' });
  expect((await readCard(card._id)).card).toMatchObject({ balance: 0, held: 0 });
  expect(await shop.listFindings()).toEqual([]);
});

test('[CREDIT-4] gift cards buy no gift cards, and no discount code makes them cheaper', async () => {
  const { mug, token, issue } = await open(1000);
  const gift = await seedGiftProduct(shop, 5000);
  const card = await issue(100);
  const cart = (await shop.call(priceCart, { token, body: { products: [{ _id: mug }, { _id: gift }], giftCards: [card.code] } })).body;
  expect(cart).toMatchObject({ total: 60, balance: { due: 50, parts: [{ amount: 10, left: 90 }] } });
});

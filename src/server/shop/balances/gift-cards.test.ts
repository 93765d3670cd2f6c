/** Gift cards: issued by hand and sold, sent on their day, found by their code alone, and never shown by a list. */

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../tests/support/checkout.ts';
import { openMerchant, seedGiftProduct } from '../../../../tests/support/gift-cards.ts';
import { storePricing } from '../../../../tests/support/pricing-settings.ts';
import { isGiftCode } from '../../../contract/balance-fields.ts';
import { priceCart } from '../../../contract/cart.ts';
import {
  adjustGiftCard,
  changeGiftCard,
  checkGiftCard,
  exportGiftCards,
  issueGiftCard,
  listGiftCards,
  sendGiftCard,
  showGiftCardCode,
} from '../../../contract/gift-card.ts';
import { readOrder, startCheckout } from '../../../contract/order.ts';
import { adjustCustomerCredit, readStoreCredit } from '../../../contract/store-credit.ts';
import { readTaxReport } from '../../../contract/tax-report.ts';
import { DAY, HOUR } from '../../../contract/values.ts';
import { balanceAccounts, balanceEntries } from '../database/schema/balance.ts';
import { emails } from '../database/schema/messages.ts';
import { sendGiftCards } from './send-gift-cards.service.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

const listMails = () => db.select().from(emails).where(sql`kind = 'gift card'`);

test('[GIFT-1] a code is random, shown once, found in any spelling, and stored neither as it is nor in the outbox', async () => {
  const { issue, admin } = await openMerchant(shop);
  const card = await issue(25, { recipientEmail: 'ada@example.com', recipientName: 'Ada', message: 'Enjoy' });
  expect([isGiftCode(card.code), card.code.slice(-4)]).toEqual([true, card.lastFour]);
  await sendGiftCards(shop.deps);
  const stored = JSON.stringify([await db.select().from(balanceAccounts), await db.select().from(balanceEntries), await listMails()]);
  const grouped = card.code.replace(/.{4}(?=.)/g, '$& ');
  expect([stored.includes(card.code), stored.includes(grouped), stored.includes('Enjoy')]).toEqual([false, false, true]);
  const typed = ` ${grouped.toLowerCase()} `;
  expect((await shop.call(checkGiftCard, { body: { code: typed } })).body.card).toMatchObject({ balance: 25, lastFour: card.lastFour });
  const list = (await shop.call(listGiftCards, { token: admin, query: { keyword: card.lastFour } })).body;
  expect([list.total, JSON.stringify(list).includes(card.code)]).toEqual([1, false]);
  expect((await shop.call(showGiftCardCode, { token: admin, params: { id: card._id } })).body.code).toBe(card.code);
});

test('[GIFT-1] wrong, empty, disabled and expired codes have one answer, and guesses are limited', async () => {
  const { issue, admin } = await openMerchant(shop);
  const [empty, disabled, expired] = [await issue(5), await issue(5), await issue(5)];
  await shop.call(adjustGiftCard, { token: admin, params: { id: empty._id }, body: { amount: -5, reason: 'Spent in the shop' } });
  await shop.call(changeGiftCard, { token: admin, params: { id: disabled._id }, body: { isDisabled: true } });
  await db
    .update(balanceAccounts)
    .set({ expiresAt: new Date(0) })
    .where(sql`id = ${expired._id}`);
  const answers = await Promise.all(
    ['WRONGWRONGWRONGW', empty.code, disabled.code, expired.code].map((code) => shop.call(checkGiftCard, { body: { code } })),
  );
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, 'message' in body && body.message])))).toHaveLength(1);
  const guesses = [];
  for (let n = 0; n < 14; n += 1) guesses.push((await shop.call(checkGiftCard, { body: { code: `guess ${n}` } })).status);
  expect([guesses[0], guesses.at(-1)]).toEqual([404, 429]);
  shop.advanceClock(HOUR);
});

test('[GIFT-2] sold gift cards are issued with the payment, once, and sent on their day by a job, once', async () => {
  const gift = await seedGiftProduct(shop, 3000);
  const { token } = await shop.signUp();
  const sendOn = new Date(shop.deps.now().getTime() + 3 * DAY).toISOString().slice(0, 10);
  const recipient = { email: 'grace@example.com', name: 'Grace', from: 'Ada', message: 'Happy birthday <b>!</b>', sendOn };
  const body = { products: [{ _id: gift, count: 2, recipient }] };
  const started = (await shop.call(startCheckout, { token, body })).body;
  const order = async () => (await shop.call(readOrder, { token, params: { id: started.order } })).body.order;
  const cards = () => db.select().from(balanceAccounts).where(sql`order_id = ${started.order}`);
  expect(await cards()).toEqual([]);
  await shop.pay(started.url);
  await shop.provider.redeliver();
  expect(await order()).toMatchObject({
    status: 'delivered',
    needsShipping: false,
    lines: [{ isGiftCard: true, recipient: { name: 'Grace' } }],
  });
  expect((await cards()).map(({ balanceCents, currency, sentAt }) => [balanceCents, currency, sentAt])).toEqual([
    [3000, 'usd', null],
    [3000, 'usd', null],
  ]);
  const before = (await listMails()).length;
  expect(await sendGiftCards(shop.deps)).toBe(0);
  shop.advanceClock(4 * DAY);
  const sent = await Promise.all([sendGiftCards(shop.deps), sendGiftCards(shop.deps)]);
  expect([sent.reduce((sum, it) => sum + it, 0), await sendGiftCards(shop.deps)]).toEqual([2, 0]);
  const mails = (await listMails()).slice(before);
  expect(mails.map(({ recipient: to }) => to)).toEqual(['grace@example.com', 'grace@example.com']);
  expect([mails[0]?.html.includes('<b>!'), mails[0]?.text.includes('Happy birthday')]).toEqual([false, true]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[GIFT-3] no tax is due for a gift card when it is sold: neither in the order nor in the report, and discount codes leave it alone', async () => {
  const gift = await seedGiftProduct(shop, 5000);
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 1190, quantity: 5 }]);
  await storePricing(db, {
    tax: { pricesIncludeTax: true, taxShipping: true, rates: [{ country: 'US', region: '', rate: 19 }] },
  });
  const { token: owner } = await shop.signUp({ role: 1 });
  const cart = (await shop.call(priceCart, { body: { products: [{ _id: gift }, { _id: mug }], address: { country: 'US' } } })).body;
  expect(cart).toMatchObject({ total: 61.9, tax: 1.9, taxes: [{ rate: 19, net: 10, tax: 1.9 }] });
  expect(cart.lines.map(({ tax }) => tax)).toEqual([0, 1.9]);
  const { token } = await shop.signUp();
  const started = (await shop.call(startCheckout, { token, body: { products: [{ _id: gift }, { _id: mug }], country: 'US' } })).body;
  await shop.pay(started.url);
  const { rows } = (await shop.call(readTaxReport, { token: owner, query: {} })).body;
  expect(rows.map(({ rate, net, tax }) => [rate, net, tax])).toEqual([[19, 10, 1.9]]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[GIFT-5] the team issues, adjusts, disables and sends again; the same form twice counts once; read-only roles see no code', async () => {
  const { issue, admin, readCard } = await openMerchant(shop);
  const card = await issue(10);
  const params = { id: card._id };
  const key = crypto.randomUUID();
  for (const _try of [1, 2]) await shop.call(adjustGiftCard, { token: admin, params, body: { amount: 5, reason: 'Sorry', key } });
  expect((await readCard(card._id)).card.balance).toBe(15);
  const below = await shop.call(adjustGiftCard, { token: admin, params, body: { amount: -15.01, reason: 'Too much' } });
  expect([below.status, below.body]).toMatchObject([409, { code: 'insufficient_balance', issues: [{ limit: 15 }] }]);
  const nobody = await shop.call(sendGiftCard, { token: admin, params, body: {} });
  expect([nobody.status, nobody.body]).toMatchObject([400, { issues: [{ path: 'email', code: 'required' }] }]);
  await shop.call(sendGiftCard, { token: admin, params, body: { email: 'new@example.com' } });
  expect(await sendGiftCards(shop.deps)).toBe(1);
  expect((await readCard(card._id)).card).toMatchObject({ recipientEmail: 'new@example.com', sentAt: expect.any(String) });
  const issueKey = crypto.randomUUID();
  const again = () => shop.call(issueGiftCard, { token: admin, body: { amount: 5, reason: 'Twice', key: issueKey } });
  expect([(await again()).status, (await again()).status]).toEqual([200, 409]);
  const csv = await shop.call(exportGiftCards, { token: admin });
  expect([JSON.stringify(csv.body).includes(card.lastFour), JSON.stringify(csv.body).includes(card.code)]).toEqual([true, false]);
});

test.each<[string, object]>([
  ['nothing', { amount: 0 }],
  ['less than nothing', { amount: -5 }],
  ['more than 100,000', { amount: 100_001 }],
  ['half a cent', { amount: 0.005 }],
  ['a text', { amount: 'ten' }],
  ['no reason', { amount: 5, reason: ' ' }],
  ['a day that is over', { amount: 5, expiresOn: '2001-01-01' }],
  ['a day that is none', { amount: 5, expiresOn: '2099-13-01' }],
  ['a recipient without an @', { amount: 5, recipientEmail: 'ada' }],
])('[GIFT-5] issuing %s is refused: 400', async (_what, body) => {
  const { admin } = await openMerchant(shop);
  const { status } = await shop.call(issueGiftCard, { token: admin, body: { reason: 'A test', ...body } as never });
  expect(status).toBe(400);
});

test('[CREDIT-6] a customer sees their store credit and its history, and nobody else’s', async () => {
  const { admin } = await openMerchant(shop);
  const [one, other] = [await shop.signUp(), await shop.signUp()];
  const change = (amount: number) =>
    shop.call(adjustCustomerCredit, { token: admin, params: { id: one.id }, body: { amount, reason: 'A secret note' } });
  expect((await change(12)).body).toMatchObject({ balance: 12 });
  expect((await change(-12.01)).status).toBe(409);
  const own = (await shop.call(readStoreCredit, { token: one.token })).body;
  expect([own.balance, own.entries.length, JSON.stringify(own).includes('secret')]).toEqual([12, 1, false]);
  expect((await shop.call(readStoreCredit, { token: other.token })).body).toMatchObject({ balance: 0, entries: [] });
  const unknown = { id: '11111111-1111-4111-8111-111111111111' };
  expect((await shop.call(adjustCustomerCredit, { token: admin, params: unknown, body: { amount: 1, reason: 'x' } })).status).toBe(404);
});

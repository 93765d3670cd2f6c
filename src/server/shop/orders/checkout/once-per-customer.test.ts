/** Codes that each customer may use once: whose use it is, and how often codes may be guessed. */
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { makeCode } from '../../../../../tests/support/discount-codes.ts';
import { checkOutAsGuest } from '../../../../../tests/support/guests.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { toMailbox } from '../../pricing/discount-code.repository.ts';
import { expireOrders } from './expire-orders.service.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
const log = { error: () => undefined };

async function openWithCode() {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1000, quantity: 500 }]);
  await makeCode(db, { code: 'ONCE', maxUsesPerCustomer: 1 });
  return mug;
}

const askPrice = async (
  mug: string,
  code: string,
  { token, agent = 'Phone', ip = '192.0.2.1' }: { token?: string; agent?: string; ip?: string } = {},
) =>
  shop.send({
    method: 'POST',
    url: priceCart.path,
    payload: { products: [{ _id: mug }], code },
    headers: { 'user-agent': agent, ...(token && { authorization: token }) },
    remoteAddress: ip,
  });

test.each([
  ['Ada@Example.com', 'ada@example.com'],
  ['ada+shop@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['a.d.a+1@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['a.da@example.com', 'a.da@example.com'],
  ['a\u200Bda@example.com', 'ada@example.com'],
  ['a\u00ADda@exam\u2060ple.com', 'ada@example.com'],
  ['ａｄａ@example.com', 'ada@example.com'],
  ['ada@example.com.', 'ada@example.com'],
  ['+only@example.com', '+only@example.com'],
  ['+only@gmail.com', '+only@gmail.com'],
  ['nobody', 'nobody'],
])('[CODE-5] %j is the mailbox %j', (email, mailbox) => expect(toMailbox(email)).toBe(mailbox));

test('[CODE-5] once per customer can’t be bypassed by tags, dots, capitals or invisible letters', async () => {
  const mug = await openWithCode();
  const first = await checkOutAsGuest(shop, [mug], { email: 'ada.shopper@gmail.com', code: 'ONCE' });
  await shop.pay(first.body.url);
  for (const email of ['adashopper@gmail.com', 'ADA.shopper+2@googlemail.com', 'adasho.pper+x@gmail.com']) {
    const { status, body } = await checkOutAsGuest(shop, [mug], { email, code: 'ONCE' });
    expect([email, status, body]).toMatchObject([email, 409, { code: 'code_not_applicable' }]);
  }
  const { token } = await shop.signUp({ email: 'adashopper+account@gmail.com' });
  expect((await askPrice(mug, 'ONCE', { token })).body.code).toMatchObject({ reason: 'used_by_customer' });
  expect((await checkOutAsGuest(shop, [mug], { email: 'grace@gmail.com', code: 'ONCE' })).status).toBe(200);
});

test("[CODE-5] a stranger's unpaid checkout with my address doesn't use up my code", async () => {
  const mug = await openWithCode();
  const { token, email } = await shop.signUp();
  expect((await checkOutAsGuest(shop, [mug], { email, code: 'ONCE', ip: '198.51.100.9' })).status).toBe(200);
  expect((await askPrice(mug, 'ONCE', { token })).body.code).toMatchObject({ applies: true });
  const mine = await shop.call(startCheckout, { token, body: { products: [{ _id: mug }], code: 'ONCE' } });
  expect(mine.status).toBe(200);
  // Nor a guest's in another network.
  expect((await checkOutAsGuest(shop, [mug], { email: 'grace@example.com', code: 'ONCE', ip: '198.51.100.9' })).status).toBe(200);
  expect((await checkOutAsGuest(shop, [mug], { email: 'grace@example.com', code: 'ONCE' })).status).toBe(200);
});

test('[CODE-5] if a customer has two open checkouts with a code, paying one ends the other', async () => {
  const mug = await openWithCode();
  const { token, email } = await shop.signUp();
  const asGuest = await checkOutAsGuest(shop, [mug], { email: email.replace('@', '+x@'), code: 'ONCE' });
  const mine = await shop.call(startCheckout, { token, body: { products: [{ _id: mug }], code: 'ONCE' } });
  await shop.pay(mine.body.url);
  await expireOrders(shop.deps, log);
  expect((await shop.provider.readCheckout(asGuest.body.id))?.state).not.toBe('open');
  expect([await shop.readOrderStatus(token, mine.body.order), await shop.readStock(mug)]).toEqual(['paid', 499]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CODE-8] ten wrong codes can be tried at once, then any code once a minute; another browser and an account are counted separately', async () => {
  const mug = await openWithCode();
  const { token } = await shop.signUp();
  // The cart asks again whenever it changes: the same wrong code is one guess.
  for (let n = 0; n < 30; n += 1) expect((await askPrice(mug, `WRONG-${n % 10}`)).status).toBe(200);
  for (const code of ['WRONG-10', 'ONCE']) expect((await askPrice(mug, code)).body).toMatchObject({ code: 'too_many_attempts' });
  const refused = await checkOutAsGuest(shop, [mug], { code: 'ONCE', agent: 'Phone' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await askPrice(mug, 'ONCE', { agent: 'Other phone' })).body.code).toMatchObject({ applies: true });
  expect((await askPrice(mug, 'ONCE', { token })).body.code).toMatchObject({ applies: true });
  expect((await askPrice(mug, '')).status).toBe(200);
  shop.advanceClock(MINUTE);
  expect((await askPrice(mug, 'ONCE')).body.code).toMatchObject({ applies: true });
});

test('[CODE-8] valid codes don’t count as guesses, and of many parallel guesses ten are answered', async () => {
  const mug = await openWithCode();
  for (let n = 0; n < 20; n += 1) expect((await askPrice(mug, 'once')).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => askPrice(mug, n === 39 ? 'ONCE' : `AT-ONCE-${n}`)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(11);
});

test('[CODE-8] a client that changes the browser’s name with each guess has a hundred in a network, then one every six seconds', {
  tags: ['full'],
}, async () => {
  const mug = await openWithCode();
  const statuses: number[] = [];
  for (let n = 0; n < 105; n += 1) statuses.push((await askPrice(mug, `ROBOT-${n}`, { agent: `robot ${n}` })).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect((await askPrice(mug, 'ONCE', { ip: '198.51.100.1' })).status).toBe(200);
});

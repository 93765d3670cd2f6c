/** Discount codes from the cart to the paid order: what they take off, and that their uses are counted right. */
import { eq, sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { makeCode, readUses } from '../../../../../tests/support/discount-codes.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { cancelOrder, readOrder, startCheckout } from '../../../../contract/order.ts';
import { refundOrder } from '../../../../contract/order-admin.ts';
import { readSettings, updateSettings } from '../../../../contract/settings.ts';
import { HOUR, MINUTE } from '../../../../contract/values.ts';
import { query } from '../../../platform/database/query.ts';
import { emails } from '../../database/schema/messages.ts';
import { discountCodes } from '../../database/schema/pricing.ts';
import type { PaymentProvider } from '../../payments/provider.ts';
import { expireOrders } from './expire-orders.service.ts';

let isProviderDown = false;
const shop = await openShopWithPayments(
  (demo): PaymentProvider => ({
    ...demo,
    startCheckout: (checkout) => (isProviderDown ? Promise.reject(new Error('down')) : demo.startCheckout(checkout)),
  }),
);
const { db } = shop.deps;
const log = { error: () => undefined };

const checkOut = (token: string, ids: string[], code?: string) =>
  shop.call(startCheckout, { token, body: { products: ids.map((_id) => ({ _id })), ...(code !== undefined && { code }) } });
const askPrice = (ids: string[], code?: string, token?: string) =>
  shop.call(priceCart, { ...(token && { token }), body: { products: ids.map((_id) => ({ _id })), ...(code !== undefined && { code }) } });
const readBought = async (token: string, id: string) => (await shop.call(readOrder, { token, params: { id } })).body.order;

async function open(priceCents = 1999) {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents, quantity: 50 }]);
  const { token } = await shop.signUp();
  return { mug, token };
}

test('[PRICE-3] cart, order and provider have the same total, and the order keeps what it consists of', async () => {
  const { mug, token } = await open();
  await makeCode(db, { percent: 15 });
  const cart = (await askPrice([mug, mug, mug], 'spring')).body;
  expect(cart).toMatchObject({ subtotal: 59.97, discount: 9, total: 50.97, code: { code: 'SPRING', applies: true, reason: null } });
  expect(cart.lines).toMatchObject([{ _id: mug, count: 3, price: 19.99, subtotal: 59.97, discount: 9, tax: 0 }]);
  const { body } = await checkOut(token, [mug, mug, mug], ' Spring ');
  const order = await readBought(token, body.order);
  expect(order).toMatchObject({ subtotal: 59.97, discount: 9, code: 'SPRING', shipping: 0, tax: 0, total: 50.97 });
  expect(order.lines).toMatchObject([{ price: 19.99, quantity: 3, discount: 9 }]);
  expect(await shop.provider.readCheckout(body.id)).toMatchObject({ amountCents: 5097 });
  await shop.pay(body.url);
  expect([await shop.readOrderStatus(token, body.order), await readUses(db)]).toEqual(['paid', 1]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[PRICE-3] a cart without choices is priced for visitors too, and lists products that are no longer sold', async () => {
  const { mug } = await open(1250);
  const gone = '11111111-1111-4111-8111-111111111111';
  expect((await askPrice(['odd'])).body).toMatchObject({ lines: [], total: 0, unavailable: ['odd'] });
  const { status, body } = await askPrice([mug.toUpperCase(), gone, mug]);
  expect([status, body]).toMatchObject([
    200,
    { subtotal: 25, discount: 0, shipping: 0, tax: 0, total: 25, code: null, unavailable: [gone] },
  ]);
});

test.each<[string, object]>([
  ['no products', {}],
  ['an empty cart', { products: [] }],
  ['a number for the code', { products: [{ _id: 'a' }], code: 7 }],
  ['a code of 101 letters', { products: [{ _id: 'a' }], code: 'x'.repeat(101) }],
  ['half a surrogate pair', { products: [{ _id: 'a' }], code: '\ud800' }],
  ['a negative count', { products: [{ _id: 'a', count: -1 }] }],
])('[PRICE-3] asking for the price of %s is refused: 400', async (_what, body) => {
  expect((await shop.call(priceCart, { body })).status).toBe(400);
});

test('[CODE-2] a code that does not apply says why in the cart, and the checkout refuses it instead of charging more', async () => {
  const { mug, token } = await open(1000);
  const day = (days: number) => new Date(shop.deps.now().getTime() + days * 24 * HOUR);
  await makeCode(db, { code: 'LATER', startsAt: day(1) });
  await makeCode(db, { code: 'OVER', endsAt: day(-1) });
  await makeCode(db, { code: 'GONE', maxUses: 1, uses: 1 });
  await makeCode(db, { code: 'BIG', minimumCents: 1001 });
  await makeCode(db, { code: 'OTHER', productIds: ['11111111-1111-4111-8111-111111111111'] });
  await makeCode(db, { code: 'SHIP', kind: 'free_shipping' });
  const reasons = {
    NEVER: 'unknown',
    LATER: 'not_started',
    OVER: 'ended',
    GONE: 'used_up',
    BIG: 'below_minimum',
    OTHER: 'no_matching_products',
    SHIP: 'nothing_to_ship',
  };
  for (const [code, reason] of Object.entries(reasons)) {
    const { body } = await askPrice([mug], code);
    expect(body).toMatchObject({ discount: 0, total: 10, code: { code, applies: false, reason } });
    const refused = await checkOut(token, [mug], code);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'code_not_applicable', issues: [{ path: 'code' }] }]);
  }
  expect((await askPrice([mug], 'BIG')).body.code).toMatchObject({ minimum: 10.01 });
  expect(await shop.readStock(mug)).toBe(50);
  // Blanks are no code.
  expect((await checkOut(token, [mug], '  ')).status).toBe(200);
});

test('[CODE-2] a code that ends between cart and payment is refused at the checkout; an order that has it keeps it', async () => {
  const { mug, token } = await open(1000);
  await makeCode(db, { endsAt: new Date(shop.deps.now().getTime() + MINUTE) });
  const { body } = await checkOut(token, [mug], 'SPRING');
  shop.advanceClock(2 * MINUTE);
  const other = await shop.signUp();
  expect((await checkOut(other.token, [mug], 'SPRING')).body.message).toContain("isn't valid any more");
  await shop.pay(body.url);
  expect(await readBought(token, body.order)).toMatchObject({ status: 'paid', total: 9 });
});

test('[CODE-5] a customer can use a code as often as allowed, and the cart says so once they are logged in', async () => {
  const { mug, token } = await open(1000);
  await makeCode(db, { maxUsesPerCustomer: 1 });
  const { body } = await checkOut(token, [mug], 'SPRING');
  await shop.pay(body.url);
  expect((await askPrice([mug], 'SPRING', token)).body.code).toMatchObject({ reason: 'used_by_customer' });
  expect((await askPrice([mug], 'SPRING')).body.code).toMatchObject({ applies: true });
  expect((await checkOut(token, [mug], 'SPRING')).status).toBe(409);
  expect((await checkOut((await shop.signUp()).token, [mug], 'SPRING')).status).toBe(200);
});

test('[CODE-6] a code can be used again after its checkout ends unpaid: cancelled, replaced, expired, or not opened by the provider', async () => {
  const { mug, token } = await open(1000);
  await makeCode(db, { maxUses: 1, maxUsesPerCustomer: 1 });
  const first = await checkOut(token, [mug], 'SPRING');
  await shop.call(cancelOrder, { token, params: { id: first.body.order } });
  expect(await readUses(db)).toBe(0);
  // The next one replaces it, and has the use that it gives back.
  for (let time = 0; time < 2; time += 1) expect((await checkOut(token, [mug], 'SPRING')).status).toBe(200);
  expect(await readUses(db)).toBe(1);
  shop.advanceClock(16 * MINUTE);
  await expireOrders(shop.deps, log);
  expect(await readUses(db)).toBe(0);
  isProviderDown = true;
  expect((await checkOut(token, [mug], 'SPRING')).status).toBe(502);
  isProviderDown = false;
  expect(await readUses(db)).toBe(0);
  const paid = await checkOut(token, [mug], 'SPRING');
  await shop.pay(paid.body.url);
  expect(await readUses(db)).toBe(1);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CODE-6] a late payment counts the use again, even if others have used up the code meanwhile', async () => {
  const { mug, token } = await open(1000);
  await makeCode(db, { maxUses: 1 });
  const { body } = await checkOut(token, [mug], 'SPRING');
  const event = { session: body.id, reference: body.order, amount: 900 };
  await shop.sendPaymentEvent({ id: 'evt_end', type: 'checkout.expired', ...event });
  const other = await shop.signUp();
  expect((await checkOut(other.token, [mug], 'SPRING')).status).toBe(200);
  await shop.sendPaymentEvent({ id: 'evt_late', ...event });
  expect([await shop.readOrderStatus(token, body.order), await readUses(db)]).toEqual(['paid', 2]);
  expect((await askPrice([mug], 'SPRING')).body.code).toMatchObject({ reason: 'used_up' });
  expect(await shop.listFindings()).toEqual([]);
});

test('[CODE-7] an order that a code makes free needs no payment page: it is paid at once, with number, stock and email', async () => {
  const { mug, token } = await open(1000);
  await makeCode(db, { percent: 100, maxUses: 1 });
  const { status, body } = await checkOut(token, [mug, mug], 'SPRING');
  expect([status, body]).toMatchObject([200, { isFree: true, url: expect.stringMatching(/\/success\?order=/) }]);
  const order = await readBought(token, body.order);
  expect(order).toMatchObject({ status: 'paid', number: expect.any(Number), total: 0, subtotal: 20, discount: 20, refunded: 0 });
  expect([await shop.readStock(mug), await readUses(db)]).toEqual([48, 1]);
  expect(await db.select({ subject: emails.subject }).from(emails)).toEqual([{ subject: `Your order #${order.number} is confirmed` }]);
  expect((await shop.call(cancelOrder, { token, params: { id: body.order } })).status).toBe(409);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CODE-7] products that are free by themselves are refused, also with a code', async () => {
  const [leaflet = ''] = await seedProducts(shop, [{ priceCents: 0, quantity: 5 }]);
  await makeCode(db, { percent: 100 });
  const { token } = await shop.signUp();
  for (const code of [undefined, 'SPRING']) expect((await checkOut(token, [leaflet], code)).body).toMatchObject({ code: 'nothing_to_pay' });
  expect([await shop.readStock(leaflet), await readUses(db)]).toEqual([5, 0]);
});

test('[CODE-6] [STOCK-5] verify names uses and prices that do not match their orders', async () => {
  const { mug, token } = await open(1000);
  await makeCode(db);
  await checkOut(token, [mug], 'SPRING');
  for (const [tamper, rule] of [
    [sql`update discount_codes set uses = 5`, /counts the uses/],
    [sql`update discount_code_uses set is_counted = false`, /has its use/],
    [sql`update orders set discount_cents = 7`, /add up to its total/],
  ] as const) {
    await db.execute(tamper);
    expect((await shop.listFindings()).map((finding) => finding.rule)).toEqual(expect.arrayContaining([expect.stringMatching(rule)]));
  }
});

test('[CODE-5] a code with three uses is used three times, however many customers try at once', async () => {
  const { mug } = await open(1000);
  await makeCode(db, { maxUses: 3 });
  const { token } = await shop.signUp();
  const tokens = [token, token, token, ...(await Promise.all(Array.from({ length: 9 }, async () => (await shop.signUp()).token)))];
  const answers = await Promise.all(tokens.map((it) => checkOut(it, [mug], 'spring')));
  // Those of the one account replace each other, and so may have one use after the other.
  expect(answers.filter((it) => it.status === 409).length).toBeGreaterThanOrEqual(7);
  const [row] = await db.select().from(discountCodes);
  expect(row?.uses).toBe(3);
  expect(await shop.listFindings()).toEqual([]);
});

test.each(['checkout.expired', 'checkout.paid'] as const)(
  '[CODE-6] %s locks the code before the stock, as checkouts do, so that the two never wait for each other',
  { skip: inject('server') === undefined },
  async (type) => {
    const { mug, token } = await open();
    const code = await makeCode(db, { code: `LOCKS-${type.slice(9).toUpperCase()}`, percent: 15 });
    const { body } = await checkOut(token, [mug], code);
    if (type === 'checkout.paid') await shop.call(cancelOrder, { token, params: { id: body.order } });
    const { total } = await readBought(token, body.order);
    const event = { id: `evt_${type}`, type, session: body.id, reference: body.order, amount: Math.round(total * 100) };
    let sent: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from discount_codes where code = ${code} for update`);
      sent = shop.sendPaymentEvent(event);
      await expect.poll(async () => query(db, sql`select 1 from pg_locks where not granted`), { timeout: 10_000 }).not.toEqual([]);
      // Whoever waits for the code doesn't hold the product.
      expect(await query(tx, sql`select 1 as free from products where id = ${mug} for update skip locked`)).toEqual([{ free: 1 }]);
    });
    await sent;
    expect(await shop.readOrderStatus(token, body.order)).toBe(type === 'checkout.paid' ? 'paid' : 'expired');
    expect(await shop.listFindings()).toEqual([]);
  },
);

test('[CODE-9] after a full refund the code can be used again if the settings say so, after a partial one never', async () => {
  const { mug, token } = await open(2000);
  const code = await makeCode(db, { code: 'ONCE', percent: 50, maxUses: 1 });
  const admin = await shop.signUp({ role: 1, teamRole: 'owner' });
  const buy = async () => {
    const { status, body } = await checkOut(token, [mug], code);
    if (status === 200) await shop.pay(body.url);
    return { status, params: { id: body.order } };
  };
  const refund = (params: { id: string }, amount: number) =>
    shop.call(refundOrder, { token: admin.token, params, body: { amount, reason: 'Sorry', restock: true } });
  const first = await buy();
  await refund(first.params, 10);
  expect([await readUses(db, code), (await buy()).status]).toEqual([1, 409]);
  const { settings } = (await shop.call(readSettings, {})).body;
  const save = (refundReturnsCode?: boolean) =>
    shop.call(updateSettings, {
      token: admin.token,
      body: {
        priceRanges: settings.priceRanges,
        quickAdd: settings.quickAdd,
        ...(refundReturnsCode !== undefined && { refundReturnsCode }),
      },
    });
  expect((await save(true)).body.settings.refundReturnsCode).toBe(true);
  expect((await save()).body.settings.refundReturnsCode).toBe(true);
  await db.update(discountCodes).set({ maxUses: 2 }).where(eq(discountCodes.code, code));
  const second = await buy();
  await refund(second.params, 4);
  expect([await readUses(db, code), (await buy()).status]).toEqual([2, 409]);
  await refund(second.params, 6);
  expect([await readUses(db, code), (await buy()).status]).toEqual([1, 200]);
  expect((await save(false)).body.settings.refundReturnsCode).toBeUndefined();
  expect(await shop.listFindings()).toEqual([]);
});

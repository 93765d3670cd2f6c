import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts, warmUpPool } from '../../../../../tests/support/checkout.ts';
import { listOrders, readOrder, startCheckout } from '../../../../contract/order.ts';
import { writeProductChange } from '../../catalog/products/product-change.service.ts';
import { products } from '../../database/schema/catalog.ts';
import { orders } from '../../database/schema/order.ts';
import { demoSessions } from '../../database/schema/payment.ts';
import type { StoredCheckout } from '../../payments/demo/demo.repository.ts';

const shop = await openShopWithPayments();

async function storedCheckout(session: string): Promise<StoredCheckout> {
  const [row] = await shop.deps.db.select().from(demoSessions).where(eq(demoSessions.id, session));
  return row?.checkout as StoredCheckout;
}

test("[API-10] [CART-8] a checkout returns the provider's session and URL, reserves the stock and writes a pending order", async () => {
  const [camera = '', mug = ''] = await seedProducts(shop, [
    { name: 'Orbit Camera', priceCents: 38_900, quantity: 5 },
    { name: 'Mug', priceCents: 1250, quantity: 9 },
  ]);
  const { token } = await shop.signUp({ address: '7 Harbour Road' });
  const answer = await shop.checkOut(token, [mug, camera, mug]);
  expect(answer.status).toBe(200);
  expect(answer.body.url).toBe(`http://localhost/pay/${answer.body.id}`);
  expect([await shop.readStock(camera), await shop.readStock(mug)]).toEqual([4, 7]);
  const { body } = await shop.call(readOrder, { token, params: { id: answer.body.order } });
  expect(body.order).toMatchObject({
    status: 'pending',
    total: 414,
    address: '7 Harbour Road',
    paidAt: null,
    lines: [
      { product: mug, name: 'Mug', price: 12.5, quantity: 2, image: expect.stringMatching(/^\/uploads\/.+-640\.webp$/) },
      { product: camera, name: 'Orbit Camera', price: 389, quantity: 1 },
    ],
  });
});

test('[CART-8] the provider gets the email, the amount and the URLs to return to', async () => {
  const [camera = ''] = await seedProducts(shop, [{ name: 'Orbit Camera', priceCents: 38_900 }]);
  const { token, email } = await shop.signUp();
  const { body } = await shop.call(startCheckout, { token, body: { products: [{ _id: camera }] }, headers: { host: 'shop.example:8080' } });
  expect(await storedCheckout(body.id)).toMatchObject({
    orderId: body.order,
    totalCents: 38_900,
    currency: 'usd',
    email,
    successUrl: `http://shop.example:8080/success?order=${body.order}`,
    cancelUrl: `http://shop.example:8080/cancel?order=${body.order}`,
    lines: [{ name: 'Orbit Camera', quantity: 1, image: expect.stringMatching(/^http:\/\/shop\.example:8080\/uploads\//) }],
  });
});

test('[CART-8] threat 1, threat 2: a forged price, name or quantity in the cart changes nothing: only ids and their count are read', async () => {
  const [camera = ''] = await seedProducts(shop, [{ priceCents: 38_900, quantity: 5 }]);
  const { token } = await shop.signUp();
  const item = { _id: camera, price: 0.01, name: 'Free', quantity: -5, total: 0 };
  const { status, body } = await shop.call(startCheckout, { token, body: { products: [item], total: 0.01, status: 'paid' } });
  expect(status).toBe(200);
  expect((await storedCheckout(body.id)).totalCents).toBe(38_900);
  expect(await shop.readStock(camera)).toBe(4);
  expect(await shop.readOrderStatus(token, body.order)).toBe('pending');
});

test('[STOCK-3] insufficient stock: 409 names every product and what is left, and nothing is reserved', async () => {
  const [camera = '', mug = '', lamp = ''] = await seedProducts(shop, [
    { name: 'Orbit Camera', quantity: 3 },
    { name: 'Mug', quantity: 0 },
    { name: 'Lamp', quantity: 9 },
  ]);
  const { token } = await shop.signUp();
  const { status, body } = await shop.checkOut(token, [lamp, ...Array(4).fill(camera), mug]);
  expect(status).toBe(409);
  expect(body).toMatchObject({
    success: false,
    message: 'Not enough in stock: Mug (0 left), Orbit Camera (3 left)',
    issues: [
      { path: mug, message: '0 left' },
      { path: camera, message: '3 left' },
    ],
  });
  expect([await shop.readStock(camera), await shop.readStock(lamp)]).toEqual([3, 9]);
  expect((await shop.call(listOrders, { token, query: { status: 'unpaid' } })).body.total).toBe(0);
});

test('[STOCK-3] threat 5: copies of one product are counted together, upper or lower case', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 10, id: 'abcdef00-0000-4000-8000-00000000000a' }]);
  const { token } = await shop.signUp();
  const answer = await shop.checkOut(token, [...Array<string>(6).fill(mug), ...Array(6).fill(mug.toUpperCase())]);
  expect(answer.status).toBe(409);
  expect(await shop.readStock(mug)).toBe(10);
  const fits = await shop.checkOut(token, [mug, mug.toUpperCase()]);
  expect(fits.status).toBe(200);
  expect(await shop.readStock(mug)).toBe(8);
});

test("[STOCK-3] threat 3: a product that isn't sold any more, or never was: 404 names its id, and nothing is reserved", async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 10 }]);
  const { token } = await shop.signUp();
  for (const gone of [randomUUID(), 'not-a-uuid', "'; drop table orders; --", '{11111111-1111-4111-8111-111111111111}']) {
    const { status, body } = await shop.checkOut(token, [mug, gone]);
    expect([gone, status]).toEqual([gone, 404]);
    expect(body.message).toContain('A product in your cart is no longer sold');
    expect(body.issues).toEqual([{ path: gone, code: 'unavailable', message: expect.any(String) }]);
  }
  expect(await shop.readStock(mug)).toBe(10);
});

test.each([
  ['no list', {}],
  ['a text', { products: 'x' }],
  ['an empty cart', { products: [] }],
  ['null', { products: null }],
  ['an item without id', { products: [{ price: 1 }] }],
  ['a number for an id', { products: [{ _id: 7 }] }],
  ['a NUL character', { products: [{ _id: 'a\u0000' }] }],
  ['10,001 items', { products: Array(10_001).fill({ _id: randomUUID() }) }],
  ['101 different products', { products: Array.from({ length: 101 }, () => ({ _id: randomUUID() })) }],
])('[SAFE-5] threat 3: a checkout with %s is refused: 400', async (_what, body) => {
  const { token } = await shop.signUp();
  const answer = await shop.call(startCheckout, { token, body });
  expect(answer.status).toBe(400);
  expect(answer.body.success).toBe(false);
  expect(await shop.deps.db.$count(orders)).toBe(0);
});

test("[DRAFT-3] a product that isn't active isn't sold, and nothing is reserved; an open checkout with it can still be paid", async () => {
  const [lamp = '', mug = ''] = await seedProducts(shop, [{ quantity: 5 }, { quantity: 5 }]);
  const setStatus = (status: 'draft' | 'active' | 'archived') =>
    shop.deps.db.transaction((tx) => writeProductChange(tx, lamp, { status }, shop.deps.now()));
  const held = await shop.signUp();
  const open = (await shop.checkOut(held.token, [lamp, lamp])).body;
  for (const status of ['draft', 'archived'] as const) {
    await setStatus(status);
    const { token } = await shop.signUp();
    const refused = { code: 'product_unavailable', issues: [{ path: lamp, code: 'unavailable' }] };
    // Also where it isn't in stock, or other products lack stock.
    for (const cart of [[lamp], [mug, lamp], Array<string>(6).fill(lamp), [lamp, ...Array(6).fill(mug)]])
      expect(await shop.checkOut(token, cart)).toMatchObject({ status: 404, body: refused });
  }
  expect([await shop.readStock(lamp), await shop.readStock(mug)]).toEqual([3, 5]);
  await shop.pay(open.url);
  expect(await shop.readOrderStatus(held.token, open.order)).toBe('paid');
  await setStatus('active');
  const { token } = await shop.signUp();
  expect((await shop.checkOut(token, [lamp])).status).toBe(200);
  expect(await shop.listFindings()).toEqual([]);
});

test('[DRAFT-3] if a product is archived during checkouts, earlier ones have it reserved and later ones are refused', async () => {
  const [lamp = ''] = await seedProducts(shop, [{ quantity: 50 }]);
  const customers = await Promise.all(Array.from({ length: 8 }, () => shop.signUp()));
  await warmUpPool(shop);
  const archive = () => shop.deps.db.transaction((tx) => writeProductChange(tx, lamp, { status: 'archived' }, shop.deps.now()));
  const [answers] = await Promise.all([Promise.all(customers.map(({ token }) => shop.checkOut(token, [lamp]))), archive()]);
  const sold = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => status === 404).length).toBe(8 - sold);
  expect(await shop.readStock(lamp)).toBe(50 - sold);
  expect(await shop.listFindings()).toEqual([]);
  expect((await shop.checkOut((await shop.signUp()).token, [lamp])).status).toBe(404);
});

test('10,000 items of one product are a checkout like any other', async () => {
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 99_999_999, quantity: 10_000 }]);
  const { token } = await shop.signUp();
  const { status, body } = await shop.call(startCheckout, { token, body: { products: [{ _id: mug, count: 10_000 }] } });
  expect(status).toBe(200);
  expect(await shop.readStock(mug)).toBe(0);
  expect((await shop.call(readOrder, { token, params: { id: body.order } })).body.order.total).toBe(9_999_999_900);
});

test('a total of zero is refused with the reason, and nothing is reserved', async () => {
  const [leaflet = '', mug = ''] = await seedProducts(shop, [
    { priceCents: 0, quantity: 5 },
    { priceCents: 1250, quantity: 5 },
  ]);
  const { token } = await shop.signUp();
  const answer = await shop.checkOut(token, [leaflet]);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toContain('nothing to pay');
  expect(await shop.readStock(leaflet)).toBe(5);
  expect((await shop.checkOut(token, [leaflet, mug])).status).toBe(200);
});

test('[CART-8] threat 12: a visitor is asked to log in', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 5 }]);
  expect((await shop.call(startCheckout, { body: { products: [{ _id: mug }] } })).status).toBe(401);
  expect(await shop.readStock(mug)).toBe(5);
});

test('an invalid Host header is refused, not passed on to the provider', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 5 }]);
  const { token } = await shop.signUp();
  const answer = await shop.call(startCheckout, { token, body: { products: [{ _id: mug }] }, headers: { host: 'a b"; img-src *' } });
  expect(answer.status).toBe(400);
  expect(await shop.readStock(mug)).toBe(5);
});

test('[STOCK-3] concurrent carts with the same products in different orders never deadlock', async () => {
  const ids = await seedProducts(shop, Array(6).fill({ quantity: 1000 }));
  const tokens = await Promise.all(Array.from({ length: 40 }, async () => (await shop.signUp()).token));
  const answers = await Promise.all(
    tokens.map((token, index) => {
      const rotatedIds = [...ids.slice(index % 6), ...ids.slice(0, index % 6)];
      return shop.checkOut(token, index % 2 ? rotatedIds.toReversed() : rotatedIds);
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
  for (const id of ids) expect(await shop.readStock(id)).toBe(960);
});

test('[STOCK-4] a customer who goes back and checks out again has one open checkout, and its older one never blocks it', async () => {
  const [mug = '', lamp = ''] = await seedProducts(shop, [{ quantity: 5 }, { quantity: 5 }]);
  const { token } = await shop.signUp();
  const first = await shop.checkOut(token, [...Array(5).fill(mug), lamp]);
  const second = await shop.checkOut(token, Array(4).fill(mug));
  expect(second.status).toBe(200);
  expect([await shop.readStock(mug), await shop.readStock(lamp)]).toEqual([1, 5]);
  expect(await shop.readOrderStatus(token, first.body.order)).toBe('cancelled');
  const tooMany = await shop.checkOut(token, Array(6).fill(mug));
  expect([tooMany.status, tooMany.body.issues]).toEqual([409, [{ path: mug, code: 'insufficient_stock', limit: 5, message: '5 left' }]]);
  expect(await shop.readOrderStatus(token, second.body.order)).toBe('pending');
  expect(await shop.readStock(mug)).toBe(1);
});

test('[STOCK-4] fault 12: ten tabs that check out at once make one open checkout, with the stock reserved once', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 100 }]);
  const { token } = await shop.signUp();
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.checkOut(token, [mug, mug])));
  const { body } = await shop.call(listOrders, { token, query: { limit: 100, status: 'unpaid' } });
  const open = body.orders.filter(({ status }) => status === 'pending');
  expect(open).toHaveLength(1);
  expect(await shop.readStock(mug)).toBe(98);
  // The tab with the open checkout can be paid; a tab that was replaced before gets a 409.
  expect(answers.some((it) => it.status === 200 && it.body.order === open[0]?._id)).toBe(true);
  expect(answers.every((it) => it.status === 200 || it.status === 409)).toBe(true);
});

test('[ORDER-3] a price change after checkout changes no order and no charge', async () => {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const { token } = await shop.signUp();
  const { body } = await shop.checkOut(token, [mug]);
  await shop.deps.db.update(products).set({ priceCents: 9900, name: 'Cup', quantity: 50 }).where(eq(products.id, mug));
  const read = await shop.call(readOrder, { token, params: { id: body.order } });
  expect(read.body.order).toMatchObject({ total: 12.5, lines: [{ name: 'Mug', price: 12.5 }] });
});

/** Bundles that are sold: what becomes of their parts' stock, and what names them. */
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithBundles } from '../../../../../tests/support/bundles.ts';
import { seedProducts } from '../../../../../tests/support/checkout.ts';
import { toText as toCsvText } from '../../../../../tests/support/product-imports.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { cancelOrder, readOrder } from '../../../../contract/order.ts';
import { exportOrders, readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { listToProcure } from '../../../../contract/procurement.ts';
import { deleteProduct } from '../../../../contract/product-admin.ts';
import { DAY, MINUTE } from '../../../../contract/values.ts';
import { stockMovements } from '../../database/schema/inventory.ts';
import { toText } from '../../messages/emails/templates/email-block.ts';
import { buildOrderTable } from '../../messages/emails/templates/order-parts.ts';
import type { StoredEvent } from '../../messages/webhooks/event.repository.ts';
import { renderPayload } from '../../messages/webhooks/webhook-payload.ts';
import { expireOrders } from '../../orders/checkout/expire-orders.service.ts';
import { listPricedTargets } from '../../pricing/priced-product.repository.ts';
import { endPreorders } from '../products/end-preorders.service.ts';

const { shop, db, change, owner, makeSet, buy, stocks, readOne } = await openShopWithBundles();

test('[BUNDLE-3] a sale of a bundle takes its parts off the stock, and the ledger names order and bundle', async () => {
  const { cup, pot, set } = await makeSet();
  const { body, status } = await buy([{ _id: set, count: 2 }]);
  expect(status).toBe(200);
  expect(await stocks(cup, pot, set)).toEqual([5, 1, 1]);
  const moves = await db.select().from(stockMovements).where(eq(stockMovements.orderId, body.order)).orderBy(asc(stockMovements.available));
  expect(moves).toMatchObject([
    { productId: cup, bundleId: set, kind: 'reserve', available: -4, reserved: 4 },
    { productId: pot, bundleId: set, kind: 'reserve', available: -2, reserved: 2 },
  ]);
  await shop.pay(body.url);
  expect(await stocks(cup, pot, set)).toEqual([5, 1, 1]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-4] the order keeps the parts as they were', async () => {
  const { cup, pot, set } = await makeSet();
  const { body, buyer } = await buy([{ _id: set }]);
  await change(cup, { name: 'Mug' });
  await change(set, { parts: [{ product: pot, count: 1 }] });
  const { order } = (await shop.call(readOrder, { token: buyer, params: { id: body.order } })).body;
  expect(order.lines).toMatchObject([
    {
      name: 'Tea set',
      price: 25,
      quantity: 1,
      parts: [
        { product: cup, name: 'Cup', count: 2, sku: expect.stringMatching(/^CUP-/) },
        { name: 'Pot', count: 1 },
      ],
    },
  ]);
  await shop.call(cancelOrder, { token: buyer, params: { id: body.order } });
  expect(await stocks(cup, pot, set)).toEqual([9, 3, 3]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-5] an unpaid checkout gives the parts back, even where the bundle was deleted meanwhile', async () => {
  const { cup, pot, set } = await makeSet();
  await buy([{ _id: set }, { _id: cup }]);
  expect(await stocks(cup, pot, set)).toEqual([6, 2, 2]);
  const { token } = await owner();
  expect((await shop.call(deleteProduct, { token, params: { id: set } })).status).toBe(200);
  shop.advanceClock(60 * MINUTE);
  await expireOrders(shop.deps, SILENT_LOG);
  expect(await stocks(cup, pot)).toEqual([9, 3]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-10] two orders at once for the last part, one of them through the bundle: one gets it', async () => {
  const { cup, pot, set } = await makeSet();
  await change(pot, { quantity: 1 });
  const tokens = await Promise.all(Array.from({ length: 8 }, async () => (await shop.signUp()).token));
  const answers = await Promise.all(tokens.map((token, index) => buy([{ _id: index % 2 ? pot : set }], token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  expect(await stocks(pot, set)).toEqual([0, 0]);
  expect([7, 9]).toContain((await stocks(cup))[0]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-10] carts that name bundles and parts crosswise do not block each other', async () => {
  const { cup, pot, set } = await makeSet();
  const [second = '', third = ''] = await seedProducts(shop, [{ name: 'Second set' }, { name: 'Third set' }]);
  await change(second, {
    parts: [
      { product: pot, count: 1 },
      { product: cup, count: 1 },
    ],
  });
  await change(third, { parts: [{ product: cup, count: 1 }] });
  await change(cup, { quantity: 10_000 });
  await change(pot, { quantity: 10_000 });
  const carts = [[set, cup], [pot, second], [third, pot], [second, set], [cup], [pot], [third, second, set]];
  const edits = Array.from({ length: 6 }, (_, index) =>
    change(index % 2 ? cup : pot, { quantity: 5000 + index }).then(() => ({ status: 200 })),
  );
  const bought = carts.flatMap((ids) => [ids, ids]).map((ids) => buy(ids.map((_id) => ({ _id }))));
  expect((await Promise.all([...bought, ...edits])).map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-11] a refund of a bundle puts its parts back, also beside the same part bought alone', async () => {
  const { cup, pot, set } = await makeSet();
  const { token } = await owner();
  const { body } = await buy([{ _id: set, count: 2 }, { _id: cup }]);
  await shop.pay(body.url);
  expect(await stocks(cup, pot, set)).toEqual([4, 1, 1]);
  const params = { id: body.order };
  const refund = { reason: 'Broken', restock: false };
  const first = await shop.call(refundOrder, {
    token,
    params,
    body: { ...refund, amount: 25, lines: [{ line: 0, quantity: 1, restock: true }] },
  });
  expect(first.status).toBe(200);
  expect(await stocks(cup, pot, set)).toEqual([6, 2, 2]);
  const all = await shop.call(refundOrder, { token, params, body: { ...refund, amount: 30, restock: true } });
  expect(all.body.order).toMatchObject({ status: 'refunded', stock: 'none' });
  expect(await stocks(cup, pot, set)).toEqual([9, 3, 3]);
  expect((await shop.call(readAnyOrder, { token, params })).body.order.lines[0]?.parts).toHaveLength(2);
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-12] a bundle promises what comes last of its parts, and what is missing is procured by part', async () => {
  const { cup, pot, set } = await makeSet();
  await change(cup, { quantity: 3, stock: { policy: 'backorder', shipsIn: '2 weeks' } });
  expect(await readOne(set)).toMatchObject({ quantity: 3, stock: { policy: 'backorder', ready: 1, promise: 'Ships in 2 weeks' } });
  const { body, buyer } = await buy([{ _id: set, count: 2 }]);
  await shop.pay(body.url);
  const { order } = (await shop.call(readOrder, { token: buyer, params: { id: body.order } })).body;
  expect(order.lines[0]?.promise).toMatchObject({ pieces: 1, text: '1 of 2 pieces: ships in 2 weeks' });
  const { token } = await owner();
  const owed = (await shop.call(listToProcure, { token })).body.items.filter(({ product }) => product === cup);
  expect(owed).toMatchObject([{ onHand: -1, owed: 1, orders: [{ _id: body.order, pieces: 1, bundle: 'Tea set' }] }]);

  await change(pot, { quantity: 0, stock: { policy: 'preorder', shipsOn: '2099-03-01', limit: 5 } });
  expect(await readOne(set)).toMatchObject({ quantity: 5, stock: { policy: 'preorder', limit: 5, shipsOn: '2099-03-01', ready: 0 } });
  const soon = new Date(shop.deps.now().getTime() + 2 * DAY).toISOString().slice(0, 10);
  await change(pot, { quantity: 4, stock: { policy: 'preorder', shipsOn: soon } });
  shop.advanceClock(3 * DAY);
  await endPreorders(shop.deps);
  expect(await readOne(set)).toMatchObject({ quantity: 4 });
  await change(pot, { quantity: 0, stock: { policy: 'untracked' } });
  await change(cup, { stock: { policy: 'untracked' } });
  expect(await readOne(set)).toMatchObject({ quantity: 1_000_000, stock: { policy: 'untracked' } });
  const free = await buy([{ _id: set, count: 3 }]);
  expect(await db.$count(stockMovements, eq(stockMovements.orderId, free.body.order))).toBe(0);
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-13] a cart names the parts, and without a weight of its own a bundle weighs what they do', async () => {
  const { cup, pot, set } = await makeSet();
  await change(cup, { weightGrams: 300 });
  await change(pot, { weightGrams: 1000 });
  const { body } = await shop.call(priceCart, { body: { products: [{ _id: set, count: 2 }] } });
  expect(body.lines).toMatchObject([
    {
      count: 2,
      price: 25,
      item: {
        quantity: 3,
        parts: [
          { name: 'Cup', count: 2 },
          { name: 'Pot', count: 1 },
        ],
      },
    },
  ]);
  const weigh = async () => (await listPricedTargets(db, [{ productId: set, variantId: null }])).get(set)?.weightGrams;
  expect(await weigh()).toBe(1600);
  await change(set, { weightGrams: 2000 });
  expect(await weigh()).toBe(2000);
});

test('[BUNDLE-14] too many are told with what is left, whatever else of the cart takes of the same part', async () => {
  const { cup, set } = await makeSet();
  expect((await buy([{ _id: set, count: 4 }])).body).toMatchObject({
    code: 'insufficient_stock',
    message: 'Not enough in stock: Tea set (3 left)',
  });
  const both = await buy([
    { _id: set, count: 3 },
    { _id: cup, count: 5 },
  ]);
  expect(both.body.issues).toMatchObject([
    { path: cup, limit: 3 },
    { path: set, limit: 2 },
  ]);
});

test('[BUNDLE-20] the export of orders, emails and webhooks name the parts with their counts', async () => {
  const { set } = await makeSet();
  const { body, buyer } = await buy([{ _id: set, count: 2 }]);
  await shop.pay(body.url);
  const { token } = await owner();
  const { order } = (await shop.call(readOrder, { token: buyer, params: { id: body.order } })).body;
  const details = { name: 'Shop', currency: 'USD', priceLocale: 'en-US' } as Parameters<typeof buildOrderTable>[0]['shop'];
  expect(toText(buildOrderTable({ order, shop: details, publicUrl: null }))).toContain('2 × Tea set (4 × Cup, 2 × Pot): $50.00');
  const file = await shop.send({ url: exportOrders.path, headers: { authorization: token } });
  expect(toCsvText(file)).toMatch(/2 × Tea set \[4 × Cup, CUP-[\w-]+; 2 × Pot\]/);
  const event = { type: 'order.paid', subjectId: body.order, details: {}, createdAt: shop.deps.now() } as StoredEvent;
  const payload = JSON.parse(await renderPayload(db, event)) as { data: { order: { lines: unknown[] } } };
  expect(payload.data.order.lines).toMatchObject([
    {
      quantity: 2,
      parts: [
        { name: 'Cup', count: 2 },
        { name: 'Pot', count: 1 },
      ],
    },
  ]);
});

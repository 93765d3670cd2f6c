/** Bundles: what may be a part, what is in stock of one, and what becomes of its parts' stock when it is sold. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { toText as toCsvText } from '../../../../../tests/support/product-imports.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { makeShoe, readVariantStock } from '../../../../../tests/support/variants.ts';
import type { BundlePartInput } from '../../../../contract/bundle.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { cancelOrder, readOrder, startCheckout } from '../../../../contract/order.ts';
import { exportOrders, readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { listToProcure } from '../../../../contract/procurement.ts';
import { listProducts, readProduct } from '../../../../contract/product.ts';
import { deleteProduct, duplicateProduct, readAdminProduct, updateProduct } from '../../../../contract/product-admin.ts';
import { DAY, MINUTE } from '../../../../contract/values.ts';
import { products } from '../../database/schema/catalog.ts';
import { stockMovements } from '../../database/schema/inventory.ts';
import { productVariants } from '../../database/schema/variant.ts';
import { toText } from '../../messages/emails/templates/email-block.ts';
import { buildOrderTable } from '../../messages/emails/templates/order-parts.ts';
import type { StoredEvent } from '../../messages/webhooks/event.repository.ts';
import { renderPayload } from '../../messages/webhooks/webhook-payload.ts';
import { expireOrders } from '../../orders/checkout/expire-orders.service.ts';
import { listPricedTargets } from '../../pricing/priced-product.repository.ts';
import { endPreorders } from '../products/end-preorders.service.ts';
import { writeProductChange } from '../products/product-change.service.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

const change = (id: string, fields: Parameters<typeof writeProductChange>[2]) =>
  db.transaction((tx) => writeProductChange(tx, id, fields, shop.deps.now()));

const owner = () => shop.signUp({ role: 1, teamRole: 'owner' });

/** A set of 2 cups, 1 pot and whatever else; returns ids. */
async function makeSet(more: BundlePartInput[] = []) {
  const [cup = '', pot = '', set = ''] = await seedProducts(shop, [
    { name: 'Cup', quantity: 9, priceCents: 500 },
    { name: 'Pot', quantity: 3, priceCents: 2000 },
    { name: 'Tea set', quantity: 7, priceCents: 2500 },
  ]);
  await change(cup, { sku: `CUP-${randomUUID()}` });
  await change(set, { parts: [{ product: cup, count: 2 }, { product: pot, count: 1 }, ...more] });
  return { cup, pot, set };
}

async function buy(products: { _id: string; variant?: string; count?: number }[], token?: string) {
  const buyer = token ?? (await shop.signUp()).token;
  return { buyer, ...(await shop.call(startCheckout, { token: buyer, body: { products } })) };
}

const stocks = (...ids: string[]) => Promise.all(ids.map((id) => shop.readStock(id)));
const readOne = async (id: string) => {
  const [row] = await db.select({ slug: products.slug }).from(products).where(eq(products.id, id));
  return (await shop.call(readProduct, { params: { slug: row?.slug ?? '' } })).body.product[0];
};

test('[BUNDLE-1] a bundle has as many in stock as its least part allows, whoever changes that', async () => {
  const { cup, pot, set } = await makeSet();
  expect(await stocks(set)).toEqual([3]);
  await change(cup, { quantity: 3 });
  expect(await stocks(set)).toEqual([1]);
  await change(pot, { status: 'archived' });
  expect(await stocks(set)).toEqual([0]);
  await change(pot, { status: 'active', quantity: 0 });
  await change(cup, { quantity: 100 });
  expect(await stocks(set)).toEqual([0]);
  await change(pot, { quantity: 40 });
  expect(await stocks(set)).toEqual([40]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-2] its page names the parts, with how many of each', async () => {
  const { id: shoe, variantIds } = await makeShoe(db);
  const { cup, pot, set } = await makeSet([{ product: shoe, variant: variantIds[1] ?? '', count: 3 }]);
  expect(await readOne(set)).toMatchObject({
    quantity: 1,
    parts: [
      { product: cup, name: 'Cup', count: 2, price: 5, quantity: 9 },
      { product: pot, name: 'Pot', count: 1, price: 20, quantity: 3 },
      { product: shoe, variant: variantIds[1], options: 'Size: 42, Colour: Red', count: 3 },
    ],
  });
  expect(await readOne(cup)).not.toHaveProperty('bundles');
});

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

async function refuse(id: string, body: object, status = 400) {
  const { token } = await owner();
  const answer = await shop.call(updateProduct, { token, params: { id }, body });
  expect([answer.status, answer.body.message]).toEqual([status, expect.any(String)]);
  return answer.body;
}

test('[BUNDLE-6] what cannot be a part is refused, with the reason', async () => {
  const { id: shoe, variantIds } = await makeShoe(db);
  const { cup, pot, set } = await makeSet();
  const [draft = '', other = ''] = await seedProducts(shop, [{ name: 'Draft' }, { name: 'Other set' }]);
  await change(draft, { status: 'draft' });
  const tryParts = (id: string, ...parts: object[]) => refuse(id, { parts });
  const part = { product: cup, count: 1 };
  expect(await tryParts(set, { product: set, count: 1 })).toMatchObject({ issues: [{ path: 'parts.0', code: 'not_allowed' }] });
  expect(await tryParts(other, part, { product: set, count: 1 })).toMatchObject({
    message: expect.stringContaining('is a bundle itself'),
    issues: [{ path: 'parts.1', code: 'not_allowed' }],
  });
  expect(await tryParts(cup, { product: pot, count: 1 })).toMatchObject({ message: expect.stringContaining('Cup is a part of Tea set') });
  expect(await tryParts(other, { product: draft, count: 1 })).toMatchObject({ issues: [{ path: 'parts.0', code: 'unavailable' }] });
  expect(await tryParts(other, { product: shoe, count: 1 })).toMatchObject({ issues: [{ path: 'parts.0', code: 'variant_required' }] });
  expect(await tryParts(other, { product: shoe, variant: cup, count: 1 })).toMatchObject({
    issues: [{ path: 'parts.0', code: 'unknown' }],
  });
  expect(await tryParts(other, { product: cup, variant: variantIds[0], count: 1 })).toMatchObject({ issues: [{ code: 'unknown' }] });
  expect(await tryParts(other, { product: randomUUID(), count: 1 })).toMatchObject({ issues: [{ path: 'parts.0', code: 'unknown' }] });
  expect(await tryParts(other, part, part)).toMatchObject({ issues: [{ path: 'parts.1', code: 'invalid_choice' }] });
  for (const count of [0, -1, 1.5, 1001, 1e12, null, 'two'])
    expect(await tryParts(other, { product: cup, count })).toMatchObject({ issues: [{ path: 'parts.0.count' }] });
  for (const parts of [null, 'cup', [null], [{}], [{ product: 'cup', count: 1 }], Array(51).fill(part)]) await refuse(other, { parts });
  expect(await tryParts(shoe, part)).toMatchObject({ issues: [{ path: 'parts', code: 'not_allowed' }] });
  const options = { options: [{ name: 'Size', values: ['S'] }], variants: [{ options: { Size: 'S' }, price: 1, quantity: 1 }] };
  expect(await refuse(set, options)).toMatchObject({ issues: [{ path: 'options', code: 'not_allowed' }] });
  expect(await stocks(cup, pot, set, other)).toEqual([9, 3, 3, 5]);
});

test('[BUNDLE-6] of two products that are made parts of each other at once, one is; an old form is told of a newer one', async () => {
  const [one = '', other = ''] = await seedProducts(shop, [{ name: 'One' }, { name: 'Other' }]);
  const { token } = await owner();
  const save = (id: string, body: object) => shop.call(updateProduct, { token, params: { id }, body });
  const both = await Promise.all([
    save(one, { parts: [{ product: other, count: 1 }] }),
    save(other, { parts: [{ product: one, count: 1 }] }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  const [bundle, part] = both[0]?.status === 200 ? [one, other] : [other, one];
  const old = await save(bundle, { version: 1, parts: [{ product: part, count: 2 }] });
  expect(old).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', current: { product: [{ parts: [{ product: part, count: 1 }] }] } },
  });
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-7] the stock of a bundle is not edited, but follows: its own is taken off, and it begins with nothing when it is one no more', async () => {
  const { set } = await makeSet();
  const { token } = await owner();
  expect(await refuse(set, { quantity: 9 })).toMatchObject({ issues: [{ path: 'quantity', code: 'not_allowed' }] });
  expect(await refuse(set, { stock: { policy: 'untracked' } })).toMatchObject({ issues: [{ path: 'stock', code: 'not_allowed' }] });
  const same = await shop.call(updateProduct, { token, params: { id: set }, body: { quantity: 3, name: 'Set' } });
  expect(same.body).toMatchObject({ success: true, product: { quantity: 3, name: 'Set' } });
  const ended = await shop.call(updateProduct, { token, params: { id: set }, body: { parts: [], quantity: 4, shownQuantity: 3 } });
  expect(ended.body.product.quantity).toBe(4);
  expect(ended.body.product).not.toHaveProperty('parts');
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-8] a part that changes later sells the bundle out, and its form says why', async () => {
  const { id: shoe, variantIds } = await makeShoe(db);
  const { cup, set } = await makeSet([{ product: shoe, variant: variantIds[0] ?? '', count: 1 }]);
  const options = [{ name: 'Colour', values: ['Red'] }];
  await change(cup, { options, variants: [{ options: { Colour: 'Red' }, price: 5, quantity: 9 }] });
  await change(shoe, { variants: [{ options: { Size: '42', Colour: 'Blue' }, price: 5, quantity: 9 }] });
  expect(await readOne(set)).toMatchObject({
    quantity: 0,
    parts: [{ quantity: 0, problem: 'variant_required' }, { quantity: 3 }, { quantity: 0, problem: 'variant_gone' }],
  });
  expect(await buy([{ _id: set }])).toMatchObject({ status: 404, body: { code: 'product_unavailable' } });
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-9] a part of a bundle is not deleted, and its page tells the bundles', async () => {
  const { cup, set } = await makeSet();
  const { token } = await owner();
  const refused = await shop.call(deleteProduct, { token, params: { id: cup } });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('Cup is a part of Tea set') } });
  const [row] = await db.select({ slug: products.slug }).from(products).where(eq(products.id, cup));
  const read = await shop.call(readAdminProduct, { token, params: { slug: row?.slug ?? '' } });
  expect(read.body.product[0]).toMatchObject({ bundles: [{ _id: set, name: 'Tea set' }] });
  await shop.call(deleteProduct, { token, params: { id: set } });
  expect((await shop.call(deleteProduct, { token, params: { id: cup } })).status).toBe(200);
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

test('[BUNDLE-15] a copy of a bundle has the same parts', async () => {
  const { cup, set } = await makeSet();
  const { token } = await owner();
  const { body } = await shop.call(duplicateProduct, { token, params: { id: set } });
  expect(body.product).toMatchObject({ name: 'Copy of Tea set', quantity: 3, parts: [{ product: cup, count: 2 }, { count: 1 }] });
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-1] a variant that is sold alone takes the bundle with it, even where its product keeps its sum', async () => {
  const { id: shoe, variantIds } = await makeShoe(db);
  const [red = '', other = ''] = variantIds;
  const { set } = await makeSet([{ product: shoe, variant: red, count: 1 }]);
  const before = await readVariantStock(db, shoe);
  await db.update(productVariants).set({ quantity: 1 }).where(eq(productVariants.id, red));
  await db
    .update(products)
    .set({ quantity: (before[0] ?? 0) - 4 })
    .where(eq(products.id, shoe));
  expect(await stocks(set)).toEqual([1]);
  const { body, buyer } = await buy([{ _id: shoe, variant: red }]);
  expect(await stocks(set)).toEqual([0]);
  expect(body.order).toBeTruthy();
  await buy([{ _id: shoe, variant: other }], buyer);
  expect(await stocks(set)).toEqual([1]);
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

test('[BUNDLE-1] a list that is cached shows what is left of a bundle once a part is sold', async () => {
  const { cup, set } = await makeSet();
  const readListed = async () =>
    (await shop.call(listProducts, { query: { limit: 50 } })).body.products.find(({ _id }) => _id === set)?.quantity;
  expect(await readListed()).toBe(3);
  expect((await buy([{ _id: cup, count: 7 }])).status).toBe(200);
  await expect.poll(readListed, { timeout: 10_000 }).toBe(1);
});

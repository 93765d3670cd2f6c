/** Buying a product with options: which variant it is, what is in stock of it, and what becomes of it later. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { makeShoe, readVariantStock, shoe } from '../../../../../tests/support/variants.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { cancelOrder, readOrder, startCheckout } from '../../../../contract/order.ts';
import { acceptOrder, readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { writeProductChange } from '../../catalog/products/product-change.service.ts';
import { products } from '../../database/schema/catalog.ts';
import { demoSessions } from '../../database/schema/payment.ts';
import { expireOrders } from './expire-orders.service.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

interface Item {
  _id: string;
  variant?: string | undefined;
  count?: number;
}

async function checkOut(items: Item[], token?: string) {
  const buyer = token ?? (await shop.signUp()).token;
  return { buyer, ...(await shop.call(startCheckout, { token: buyer, body: { products: items } })) };
}

const keepOnly = (id: string, variants: Parameters<typeof makeShoe>[1] = []) =>
  db.transaction((tx) => writeProductChange(tx, id, { variants }, shop.deps.now()));

test('[VAR-2] a variant is bought at its own price and from its own stock, and the order names it', async () => {
  const { id, variantIds } = await makeShoe(db);
  const { status, body, buyer } = await checkOut([{ _id: id, variant: variantIds[2], count: 2 }]);
  expect(status).toBe(200);
  expect(await readVariantStock(db, id)).toEqual([13, 5, 5, 3]);
  const { order } = (await shop.call(readOrder, { token: buyer, params: { id: body.order } })).body;
  expect(order).toMatchObject({
    total: 240,
    lines: [{ product: id, variant: variantIds[2], options: 'Size: 42, Colour: Blue', price: 120 }],
  });

  const [session] = await db.select().from(demoSessions).where(eq(demoSessions.id, body.id));
  expect(session?.checkout).toMatchObject({ totalCents: 24_000, lines: [{ name: 'Shoe (Size: 42, Colour: Blue)', priceCents: 12_000 }] });
  expect(await shop.listFindings()).toEqual([]);
});

test('[OWORK-9] an order keeps the SKU of each item at the time of purchase, of the variant or else of its product', async () => {
  const sku = `V-${randomUUID()}`;
  const { id, variantIds } = await makeShoe(db, [shoe('41', 'Red', { sku }), shoe('42', 'Red')]);
  await db
    .update(products)
    .set({ sku: `P-${sku}` })
    .where(eq(products.id, id));
  const [plain = ''] = await seedProducts(shop, [{}]);
  const { body, buyer } = await checkOut([...variantIds.map((variant) => ({ _id: id, variant })), { _id: plain }]);
  await db.update(products).set({ sku: null }).where(eq(products.id, id));
  const { order } = (await shop.call(readOrder, { token: buyer, params: { id: body.order } })).body;
  expect(order.lines.map((line) => line.sku)).toEqual([sku, `P-${sku}`, undefined]);
});

test('[VAR-3] without a variant the buyer is asked to choose; the only variant needs no choice', async () => {
  const { id, variantIds } = await makeShoe(db);
  const asked = await checkOut([{ _id: id }]);
  expect(asked).toMatchObject({ status: 409, body: { code: 'variant_required', issues: [{ path: id, code: 'variant_required' }] } });
  const only = await makeShoe(db, [shoe('41', 'Red')]);
  const { status, body, buyer } = await checkOut([{ _id: only.id }, { _id: only.id, variant: only.variantIds[0] }]);
  expect(status).toBe(200);
  const { order } = (await shop.call(readOrder, { token: buyer, params: { id: body.order } })).body;
  expect(order.lines).toMatchObject([{ variant: only.variantIds[0], quantity: 2 }]);
  expect(variantIds).toHaveLength(3);
  expect(await shop.listFindings()).toEqual([]);
});

test('[VAR-3] a product without options is its own variant, named or not', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 5 }]);
  const { status } = await checkOut([{ _id: mug, variant: mug.toUpperCase() }, { _id: mug }]);
  expect([status, await shop.readStock(mug)]).toEqual([200, 3]);
});

test('[VAR-3] a missing variant, or one of another product, isn’t sold, and nothing is reserved', async () => {
  const [red, other] = [await makeShoe(db), await makeShoe(db, undefined, 'Boot')];
  const [mug = ''] = await seedProducts(shop, [{ quantity: 5 }]);
  for (const [_id, variant] of [
    [red.id, randomUUID()],
    [red.id, other.variantIds[0] ?? ''],
    [red.id, red.id],
    [mug, red.variantIds[0] ?? ''],
    [randomUUID(), red.variantIds[0] ?? ''],
    [red.id, 'not-a-uuid'],
    [red.id, "'; drop table product_variants; --"],
    [red.id, '½'.repeat(100)],
  ] as const) {
    const { status, body } = await checkOut([{ _id: mug }, { _id, variant }]);
    expect([variant, status, body.issues]).toEqual([variant, 404, [{ path: variant, code: 'unavailable', message: expect.any(String) }]]);
  }
  for (const variant of [7, '', 'x'.repeat(101), { $ne: null }, ['a']])
    expect((await checkOut([{ _id: red.id, variant: variant as string }])).status).toBe(400);
  expect([await shop.readStock(mug), await readVariantStock(db, red.id)]).toEqual([5, [15, 5, 5, 5]]);
});

test('[VAR-3] a cart is priced by variant; missing or unchosen variants are left out', async () => {
  const { id, variantIds } = await makeShoe(db);
  const gone = randomUUID();
  const products = [
    { _id: id, variant: variantIds[2], count: 2 },
    { _id: id, variant: variantIds[0] },
    { _id: id },
    { _id: id, variant: gone },
  ];
  const { status, body } = await shop.call(priceCart, { body: { products } });
  expect([status, body.total, body.unavailable]).toEqual([200, 340, [gone, id]]);
  expect(body.lines.map((it) => [it._id, it.variant, it.count, it.price])).toEqual([
    [id, variantIds[2], 2, 120],
    [id, variantIds[0], 1, 100],
  ]);
});

test('[VAR-2] two variants of one product are two lines; an insufficient one is named with its options', async () => {
  const { id, variantIds } = await makeShoe(db);
  const [red41, red42] = variantIds;
  const fits = await checkOut([
    { _id: id, variant: red42, count: 5 },
    { _id: id, variant: red41, count: 4 },
  ]);
  expect(fits.status).toBe(200);
  const { order } = (await shop.call(readOrder, { token: fits.buyer, params: { id: fits.body.order } })).body;
  expect(order.lines.map((it) => [it.options, it.quantity])).toEqual([
    ['Size: 42, Colour: Red', 5],
    ['Size: 41, Colour: Red', 4],
  ]);
  const answer = await checkOut([{ _id: id, variant: red41, count: 2 }]);
  expect(answer).toMatchObject({
    status: 409,
    body: { message: 'Not enough in stock: Shoe, Size: 41, Colour: Red (1 left)', issues: [{ path: red41, limit: 1 }] },
  });
  // A customer's own older checkout counts as free.
  expect((await checkOut([{ _id: id, variant: red41, count: 5 }], fits.buyer)).status).toBe(200);
  expect(await readVariantStock(db, id)).toEqual([10, 0, 5, 5]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[VAR-4] a cancelled or expired checkout and a restocked refund return the variant to stock', async () => {
  const { id, variantIds } = await makeShoe(db);
  const item = { _id: id, variant: variantIds[1], count: 2 };
  const cancelled = await checkOut([item]);
  await shop.call(cancelOrder, { token: cancelled.buyer, params: { id: cancelled.body.order } });
  expect(await readVariantStock(db, id)).toEqual([15, 5, 5, 5]);
  await checkOut([item]);
  shop.advanceClock(30 * MINUTE);
  await expireOrders(shop.deps, { error: () => undefined });
  expect(await readVariantStock(db, id)).toEqual([15, 5, 5, 5]);
  const { body } = await checkOut([item]);
  await shop.pay(body.url);
  expect(await readVariantStock(db, id)).toEqual([13, 5, 3, 5]);
  const { token } = await shop.signUp({ role: 1 });
  const refund = { amount: 200, reason: 'Too small', restock: true };
  expect((await shop.call(refundOrder, { token, params: { id: body.order }, body: refund })).status).toBe(200);
  expect(await readVariantStock(db, id)).toEqual([15, 5, 5, 5]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[VAR-4] a late payment takes the variant again, and needs a review if it is sold out', async () => {
  const { id, variantIds } = await makeShoe(db);
  const pay = async (count: number, meanwhile: number) => {
    const { body, buyer } = await checkOut([{ _id: id, variant: variantIds[0], count }]);
    await shop.call(cancelOrder, { token: buyer, params: { id: body.order } });
    if (meanwhile) await checkOut([{ _id: id, variant: variantIds[0], count: meanwhile }]);
    await shop.sendPaymentEvent({ id: randomUUID(), session: body.id, reference: body.order, amount: count * 10_000 });
    return { order: body.order, status: await shop.readOrderStatus(buyer, body.order) };
  };
  expect((await pay(2, 0)).status).toBe('paid');
  const late = await pay(2, 2);
  expect([late.status, await readVariantStock(db, id)]).toEqual(['review', [11, 1, 5, 5]]);
  const { token } = await shop.signUp({ role: 1 });
  const accept = () => shop.call(acceptOrder, { token, params: { id: late.order }, body: { why: 'Found another pair' } });
  expect((await accept()).status).toBe(409);
  await db.transaction((tx) =>
    writeProductChange(tx, id, { variants: [shoe('41', 'Red', { quantity: 2 }), shoe('42', 'Red'), shoe('42', 'Blue')] }, shop.deps.now()),
  );
  expect([(await accept()).status, await readVariantStock(db, id)]).toEqual([200, [10, 0, 5, 5]]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[VAR-5] a variant deleted during a checkout can still be paid, and after a cancellation it returns to no stock', async () => {
  const { id, variantIds } = await makeShoe(db);
  const [paid, cancelled] = [
    await checkOut([{ _id: id, variant: variantIds[0], count: 2 }]),
    await checkOut([{ _id: id, variant: variantIds[0], count: 1 }]),
  ];
  await keepOnly(id, [shoe('42', 'Red'), shoe('42', 'Blue', { price: 120 })]);
  expect(await readVariantStock(db, id)).toEqual([10, 5, 5]);
  expect(await shop.listFindings()).toEqual([]);
  await shop.pay(paid.body.url);
  expect(await shop.readOrderStatus(paid.buyer, paid.body.order)).toBe('paid');
  await shop.call(cancelOrder, { token: cancelled.buyer, params: { id: cancelled.body.order } });
  expect(await readVariantStock(db, id)).toEqual([10, 5, 5]);
  expect((await checkOut([{ _id: id, variant: variantIds[0] }])).body).toMatchObject({ code: 'product_unavailable' });
  const { token } = await shop.signUp({ role: 1 });
  const refund = { amount: 200, reason: 'No more', restock: true };
  expect((await shop.call(refundOrder, { token, params: { id: paid.body.order }, body: refund })).status).toBe(200);
  const { order } = (await shop.call(readAnyOrder, { token, params: { id: paid.body.order } })).body;
  expect(order).toMatchObject({ status: 'refunded', lines: [{ variant: variantIds[0], options: 'Size: 41, Colour: Red' }] });
  expect(await readVariantStock(db, id)).toEqual([10, 5, 5]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[VAR-5] if a product gets or loses options during a checkout, nothing is sold twice, and the stock adds up', async () => {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', quantity: 5 }]);
  const held = await checkOut([{ _id: mug, count: 2 }]);
  const options = [{ name: 'Colour', values: ['Red', 'Blue'] }];
  const variants = ['Red', 'Blue'].map((Colour) => ({ options: { Colour }, price: 7, quantity: 4 }));
  await db.transaction((tx) => writeProductChange(tx, mug, { options, variants }, shop.deps.now()));
  expect(await readVariantStock(db, mug)).toEqual([8, 4, 4]);
  await shop.call(cancelOrder, { token: held.buyer, params: { id: held.body.order } });
  expect(await readVariantStock(db, mug)).toEqual([8, 4, 4]);
  expect((await checkOut([{ _id: mug }])).body).toMatchObject({ code: 'variant_required' });
  const { product } = await db.transaction((tx) => writeProductChange(tx, mug, { options: [] }, shop.deps.now()));
  expect(product).toMatchObject({ price: 7, quantity: 8 });
  expect(product.options).toBeUndefined();
  expect((await checkOut([{ _id: mug, count: 8 }])).status).toBe(200);
  expect(await shop.listFindings()).toEqual([]);
});

test('[VAR-2] carts with the same variants in different orders never deadlock', async () => {
  const shoes = await Promise.all(
    ['A', 'B', 'C'].map((name) => makeShoe(db, [shoe('41', 'Red', { quantity: 100 }), shoe('42', 'Red', { quantity: 100 })], name)),
  );
  const items = shoes.flatMap(({ id, variantIds }) => variantIds.map((variant) => ({ _id: id, variant })));
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_it, index) => {
      const rotated = [...items.slice(index % 6), ...items.slice(0, index % 6)];
      return checkOut(index % 2 ? rotated.toReversed() : rotated);
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  for (const { id } of shoes) expect(await readVariantStock(db, id)).toEqual([140, 70, 70]);
  expect(await shop.listFindings()).toEqual([]);
});

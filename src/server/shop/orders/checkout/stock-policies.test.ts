/** Products that are sold when they aren't in stock: not counted, backorder, preorder. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts, warmUpPool } from '../../../../../tests/support/checkout.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { makeShoe, readVariantStock, shoe } from '../../../../../tests/support/variants.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { cancelOrder, readOrder, startCheckout } from '../../../../contract/order.ts';
import { refundOrder } from '../../../../contract/order-admin.ts';
import { exportToProcure, listToProcure } from '../../../../contract/procurement.ts';
import { readProduct } from '../../../../contract/product.ts';
import { readAdminProduct, updateProduct } from '../../../../contract/product-admin.ts';
import type { StockPolicyInput } from '../../../../contract/stock-policy.ts';
import { DAY } from '../../../../contract/values.ts';
import { query } from '../../../platform/database/query.ts';
import { readConfig } from '../../../platform/settings/read-config.ts';
import { listJobs } from '../../../schedule.ts';
import { endPreorders } from '../../catalog/products/end-preorders.service.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

/** A mug of which there are so many, sold by this policy. */
async function makeMug(stock: StockPolicyInput | null, quantity = 0) {
  const [id = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity }]);
  const admin = await shop.signUp({ role: 1 });
  const save = (body: object) => shop.call(updateProduct, { token: admin.token, params: { id }, body });
  if (stock) expect((await save({ stock })).status).toBe(200);
  const read = async () => {
    const [row] = await query<{ slug: string }>(db, sql`select slug from products where id = ${id}`);
    const { body } = await shop.call(readAdminProduct, { token: admin.token, params: { slug: row?.slug ?? '' } });
    return { product: body.product[0], version: body.version };
  };
  const buy = async (count = 1) => {
    const { token } = await shop.signUp();
    return {
      token,
      ...(await shop.checkOut(
        token,
        Array.from({ length: count }, () => id),
      )),
    };
  };
  const readStockOf = async () => {
    const { product } = await read();
    return [product?.quantity, product?.stock?.onHand ?? product?.quantity];
  };
  return { id, admin, save, read, buy, readStockOf };
}

const buyAndPay = async ({ buy }: Awaited<ReturnType<typeof makeMug>>, count: number) => {
  const bought = await buy(count);
  await shop.pay(bought.body.url);
  const readLines = async () => (await shop.call(readOrder, { token: bought.token, params: { id: bought.body.order } })).body.order.lines;
  return { ...bought, readLines };
};

const countMovements = async (orderId: string) => (await query(db, sql`select from stock_movements where order_id = ${orderId}`)).length;

test('[STOCKPOLICY-1] what is not counted is always sold, without a reservation, and a refund restocks nothing', async () => {
  const mug = await makeMug({ policy: 'untracked', shipsIn: '5 days' });
  const { body, readLines } = await buyAndPay(mug, 7);
  expect(await readLines()).toMatchObject([{ quantity: 7, promise: { policy: 'untracked', pieces: 7, text: 'Ships in 5 days' } }]);
  expect([await countMovements(body.order), await mug.readStockOf()]).toEqual([0, [1_000_000, 0]]);
  const waiting = await mug.buy(2);
  await shop.call(cancelOrder, { token: waiting.token, params: { id: waiting.body.order } });
  const refund = { amount: 87.5, reason: 'Came back', restock: true };
  expect((await shop.call(refundOrder, { token: mug.admin.token, params: { id: body.order }, body: refund })).status).toBe(200);
  expect([await mug.readStockOf(), await shop.listFindings()]).toEqual([[1_000_000, 0], []]);
});

test('[STOCKPOLICY-2] a backorder product is sold below zero, down to its limit, and each order keeps what was promised', async () => {
  const mug = await makeMug({ policy: 'backorder', limit: 3, shipsIn: '2–3 weeks' }, 2);
  expect(await mug.readStockOf()).toEqual([5, 2]);
  const { readLines } = await buyAndPay(mug, 3);
  expect(await readLines()).toMatchObject([
    { quantity: 3, promise: { policy: 'backorder', pieces: 1, text: '1 of 3 pieces: ships in 2–3 weeks' } },
  ]);
  const refused = await mug.buy(3);
  expect([refused.status, refused.body.issues]).toMatchObject([409, [{ path: mug.id, message: '2 left' }]]);
  expect((await mug.buy(2)).status).toBe(200);
  expect([await mug.readStockOf(), (await mug.buy()).status, await shop.listFindings()]).toEqual([[0, -3], 409, []]);
  // A later change of the promise is for later orders.
  await mug.save({ stock: { policy: 'backorder', shipsIn: '2 months' } });
  expect((await readLines())[0]?.promise?.text).toBe('1 of 3 pieces: ships in 2–3 weeks');
});

test('[STOCKPOLICY-2] pieces that come back or are cancelled fill what is below zero first, and are sold again', async () => {
  const mug = await makeMug({ policy: 'backorder', limit: 2 }, 1);
  const paid = await buyAndPay(mug, 2);
  const waiting = await mug.buy(1);
  expect(await mug.readStockOf()).toEqual([0, -2]);
  await shop.call(cancelOrder, { token: waiting.token, params: { id: waiting.body.order } });
  expect(await mug.readStockOf()).toEqual([1, -1]);
  const refund = { amount: 25, reason: 'Came back', restock: true };
  expect((await shop.call(refundOrder, { token: mug.admin.token, params: { id: paid.body.order }, body: refund })).status).toBe(200);
  expect([await mug.readStockOf(), await shop.listFindings()]).toEqual([[3, 1], []]);
});

test('[STOCKPOLICY-3] a preorder is sold until its day: from then on it is counted, and sold out while nothing is there', async () => {
  const day = new Date(shop.deps.now().getTime() + 3 * DAY).toISOString().slice(0, 10);
  const mug = await makeMug({ policy: 'preorder', limit: 50, shipsOn: day });
  const { readLines } = await buyAndPay(mug, 4);
  expect(await readLines()).toMatchObject([{ promise: { policy: 'preorder', pieces: 4, shipsOn: day } }]);
  const job = listJobs(shop.deps, { send: async () => undefined }, SILENT_LOG, readConfig({})).find(({ name }) => name === 'end-preorders');
  // It would run every two seconds until that day.
  expect((await job?.isDue?.()) ?? false).toBe(false);
  await job?.run(new AbortController().signal);
  expect(await mug.readStockOf()).toEqual([46, -4]);
  const before = (await mug.read()).version;
  shop.advanceClock(3 * DAY);
  await endPreorders(shop.deps);
  const { product, version } = await mug.read();
  expect(product).toMatchObject({ quantity: 0, stock: { policy: 'counted', onHand: -4, ready: 0 } });
  expect([version > before, (await mug.buy()).status]).toEqual([true, 409]);
  expect((await mug.save({ quantity: 14, shownQuantity: 0 })).status).toBe(200);
  expect((await mug.read()).product).not.toHaveProperty('stock');
  expect([await mug.readStockOf(), await shop.listFindings()]).toEqual([[10, 10], []]);
});

test('[STOCKPOLICY-4] a checkout that waits keeps the rule that it was sold by, however the policy changes meanwhile', async () => {
  const counted = await makeMug(null, 5);
  const [one, two] = [await counted.buy(2), await counted.buy(1)];
  await counted.save({ stock: { policy: 'untracked' } });
  await shop.pay(one.body.url);
  await shop.call(cancelOrder, { token: two.token, params: { id: two.body.order } });
  await counted.save({ stock: null });
  expect(await counted.readStockOf()).toEqual([3, 3]);
  const uncounted = await makeMug({ policy: 'untracked' }, 5);
  const [three, four] = [await uncounted.buy(2), await uncounted.buy(1)];
  await uncounted.save({ stock: null });
  await shop.pay(three.body.url);
  await shop.call(cancelOrder, { token: four.token, params: { id: four.body.order } });
  expect([await uncounted.readStockOf(), await shop.listFindings()]).toEqual([[5, 5], []]);
  // A limit that is lowered below what is sold already only ends the sale.
  const lowered = await makeMug({ policy: 'backorder', limit: 5 });
  const five = await lowered.buy(4);
  expect((await lowered.save({ stock: { policy: 'backorder', limit: 1 } })).status).toBe(200);
  expect([await lowered.readStockOf(), (await lowered.buy()).status]).toEqual([[0, -4], 409]);
  await shop.pay(five.body.url);
  expect([await lowered.readStockOf(), await shop.listFindings()]).toEqual([[0, -4], []]);
});

test.each([
  ['a backorder limit', { policy: 'backorder' as const, limit: 3 }],
  ['a preorder number', { policy: 'preorder' as const, limit: 3 }],
])('[STOCKPOLICY-5] %s is never exceeded by one, however many check out at once', async (_what, stock) => {
  const mug = await makeMug(stock, 2);
  const customers = await Promise.all(Array.from({ length: 16 }, () => shop.signUp()));
  await warmUpPool(shop);
  const answers = await Promise.all(customers.map(({ token }) => shop.checkOut(token, [mug.id])));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(11).fill(409)]);
  expect([await mug.readStockOf(), await shop.listFindings()]).toEqual([[0, -3], []]);
});

test('[STOCKPOLICY-5] variants have policies of their own: the product is sold as far as any of them, also at once', async () => {
  const { id, slug, variantIds } = await makeShoe(db, [
    shoe('41', 'Red', { quantity: 1 }),
    shoe('42', 'Red', { quantity: 0, stock: { policy: 'backorder', limit: 2, shipsIn: '3 weeks' } }),
    shoe('43', 'Red', { quantity: 0, stock: { policy: 'untracked' } }),
  ]);
  expect(await readVariantStock(db, id)).toEqual([1_000_003, 1, 2, 1_000_000]);
  const customers = await Promise.all(Array.from({ length: 12 }, () => shop.signUp()));
  await warmUpPool(shop);
  const buy = async (index: number) => {
    const body = { products: [{ _id: id, variant: variantIds[index % 3] ?? '' }] };
    return (await shop.call(startCheckout, { token: customers[index]?.token ?? '', body })).status;
  };
  const answers = await Promise.all(customers.map((_it, index) => buy(index)));
  expect(answers.filter((status) => status === 200)).toHaveLength(7);
  expect(await readVariantStock(db, id)).toEqual([1_000_000, 0, 0, 1_000_000]);
  const [product] = (await shop.call(readProduct, { params: { slug } })).body.product;
  expect(product).not.toHaveProperty('stock');
  expect(product?.variants?.map(({ stock }) => stock?.promise)).toEqual([undefined, 'Ships in 3 weeks', undefined]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[STOCKPOLICY-2] the cart says what is promised of how many, and no days of delivery', async () => {
  const mug = await makeMug({ policy: 'backorder', shipsIn: '2–3 weeks' }, 1);
  const { body } = await shop.call(priceCart, { body: { products: [{ _id: mug.id, count: 3 }] } });
  expect(body.lines[0]?.item.stock).toEqual({
    policy: 'backorder',
    shipsIn: '2–3 weeks',
    onHand: 1,
    ready: 1,
    promise: 'Ships in 2–3 weeks',
  });
});

test('[STOCKPOLICY-6] what is owed is listed by variant with the orders that wait, and leaves the list when it comes in', async () => {
  const mug = await makeMug({ policy: 'backorder', shipsIn: '2–3 weeks' }, 1);
  const read = async () => (await shop.call(listToProcure, { token: mug.admin.token })).body;
  const before = await read();
  const first = await buyAndPay(mug, 2);
  const second = await buyAndPay(mug, 3);
  // It isn't paid: its pieces aren't owed.
  await mug.buy(4);
  const owed = (await read()).items.find(({ product }) => product === mug.id);
  expect(owed).toMatchObject({
    name: 'Mug',
    onHand: -8,
    owed: 4,
    orders: [
      { _id: first.body.order, pieces: 1, promise: '1 of 2 pieces: ships in 2–3 weeks' },
      { _id: second.body.order, pieces: 3, promise: 'Ships in 2–3 weeks' },
    ],
  });
  const headers = { authorization: mug.admin.token };
  const csv = await shop.app.inject({ method: 'GET', url: exportToProcure.path, headers });
  expect(csv.body).toContain('1 of 2 pieces: ships in 2–3 weeks');
  await mug.save({ quantity: 9, shownQuantity: 0 });
  expect([(await read()).total, await shop.listFindings()]).toEqual([before.total, []]);
});

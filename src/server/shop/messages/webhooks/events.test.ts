/** What other programs are told, verified by the library that the specification's authors publish. */
import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { addTestEndpoint, type TestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { readOrder } from '../../../../contract/order.ts';
import { addOrderNote, refundOrder } from '../../../../contract/order-admin.ts';
import { shipOrder } from '../../../../contract/order-shipping.ts';
import { deleteProduct, readAdminProduct, updateProduct } from '../../../../contract/product-admin.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../../contract/settings.ts';
import { updateShopDetails } from '../../../../contract/shop-details.ts';
import { webhookDeliveries, webhookEvents } from '../../database/schema/messages.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
const deliver = () => deliverWebhooks(shop.deps, { log: SILENT_LOG });
const countRows = async () => [await db.$count(webhookEvents), await db.$count(webhookDeliveries)];

interface Payload {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** As a receiver does; throws where the signature is wrong. */
function verify({ received, secret }: TestEndpoint): Payload[] {
  return received.map(({ body, headers }) => new Webhook(secret).verify(body, headers as Record<string, string>) as Payload);
}

async function addProduct(quantity = 20): Promise<{ id: string; slug: string }> {
  const [product] = await makeProducts(db, [{ categoryId: await makeCategory(db), quantity, priceCents: 1050 }]);
  return { id: String(product?.id), slug: String(product?.slug) };
}

test('[HOOKOUT-1] a paid, shipped and refunded order is sent each time as its customer sees it, with buyer and signature', async () => {
  const { id } = await addProduct();
  const endpoint = await addTestEndpoint(db, ['order.paid', 'order.shipped', 'order.refunded']);
  const { token, email, id: _id } = await shop.signUp({ name: 'Ada Shopper' });
  const { token: admin } = await shop.signUp({ role: 1 });
  const { body } = await shop.checkOut(token, [id]);
  await deliver();
  expect(endpoint.received).toEqual([]);

  const params = { id: body.order };
  const read = async () => ({ ...(await shop.call(readOrder, { token, params })).body.order, buyer: { _id, name: 'Ada Shopper', email } });
  const expected = [];
  await shop.pay(body.url);
  await shop.call(addOrderNote, { token: admin, params, body: { audience: 'team', text: 'Pays late' } });
  await deliver();
  expected.push({ type: 'order.paid', data: { order: await read() } });
  await shop.call(shipOrder, { token: admin, params, body: { carrier: 'UPS', tracking: '1Z' } });
  await deliver();
  expected.push({ type: 'order.shipped', data: { order: await read() } });
  await shop.call(refundOrder, { token: admin, params, body: { amount: 2.5, reason: 'Late', restock: false } });
  await deliver();
  expected.push({ type: 'order.refunded', data: { amount: 2.5, order: await read() } });

  const told = verify(endpoint);
  expect(told.map(({ type, data }) => ({ type, data }))).toEqual(expected);
  expect(told[0]?.data).toMatchObject({ order: { status: 'paid', total: 10.5, lines: [{ name: 'Product 1' }] } });
  expect(Math.abs(Date.parse(told[0]?.timestamp ?? '') - Date.now())).toBeLessThan(60_000);
  const [first] = endpoint.received;
  expect(first?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': expect.stringMatching(/^msg_[\w-]{36}$/) });
  expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  expect(endpoint.received.map((it) => it.body).join('')).not.toMatch(/password|token|whsec_|Pays late|history/i);
});

test('[HOOKOUT-1] a product that is created, changed and deleted makes one event each', async () => {
  const endpoint = await addTestEndpoint(db, ['product.changed']);
  const { token } = await shop.signUp({ role: 1 });
  const { id, slug } = await addProduct();
  await deliver();
  const { product } = (await shop.call(readAdminProduct, { token, params: { slug } })).body as { product: unknown[] };
  await shop.call(updateProduct, { token, params: { id }, body: { name: 'Renamed', price: 12 } });
  await deliver();
  await shop.call(deleteProduct, { token, params: { id } });
  await deliver();
  const [created, updated, deleted] = verify(endpoint);
  expect(created).toMatchObject({ type: 'product.changed', data: { change: 'created', _id: id, product: [product].flat()[0] } });
  expect(updated?.data).toMatchObject({ change: 'updated', product: { name: 'Renamed', price: 12 } });
  expect(deleted?.data).toEqual({ change: 'deleted', _id: id, name: 'Renamed', slug, product: null });
  expect(endpoint.received).toHaveLength(3);

  const categoryId = await makeCategory(db, 'Together');
  const together = await makeProducts(db, [{ categoryId }, { categoryId }]);
  await deliver();
  const others = verify(endpoint).slice(3);
  expect(others.map(({ data }) => data.change)).toEqual(['created', 'created']);
  expect(new Set(others.map(({ data }) => data._id))).toEqual(new Set(together.map((it) => it.id)));
});

test('[HOOKOUT-1] stock that falls to the low-stock limit makes one event, and further sales make none', async () => {
  const { id } = await addProduct(9);
  const endpoint = await addTestEndpoint(db, ['stock.low']);
  const { token } = await shop.signUp();
  const owner = await shop.signUp({ role: 1 });
  const { logo: _logo, ...details } = DEFAULT_SHOP_DETAILS;
  await shop.checkOut(token, [id]);
  expect(await countRows()).toEqual([0, 0]);
  await shop.call(updateShopDetails, { token: owner.token, body: { ...details, lowStockThreshold: 7 } });
  await shop.checkOut((await shop.signUp()).token, [id]);
  await shop.checkOut((await shop.signUp()).token, [id]);
  await deliver();
  const told = verify(endpoint);
  expect(told).toMatchObject([{ type: 'stock.low', data: { threshold: 7, quantity: 7, product: { _id: id } } }]);

  await db.execute(sql`delete from settings`);
  await shop.setStock(id, DEFAULT_SHOP_DETAILS.lowStockThreshold + 1);
  await shop.checkOut((await shop.signUp()).token, [id]);
  await deliver();
  expect(verify(endpoint)[1]?.data).toMatchObject({ threshold: DEFAULT_SHOP_DETAILS.lowStockThreshold });
});

test('[HOOKOUT-2] if no enabled endpoint wants an event, nothing is written', async () => {
  const { id } = await addProduct();
  await addTestEndpoint(db, ['order.shipped']);
  await addTestEndpoint(db);
  await db.execute(sql`update webhook_endpoints set is_enabled = false where 'order.paid' = any (events)`);
  const { token } = await shop.signUp();
  const { body } = await shop.checkOut(token, [id]);
  await shop.pay(body.url);
  expect(await shop.readOrderStatus(token, body.order)).toBe('paid');
  expect(await countRows()).toEqual([0, 0]);
});

test('[HOOKOUT-2] a rolled back change makes no event, and a committed one is kept until it is sent', async () => {
  const { id } = await addProduct();
  const endpoint = await addTestEndpoint(db, ['product.changed']);
  const rename = (name: string, error?: Error) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`update products set name = ${name} where id = ${id}`);
      if (error) throw error;
    });
  await expect(rename('Never', new Error('no'))).rejects.toThrow('no');
  expect(await countRows()).toEqual([0, 0]);
  await rename('Once');
  expect(await countRows()).toEqual([1, 1]);
  await deliver();
  expect(verify(endpoint)).toMatchObject([{ data: { product: { name: 'Once' } } }]);
});

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { readOrder } from '../../../../contract/order.ts';
import { acceptOrder, endCheckout, listAllOrders, readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { deliverOrder, shipOrder } from '../../../../contract/order-shipping.ts';
import { emails } from '../../database/schema/messages.ts';

const shop = await openShopWithPayments();
let token: string;

beforeEach(async () => {
  ({ token } = await shop.signUp({ role: 1, name: 'Ada Admin' }));
});

/** Two mugs at $12.50 out of five, paid by the demo provider. */
async function paidOrder(name = 'Grace Buyer') {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const buyer = await shop.signUp({ name });
  const { body } = await shop.checkOut(buyer.token, [mug, mug]);
  await shop.pay(body.url);
  const params = { id: body.order };
  const read = async () => (await shop.call(readAnyOrder, { token, params })).body.order;
  return { mug, buyer, order: body.order, session: body.id, params, read };
}

/** Kinds of the emails to this address, the oldest first. */
async function listEmailsTo(email: string): Promise<string[]> {
  const rows = await shop.deps.db
    .select({ kind: emails.kind })
    .from(emails)
    .where(eq(emails.recipient, email))
    .orderBy(emails.createdAt, emails.kind);
  return rows.map(({ kind }) => kind);
}

const ship = (params: { id: string }, body = { carrier: 'Post', tracking: 'RR123' }) => shop.call(shipOrder, { token, params, body });
const refund = (params: { id: string }, amount: number, restock = false) =>
  shop.call(refundOrder, { token, params, body: { amount, reason: 'Came broken', restock } });

test('[ORDER-4] a paid order is shipped and delivered, each once, and its history says who did it', async () => {
  const { params, read, buyer } = await paidOrder();
  const shipped = await ship(params);
  expect([shipped.status, shipped.body.order]).toMatchObject([
    200,
    { status: 'shipped', carrier: 'Post', tracking: 'RR123', stock: 'sold' },
  ]);
  expect((await ship(params)).status).toBe(409);
  expect((await shop.call(deliverOrder, { token, params })).body.order.status).toBe('delivered');
  expect((await shop.call(deliverOrder, { token, params })).status).toBe(409);
  expect((await read()).history.map(({ by, from, to }) => [by, from, to])).toEqual([
    ['Grace Buyer', null, 'pending'],
    ['Payment provider', 'pending', 'paid'],
    ['Ada Admin', 'paid', 'shipped'],
    ['Ada Admin', 'shipped', 'delivered'],
  ]);
  const { body } = await shop.call(readOrder, { token: buyer.token, params });
  expect(body.order.timeline.map(({ status }) => status)).toEqual(['pending', 'paid', 'shipped', 'delivered']);
  expect(await listEmailsTo(buyer.email)).toEqual(['order paid', 'order shipped']);
  expect(await shop.listFindings()).toEqual([]);
});

test('[ORDER-4] an unpaid order can’t be shipped or refunded', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 5 }]);
  const buyer = await shop.signUp();
  const { body } = await shop.checkOut(buyer.token, [mug]);
  expect((await ship({ id: body.order })).status).toBe(409);
  expect((await refund({ id: body.order }, 1)).status).toBe(409);
});

test('[ORDER-5] [STOCK-5] after a partial refund the rest can be refunded, one cent more is refused, and items are restocked only on request', async () => {
  const { params, mug, buyer } = await paidOrder();
  expect((await refund(params, 25.01)).status).toBe(409);
  const part = await refund(params, 10);
  expect([part.status, part.body.order]).toMatchObject([200, { status: 'paid', refunded: 10 }]);
  expect(part.body.order.history.at(-1)).toMatchObject({ by: 'Ada Admin', from: 'paid', to: 'paid', why: '$10.00 refunded: Came broken' });
  expect((await refund(params, 15.01)).status).toBe(409);
  const rest = await refund(params, 15, true);
  expect([rest.status, rest.body.order]).toMatchObject([200, { status: 'refunded', refunded: 25, stock: 'none' }]);
  expect(await shop.readStock(mug)).toBe(5);
  expect((await refund(params, 0.01)).status).toBe(409);
  expect(await listEmailsTo(buyer.email)).toEqual(['order paid', 'order refunded', 'order refunded']);
  expect(await shop.listFindings()).toEqual([]);
});

test('[ORDER-5] after a full refund without restocking, the items stay sold', async () => {
  const { params, mug } = await paidOrder();
  expect((await refund(params, 25)).body.order).toMatchObject({ status: 'refunded', stock: 'sold' });
  expect(await shop.readStock(mug)).toBe(3);
});

test('[ORDER-5] if ten admins refund the full amount at once, it is refunded once', async () => {
  const { params, read } = await paidOrder();
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(params, 25, true)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  expect(await read()).toMatchObject({ status: 'refunded', refunded: 25 });
  expect(await shop.listFindings()).toEqual([]);
});

test('[ORDER-4] accepting an order in review makes it paid, once', async () => {
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 1250, quantity: 2 }]);
  const buyer = await shop.signUp();
  const { body } = await shop.checkOut(buyer.token, [mug, mug]);
  await shop.sendPaymentEvent({ id: `evt_${body.order}`, session: body.id, reference: body.order, amount: 1 });
  const params = { id: body.order };
  const accepted = await shop.call(acceptOrder, { token, params, body: { why: 'The rest came by post' } });
  expect([accepted.status, accepted.body.order]).toMatchObject([200, { status: 'paid', stock: 'sold' }]);
  expect((await shop.call(acceptOrder, { token, params, body: { why: 'again' } })).status).toBe(409);
  expect(await shop.listFindings()).toEqual([]);
});

test('[ORDER-6] admins find orders by number, name, email and status, newest first and page by page', async () => {
  const name = `Zoë ${randomUUID().slice(0, 8)}`;
  const first = await paidOrder(name);
  shop.advanceClock(1000);
  const second = await paidOrder(name);
  await ship(second.params);
  const find = async (query: object) => (await shop.call(listAllOrders, { token, query })).body;
  const ids = async (query: object) => (await find(query)).orders.map(({ _id }) => _id);
  expect(await ids({ keyword: name })).toEqual([second.order, first.order]);
  expect(await ids({ keyword: name, status: 'shipped' })).toEqual([second.order]);
  expect(await ids({ keyword: first.buyer.email.toUpperCase() })).toEqual([first.order]);
  const { number } = await first.read();
  expect(await ids({ keyword: `#${number}` })).toContain(first.order);
  expect(await ids({ keyword: first.order.toUpperCase() })).toEqual([first.order]);
  expect(await find({ keyword: name, limit: 1, page: 2 })).toMatchObject({ total: 2, page: 2, orders: [{ _id: first.order }] });
  expect(await ids({ keyword: '%_\\' })).toEqual([]);
  expect((await shop.call(listAllOrders, { token, query: { status: 'lost' as 'paid' } })).status).toBe(400);
});

test('[ADM-1] [ORDER-6] admin calls are only for admins: 401 without a login, 403 for a customer, 404 for what doesn’t exist', async () => {
  const { params, buyer } = await paidOrder();
  const calls = [
    (as: { token?: string }, id: string) => shop.call(readAnyOrder, { ...as, params: { id } }),
    (as: { token?: string }, id: string) => shop.call(shipOrder, { ...as, params: { id }, body: { carrier: 'x', tracking: '' } }),
    (as: { token?: string }, id: string) => shop.call(deliverOrder, { ...as, params: { id } }),
    (as: { token?: string }, id: string) => shop.call(acceptOrder, { ...as, params: { id }, body: { why: 'x' } }),
    (as: { token?: string }, id: string) => shop.call(endCheckout, { ...as, params: { id } }),
    (as: { token?: string }, id: string) =>
      shop.call(refundOrder, { ...as, params: { id }, body: { amount: 1, reason: 'x', restock: false } }),
  ];
  for (const act of calls) {
    expect((await act({}, params.id)).status).toBe(401);
    expect((await act({ token: buyer.token }, params.id)).status).toBe(403);
    expect((await act({ token }, randomUUID())).status).toBe(404);
    expect((await act({ token }, 'not-a-uuid')).status).toBe(404);
  }
  expect((await shop.call(listAllOrders)).status).toBe(401);
  expect((await shop.call(listAllOrders, { token: buyer.token })).status).toBe(403);
  for (const amount of [0, -1, 0.001, 1e12]) expect((await refund(params, amount)).status).toBe(400);
});

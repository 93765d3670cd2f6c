/** An owner tries the checkout of any shop: she pays with test cards, works on the order and deletes it, and the shop is as it was. */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopOfOwners } from '../../../../../tests/support/test-orders.ts';
import { addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { listUsers, readCustomer } from '../../../../contract/account.ts';
import { listCustomers } from '../../../../contract/customer.ts';
import { readWaiting, updateNotifications } from '../../../../contract/email.ts';
import { listOrders, readOrder as readOwnOrder, requestOrderChange } from '../../../../contract/order.ts';
import { exportOrders, listAllOrders, readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { shipOrder } from '../../../../contract/order-shipping.ts';
import { readDashboardStats } from '../../../../contract/reports.ts';
import { createApiKey } from '../../../../contract/team.ts';
import { deleteTestOrder, deleteTestOrders, endTestOrders, readTestOrders } from '../../../../contract/test-orders.ts';
import { HOUR } from '../../../../contract/values.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { customersWithOrders } from '../../database/schema/customer.ts';
import { dailyProductStats, dailyStats } from '../../database/schema/derived.ts';
import { stockMovements } from '../../database/schema/inventory.ts';
import { emails, webhookEvents } from '../../database/schema/messages.ts';
import { orders } from '../../database/schema/order.ts';
import { orderHistory } from '../../database/schema/order-records.ts';
import { demoSessions, paymentEvents, payments, refunds } from '../../database/schema/payment.ts';
import { hasCompletedTestOrder } from '../../settings/test-orders.service.ts';

const shop = await openShopOfOwners();
const { db } = shop.deps;

test('[TESTORD-1] test orders are on for 24 hours, in the session that switched them on, and end when the owner switches them off', async () => {
  const { token, id, until } = await shop.signUpTester();
  expect(new Date(until ?? '').getTime()).toBeCloseTo(shop.deps.now().getTime() + 24 * HOUR, -5);
  const read = async (by: string) => (await shop.call(readTestOrders, { token: by })).body.testOrders;
  expect(await read(token)).toEqual({ until, count: 0 });
  const other = await shop.signUp({ role: 1, teamRole: 'owner' });
  expect(await read(other.token)).toEqual({ until: null, count: 0 });
  for (let time = 0; time < 2; time += 1)
    expect((await shop.call(endTestOrders, { token })).body.testOrders).toEqual({ until: null, count: 0 });
  expect(await read(token)).toEqual({ until: null, count: 0 });
  const rows = await db.select().from(auditLog).where(eq(auditLog.part, 'test orders'));
  expect(rows.map(({ actorId, objectId }) => [actorId, objectId])).toEqual([
    [id, id],
    [id, id],
  ]);
});

test('[TESTORD-2] in a shop without a provider the owner can pay on the test page, and a declined card pays nothing', async () => {
  const mug = await shop.seedMug();
  const { token } = await shop.signUpTester();
  expect(await hasCompletedTestOrder(db)).toBe(false);
  const { status, body } = await shop.checkOut(token, [mug], { isTest: true });
  expect([status, new URL(body.url).pathname]).toEqual([200, `/pay/${body.id}`]);
  const page = await shop.app.inject({ url: `/pay/${body.id}` });
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Test mode: no real charge.')]);
  expect((await shop.submitCard(body.url, { number: '4000 0000 0000 0002', expiry: '12/49', cvc: '123', name: 'Ada' })).status).toBe(402);
  expect(await shop.readOrder(token, body.order)).toMatchObject({ status: 'pending', isTest: true, number: null, stock: 'none' });
  expect((await shop.submitCard(body.url)).status).toBe(303);
  const order = await shop.readOrder(token, body.order);
  expect(order).toMatchObject({ status: 'paid', isTest: true, number: 900_000_001, stock: 'none', provider: 'demo' });
  expect((await shop.call(readOwnOrder, { token, params: { id: body.order } })).body.order).toMatchObject({ isTest: true });
  expect((await shop.call(listOrders, { token })).body.orders).toMatchObject([{ isTest: true }]);
  expect(await hasCompletedTestOrder(db)).toBe(true);
  expect(await shop.listFindings()).toEqual([]);
});

test('[TESTORD-3] a test order uses no stock, and isn’t in statistics, counts, the list of customers or webhooks', async () => {
  const mug = await shop.seedMug();
  await addTestEndpoint(db);
  const { token, id } = await shop.signUpTester();
  const read = async () => ({
    stats: (await shop.call(readDashboardStats, { token })).body,
    waiting: (await shop.call(readWaiting, { token })).body,
    user: (await shop.call(readCustomer, { token, params: { id } })).body,
    users: (await shop.call(listUsers, { token })).body.users.map((it) => it.orders),
    ordered: (await shop.call(listUsers, { token, query: { filter: 'ordered' } })).body.total,
    customers: (await shop.call(listCustomers, { token })).body.customers,
  });
  const before = await read();
  const order = await shop.buyTest(token, mug);
  const held = (await shop.checkOut(token, [mug, mug])).body.order;
  expect(await shop.readOrder(token, held)).toMatchObject({ status: 'pending', isTest: true });
  await shop.call(requestOrderChange, { token, params: { id: order }, body: { kind: 'cancel', reason: 'A try' } });
  expect(await read()).toEqual(before);
  for (const id of [order, held]) expect(await db.$count(stockMovements, eq(stockMovements.orderId, id))).toBe(0);
  expect(await shop.readStock(mug)).toBe(5);
  for (const table of [dailyStats, dailyProductStats, customersWithOrders, webhookEvents]) expect(await db.$count(table)).toBe(0);
  await db.execute(sql`select rebuild_daily_stats(), rebuild_product_stats()`);
  expect(await read()).toEqual(before);
  expect(await shop.listFindings()).toEqual([]);
});

test('[TESTORD-3] the emails of a test order go only to the owner and say that it is a test', async () => {
  const mug = await shop.seedMug();
  const { token, email } = await shop.signUpTester();
  const notifications = { email: 'packing@example.com', eachOrder: true, dailySummary: false };
  await shop.call(updateNotifications, { token, body: notifications });
  await db.delete(emails);
  const order = await shop.buyTest(token, mug);
  await shop.call(requestOrderChange, { token, params: { id: order }, body: { kind: 'cancel', reason: 'A try' } });
  await shop.call(refundOrder, { token, params: { id: order }, body: { amount: 25, reason: 'A try', restock: true } });
  const sent = await db.select().from(emails);
  expect(sent.map(({ kind }) => kind).toSorted()).toEqual([
    'new order',
    'order paid',
    'order refunded',
    'order request',
    'request received',
  ]);
  for (const { recipient, subject, text, html, testOrderId } of sent) {
    expect([recipient, testOrderId]).toEqual([email, order]);
    expect(subject).toMatch(/^\[Test\] /);
    for (const body of [text, html]) expect(body).toContain('This is a test order: nothing was charged, and nothing is shipped.');
  }
});

test('[TESTORD-4] a test order is shipped, refunded and listed as a test; exports and programs get it only on request', async () => {
  const mug = await shop.seedMug();
  const { token } = await shop.signUpTester();
  const id = await shop.buyTest(token, mug);
  const params = { id };
  const shipped = await shop.call(shipOrder, { token, params, body: { carrier: 'UPS', tracking: '' } });
  expect(shipped.body.order).toMatchObject({ status: 'shipped', isTest: true, stock: 'none' });
  const refund = { amount: 25, reason: 'A try', restock: true };
  expect((await shop.call(refundOrder, { token, params, body: refund })).body.order).toMatchObject({ status: 'refunded', stock: 'none' });
  expect(await shop.readStock(mug)).toBe(5);
  const list = async (by: string, status?: 'test' | 'refunded' | 'to_ship') =>
    (await shop.call(listAllOrders, { token: by, query: status ? { status } : {} })).body.orders.map((it) => it._id);
  expect([await list(token), await list(token, 'test'), await list(token, 'refunded')]).toEqual([[id], [id], [id]]);
  const { body } = await shop.call(createApiKey, { token, body: { name: 'Books', scopes: ['orders'] } });
  const asProgram = { headers: { authorization: `Bearer ${body.key}` } };
  const listAs = async (query: object) => (await shop.call(listAllOrders, { ...asProgram, query })).body.orders.map((it) => it._id);
  expect([await listAs({}), await listAs({ status: 'refunded' }), await listAs({ status: 'test' })]).toEqual([[], [], [id]]);
  const csv = async (query: object) =>
    (await shop.app.inject({ url: `${exportOrders.path}?${new URLSearchParams(query as never)}`, headers: { authorization: token } })).body;
  expect([(await csv({})).includes(id), (await csv({ status: 'test' })).includes(id)]).toEqual([false, true]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[TESTORD-4] test orders have separate numbers, so that customers’ orders have no gaps', async () => {
  const mug = await shop.seedMug();
  const [one, two] = [await shop.signUpTester(), await shop.signUpTester()];
  const ids = await Promise.all([one, two].map(({ token }) => shop.buyTest(token, mug)));
  const numbers = await Promise.all(ids.map(async (id) => (await shop.readOrder(one.token, id)).number));
  expect(numbers.toSorted()).toEqual([900_000_001, 900_000_002]);
});

test('[TESTORD-5] one click deletes all test orders with everything that belongs to them, and no other order', async () => {
  const mug = await shop.seedMug();
  const { token } = await shop.signUpTester();
  const order = await shop.buyTest(token, mug);
  await shop.call(refundOrder, { token, params: { id: order }, body: { amount: 5, reason: 'A try', restock: false } });
  await shop.checkOut(token, [mug]);
  const real = (await db.select({ id: orders.id }).from(orders).where(eq(orders.isTest, false))).length;
  const { status, body } = await shop.call(deleteTestOrders, { token });
  expect([status, body]).toMatchObject([200, { deleted: 2, message: '2 test orders deleted', testOrders: { count: 0 } }]);
  for (const table of [orderHistory, payments, refunds, emails, paymentEvents, demoSessions]) expect(await db.$count(table)).toBe(0);
  expect([await db.$count(orders), real, await shop.readStock(mug)]).toEqual([0, 0, 5]);
  expect((await shop.call(deleteTestOrders, { token })).body.deleted).toBe(0);
  expect(await hasCompletedTestOrder(db)).toBe(true);
  expect(await shop.listFindings()).toEqual([]);
  const deleted = await db.select().from(auditLog).where(eq(auditLog.action, 'deleted'));
  expect(deleted.filter(({ objectType, part }) => objectType === 'order' && part === null)).toHaveLength(2);
});

test('[TESTORD-5] a test order can be deleted from its page, a second time is a clear error, and deleting it during a payment leaves no finding', async () => {
  const mug = await shop.seedMug();
  const { token } = await shop.signUpTester();
  const [kept, gone] = [await shop.buyTest(token, mug), await shop.buyTest(token, mug)];
  const remove = async (id: string) => (await shop.call(deleteTestOrder, { token, params: { id } })).status;
  expect([await remove(gone), await remove(gone), await remove('not-a-uuid')]).toEqual([200, 404, 404]);
  expect((await shop.call(readAnyOrder, { token, params: { id: kept } })).status).toBe(200);
  const { body } = await shop.checkOut(token, [mug]);
  await Promise.all([shop.submitCard(body.url), shop.call(deleteTestOrders, { token })]);
  await shop.call(deleteTestOrders, { token });
  expect(await shop.listFindings()).toEqual([]);
  expect((await shop.app.inject({ url: `/pay/${body.id}` })).statusCode).toBe(404);
});

test('[TESTORD-5] a test order with a payment on its way can’t be deleted until it has arrived', async () => {
  const mug = await shop.seedMug();
  const { token } = await shop.signUpTester();
  const order = await shop.buyTest(token, mug);
  await db.execute(sql`update demo_events set delivered_at = null`);
  expect((await shop.call(deleteTestOrders, { token })).body).toMatchObject({ deleted: 0, testOrders: { count: 1 } });
  expect((await shop.call(deleteTestOrder, { token, params: { id: order } })).status).toBe(409);
  await shop.deps.connections.demo?.redeliver();
  expect((await shop.call(deleteTestOrders, { token })).body.deleted).toBe(1);
});

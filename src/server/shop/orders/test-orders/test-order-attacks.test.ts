/** Nobody but an owner, in the session that has them on, places test orders; and no real order is paid, hidden or deleted as one. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { VALID_CARD } from '../../../../../tests/support/checkout.ts';
import { openConnectedShop } from '../../../../../tests/support/connections.ts';
import { guest } from '../../../../../tests/support/guests.ts';
import { createTestOrderCalls, openShopOfOwners } from '../../../../../tests/support/test-orders.ts';
import { logout } from '../../../../contract/auth.ts';
import { readOrder as readOwnOrder } from '../../../../contract/order.ts';
import { connectPayments, disconnectPayments } from '../../../../contract/payment-connection.ts';
import { createApiKey } from '../../../../contract/team.ts';
import { deleteTestOrder, deleteTestOrders, endTestOrders, startTestOrders } from '../../../../contract/test-orders.ts';
import { HOUR, MINUTE } from '../../../../contract/values.ts';
import { sessions, users } from '../../database/schema/account.ts';
import { orders } from '../../database/schema/order.ts';
import { discountCodes, discountCodeUses } from '../../database/schema/pricing.ts';
import { createSession } from '../../team/sessions/session.service.ts';

/** Its customers pay on the demo's page, which is the page of test orders too. */
const demo = await openShopOfOwners({ server: { demo: true } });
const { db } = demo.deps;

const isTest = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]?.isTest;

test.each(['customer', 'staff', 'read-only'] as const)('[TESTORD-2] %s can’t switch test orders on or forge one', async (who) => {
  const mug = await demo.seedMug();
  await demo.signUpTester();
  const { token } = await demo.signUp(who === 'customer' ? {} : { role: 1, teamRole: who });
  for (const endpoint of [startTestOrders, endTestOrders, deleteTestOrders])
    expect((await demo.call(endpoint, { token })).status).toBe(403);
  expect((await demo.call(deleteTestOrder, { token, params: { id: randomUUID() } })).status).toBe(403);
  // Even if the session said so.
  await db.update(sessions).set({ testOrdersUntil: new Date(Date.now() + HOUR) });
  const forged = await demo.checkOut(token, [mug], { isTest: true });
  expect([forged.status, forged.body]).toMatchObject([409, { code: 'test_orders_off' }]);
  const { body } = await demo.checkOut(token, [mug]);
  expect([await isTest(body.order), await demo.readStock(mug), await db.$count(orders)]).toEqual([false, 4, 1]);
});

test('[TESTORD-2] a guest can’t forge a test order, also with fields that don’t exist', async () => {
  const mug = await demo.seedMug();
  await demo.signUpTester();
  expect((await demo.checkOut(undefined, [mug], { guest, isTest: true })).status).toBe(409);
  const { status, body } = await demo.checkOut(undefined, [mug], {
    guest,
    is_test: true,
    test: true,
    provider: 'demo',
    testOrdersUntil: '2099-01-01',
  });
  expect([status, await isTest(body.order), await demo.readStock(mug)]).toEqual([200, false, 4]);
  expect((await demo.call(startTestOrders)).status).toBe(401);
  for (const flag of ['yes', 1, null, [], { $ne: null }])
    expect((await demo.checkOut(undefined, [mug], { guest, isTest: flag })).status).toBe(400);
});

test('[TESTORD-2] an API key can place no test order, and can’t switch them on', async () => {
  const mug = await demo.seedMug();
  const { token } = await demo.signUpTester();
  const { body } = await demo.call(createApiKey, { token, body: { name: 'Books', scopes: ['read', 'orders', 'catalogue'] } });
  const headers = { authorization: `Bearer ${body.key}` };
  for (const endpoint of [startTestOrders, endTestOrders, deleteTestOrders])
    expect((await demo.call(endpoint, { headers })).status).toBe(403);
  const payload = { products: [{ _id: mug }], isTest: true, guest };
  expect((await demo.send({ method: 'POST', url: '/api/v1/product/api/create-checkout-session', payload, headers })).status).toBe(403);
});

test('[TESTORD-1] another session of the owner, and another owner, place real orders', async () => {
  const mug = await demo.seedMug();
  const owner = await demo.signUpTester();
  const phone = await createSession(db, owner.id, demo.deps.now());
  const other = await demo.signUp({ role: 1, teamRole: 'owner' });
  for (const token of [phone, other.token]) {
    expect((await demo.checkOut(token, [mug], { isTest: true })).body).toMatchObject({ code: 'test_orders_off' });
    expect(await isTest((await demo.checkOut(token, [mug])).body.order)).toBe(false);
  }
  const { order } = (await demo.checkOut(owner.token, [mug])).body;
  expect(await isTest(order)).toBe(true);
  expect((await demo.call(readOwnOrder, { token: other.token, params: { id: order } })).status).toBe(404);
});

test('[TESTORD-1] after 24 hours, after the end, or without the owner’s role, a checkout that expects a test order is refused, and others are real', async () => {
  const mug = await demo.seedMug();
  const expectEnded = async (token: string) => {
    const placed = await db.$count(orders);
    expect((await demo.checkOut(token, [mug], { isTest: true })).body).toMatchObject({ code: 'test_orders_off' });
    expect(await db.$count(orders)).toBe(placed);
    expect(await isTest((await demo.checkOut(token, [mug])).body.order)).toBe(false);
  };
  const ended = await demo.signUpTester();
  await demo.call(endTestOrders, { token: ended.token });
  await expectEnded(ended.token);
  const former = await demo.signUpTester();
  await db.update(users).set({ teamRole: 'staff' }).where(eq(users.id, former.id));
  await expectEnded(former.token);
  const late = await demo.signUpTester();
  demo.advanceClock(24 * HOUR + MINUTE);
  await expectEnded(late.token);
  await demo.call(logout, { token: late.token });
  expect((await demo.checkOut(late.token, [mug], { isTest: true })).status).toBe(401);
});

test('[TESTORD-2] a checkout that began as a test order is paid as one, also if test orders were switched off meanwhile', async () => {
  const mug = await demo.seedMug();
  const { token } = await demo.signUpTester();
  const { body } = await demo.checkOut(token, [mug], { isTest: true });
  await demo.call(endTestOrders, { token });
  expect((await demo.submitCard(body.url)).status).toBe(303);
  expect(await demo.readOrder(token, body.order)).toMatchObject({ status: 'paid', isTest: true, stock: 'none' });
  expect([await demo.readStock(mug), await demo.listFindings()]).toEqual([5, []]);
});

test('[TESTORD-5] no real order is deleted as a test order, whoever asks', async () => {
  const mug = await demo.seedMug();
  const { token } = await demo.signUpTester();
  const customer = await demo.signUp();
  const paid = (await demo.checkOut(customer.token, [mug])).body;
  await demo.submitCard(paid.url);
  const open = (await demo.checkOut((await demo.signUp()).token, [mug])).body;
  const test = await demo.buyTest(token, mug);
  for (const id of [paid.order, open.order]) expect((await demo.call(deleteTestOrder, { token, params: { id } })).status).toBe(409);
  expect((await demo.call(deleteTestOrders, { token })).body.deleted).toBe(1);
  expect([await isTest(paid.order), await isTest(open.order), await isTest(test)]).toEqual([false, false, undefined]);
  const sold = await demo.readOrder(token, paid.order);
  expect([sold.number, sold.status, await demo.readStock(mug)]).toEqual([expect.any(Number), 'paid', 3]);
  expect(sold.number).toBeLessThan(900_000_000);
  expect(await demo.listFindings()).toEqual([]);
});

test('[TESTORD-3] a test order doesn’t use up a code that can be used once', async () => {
  const mug = await demo.seedMug();
  const { token } = await demo.signUpTester();
  const code = { id: randomUUID(), code: 'ONCE', kind: 'percent', percent: 10, maxUses: 1, createdAt: new Date() } as const;
  await db.insert(discountCodes).values(code);
  const { body } = await demo.checkOut(token, [mug], { code: 'ONCE' });
  await demo.submitCard(body.url);
  expect(await demo.readOrder(token, body.order)).toMatchObject({ status: 'paid', code: 'ONCE', isTest: true });
  expect([await db.$count(discountCodeUses), (await db.select().from(discountCodes))[0]?.uses]).toEqual([0, 0]);
  expect((await demo.checkOut((await demo.signUp()).token, [mug], { code: 'ONCE' })).status).toBe(200);
  expect(await demo.listFindings()).toEqual([]);
});

test('[TESTORD-3] a test order replaces the owner’s own open checkout, and its stock returns; a sold-out product can be tested', async () => {
  const mug = await demo.seedMug();
  const { token } = await demo.signUp({ role: 1, teamRole: 'owner' });
  const real = (await demo.checkOut(token, Array(5).fill(mug))).body;
  expect(await demo.readStock(mug)).toBe(0);
  await demo.checkOut((await demo.signUp()).token, [mug]);
  await demo.call(startTestOrders, { token });
  const tried = await demo.checkOut(token, [mug], { isTest: true });
  expect([tried.status, await demo.readStock(mug), (await demo.readOrder(token, real.order)).status]).toEqual([200, 5, 'cancelled']);
  await db.execute(sql`update products set status = 'draft' where id = ${mug}`);
  expect((await demo.checkOut(token, [mug], { isTest: true })).body).toMatchObject({ code: 'product_unavailable' });
});

test('[TESTORD-6] verify names a test order that holds stock or was paid by another provider, and the database refuses both', async () => {
  const mug = await demo.seedMug();
  const { token } = await demo.signUpTester();
  const order = await demo.buyTest(token, mug);
  for (const change of [sql`stock = 'sold'`, sql`provider = 'stripe'`])
    await expect(db.execute(sql`update orders set ${change} where id = ${order}`)).rejects.toThrow();
  await db.execute(sql`update payments set provider = 'stripe' where order_id = ${order}`);
  await db.execute(
    sql`insert into stock_movements (product_id, order_id, kind, available, reserved, at) values (${mug}, ${order}, 'edit', 0, 0, now())`,
  );
  expect((await demo.listFindings()).map(({ rule, detail }) => `${rule}: ${detail}`)).toEqual([
    'a test order holds no stock, no money and no event: #900000001: test order with a real payment',
    'a test order holds no stock, no money and no event: #900000001: test order with movements of stock',
  ]);
});

const connected = await openConnectedShop();
const live = { ...connected.shop, ...createTestOrderCalls(connected.shop) };

test('[TESTORD-2] with a live Stripe account the owner’s test uses the test page, customers use Stripe, and each is paid where it began', async () => {
  connected.stripe.addAccount('sk_live_standinlive', { livemode: true });
  const owner = await connected.openAt();
  await live.call(connectPayments, { token: owner.token, params: { mode: 'live' }, body: { secretKey: 'sk_live_standinlive' } });
  const mug = await live.seedMug();
  const customer = await live.signUp();
  const real = (await live.checkOut(customer.token, [mug])).body;
  expect(new URL(real.url).host).not.toBe(new URL(connected.origin).host);
  await live.call(startTestOrders, { token: owner.token });
  const asked = connected.stripe.calls.length;
  const order = await live.buyTest(owner.token, mug);
  expect([connected.stripe.calls.length, live.deps.payment?.name]).toEqual([asked, 'stripe']);
  expect(await live.readOrder(owner.token, order)).toMatchObject({ status: 'paid', isTest: true, provider: 'demo', stock: 'none' });
  // A card of the test page pays nothing but test orders.
  expect((await live.submitCard(`${connected.origin}/pay/${real.id}`, VALID_CARD)).status).toBe(404);
  const next = (await live.checkOut((await live.signUp()).token, [mug])).body;
  expect(await live.readOrder(owner.token, next.order)).toMatchObject({ provider: 'stripe', stock: 'held' });
  await live.call(disconnectPayments, { token: owner.token, params: { mode: 'live' }, body: {} });
  expect((await live.checkOut((await live.signUp()).token, [mug])).status).toBe(503);
  expect((await live.checkOut(owner.token, [mug], { isTest: true })).status).toBe(200);
  expect(await live.listFindings()).toEqual([]);
});

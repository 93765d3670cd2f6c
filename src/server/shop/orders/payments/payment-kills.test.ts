/**
 * Kills the shop (SIGKILL) while orders are placed, booked and ended by hand, and between PayPal's taking the money and its booking. After each kill
 * `verify` must find nothing; what was acknowledged stays, and what was not can be done again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCrashHarness } from '../../../../../tests/faults/crashing-shop.ts';
import { CASH_ID, METHODS, saveMethods, TRANSFER_ID } from '../../../../../tests/support/payment-methods.ts';
import { CLIENT_ID, CLIENT_SECRET, startFakePaypal } from '../../../../../tests/support/paypal/paypal-server.ts';
import { PAYPAL_ID } from '../../../../../tests/support/paypal/paypal-shop.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { cancelOrder, receivePaymentWebhook, startCheckout } from '../../../../contract/order.ts';
import { readAnyOrder } from '../../../../contract/order-admin.ts';
import { bookPayment } from '../../../../contract/order-payment.ts';
import { MINUTE } from '../../../../contract/values.ts';
import type { Failpoint } from '../../../platform/process/failpoints.ts';
import { saveConnection } from '../../settings/connection-settings.ts';

const ROUNDS = isFullRun ? 12 : 3;
const BUYERS = 6;
const PAYPAL_FAILPOINTS = ['session.status-fetched', 'event.before-commit', 'event.committed'] as const satisfies Failpoint[];
const WEBHOOK_ID = 'WEBHOOK-OF-THE-SHOP';
const paypal = await startFakePaypal(() => new Date());
const harness = await startCrashHarness(ROUNDS * BUYERS + PAYPAL_FAILPOINTS.length, {
  env: { PAYPAL_API_BASE: paypal.baseUrl },
  prepare: async (db) => {
    await saveMethods(db, [...METHODS, { _id: PAYPAL_ID, kind: 'paypal', name: 'PayPal', isOn: true }]);
    const keys = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, webhookId: WEBHOOK_ID, isSandbox: true };
    const account = { clientIdEnding: 'd-in', connectedAt: new Date().toISOString() };
    const visible = { test: account, live: null, active: 'test' };
    await saveConnection(db, 'paypal', { visible, secrets: { test: keys, live: null, former: [] }, now: new Date() }, '');
  },
});
const { adminToken, productId, send } = harness;
beforeAll(() => harness.start());
afterAll(async () => {
  await harness.close();
  await paypal.close();
});

const readOrder = async (id: string) => (await send(readAnyOrder, { token: adminToken, params: { id } }))?.body.order;

interface Placed {
  token: string;
  order: string;
  /** What was acknowledged last. */
  status: 'pending' | 'part' | 'paid' | 'cancelled';
  /** It is the one that its buyer cancels. */
  isEnding: boolean;
}

const book = (order: string, amount: number) =>
  send(bookPayment, { token: adminToken, params: { id: order }, body: { amount, receivedOn: new Date().toISOString().slice(0, 10) } });

/** Places an order, and pays it in two parts, or ends it; stops where the shop is gone. */
async function buyByHand(token: string, index: number, placed: Placed[]): Promise<void> {
  const payment = index % 2 ? CASH_ID : TRANSFER_ID;
  const begun = await send(startCheckout, { token, body: { products: [{ _id: productId }], payment } });
  if (begun?.status !== 200) return;
  const own: Placed = { token, order: begun.body.order, status: 'pending', isEnding: index % 3 === 2 };
  placed.push(own);
  if (own.isEnding) {
    if ((await send(cancelOrder, { token, params: { id: own.order } }))?.status === 200) own.status = 'cancelled';
    return;
  }
  if ((await book(own.order, 5))?.status === 200) own.status = 'part';
  else return;
  const total = payment === CASH_ID ? 16 : 12.5;
  if ((await book(own.order, total - 5))?.status === 200) own.status = 'paid';
}

async function checkAcknowledged({ order, status }: Placed): Promise<void> {
  const found = await readOrder(order);
  if (status === 'paid') expect(found?.paidAt, 'acknowledged as paid').toEqual(expect.any(String));
  if (status === 'cancelled') expect(found?.status).toBe('cancelled');
  expect(found?.number).toEqual(expect.any(Number));
  if (status === 'part') expect(found?.payments.length).toBeGreaterThan(0);
}

test('[PAYWAY-11] killed while orders by hand are placed, paid in parts and ended: the books are true after each', {
  timeout: ROUNDS * 2 * MINUTE,
}, async () => {
  let count = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const placed: Placed[] = [];
    const buying = Array.from({ length: BUYERS }, (_, index) => buyByHand(harness.nextCustomer(), index, placed));
    // On a busy machine the first order takes seconds.
    await expect.poll(() => placed.length, { timeout: MINUTE }).toBeGreaterThan(0);
    await sleep(Math.random() * 600);
    await harness.kill();
    await Promise.all(buying);
    expect(await harness.listFindings()).toEqual([]);
    count += placed.length;
    await harness.start();
    for (const own of placed) await checkAcknowledged(own);
    // What was under way can be finished: an end, or the rest, which is booked once.
    for (const { order, token, isEnding } of placed) {
      const found = await readOrder(order);
      if (found?.status !== 'pending') continue;
      if (isEnding) {
        expect((await send(cancelOrder, { token, params: { id: order } }))?.status).toBe(200);
        expect((await readOrder(order))?.status).toBe('cancelled');
        continue;
      }
      const left = found.total - (found.payments[0]?.amount ?? 0);
      const booked = await book(order, left);
      expect(booked?.status, JSON.stringify(booked?.body)).toBe(200);
      expect((await readOrder(order))?.status).toBe('paid');
      expect((await book(order, left))?.status).toBe(409);
    }
  }
  expect(count, 'orders that were placed before a kill').toBeGreaterThanOrEqual(ROUNDS);
});

/** The jobs find all checkouts due. Only while the shop is down. */
const advanceTime = () =>
  harness.withDatabase(async (db) => {
    await db.execute(sql`update orders set created_at = created_at - interval '5 minutes' where status = 'pending'`);
    await db.execute(sql`update pgboss.job set state = 'failed' where state in ('created', 'retry', 'active')`);
  });

test.each(PAYPAL_FAILPOINTS)(
  '[PAYPAL-16] killed at %s of a payment by PayPal: taken once, booked once',
  { timeout: 3 * MINUTE },
  async (at) => {
    const token = harness.nextCustomer();
    const begun = await send(startCheckout, { token, body: { products: [{ _id: productId }], payment: PAYPAL_ID } });
    const { id: session = '', order = '' } = begun?.body ?? {};
    expect(paypal.state.approve(session)).toBe(true);
    const event = () => JSON.stringify(paypal.state.events.findLast((it) => it.event_type === 'CHECKOUT.ORDER.APPROVED'));
    const report = () => {
      const headers = paypal.signEvent(event(), new Date(), WEBHOOK_ID);
      return fetch(harness.getOrigin() + receivePaymentWebhook.path, { method: 'POST', body: event(), headers });
    };
    await harness.armFailpoint(at);
    const comeBack = () => fetch(`${harness.getOrigin()}/payment/return?order=${order}&token=${session}`, { redirect: 'manual' });
    await (at === 'session.status-fetched' ? comeBack() : report()).catch(() => undefined);
    await harness.waitForCrash();
    expect(await harness.listFindings()).toEqual([]);
    expect(paypal.state.orders.get(session)?.status).toBe('COMPLETED');
    await advanceTime();
    await harness.start();
    if (at === 'session.status-fetched') await expect.poll(async () => (await readOrder(order))?.status, { timeout: MINUTE }).toBe('paid');
    else expect((await report()).status).toBe(200);
    expect((await readOrder(order))?.status).toBe('paid');
    expect([...paypal.state.captures.values()].filter((it) => it.orderId === session)).toHaveLength(1);
    expect(paypal.calls.filter(({ route }) => route.endsWith(`${session}/capture`))).toHaveLength(1);
  },
);

test('[PAYPAL-16] [PAYWAY-11] after all these kills, nothing is found', async () => {
  await harness.kill();
  expect(await harness.listFindings()).toEqual([]);
});

/** Payments whose money takes days, such as bank debits: Stripe calls the session complete long before it is paid. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { openStripeShop, readStock } from '../../../../../tests/support/stripe/stripe-shop.ts';
import { readWaiting } from '../../../../contract/email.ts';
import { estimateDelivery } from '../../../../contract/estimated-delivery.ts';
import { cancelOrder, listOrders, readOrder, resumeCheckout } from '../../../../contract/order.ts';
import { endCheckout, listAllOrders } from '../../../../contract/order-admin.ts';
import { DAY, MINUTE } from '../../../../contract/values.ts';
import { query } from '../../../platform/database/query.ts';
import { orders } from '../../database/schema/order.ts';
import { verifyShop } from '../../integrity/verify.service.ts';
import { expireOrders, reconcileOrders, reconcileProcessing } from '../../orders/checkout/expire-orders.service.ts';

const { shop, stripe, deliver, checkOut } = await openStripeShop();
beforeEach(() => {
  stripe.state.events.length = 0;
  stripe.failures.length = 0;
});

const errors: unknown[] = [];
const log = { ...SILENT_LOG, error: (details: unknown) => errors.push(details) };
const findings = () => verifyShop(shop.deps.db, shop.deps.now());
/** Without a recipient: to anybody. */
const countEmails = async (kind: string, recipient = '%') => {
  const rows = await query<{ n: number }>(
    shop.deps.db,
    sql`select count(*)::int as n from emails where kind = ${kind} and recipient like ${recipient}`,
  );
  return rows[0]?.n ?? 0;
};

/** The customer is done at Stripe, whose event says that the money is on its way. */
async function payLate({ isTold = true } = {}) {
  const checkout = await checkOut();
  stripe.state.pay(checkout.session, true);
  if (isTold) await deliver();
  else stripe.state.events.length = 0;
  return checkout;
}

test('[ORDER-11] while the bank processes a payment, the checkout keeps its stock past its expiry, and order, customer and dashboard show it', async () => {
  const { customer, admin, mug, params, read } = await payLate();
  shop.advanceClock(3 * DAY);
  expect([await expireOrders(shop.deps, log), errors]).toEqual([0, []]);
  const order = await read();
  expect(order).toMatchObject({ status: 'pending', number: null, stock: 'held', payableUntil: null, processingSince: expect.any(String) });
  expect(order.history.filter(({ why }) => why.startsWith('Payment is on its way'))).toHaveLength(1);
  expect([await readStock(shop, mug), await findings()]).toEqual([3, []]);
  const own = (await shop.call(listOrders, { token: customer.token })).body;
  expect([own.total, own.orders[0]?._id]).toEqual([1, params.id]);
  const resumed = await shop.call(resumeCheckout, { token: customer.token, params });
  expect(resumed.body.url).toBe(`http://localhost/success?order=${params.id}`);
  const { waiting } = (await shop.call(readWaiting, { token: admin.token })).body;
  const listed = (await shop.call(listAllOrders, { token: admin.token, query: { status: 'processing', limit: 100 } })).body.orders;
  expect(waiting.processing).toBe(listed.length);
  expect(listed.map(({ _id }) => _id)).toContain(params.id);
});

test('[ORDER-11] nobody can end the checkout meanwhile, and its customer can buy something else', async () => {
  const { customer, admin, params, read, start } = await payLate();
  expect((await shop.call(cancelOrder, { token: customer.token, params })).body).toMatchObject({ code: 'wrong_order_status' });
  expect((await shop.call(endCheckout, { token: admin.token, params })).body).toMatchObject({ code: 'wrong_order_status' });
  const second = await start();
  expect([second.status, second.body.order === params.id]).toEqual([200, false]);
  expect([(await read()).status, (await start()).status, await findings()]).toEqual(['pending', 200, []]);
});

test('[ORDER-11] money that arrives after days makes an ordinary order, also if its event comes twice and before the one that announced it', async () => {
  const { session, mug, read } = await payLate({ isTold: false });
  shop.advanceClock(3 * DAY);
  stripe.state.completeAsyncPayment(session, 'succeeded');
  const events = stripe.state.events.splice(0);
  await deliver(events);
  await deliver([
    {
      id: `evt_late_${session}`,
      object: 'event',
      type: 'checkout.session.completed',
      created: 1,
      livemode: false,
      data: { object: { ...events[0]?.data.object, payment_status: 'unpaid' } },
    },
    ...events,
  ]);
  expect(await read()).toMatchObject({ status: 'paid', number: expect.any(Number), stock: 'sold', processingSince: null });
  expect([await readStock(shop, mug), await findings()]).toEqual([3, []]);
});

test('[SHIP-8] while the money is on its way no days of delivery are told: they are counted from its arrival', async () => {
  const { session, params, read } = await payLate();
  const days = { min: 1, max: 3 };
  const { from, to } = estimateDelivery(days, shop.deps.now(), 'UTC');
  await shop.deps.db.update(orders).set({ deliveryFrom: from, deliveryTo: to }).where(eq(orders.id, params.id));
  expect((await read()).estimatedDelivery).toBeNull();
  shop.advanceClock(5 * DAY);
  stripe.state.completeAsyncPayment(session, 'succeeded');
  await deliver();
  const { status, estimatedDelivery } = await read();
  expect([status, estimatedDelivery]).toEqual(['paid', estimateDelivery(days, shop.deps.now(), 'UTC')]);
});

test.each(['by its event', 'found by asking Stripe'])(
  '[ORDER-11] the money never arrives, %s: cancelled, in stock again, and customer and team are told, once',
  async (how) => {
    const { customer, session, mug, read } = await payLate();
    const toldBefore = await countEmails('late payment failed');
    shop.advanceClock(3 * DAY);
    stripe.state.completeAsyncPayment(session, 'failed');
    const events = stripe.state.events.splice(0);
    if (how === 'by its event') await deliver(events);
    else expect(await reconcileProcessing(shop.deps, log)).toBeGreaterThan(0);
    await deliver(events);
    const order = await read();
    expect(order).toMatchObject({ status: 'cancelled', stock: 'none', number: null, processingSince: null });
    expect(order.history.at(-1)).toMatchObject({ why: 'Payment failed', by: 'Payment provider' });
    expect([await readStock(shop, mug), await countEmails('payment failed', customer.email), await findings()]).toEqual([5, 1, []]);
    expect((await countEmails('late payment failed')) - toldBefore).toBe(1);
  },
);

test('[ORDER-11] if the customer cancels after the payment failed and before the shop knows, the checkout ends like any other and is no order', async () => {
  const { customer, params, session, mug, read } = await payLate();
  stripe.state.completeAsyncPayment(session, 'failed');
  const events = stripe.state.events.splice(0);
  expect((await shop.call(cancelOrder, { token: customer.token, params })).status).toBe(200);
  await deliver(events);
  expect(await read()).toMatchObject({ status: 'cancelled', stock: 'none', processingSince: null });
  expect((await shop.call(listOrders, { token: customer.token })).body.total).toBe(0);
  expect([await readStock(shop, mug), await findings()]).toEqual([5, []]);
});

test("[ORDER-11] the event never came: asking Stripe finds it on its way before the checkout's time is over, and paid afterwards", async () => {
  const { session, read, mug } = await payLate({ isTold: false });
  shop.advanceClock(3 * MINUTE);
  expect(await reconcileOrders(shop.deps, log)).toBe(1);
  expect(await read()).toMatchObject({ status: 'pending', processingSince: expect.any(String) });
  shop.advanceClock(DAY);
  stripe.state.completeAsyncPayment(session, 'succeeded');
  stripe.state.events.length = 0;
  expect(await reconcileOrders(shop.deps, log)).toBe(0);
  await reconcileProcessing(shop.deps, log);
  expect([(await read()).status, await readStock(shop, mug), errors]).toEqual(['paid', 3, []]);
});

test('[ORDER-11] after an hour of downtime, with the hold over, the shop still learns from Stripe that the money is on its way', async () => {
  const { read, mug, params, customer } = await payLate({ isTold: false });
  shop.advanceClock(60 * MINUTE);
  expect(await expireOrders(shop.deps, log)).toBe(0);
  expect(await read()).toMatchObject({ status: 'pending', stock: 'held', processingSince: expect.any(String) });
  const { body } = await shop.call(readOrder, { token: customer.token, params });
  expect([body.order.processingSince, await readStock(shop, mug), errors]).toEqual([expect.any(String), 3, []]);
});

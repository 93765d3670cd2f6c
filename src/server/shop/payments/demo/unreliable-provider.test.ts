import { expect, test } from 'vitest';
import { seedProducts } from '../../../../../tests/support/checkout.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { cancelOrder, readOrder, receivePaymentWebhook, startCheckout } from '../../../../contract/order.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { type Random, seededRandom } from '../../../platform/secrets/random.ts';
import { orders } from '../../database/schema/order.ts';
import { demoRefunds, paymentEvents } from '../../database/schema/payment.ts';
import { verifyShop } from '../../integrity/verify.service.ts';
import { expireOrders, reconcileOrders } from '../../orders/checkout/expire-orders.service.ts';
import { refundOrder, retryRefunds } from '../../orders/refunds/refund.service.ts';
import type { PaymentProvider } from '../provider.ts';
import type { DeliverWebhook, DemoDeps } from './demo.provider.ts';
import { type ChaosProvider, createChaosProvider, type FailureMode } from './unreliable-provider.ts';

const NO_FAILURES: Record<FailureMode, number> = {
  slow: 0,
  failsBefore: 0,
  failsAfter: 0,
  hangs: 0,
  duplicated: 0,
  delayed: 0,
  dropped: 0,
  responseLost: 0,
  forged: 0,
  wrongAmount: 0,
  wrongCurrency: 0,
};

/** The shop's provider: each test sets up its own. */
let chaosProvider: ChaosProvider;
const proxy = new Proxy({} as PaymentProvider, { get: (_target, name) => Reflect.get(chaosProvider, name) });
let createProvider: (chances: Partial<Record<FailureMode, number>> | undefined, random?: Random) => ChaosProvider;
const shop = await openShop({
  deps: ({ db, now }) => {
    const deliver: DeliverWebhook = async (body, headers) =>
      (await shop.app.inject({ method: 'POST', url: receivePaymentWebhook.path, payload: body, headers })).statusCode;
    const deps: DemoDeps & { deliver: DeliverWebhook } = { db, now, secret: 'a secret of the chaos', deliver };
    createProvider = (chances, random = seededRandom(1)) => {
      chaosProvider = createChaosProvider(deps, { random, maxDelayMs: 5, ...(chances && { probabilities: chances }) });
      return chaosProvider;
    };
    createProvider(NO_FAILURES);
    return { payment: proxy };
  },
});

const withOnly = (probabilities: Partial<Record<FailureMode, number>>) => createProvider({ ...NO_FAILURES, ...probabilities });

async function openCheckout(token?: string) {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const customerToken = token ?? (await shop.signUp()).token;
  const { status: code, body } = await shop.call(startCheckout, { token: customerToken, body: { products: [{ _id: mug }] } });
  const status = async () => (await shop.call(readOrder, { token: customerToken, params: { id: body.order } })).body.order.status;
  return { code, token: customerToken, session: body.id, order: body.order, status };
}

const listFindings = async () => (await verifyShop(shop.deps.db, shop.deps.now())).map(({ rule, detail }) => `${rule}: ${detail}`);

test('the same seed gives the same random numbers, another seed others', () => {
  const throws = (seed: number) => Array.from({ length: 20 }, seededRandom(seed));
  expect(throws(7)).toEqual(throws(7));
  expect(throws(7)).not.toEqual(throws(8));
  expect(throws(7).every((it) => it >= 0 && it < 1)).toBe(true);
});

test('fault 5: an event that comes several times at once, and again, has one effect', async () => {
  withOnly({ duplicated: 1, responseLost: 1 });
  const { session, status } = await openCheckout();
  await chaosProvider.pay(session);
  await chaosProvider.stopChaos();
  expect([await status(), await shop.deps.db.$count(paymentEvents), await listFindings()]).toEqual(['paid', 1, []]);
});

test('fault 7: a delayed event pays when it arrives, however late', async () => {
  withOnly({ delayed: 1 });
  const { session, status } = await openCheckout();
  await chaosProvider.pay(session);
  expect(await status()).toBe('pending');
  shop.advanceClock(20 * MINUTE);
  expect(await chaosProvider.stopChaos()).toBe(1);
  expect(await status()).toBe('paid');
});

test('fault 8: a dropped event is not missed: the shop polls', async () => {
  withOnly({ dropped: 1 });
  const { session, status } = await openCheckout();
  await chaosProvider.pay(session);
  expect([await chaosProvider.stopChaos(), await status()]).toEqual([0, 'pending']);
  shop.advanceClock(3 * MINUTE);
  await reconcileOrders(shop.deps, SILENT_LOG);
  expect(await status()).toBe('paid');
});

test('threat 6: forged events are rejected', async () => {
  withOnly({ forged: 1 });
  const { session, status } = await openCheckout();
  await chaosProvider.pay(session);
  expect([await status(), chaosProvider.acceptedForgeries(), chaosProvider.failureCounts.get('forged')]).toEqual(['paid', 0, 1]);
});

test.each<FailureMode>(['wrongAmount', 'wrongCurrency'])('threat 7: %s puts the order on hold', async (trouble) => {
  withOnly({ [trouble]: 1 });
  const { session, status } = await openCheckout();
  await chaosProvider.pay(session);
  expect(await status()).toBe('review');
});

test('fault 2: a session whose creation got no response costs the customer nothing', async () => {
  withOnly({ failsAfter: 1 });
  const first = await openCheckout();
  expect(first.code).toBe(502);
  withOnly({});
  expect((await openCheckout(first.token)).code).toBe(200);
  expect(await listFindings()).toEqual([]);
});

test.each<FailureMode>(['failsBefore', 'failsAfter'])(
  'fault 11: cancelling while the provider %s: the stock stays reserved until it responds',
  async (trouble) => {
    withOnly({});
    const { token, order, status } = await openCheckout();
    withOnly({ [trouble]: 1 });
    const cancel = () => shop.call(cancelOrder, { token, params: { id: order } });
    expect([(await cancel()).status, await status()]).toEqual([502, 'pending']);
    withOnly({});
    expect([(await cancel()).status, await status(), await listFindings()]).toEqual([200, 'cancelled', []]);
  },
);

test('a refund whose response was lost is made once', async () => {
  withOnly({});
  const { session, order, status } = await openCheckout();
  await chaosProvider.pay(session);
  const { id } = await shop.signUp({ role: 1 });
  withOnly({ failsAfter: 1 });
  const refunding = refundOrder(shop.deps, { id, name: 'Ada Admin' }, order, { amountCents: 1250, reason: 'Broken', restock: false });
  await expect(refunding).rejects.toMatchObject({ code: 'payment_provider_failed' });
  withOnly({});
  shop.advanceClock(2 * MINUTE);
  expect(await retryRefunds(shop.deps, SILENT_LOG)).toBe(1);
  expect([await status(), await shop.deps.db.$count(demoRefunds), await listFindings()]).toEqual(['refunded', 1, []]);
});

test('after random failures in forty orders, every order is as if there had been none', { tags: ['full'] }, async () => {
  const random = seededRandom('forty');
  createProvider(undefined, random);
  const paid: string[] = [];
  const buy = async (index: number) => {
    const { code, session, order, token } = await openCheckout();
    if (code !== 200) return;
    if (index % 4 === 3) await shop.call(cancelOrder, { token, params: { id: order } });
    if (await chaosProvider.pay(session)) paid.push(order);
  };
  for (let turn = 0; turn < 40; turn += 4) await Promise.all([0, 1, 2, 3].map((lane) => buy(turn + lane)));
  await chaosProvider.stopChaos();
  shop.advanceClock(45 * MINUTE);
  await reconcileOrders(shop.deps, SILENT_LOG);
  await expireOrders(shop.deps, SILENT_LOG);
  expect(chaosProvider.acceptedForgeries()).toBe(0);
  expect(chaosProvider.failureCounts.size).toBeGreaterThanOrEqual(6);
  expect(paid.length).toBeGreaterThan(15);
  const rows = await shop.deps.db.select({ id: orders.id, status: orders.status }).from(orders);
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
  expect(paid.map((id) => statusOf.get(id))).toEqual(paid.map(() => 'paid'));
  expect(rows.filter(({ status }) => status === 'paid')).toHaveLength(paid.length);
  expect(rows.filter(({ status }) => status === 'pending')).toEqual([]);
  expect(await listFindings()).toEqual([]);
});

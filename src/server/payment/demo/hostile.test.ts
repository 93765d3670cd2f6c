import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/harness.ts';
import { stockUp } from '../../../../tests/paying.ts';
import { cancelOrder, readOrder, receivePaymentWebhook, startCheckout } from '../../../contract/order.ts';
import { orders } from '../../database/schema/order.ts';
import { demoRefunds, paymentEvents } from '../../database/schema/payment.ts';
import { reconcileOrders, sweepOrders } from '../../order/overdue.service.ts';
import { refundOrder, retryRefunds } from '../../order/refund.service.ts';
import { verifyShop } from '../../order/verify.service.ts';
import { type Random, seededRandom } from '../../random.ts';
import type { PaymentProvider } from '../provider.ts';
import type { Deliver, DemoDeps } from './demo.provider.ts';
import { createHostileProvider, type HostileProvider, type Trouble } from './hostile.ts';

const MINUTE = 60_000;
const SILENCE = { error: () => undefined };
const NEVER: Record<Trouble, number> = {
  slow: 0,
  failsBefore: 0,
  failsAfter: 0,
  silent: 0,
  duplicated: 0,
  late: 0,
  lost: 0,
  unheard: 0,
  forged: 0,
  wrongAmount: 0,
  wrongCurrency: 0,
};

/** The shop's provider is whatever the test at hand sets up. */
let hostile: HostileProvider;
const proxy = new Proxy({} as PaymentProvider, { get: (_target, name) => Reflect.get(hostile, name) });
let make: (chances: Partial<Record<Trouble, number>> | undefined, random?: Random) => HostileProvider;
const shop = await openShop({
  deps: ({ db, now }) => {
    const deliver: Deliver = async (body, headers) =>
      (await shop.app.inject({ method: 'POST', url: receivePaymentWebhook.path, payload: body, headers })).statusCode;
    const deps: DemoDeps & { deliver: Deliver } = { db, now, secret: 'a secret of the hostile', deliver };
    make = (chances, random = seededRandom(1)) => {
      hostile = createHostileProvider(deps, { random, slowness: 5, ...(chances && { chances }) });
      return hostile;
    };
    make(NEVER);
    return { payment: proxy };
  },
});

const only = (chances: Partial<Record<Trouble, number>>) => make({ ...NEVER, ...chances });

async function openCheckout(token?: string) {
  const [mug = ''] = await stockUp(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const shopper = token ?? (await shop.signUp()).token;
  const { status: code, body } = await shop.call(startCheckout, { token: shopper, body: { products: [{ _id: mug }] } });
  const status = async () => (await shop.call(readOrder, { token: shopper, params: { id: body.order } })).body.order.status;
  return { code, token: shopper, session: body.id, order: body.order, status };
}

const offNow = async () => (await verifyShop(shop.deps.db, shop.deps.now())).map(({ rule, what }) => `${rule}: ${what}`);

test('the same seed throws the same dice, another seed others', () => {
  const throws = (seed: number) => Array.from({ length: 20 }, seededRandom(seed));
  expect(throws(7)).toEqual(throws(7));
  expect(throws(7)).not.toEqual(throws(8));
  expect(throws(7).every((it) => it >= 0 && it < 1)).toBe(true);
});

test('fault 5: an event that comes several times at once, and again, has one effect', async () => {
  only({ duplicated: 1, unheard: 1 });
  const { session, status } = await openCheckout();
  await hostile.pay(session);
  await hostile.makePeace();
  expect([await status(), await shop.deps.db.$count(paymentEvents), await offNow()]).toEqual(['paid', 1, []]);
});

test('fault 7: an event that is late pays when it comes, however late', async () => {
  only({ late: 1 });
  const { session, status } = await openCheckout();
  await hostile.pay(session);
  expect(await status()).toBe('pending');
  shop.wait(20 * MINUTE);
  expect(await hostile.makePeace()).toBe(1);
  expect(await status()).toBe('paid');
});

test('fault 8: an event that never comes is not missed: the shop asks', async () => {
  only({ lost: 1 });
  const { session, status } = await openCheckout();
  await hostile.pay(session);
  expect([await hostile.makePeace(), await status()]).toEqual([0, 'pending']);
  shop.wait(3 * MINUTE);
  await reconcileOrders(shop.deps, SILENCE);
  expect(await status()).toBe('paid');
});

test('threat 6: forged events fool nobody', async () => {
  only({ forged: 1 });
  const { session, status } = await openCheckout();
  await hostile.pay(session);
  expect([await status(), hostile.fooled(), hostile.tally.get('forged')]).toEqual(['paid', 0, 1]);
});

test.each<Trouble>(['wrongAmount', 'wrongCurrency'])('threat 7: %s: a person must look', async (trouble) => {
  only({ [trouble]: 1 });
  const { session, status } = await openCheckout();
  await hostile.pay(session);
  expect(await status()).toBe('review');
});

test('fault 2: a session that was made and never told of takes nothing with it', async () => {
  only({ failsAfter: 1 });
  const first = await openCheckout();
  expect(first.code).toBe(502);
  only({});
  expect((await openCheckout(first.token)).code).toBe(200);
  expect(await offNow()).toEqual([]);
});

test.each<Trouble>(['failsBefore', 'failsAfter'])(
  'fault 11: giving up while the provider %s: nothing is freed until it says so',
  async (trouble) => {
    only({});
    const { token, order, status } = await openCheckout();
    only({ [trouble]: 1 });
    const give = () => shop.call(cancelOrder, { token, params: { id: order } });
    expect([(await give()).status, await status()]).toEqual([502, 'pending']);
    only({});
    expect([(await give()).status, await status(), await offNow()]).toEqual([200, 'cancelled', []]);
  },
);

test('a refund whose answer was cut off is made once', async () => {
  only({});
  const { session, order, status } = await openCheckout();
  await hostile.pay(session);
  const { id } = await shop.signUp({ role: 1 });
  only({ failsAfter: 1 });
  const ask = refundOrder(shop.deps, { id, name: 'Ada Admin' }, order, { amountCents: 1250, reason: 'Broken', restock: false });
  await expect(ask).rejects.toMatchObject({ code: 'provider_failed' });
  only({});
  shop.wait(2 * MINUTE);
  expect(await retryRefunds(shop.deps, SILENCE)).toBe(1);
  expect([await status(), await shop.deps.db.$count(demoRefunds), await offNow()]).toEqual(['refunded', 1, []]);
});

test('forty orders on bad days: after peace is made, all is as if the days had been good', async () => {
  const random = seededRandom('forty');
  make(undefined, random);
  const paid: string[] = [];
  const buy = async (turn: number) => {
    const { code, session, order, token } = await openCheckout();
    if (code !== 200) return;
    if (turn % 4 === 3) await shop.call(cancelOrder, { token, params: { id: order } });
    if (await hostile.pay(session)) paid.push(order);
  };
  for (let turn = 0; turn < 40; turn += 4) await Promise.all([0, 1, 2, 3].map((lane) => buy(turn + lane)));
  await hostile.makePeace();
  shop.wait(45 * MINUTE);
  await reconcileOrders(shop.deps, SILENCE);
  await sweepOrders(shop.deps, SILENCE);
  expect(hostile.fooled()).toBe(0);
  expect(hostile.tally.size).toBeGreaterThanOrEqual(6);
  expect(paid.length).toBeGreaterThan(15);
  const rows = await shop.deps.db.select({ id: orders.id, status: orders.status }).from(orders);
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
  expect(paid.map((id) => statusOf.get(id))).toEqual(paid.map(() => 'paid'));
  expect(rows.filter(({ status }) => status === 'paid')).toHaveLength(paid.length);
  expect(rows.filter(({ status }) => status === 'pending')).toEqual([]);
  expect(await offNow()).toEqual([]);
});

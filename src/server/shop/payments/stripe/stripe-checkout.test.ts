import { afterAll, beforeEach, expect, test } from 'vitest';
import { seedProducts } from '../../../../../tests/support/checkout.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { API_KEY, startFakeStripe } from '../../../../../tests/support/stripe/stripe-server.ts';
import { signStripeEvent } from '../../../../../tests/support/stripe/webhook-signature.ts';
import { readOrder, receivePaymentWebhook, resumeCheckout, startCheckout } from '../../../../contract/order.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { verifyShop } from '../../integrity/verify.service.ts';
import { expireOrders, reconcileOrders } from '../../orders/checkout/expire-orders.service.ts';
import { refundOrder } from '../../orders/refunds/refund.service.ts';
import { selectProvider } from '../select-provider.ts';

const SECRET = 'whsec_shop';
let shopNow = () => new Date();
const stripe = await startFakeStripe(() => shopNow());
afterAll(stripe.close);
const settings = { secretKey: API_KEY, webhookSecrets: ['whsec_older', SECRET], apiBase: stripe.baseUrl, checkoutUrl: null };
const payment = await selectProvider(
  { demo: true, stripe: settings },
  { db: null as never, now: () => shopNow(), deliver: () => Promise.reject(new Error('no event of the demo')) },
);
const shop = await openShop({ deps: () => ({ payment }) });
shopNow = shop.deps.now;
beforeEach(() => {
  stripe.state.events.length = 0;
  stripe.failures.length = 0;
});

async function checkOut() {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const { token, id } = await shop.signUp();
  const start = () => shop.call(startCheckout, { token, body: { products: [{ _id: mug, price: 0.01, quantity: -5 }, { _id: mug }] } });
  const answer = await start();
  const order = async (of = answer.body.order) => (await shop.call(readOrder, { token, params: { id: of } })).body.order;
  const resume = () => shop.call(resumeCheckout, { token, params: { id: answer.body.order } });
  return { ...answer, buyer: id, start, order, resume };
}

/** Delivers all of Stripe's events and returns the statuses. */
async function deliverEvents(): Promise<number[]> {
  const answers: number[] = [];
  for (const event of stripe.state.events) {
    const payload = JSON.stringify(event, null, 2);
    const headers = signStripeEvent(payload, shop.deps.now(), SECRET);
    answers.push((await shop.send({ method: 'POST', url: receivePaymentWebhook.path, payload, headers })).status);
  }
  return answers;
}

test("[PAY-8] threat 1, threat 2: Stripe wins over the demo provider, and gets the shop's prices, whatever the cart says", async () => {
  expect(payment).toMatchObject({ name: 'stripe', testMode: true });
  const { status, body, order } = await checkOut();
  expect([status, body.url]).toEqual([200, `https://checkout.stripe.com/c/pay/${body.id}`]);
  expect(stripe.calls.at(-1)?.form).toMatchObject({ line_items: { 0: { quantity: '2', price_data: { unit_amount: '1250' } } } });
  expect((await order()).status).toBe('pending');
  expect((await shop.send({ method: 'GET', url: '/pay/demo_x' })).status).toBe(404);
});

test('fault 5: the signed event makes the order paid, and a second copy changes nothing; then a partial and a full refund', async () => {
  const { body, order, buyer } = await checkOut();
  stripe.state.pay(body.id);
  expect([await deliverEvents(), await deliverEvents()]).toEqual([[200], [200]]);
  expect((await order()).status).toBe('paid');
  const admin = { id: buyer, name: 'Ada Admin' };
  await refundOrder(shop.deps, admin, body.order, { amountCents: 1000, reason: 'A scratch', restock: false });
  await deliverEvents();
  expect([(await order()).status, stripe.state.refunds.at(-1)?.amount]).toEqual(['paid', 1000]);
  await refundOrder(shop.deps, admin, body.order, { amountCents: 1500, reason: 'Came back', restock: true });
  await deliverEvents();
  expect((await order()).status).toBe('refunded');
});

const EVENT_NAMES = ['completed', 'expired', 'async_payment_succeeded', 'async_payment_failed'] as const;

/** All orders in which these can arrive. */
function listPermutations<T>(words: readonly T[]): T[][] {
  if (!words.length) return [[]];
  return words.flatMap((word) => listPermutations(words.filter((it) => it !== word)).map((rest) => [word, ...rest]));
}

test.each(['paid', 'unpaid'])(
  'fault 6: in all 24 orders of four events that contradict each other, a session that was completed %s ends paid',
  async (completed) => {
    const arrivals = listPermutations(EVENT_NAMES);
    expect(arrivals).toHaveLength(24);
    for (const words of arrivals) {
      const { body, order } = await checkOut();
      stripe.state.pay(body.id, true);
      const object = stripe.state.findSession(body.id);
      for (const word of words) {
        const state = { completed, expired: 'unpaid', async_payment_succeeded: 'paid', async_payment_failed: 'unpaid' }[word];
        const event = { id: `evt_${body.id}_${word}`, object: 'event', type: `checkout.session.${word}`, livemode: false };
        const payload = JSON.stringify({ ...event, data: { object: { ...object, payment_status: state } } });
        const headers = signStripeEvent(payload, shop.deps.now(), SECRET);
        const answer = await shop.send({ method: 'POST', url: receivePaymentWebhook.path, payload, headers });
        expect([words, word, answer.status]).toEqual([words, word, 200]);
      }
      expect([words, (await order()).status]).toEqual([words, 'paid']);
    }
    expect(await verifyShop(shop.deps.db, shop.deps.now())).toEqual([]);
  },
);

test('[PAY-9] fault 8: the event never arrives: the shop polls Stripe', async () => {
  const { body, order } = await checkOut();
  stripe.state.pay(body.id);
  shop.advanceClock(3 * MINUTE);
  expect(await reconcileOrders(shop.deps, SILENT_LOG)).toBe(1);
  expect((await order()).status).toBe('paid');
});

test("fault 10: with the shop's clock ten minutes off every event is rejected, and polling finds the order paid", async () => {
  const { body, order } = await checkOut();
  stripe.state.pay(body.id);
  const payload = JSON.stringify(stripe.state.events.at(-1));
  for (const minutes of [-10, 10]) {
    const headers = signStripeEvent(payload, new Date(shop.deps.now().getTime() + minutes * MINUTE), SECRET);
    const answer = await shop.send({ method: 'POST', url: receivePaymentWebhook.path, payload, headers });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('clock')]);
  }
  expect((await order()).status).toBe('pending');
  shop.advanceClock(10 * MINUTE);
  await reconcileOrders(shop.deps, SILENT_LOG);
  expect((await order()).status).toBe('paid');
});

test('[PAY-9] threat 13: a second checkout expires the first at Stripe; one that was paid meanwhile is shown instead', async () => {
  const { body, start } = await checkOut();
  const second = (await start()).body;
  expect([stripe.state.pay(body.id), stripe.state.findSession(body.id).status]).toEqual([false, 'expired']);
  expect(stripe.state.pay(second.id)).toBe(true);
  expect((await start()).body).toMatchObject({ order: second.order, url: expect.stringContaining(`/success?order=${second.order}`) });
});

test('fault 11: Stripe is down: a 502, and the next attempt succeeds', async () => {
  stripe.failures.push({ timing: 'before', kind: '500' }, { timing: 'before', kind: '500' });
  const { status, start } = await checkOut();
  expect(status).toBe(502);
  expect((await start()).status).toBe(200);
});

test('[PAY-8] threat 6: an event that Stripe did not sign is rejected', async () => {
  const { body, order } = await checkOut();
  stripe.state.pay(body.id);
  const payload = JSON.stringify(stripe.state.events.at(-1));
  for (const headers of [
    {},
    signStripeEvent(payload, shop.deps.now(), 'whsec_guess'),
    signStripeEvent(`${payload} `, shop.deps.now(), SECRET),
  ]) {
    const type = { 'content-type': 'application/json' };
    expect((await shop.send({ method: 'POST', url: receivePaymentWebhook.path, payload, headers: { ...headers, ...type } })).status).toBe(
      400,
    );
  }
  expect((await order()).status).toBe('pending');
});

test("[CHECKOUT-2] Pay now leads to Stripe's page while it is open, and to the order once a payment is on its way", async () => {
  const { body, order, resume } = await checkOut();
  expect((await resume()).body.url).toBe(body.url);
  stripe.state.pay(body.id, true);
  expect([(await resume()).body.url, (await order()).status]).toEqual([`http://localhost/success?order=${body.order}`, 'pending']);
});

test('[CHECKOUT-4] Stripe keeps a session for longer than the shop holds the stock: it is ended there first, and nobody can pay it', async () => {
  const { body, order, resume } = await checkOut();
  shop.advanceClock(15 * MINUTE);
  expect(stripe.state.findSession(body.id).status).toBe('open');
  expect((await resume()).status).toBe(409);
  expect(await expireOrders(shop.deps, SILENT_LOG)).toBe(1);
  expect([stripe.state.findSession(body.id).status, stripe.state.pay(body.id), (await order()).status]).toEqual([
    'expired',
    false,
    'expired',
  ]);
});

test('[CHECKOUT-4] a last-minute payment whose event has not arrived yet wins over the expiry', async () => {
  const { body, order } = await checkOut();
  stripe.state.pay(body.id);
  shop.advanceClock(15 * MINUTE);
  expect(await expireOrders(shop.deps, SILENT_LOG)).toBe(1);
  expect((await order()).status).toBe('paid');
});

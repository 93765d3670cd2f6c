import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts, signedHeaders, WEBHOOK_SECRET } from '../../../../tests/support/checkout.ts';
import { takeTurn } from '../../../../tests/support/projects.ts';
import { SILENT_LOG } from '../../../../tests/support/silent-log.ts';
import { cancelOrder, readOrder } from '../../../contract/order.ts';
import { MINUTE } from '../../../contract/values.ts';
import { products } from '../database/schema/catalog.ts';
import { orders } from '../database/schema/order.ts';
import { expireOrders } from '../orders/checkout/expire-orders.service.ts';

const shop = await openShopWithPayments();

/** An open checkout of two mugs at $12.50 out of five. */
async function openCheckout(stock = 5) {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: stock }]);
  const { token } = await shop.signUp();
  const { body } = await shop.checkOut(token, [mug, mug]);
  const event = { session: body.id, reference: body.order, amount: 2500 };
  const status = () => shop.readOrderStatus(token, body.order);
  const cancel = () => shop.call(cancelOrder, { token, params: { id: body.order } });
  const expire = async () => {
    shop.advanceClock(41 * MINUTE);
    await expireOrders(shop.deps, SILENT_LOG);
  };
  return { mug, token, order: body.order, event, status, cancel, expire };
}

test('[API-10] [PAY-3] the signed event makes the order paid and says when; the stock stays sold', async () => {
  const { event, token, order, mug } = await openCheckout();
  const answer = await shop.sendPaymentEvent(event);
  expect([answer.status, answer.body]).toEqual([200, { success: true, message: expect.any(String) }]);
  const { body } = await shop.call(readOrder, { token, params: { id: order } });
  expect(body.order).toMatchObject({ status: 'paid', total: 25, paidAt: expect.stringMatching(/^\d{4}-.+Z$/) });
  expect(await shop.readStock(mug)).toBe(3);
});

test('[PAY-3] threat 9, fault 5: the same event 50 times at once has one effect, and every delivery gets 200', async () => {
  const { event, status, mug } = await openCheckout();
  const answers = await Promise.all(Array.from({ length: 50 }, () => shop.sendPaymentEvent(event)));
  expect(answers.map((it) => it.status)).toEqual(Array(50).fill(200));
  expect([await status(), await shop.readStock(mug), await shop.countEvents()]).toEqual(['paid', 3, 1]);
});

test('[PAY-3] many events about one payment have one effect', async () => {
  const { event, status, mug } = await openCheckout();
  await Promise.all(Array.from({ length: 10 }, (_, n) => shop.sendPaymentEvent({ ...event, id: `evt_${n}` })));
  expect([await status(), await shop.readStock(mug), await shop.countEvents()]).toEqual(['paid', 3, 10]);
});

test('[SAFE-17] [PAY-3] threat 6, CVE-2026-11462: an event that is forged, unsigned, old, from the future or reformatted is rejected, and the order stays pending', async () => {
  const { event, status } = await openCheckout();
  const body = JSON.stringify({ id: 'evt_1', type: 'checkout.paid', object: { ...event, currency: 'usd' } });
  const now = shop.deps.now();
  const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * MINUTE);
  const good = signedHeaders(body, now)['demo-signature'] ?? '';
  const forgeries: [string, string, Record<string, string>][] = [
    ['unsigned', body, {}],
    ["signed with someone else's secret", body, signedHeaders(body, now, 'guess')],
    ['six minutes old', body, signedHeaders(body, minutesLater(-6))],
    ['six minutes ahead', body, signedHeaders(body, minutesLater(6))],
    ['reformatted', JSON.stringify(JSON.parse(body), null, 1), { 'demo-signature': good }],
    ['with a byte more', `${body} `, { 'demo-signature': good }],
    ['with another amount', body.replace('2500', '2501'), { 'demo-signature': good }],
    ['with a new time on an old signature', body, { 'demo-signature': good.replace(/t=\d+/, (it) => `t=${Number(it.slice(2)) + 1}`) }],
    ['cut off', body, { 'demo-signature': good.slice(0, -1) }],
    ['empty', '', signedHeaders('x', now)],
    ['with a header of nonsense', body, { 'demo-signature': 't=,v1=' }],
  ];
  for (const [what, raw, headers] of forgeries) {
    const answer = await shop.postWebhook(raw, headers);
    expect([what, answer.status, answer.body.success]).toEqual([what, 400, false]);
  }
  expect([await status(), await shop.countEvents()]).toEqual(['pending', 0]);
  expect((await shop.postWebhook(body, signedHeaders(body, minutesLater(-4)))).status).toBe(200);
  expect(await status()).toBe('paid');
});

test('[PAY-3] the signature covers the raw bytes, whatever their content type', async () => {
  const { event, status } = await openCheckout();
  const body = `{ "type":"checkout.paid",\n "id":"evt_1", "object":${JSON.stringify({ ...event, currency: 'usd', note: 'é' })} }`;
  const answer = await shop.postWebhook(body, { ...signedHeaders(body, shop.deps.now()), 'content-type': 'text/plain' });
  expect([answer.status, await status()]).toEqual([200, 'paid']);
});

test('[PAY-3] a signed body that is no event is rejected, never a 5xx', async () => {
  const { event, status } = await openCheckout();
  const whole = { id: 'evt_1', type: 'checkout.paid', object: { ...event, currency: 'usd' } };
  const broken = [
    'not json',
    'null',
    '[]',
    '{}',
    JSON.stringify({ ...whole, id: 7 }),
    JSON.stringify({ ...whole, id: 'a\u0000b' }),
    JSON.stringify({ ...whole, object: null }),
    JSON.stringify({ ...whole, object: { ...whole.object, amount: '2500' } }),
    JSON.stringify({ ...whole, object: { ...whole.object, amount: 25.5 } }),
    JSON.stringify({ ...whole, object: { ...whole.object, reference: ['x'] } }),
  ];
  for (const body of broken) {
    const answer = await shop.postWebhook(body, signedHeaders(body, shop.deps.now(), WEBHOOK_SECRET));
    expect([body, answer.status]).toEqual([body, 400]);
  }
  expect(await status()).toBe('pending');
  const tooLarge = 'x'.repeat(257 * 1024);
  expect((await shop.postWebhook(tooLarge, signedHeaders(tooLarge, shop.deps.now()))).status).toBe(413);
});

test.each([
  ['too small an amount', { amount: 1 }],
  ['too large an amount', { amount: 250_000 }],
  ['another currency', { currency: 'jpy' }],
])('[PAY-4] %s was paid: the order is on hold, and nothing is shipped', async (_what, change) => {
  const { event, status, mug } = await openCheckout();
  expect((await shop.sendPaymentEvent({ ...event, ...change })).status).toBe(200);
  expect([await status(), await shop.readStock(mug), await shop.countEvents()]).toEqual(['review', 3, 1]);
  await shop.sendPaymentEvent({ ...event, id: 'evt_2' });
  expect(await status()).toBe('review');
});

test('[PAY-4] threat 8: a payment for one order never pays for another', async () => {
  const checkout = await openCheckout();
  const [sofa = ''] = await seedProducts(shop, [{ name: 'Sofa', priceCents: 2500 }]);
  const { token } = await shop.signUp();
  const otherCheckout = (await shop.checkOut(token, [sofa])).body;
  expect((await shop.sendPaymentEvent({ ...checkout.event, reference: otherCheckout.order })).status).toBe(200);
  expect([await checkout.status(), await shop.readOrderStatus(token, otherCheckout.order)]).toEqual(['pending', 'pending']);
  await shop.sendPaymentEvent({ id: 'evt_2', session: 'made-up', reference: otherCheckout.order, amount: 2500 });
  expect(await shop.readOrderStatus(token, otherCheckout.order)).toBe('pending');
  // Not even where the second order's own session was never saved.
  await shop.deps.db.update(orders).set({ providerSession: null }).where(eq(orders.id, otherCheckout.order));
  await shop.sendPaymentEvent({ ...checkout.event, id: 'evt_3', reference: otherCheckout.order });
  expect([await checkout.status(), await shop.readOrderStatus(token, otherCheckout.order)]).toEqual(['pending', 'pending']);
  expect(await shop.countEvents()).toBe(3);
});

test('[PAY-3] killed after the provider created the session and before it was saved: the event still finds its order', async () => {
  const { event, order, status } = await openCheckout();
  await shop.deps.db.update(orders).set({ providerSession: null }).where(eq(orders.id, order));
  await shop.sendPaymentEvent(event);
  expect(await status()).toBe('paid');
  const [row] = await shop.deps.db.select({ session: orders.providerSession }).from(orders);
  expect(row?.session).toBe(event.session);
});

test('an event about an unknown order is stored, and so is one of another type', async () => {
  const { event, status } = await openCheckout();
  for (const [id, reference] of [
    ['evt_1', randomUUID()],
    ['evt_2', 'not-a-uuid'],
  ] as const) {
    expect((await shop.sendPaymentEvent({ id, session: 'unknown', reference, amount: 2500 })).status).toBe(200);
  }
  expect((await shop.sendPaymentEvent({ ...event, id: 'evt_3', type: 'checkout.opened' })).status).toBe(200);
  expect([await status(), await shop.countEvents()]).toEqual(['pending', 3]);
});

test.each(['cancel', 'expire'] as const)('[PAY-4] paid after %s, with the items still in stock: paid, and reserved again', async (how) => {
  const { event, status, mug, ...checkout } = await openCheckout();
  await checkout[how]();
  expect(await shop.readStock(mug)).toBe(5);
  await shop.sendPaymentEvent(event);
  expect([await status(), await shop.readStock(mug)]).toEqual(['paid', 3]);
});

test.each(['cancel', 'expire'] as const)(
  '[PAY-4] paid after %s, with the items sold to others: on hold, and nothing is oversold',
  async (how) => {
    const { event, status, mug, ...checkout } = await openCheckout();
    await checkout[how]();
    await shop.setStock(mug, 1);
    await shop.sendPaymentEvent(event);
    expect([await status(), await shop.readStock(mug)]).toEqual(['review', 1]);
  },
);

test('[PAY-4] paid late, with only some of the items in stock: none of them is taken', async () => {
  const [mug = '', lamp = ''] = await seedProducts(shop, [
    { priceCents: 1000, quantity: 5 },
    { priceCents: 500, quantity: 5 },
  ]);
  const { token } = await shop.signUp();
  const { body } = await shop.checkOut(token, [mug, lamp, lamp]);
  await shop.call(cancelOrder, { token, params: { id: body.order } });
  for (const [gone, there] of [
    [mug, lamp],
    [lamp, mug],
  ] as const) {
    await shop.deps.db.update(orders).set({ status: 'cancelled', number: null }).where(eq(orders.id, body.order));
    await shop.setStock(gone, 0);
    await shop.setStock(there, 5);
    await shop.sendPaymentEvent({ id: `evt_${gone}`, session: body.id, reference: body.order, amount: 2000 });
    expect([await shop.readOrderStatus(token, body.order), await shop.readStock(gone), await shop.readStock(there)]).toEqual([
      'review',
      0,
      5,
    ]);
  }
});

test('[PAY-4] paid late for a product deleted meanwhile: on hold', async () => {
  const { event, status, mug, cancel } = await openCheckout();
  await cancel();
  await shop.deps.db.delete(products).where(eq(products.id, mug));
  await shop.sendPaymentEvent(event);
  expect(await status()).toBe('review');
});

const STEPS = ['paid', 'wrong', 'cancel', 'expire'] as const;
type Step = (typeof STEPS)[number];

/** All permutations of all subsets. */
function listPermutations(steps: readonly Step[]): Step[][] {
  const longer = steps.flatMap((step) => listPermutations(steps.filter((it) => it !== step)).map((rest) => [step, ...rest]));
  return [[], ...longer];
}

function expectedOutcome(steps: Step[]) {
  const [first] = steps;
  const money = steps.find((step) => step === 'paid' || step === 'wrong');
  if (money === 'paid') return { status: 'paid', stock: 0 };
  // A wrong payment keeps an open order's reservation, and reserves nothing for a closed order.
  if (money === 'wrong') return { status: 'review', stock: first === 'wrong' ? 0 : 2 };
  if (!first) return { status: 'pending', stock: 0 };
  return { status: steps.includes('cancel') ? 'cancelled' : 'expired', stock: 2 };
}

test('[ORDER-1] payments, wrong payments, cancellations and expiry in any order lose no payment and no stock', async () => {
  const permutations = listPermutations(STEPS);
  expect(permutations).toHaveLength(65);
  // Of each length, and each step first.
  for (const steps of takeTurn(permutations, 0, 2)) {
    const { event, status, mug, cancel, expire } = await openCheckout(2);
    for (const step of steps) {
      if (step === 'paid') await shop.sendPaymentEvent({ ...event, id: `paid_${event.reference}` });
      if (step === 'wrong') await shop.sendPaymentEvent({ ...event, id: `wrong_${event.reference}`, amount: 1 });
      if (step === 'cancel') await cancel();
      if (step === 'expire') await expire();
    }
    expect({ steps, status: await status(), stock: await shop.readStock(mug) }).toEqual({ steps, ...expectedOutcome(steps) });
  }
});

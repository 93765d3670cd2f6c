import { expect, test } from 'vitest';
import { openPaypalShop, PAYPAL_ID } from '../../../../../tests/support/paypal/paypal-shop.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { readStock } from '../../../../../tests/support/stripe/stripe-shop.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { cancelOrder } from '../../../../contract/order.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { verifyShop } from '../../integrity/verify.service.ts';
import { expireOrders, reconcileOrders, reconcileProcessing } from '../../orders/checkout/expire-orders.service.ts';

const { shop, paypal, state, post, deliver, checkOut } = await openPaypalShop();

const listFindings = async () => (await verifyShop(shop.deps.db, shop.deps.now())).map(({ rule, detail }) => `${rule}: ${detail}`);
const countCalls = (route: RegExp) => paypal.calls.filter((it) => route.test(it.route)).length;
const CAPTURE = /^POST .*\/capture$/;

test('[PAYPAL-1] who approves and comes back has paid, whether or not PayPal reports it; the order knows that it was PayPal', async () => {
  const { url, order, approve, comeBack, read, mug } = await checkOut();
  expect(url).toContain(`${paypal.baseUrl}/checkoutnow?token=`);
  expect(await comeBack()).toBe(url);
  approve();
  expect(await comeBack()).toBe(`/success?order=${order}`);
  expect(await read()).toMatchObject({ status: 'paid', total: 25, provider: 'paypal', paymentMethod: { kind: 'paypal', name: 'PayPal' } });
  await deliver();
  expect([await comeBack(), (await read()).status, await readStock(shop, mug), countCalls(CAPTURE)]).toEqual([
    `/success?order=${order}`,
    'paid',
    3,
    1,
  ]);
  expect(await listFindings()).toEqual([]);
});

test('[PAYPAL-1] who closes the window after approving has paid, by the event; ten at once take the money once', async () => {
  const { approve, read, comeBack } = await checkOut();
  approve();
  const [event] = state.events;
  if (!event) throw new Error('nothing was reported');
  const answers = await Promise.all([...Array.from({ length: 5 }, () => post(event)), ...Array.from({ length: 5 }, comeBack)]);
  expect(answers.slice(0, 5)).toEqual(Array(5).fill(200));
  expect([(await read()).status, state.events.filter((it) => it.event_type === 'PAYMENT.CAPTURE.COMPLETED')]).toEqual([
    'paid',
    [expect.anything()],
  ]);
});

test('[PAYPAL-2] no event at all: the job asks, and takes what was approved', async () => {
  const { approve, read, customer } = await checkOut();
  approve();
  state.events.length = 0;
  await reconcileOrders(shop.deps, SILENT_LOG);
  expect((await read()).status).toBe('pending');
  shop.advanceClock(3 * MINUTE);
  await reconcileOrders(shop.deps, SILENT_LOG);
  expect((await read()).status).toBe('paid');
  expect(customer.token).toBeTruthy();
});

test('[PAYPAL-3] an event that is forged, changed, of another merchant, or old takes and books nothing', async () => {
  const { approve, read } = await checkOut();
  approve();
  const [event] = state.events.splice(0);
  if (!event) throw new Error('nothing was reported');
  const now = shop.deps.now().getTime();
  const refused = [
    await post(event, { webhookId: 'WEBHOOK-OF-ANOTHER' }),
    await post(event, { change: (raw) => raw.replace('APPROVED', 'APPROVES') }),
    await post(event, { change: (raw) => `${raw} ` }),
    await post(event, { at: new Date(now - 4 * 24 * 60 * MINUTE) }),
    await post(event, { at: new Date(now + 6 * MINUTE) }),
  ];
  expect([refused, (await read()).status, state.captures.size]).toEqual([Array(5).fill(400), 'pending', state.captures.size]);
  expect(countCalls(CAPTURE)).toBe(0);
});

test('[PAYPAL-3] a certificate is fetched from PayPal alone, whatever an event names', async () => {
  const { approve, read } = await checkOut();
  approve();
  const raw = JSON.stringify(state.events[0]);
  const headers = paypal.signEvent(raw, shop.deps.now(), 'WEBHOOK-OF-THE-SHOP');
  const named = ['https://evil.example/v1/notifications/certs/CERT-1', `${paypal.baseUrl}/v1/oauth2/token`, 'file:///etc/passwd', ''];
  for (const url of named) {
    const answer = await shop.send({
      ...{ method: 'POST', url: '/api/v1/payment/webhook', payload: raw, headers: { ...headers, 'paypal-cert-url': url } },
    });
    expect([url, answer.status]).toEqual([url, 400]);
  }
  expect((await read()).status).toBe('pending');
});

test('[PAYPAL-3] what an event says of money counts only if PayPal says so too', async () => {
  const { approve, comeBack, read, session, order } = await checkOut();
  const related = { supplementary_data: { related_ids: { order_id: session } } };
  const claimed = { id: 'MADE-UP', status: 'COMPLETED', custom_id: order, amount: { currency_code: 'USD', value: '25.00' }, ...related };
  const event = { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', create_time: new Date().toISOString(), resource: claimed };
  expect([await post(event), (await read()).status]).toEqual([200, 'pending']);
  approve();
  await comeBack();
  const [capture] = [...state.captures.values()].slice(-1);
  if (!capture) throw new Error('nothing was captured');
  await post({ ...event, id: 'WH-2', resource: { ...claimed, id: capture.id, amount: { currency_code: 'USD', value: '1.00' } } });
  expect((await read()).payments).toMatchObject([{ amount: 25, currency: 'USD' }]);
});

test('[PAYPAL-3] the same events again, and in any order, change nothing', async () => {
  const { approve, comeBack, read } = await checkOut();
  approve();
  await comeBack();
  const events = [...state.events];
  expect(events).toHaveLength(2);
  await deliver(events.toReversed());
  await deliver([...events, ...events]);
  expect([(await read()).status, countCalls(CAPTURE), await listFindings()]).toEqual(['paid', 1, []]);
});

test.each([
  ['too little', { currency_code: 'USD', value: '24.99' }],
  ['another currency', { currency_code: 'EUR', value: '25.00' }],
])('[PAYPAL-4] %s was paid: on hold, and what was really paid can be refunded', async (_what, paidInstead) => {
  const { approve, comeBack, read } = await checkOut();
  state.paidInstead = paidInstead;
  approve();
  await comeBack();
  expect(await read()).toMatchObject({
    status: 'review',
    payments: [{ amount: Number(paidInstead.value), currency: paidInstead.currency_code }],
  });
  expect(await listFindings()).toEqual([]);
});

test('[PAYPAL-4] a bank takes days: the order waits with its stock, and is paid once the money has come', async () => {
  const { approve, comeBack, read, mug, session } = await checkOut();
  state.nextCapture = 'PENDING';
  approve();
  await comeBack();
  expect((await read()).processingSince).toEqual(expect.any(String));
  shop.advanceClock(60 * MINUTE);
  await expireOrders(shop.deps, SILENT_LOG);
  expect([(await read()).status, await readStock(shop, mug)]).toEqual(['pending', 3]);
  state.endPending(state.orders.get(session)?.capture?.id ?? '', 'COMPLETED');
  await deliver();
  expect([(await read()).status, await listFindings()]).toEqual(['paid', []]);
});

test.each([true, false])('[PAYPAL-4] the bank refuses: the order ends, its stock is back (reported: %s)', async (isReported) => {
  const { approve, comeBack, read, mug, session } = await checkOut();
  state.nextCapture = 'PENDING';
  approve();
  await comeBack();
  await deliver();
  state.endPending(state.orders.get(session)?.capture?.id ?? '', 'DECLINED');
  if (isReported) await deliver();
  else await reconcileProcessing(shop.deps, SILENT_LOG);
  expect([(await read()).status, await readStock(shop, mug), await listFindings()]).toEqual(['cancelled', 5, []]);
});

test('[PAYPAL-5] approved after the order has ended: nothing is taken', async () => {
  const { approve, comeBack, read, order, mug } = await checkOut();
  shop.advanceClock(41 * MINUTE);
  await expireOrders(shop.deps, SILENT_LOG);
  expect((await read()).status).toBe('expired');
  approve();
  await deliver();
  expect(await comeBack()).toBe(`/success?order=${order}`);
  expect([(await read()).status, await readStock(shop, mug), countCalls(CAPTURE)]).toEqual(['expired', 5, 0]);
});

test('[PAYPAL-5] cancelled in the shop while it is approved at PayPal: one of the two, never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { approve, comeBack, read, session, customer, order } = await checkOut();
    approve();
    await Promise.all([comeBack(), shop.call(cancelOrder, { token: customer.token, params: { id: order } })]);
    const { status } = await read();
    expect([status, state.orders.get(session)?.status]).toEqual(status === 'paid' ? ['paid', 'COMPLETED'] : ['cancelled', 'APPROVED']);
  }
  expect(await listFindings()).toEqual([]);
});

test('[PAYPAL-5] a new checkout ends the one before, whose page can be approved without a payment', async () => {
  const first = await checkOut();
  const second = await first.start();
  first.approve();
  await deliver();
  expect([(await first.read()).status, countCalls(CAPTURE), second.body.id === first.session]).toEqual(['cancelled', 0, false]);
});

test('[PAYPAL-6] a declined card leads back to PayPal, and the next one pays', async () => {
  const { approve, comeBack, read, url, order } = await checkOut();
  state.nextCapture = 'instrument';
  approve();
  expect(await comeBack()).toBe(url);
  shop.advanceClock(3 * MINUTE);
  await reconcileOrders(shop.deps, SILENT_LOG);
  expect([(await read()).status, countCalls(CAPTURE)]).toEqual(['pending', 1]);
  state.nextCapture = 'COMPLETED';
  expect(await comeBack()).toBe(`/success?order=${order}`);
  expect([(await read()).status, countCalls(CAPTURE)]).toEqual(['paid', 2]);
});

test('[PAYPAL-7] a cart sees PayPal beside the card, in the order of the settings; without it the cart is as before', async () => {
  const { mug } = await checkOut();
  const { body } = await shop.call(priceCart, { body: { products: [{ _id: mug }] } });
  expect(body.paymentOptions?.map(({ kind }) => kind)).toEqual(['online', 'paypal']);
  const chosen = await shop.call(priceCart, { body: { products: [{ _id: mug }], payment: PAYPAL_ID } });
  expect(chosen.body.paymentOption).toBe(PAYPAL_ID);
});

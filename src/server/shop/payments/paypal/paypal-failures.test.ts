import { expect, test } from 'vitest';
import { seedProducts } from '../../../../../tests/support/checkout.ts';
import type { PaypalFailure } from '../../../../../tests/support/paypal/paypal-server.ts';
import { openPaypalShop, PAYPAL_ID } from '../../../../../tests/support/paypal/paypal-shop.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { readStock } from '../../../../../tests/support/stripe/stripe-shop.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { refundOrder } from '../../../../contract/order-admin.ts';
import { HOUR, MINUTE } from '../../../../contract/values.ts';
import { verifyShop } from '../../integrity/verify.service.ts';
import { expireOrders, reconcileOrders } from '../../orders/checkout/expire-orders.service.ts';
import { retryRefunds } from '../../orders/refunds/refund.service.ts';

const { shop, paypal, state, deliver, checkOut } = await openPaypalShop({ timeout: 1000 });

const CREATE = /^POST \/v2\/checkout\/orders$/;
const CAPTURE = /^POST .*\/capture$/;
const REFUND = /^POST .*\/refund$/;
/** The client tries a call twice, where it isn't too late for it. */
const breakTwice = (failure: PaypalFailure) => paypal.failures.push(failure, { ...failure });
const ofOrder = (session: string) => [...state.captures.values()].filter(({ orderId }) => orderId === session);

test.each(['500', 'cut', 'nonsense', 'silent'] as const)(
  '[PAYPAL-8] PayPal makes no order (%s): nothing is held, and the cart can go on',
  async (kind) => {
    const [mug = ''] = await seedProducts(shop, [{ priceCents: 1250, quantity: 5 }]);
    const { token } = await shop.signUp();
    const start = () => shop.call(startCheckout, { token, body: { products: [{ _id: mug }], payment: PAYPAL_ID } });
    breakTwice({ timing: 'before', kind, path: CREATE });
    expect([(await start()).status, await readStock(shop, mug)]).toEqual([502, 5]);
    paypal.failures.length = 0;
    expect((await start()).status).toBe(200);
  },
);

const FAILURES = (['before', 'after'] as const).flatMap((timing) =>
  (['500', 'cut', 'silent', 'nonsense'] as const).map((kind) => ({ timing, kind })),
);

test.each(FAILURES)('[PAYPAL-8] taking the money fails ($kind, $timing its effect): it is taken once, and booked', async (failure) => {
  const { session, order, approve, comeBack, read } = await checkOut();
  approve();
  state.events.length = 0;
  breakTwice({ ...failure, path: CAPTURE });
  expect(await comeBack()).toBe(`/success?order=${order}`);
  paypal.failures.length = 0;
  shop.advanceClock(3 * MINUTE);
  await reconcileOrders(shop.deps, SILENT_LOG);
  expect([(await read()).status, ofOrder(session).length]).toEqual(['paid', 1]);
  await deliver();
  expect([(await read()).status, (await verifyShop(shop.deps.db, shop.deps.now())).length]).toEqual(['paid', 0]);
});

test('[PAYPAL-8] PayPal is away until the checkout is over: the order keeps its stock until it is known that the money was taken', async () => {
  const { approve, comeBack, read, mug } = await checkOut();
  approve();
  breakTwice({ timing: 'after', kind: 'cut', path: CAPTURE });
  await comeBack();
  state.events.length = 0;
  shop.advanceClock(41 * MINUTE);
  paypal.failures.push({ timing: 'before', kind: '500', path: /./ }, { timing: 'before', kind: '500', path: /./ });
  await expireOrders(shop.deps, SILENT_LOG);
  expect([(await read()).status, await readStock(shop, mug)]).toEqual(['pending', 3]);
  shop.advanceClock(5 * MINUTE);
  await expireOrders(shop.deps, SILENT_LOG);
  expect([(await read()).status, await readStock(shop, mug)]).toEqual(['paid', 3]);
});

test('[PAYPAL-8] an event for which PayPal has no answer comes again', async () => {
  const { approve, comeBack, read } = await checkOut();
  state.nextCapture = 'PENDING';
  approve();
  await comeBack();
  const event = state.events.find((it) => it.event_type === 'PAYMENT.CAPTURE.PENDING');
  const payload = JSON.stringify(event);
  const send = async () => {
    const headers = paypal.signEvent(payload, shop.deps.now(), 'WEBHOOK-OF-THE-SHOP');
    return (await shop.send({ method: 'POST', url: '/api/v1/payment/webhook', payload, headers })).status;
  };
  breakTwice({ timing: 'before', kind: '500', path: /^GET \/v2\/payments\/captures/ });
  expect(await send()).toBeGreaterThanOrEqual(500);
  expect([await send(), await send(), (await read()).status]).toEqual([200, 200, 'pending']);
});

test('[PAYPAL-9] a token that has ended is renewed; a secret that was taken back is a failure of PayPal, and loses no order', async () => {
  const { approve, comeBack, read, order } = await checkOut();
  approve();
  const account = [...paypal.accounts.values()][0];
  const [name = ''] = paypal.accounts.keys();
  paypal.accounts.delete(name);
  expect(await comeBack()).toBe(`/success?order=${order}`);
  expect((await read()).status).toBe('pending');
  if (account) paypal.accounts.set(name, account);
  await comeBack();
  expect((await read()).status).toBe('paid');
});

test.each(FAILURES.filter(({ kind }) => kind !== 'silent'))(
  '[PAYPAL-10] a refund fails ($kind, $timing its effect): tried again, it is made once',
  async (failure) => {
    const { approve, comeBack, read, session, admin, params } = await checkOut();
    approve();
    await comeBack();
    breakTwice({ ...failure, path: REFUND });
    const body = { amount: 10, reason: 'Broken', restock: false };
    expect((await shop.call(refundOrder, { token: admin.token, params, body })).status).toBe(502);
    paypal.failures.length = 0;
    paypal.clearKeys();
    shop.advanceClock(HOUR);
    expect(await retryRefunds(shop.deps, SILENT_LOG)).toBe(1);
    await deliver();
    const [capture] = ofOrder(session);
    expect([(await read()).refunded, state.sumRefunds(capture?.id ?? '')]).toEqual([10, 1000]);
  },
);

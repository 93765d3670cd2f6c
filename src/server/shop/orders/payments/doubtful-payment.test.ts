/** Payments that aren't what their order asked for: each can be refunded to the cent of what was really paid. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { acceptOrder, readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { MINUTE } from '../../../../contract/values.ts';
import type { RefundRequest } from '../../payments/provider.ts';
import { retryRefunds } from '../refunds/refund.service.ts';

let isDown = false;
const asked: RefundRequest[] = [];
// The demo provider knows nothing of payments that its own page didn't take.
const shop = await openShopWithPayments((demo) => ({
  ...demo,
  refund: async (request) => {
    if (isDown) throw new Error('down');
    asked.push(request);
    return { id: `refund_${request.key}` };
  },
}));
beforeEach(() => {
  asked.length = 0;
  isDown = false;
});

/** Two mugs of $12.50, and the provider's event of a payment. */
async function pay(amount: number, currency = 'usd', session?: string) {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 9 }]);
  const [{ token }, admin] = [await shop.signUp(), await shop.signUp({ role: 1 })];
  const { body } = await shop.checkOut(token, [mug, mug]);
  const send = (sum: number, of = body.id, money = currency) =>
    shop.sendPaymentEvent({ id: `evt_${randomUUID()}`, session: of, reference: body.order, amount: sum, currency: money });
  await send(amount, session);
  const params = { id: body.order };
  const read = async () => (await shop.call(readAnyOrder, { token: admin.token, params })).body.order;
  const refund = (sum: number, payment?: string) =>
    shop.call(refundOrder, {
      token: admin.token,
      params,
      body: { amount: sum, reason: 'Sorry', restock: false, ...(payment && { payment }) },
    });
  const accept = () => shop.call(acceptOrder, { token: admin.token, params, body: { why: 'Agreed by phone' } });
  return { read, refund, accept, send, session: body.id };
}

test('[PAY-13] the payment is shown on the order: provider, session, payment, amount and currency', async () => {
  const { read, session } = await pay(2500);
  expect((await read()).payments).toEqual([
    {
      _id: expect.any(String),
      provider: 'demo',
      session,
      payment: expect.any(String),
      amount: 25,
      currency: 'USD',
      state: 'paid',
      extra: false,
      refunded: 0,
      at: expect.any(String),
    },
  ]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[PAY-13] if too little was paid, exactly that amount can be refunded', async () => {
  const { read, refund } = await pay(1999);
  const tooMuch = await refund(20);
  expect([tooMuch.status, tooMuch.body]).toMatchObject([409, { message: 'At most $19.99 of this order can still be refunded' }]);
  expect((await refund(19.99)).body.order).toMatchObject({
    status: 'refunded',
    refunded: 19.99,
    payments: [{ amount: 19.99, refunded: 19.99 }],
  });
  expect([asked.map(({ amountCents }) => amountCents), (await refund(0.01)).status]).toEqual([[1999], 409]);
  expect([(await read()).status, await shop.listFindings()]).toEqual(['refunded', []]);
});

test('[PAY-13] if too much was paid, the excess is refunded first, and the order stays fully paid', async () => {
  const { refund, accept } = await pay(3000);
  expect((await refund(5)).body.order).toMatchObject({ status: 'review', refunded: 0, payments: [{ amount: 30, refunded: 5 }] });
  expect((await accept()).body.order).toMatchObject({ status: 'paid', total: 25, refunded: 0 });
  expect((await refund(25)).body.order).toMatchObject({ status: 'refunded', refunded: 25, payments: [{ refunded: 30 }] });
  expect([(await refund(0.01)).status, await shop.listFindings()]).toEqual([409, []]);
});

test('[PAY-13] a payment in another currency is refunded in that currency', async () => {
  const { read, refund } = await pay(2300, 'eur');
  const tooMuch = await refund(24);
  expect(tooMuch.body).toMatchObject({ message: 'At most €23.00 of this order can still be refunded' });
  expect((await refund(11.5)).body.order).toMatchObject({ status: 'review', refunded: 12.5 });
  expect((await refund(11.5)).body.order).toMatchObject({ status: 'refunded', refunded: 25 });
  expect(asked.map(({ amountCents, currency }) => [amountCents, currency])).toEqual([
    [1150, 'eur'],
    [1150, 'eur'],
  ]);
  expect([(await read()).history.at(-1)?.why, await shop.listFindings()]).toEqual(['€11.50 refunded: Sorry', []]);
});

test('[PAY-13] a second payment of one order is shown and refunded separately; the order stays paid', async () => {
  const { read, refund, send } = await pay(2500);
  await send(2600, 'demo_another_session');
  await send(2600, 'demo_another_session');
  const paidTwice = await read();
  expect(paidTwice).toMatchObject({ status: 'paid', refunded: 0, payments: [{ extra: false }, { amount: 26, extra: true, refunded: 0 }] });
  expect(paidTwice.history.filter(({ why }) => why === 'A second payment arrived: $26.00. Refund it')).toHaveLength(1);
  const second = paidTwice.payments[1]?._id;
  expect((await refund(27, second)).status).toBe(409);
  isDown = true;
  expect((await refund(6, second)).status).toBe(502);
  isDown = false;
  shop.advanceClock(2 * MINUTE);
  await retryRefunds(shop.deps, SILENT_LOG);
  expect((await refund(20, second)).body.order).toMatchObject({
    status: 'paid',
    refunded: 0,
    payments: [{ refunded: 0 }, { refunded: 26 }],
  });
  expect(new Set(asked.map(({ paymentId }) => paymentId))).toEqual(new Set([paidTwice.payments[1]?.payment]));
  expect([(await refund(0.01, second)).status, (await refund(25)).body.order?.status]).toEqual([409, 'refunded']);
  expect(await shop.listFindings()).toEqual([]);
});

test("[PAY-13] a refund of another order's payment, or of an unknown one, is refused", async () => {
  const [mine, other] = [await pay(2500), await pay(2500)];
  await other.send(100, 'demo_yet_another');
  const foreign = (await other.read()).payments[1]?._id;
  expect([(await mine.refund(1, foreign)).status, (await mine.refund(1, (await mine.read()).payments[0]?._id)).status]).toEqual([409, 409]);
});

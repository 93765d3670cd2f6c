/** Orders that are paid by hand, from the checkout to the refund. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { CASH_ID, INVOICE_ID, METHODS, orderByHand, saveMethods } from '../../../../../tests/support/payment-methods.ts';
import { priceCart } from '../../../../contract/cart.ts';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import { toReference } from '../../../../contract/iban.ts';
import { listOrders, readOrder, startCheckout } from '../../../../contract/order.ts';
import { endCheckout, readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { bookPayment } from '../../../../contract/order-payment.ts';
import { shipOrder } from '../../../../contract/order-shipping.ts';
import { updatePaymentMethods } from '../../../../contract/payment-method.ts';
import { DAY } from '../../../../contract/values.ts';
import { emails } from '../../database/schema/messages.ts';
import { expireOrders } from '../checkout/expire-orders.service.ts';
import { remindUnpaid } from './remind-unpaid.service.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
const LOG = { error: (...args: unknown[]) => console.error(...args) };

type Booked = BodyOf<typeof bookPayment>;
type Saved = BodyOf<typeof updatePaymentMethods>;

const codeOf = ({ body }: { body: object }) => ('code' in body ? body.code : null);
/** Without the orders' numbers. */
const listSubjects = async () =>
  (await db.select({ subject: emails.subject }).from(emails)).map(({ subject }) => subject.replace(/#\d+/, '#1'));

async function place(payment?: string) {
  const placed = await orderByHand(shop, payment);
  const { token: admin } = await shop.signUp({ role: 1 });
  const params = { id: placed.order };
  const book = (body: Booked) => shop.call(bookPayment, { token: admin, params, body });
  const read = async () => (await shop.call(readAnyOrder, { token: admin, params })).body.order;
  return { ...placed, admin, params, book, read };
}

test('[PAYWAY-1] with the payment page alone nothing is asked, and the answers are as before', async () => {
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 1250, quantity: 5 }]);
  const { token } = await shop.signUp();
  const price = (await shop.call(priceCart, { body: { products: [{ _id: mug }] } })).body;
  expect(Object.keys(price).filter((it) => /payment|fee/.test(it))).toEqual([]);
  const { body } = await shop.checkOut(token, [mug]);
  expect(body).toEqual({ id: expect.stringMatching(/^demo_/), url: expect.stringContaining('/demo'), order: body.order });
});

test('[PAYWAY-2] a cart offers the ways to pay, and prices the chosen one with its fee; one that is not offered is refused', async () => {
  await saveMethods(db, [...METHODS.slice(0, 2), { ...METHODS[2], maximum: 20, countries: ['US'] } as (typeof METHODS)[number]]);
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 1250, quantity: 5 }]);
  const price = (count: number, payment?: string) =>
    shop.call(priceCart, { body: { products: [{ _id: mug, count }], ...(payment && { payment }) } }).then(({ body }) => body);
  const first = await price(1);
  expect(first.paymentOptions?.map(({ kind, fee }) => [kind, fee])).toEqual([
    ['online', undefined],
    ['bank_transfer', undefined],
    ['cash_on_delivery', 3.5],
  ]);
  expect([first.paymentOption, first.total]).toEqual([METHODS[0]?._id, 12.5]);
  expect(await price(1, CASH_ID)).toMatchObject({ paymentOption: CASH_ID, fee: 3.5, total: 16 });
  expect((await price(2, CASH_ID)).paymentOptions).toHaveLength(2);
  const { token } = await shop.signUp();
  const refused = await shop.call(startCheckout, { token, body: { products: [{ _id: mug, count: 2 }], payment: CASH_ID } });
  expect([refused.status, refused.body]).toMatchObject([400, { issues: [{ path: 'payment', code: 'unavailable' }] }]);
});

test('[PAYWAY-3] an order by bank transfer is placed at once, says where to pay, and is paid when all of it is booked', async () => {
  const { started, token, order, mug, book, read } = await place();
  expect(started).toMatchObject({ isPlaced: true, url: expect.stringContaining(`/success?order=${order}`) });
  const own = (await shop.call(readOrder, { token, params: { id: order } })).body.order;
  expect(own).toMatchObject({
    status: 'pending',
    number: expect.any(Number),
    paymentMethod: { kind: 'bank_transfer', isAwaited: true, reference: toReference(own.number ?? 0) },
  });
  expect((await shop.call(listOrders, { token, query: {} })).body.orders.map(({ _id }) => _id)).toEqual([order]);
  expect(await shop.readStock(mug)).toBe(4);
  expect(await listSubjects()).toContain('Your order #1');
  expect((await book({ amount: 5, note: 'first part' })).body.order).toMatchObject({
    status: 'pending',
    payments: [{ amount: 5, state: 'processing' }],
  });
  expect((await shop.call(readOrder, { token, params: { id: order } })).body.order.paymentMethod).toMatchObject({ received: 5 });
  const paid = (await book({ amount: 7.5 })).body.order;
  expect(paid).toMatchObject({ status: 'paid', stock: 'sold', payments: [{ amount: 12.5, state: 'paid', extra: false }] });
  expect(paid.history.map(({ why }) => why)).toContain('$5.00 received: first part. $7.50 is left to pay');
  expect(await listSubjects()).toEqual(expect.arrayContaining(['We received $5.00 for order #1', 'Your order #1 is confirmed']));
  expect((await read()).paymentMethod).toMatchObject({ isAwaited: false });
  expect(await shop.listFindings()).toEqual([]);
});

test('[PAYWAY-4] too much, twice, in another currency, or for an order of the payment page: a clear answer, and nothing is booked', async () => {
  const { book, read, admin } = await place();
  const refusals = [
    await book({ amount: 12.51 }),
    await book({ amount: 12.5, currency: 'EUR' }),
    await book({ amount: 5, key: 'line-0001' }),
    await book({ amount: 5, key: 'line-0001' }),
  ];
  expect(refusals.map(({ status, body }) => [status, codeOf({ body }), body.issues?.[0]?.path ?? null])).toEqual([
    [409, 'payment_mismatch', 'amount'],
    [409, 'payment_mismatch', 'currency'],
    [200, null, null],
    [409, 'payment_mismatch', 'key'],
  ]);
  const surplus = (await book({ amount: 10, booksSurplus: true, note: 'too much' })).body.order;
  expect(surplus).toMatchObject({
    status: 'paid',
    payments: [
      { amount: 12.5, extra: false },
      { amount: 2.5, extra: true, state: 'paid' },
    ],
  });
  expect((await book({ amount: 1 })).body.message).toBe('This order is paid already');
  const payment = surplus.payments[1]?._id ?? '';
  const back = await shop.call(refundOrder, {
    token: admin,
    params: { id: surplus._id },
    body: { amount: 2.5, reason: 'Too much', restock: false, payment },
  });
  expect(back.status).toBe(200);
  expect((await read()).payments[1]).toMatchObject({ refunded: 2.5 });
  const { token } = await shop.signUp();
  const [other = ''] = await seedProducts(shop, [{ priceCents: 500, quantity: 5 }]);
  const online = (await shop.checkOut(token, [other])).body.order;
  expect(codeOf(await shop.call(bookPayment, { token: admin, params: { id: online }, body: { amount: 5 } }))).toBe('wrong_order_status');
  expect(await shop.listFindings()).toEqual([]);
});

test('[PAYWAY-5] an order that nobody pays ends after its days with an email, unless a part of its money is here; its payment can take it up again', async () => {
  const { mug, params } = await orderByHand(shop).then((it) => ({ ...it, params: { id: it.order } }));
  const { book: bookPart, order: partly } = await place();
  await bookPart({ amount: 1 });
  shop.advanceClock(6 * DAY);
  await expireOrders(shop.deps, LOG);
  expect(await shop.readStock(mug)).toBe(4);
  shop.advanceClock(2 * DAY);
  await expireOrders(shop.deps, LOG);
  const { token: admin } = await shop.signUp({ role: 1 });
  const readStatus = async (id: string) => (await shop.call(readAnyOrder, { token: admin, params: { id } })).body.order.status;
  expect([await readStatus(params.id), await readStatus(partly)]).toEqual(['expired', 'pending']);
  expect(await shop.readStock(mug)).toBe(5);
  expect(await listSubjects()).toContain('Your order #1 has ended');
  const book = (body: { amount: number; reopens?: boolean }) => shop.call(bookPayment, { token: admin, params, body });
  expect((await book({ amount: 12.5 })).body).toMatchObject({ code: 'payment_mismatch', issues: [{ path: 'reopens' }] });
  expect((await book({ amount: 12, reopens: true })).body.issues?.[0]).toMatchObject({ path: 'amount', limit: 12.5 });
  expect((await book({ amount: 12.5, reopens: true })).body.order).toMatchObject({ status: 'paid', stock: 'sold' });
  expect(await shop.readStock(mug)).toBe(4);
  expect(await shop.listFindings()).toEqual([]);
});

test('[PAYWAY-6] cash on delivery: the fee is a part of the total, the parcel leaves unpaid, and what comes back unpaid is restocked', async () => {
  const { mug, admin, params, book, read } = await place(CASH_ID);
  expect(await read()).toMatchObject({ total: 16, fee: 3.5, status: 'pending' });
  const ship = () => shop.call(shipOrder, { token: admin, params, body: { carrier: 'UPS', tracking: '' } });
  expect((await ship()).body.order).toMatchObject({ status: 'shipped', paidAt: null, stock: 'sold' });
  expect(codeOf(await shop.call(refundOrder, { token: admin, params, body: { amount: 1, reason: 'x', restock: false } }))).toBe(
    'wrong_order_status',
  );
  expect((await book({ amount: 16 })).body.order).toMatchObject({ status: 'shipped', paidAt: expect.any(String) });
  expect(
    (await shop.call(refundOrder, { token: admin, params, body: { amount: 16, reason: 'Broken', restock: true } })).body.order,
  ).toMatchObject({
    status: 'refunded',
  });
  const refused = await place(CASH_ID);
  await shop.call(shipOrder, { token: refused.admin, params: refused.params, body: { carrier: 'UPS', tracking: '' } });
  const ended = await shop.call(endCheckout, { token: refused.admin, params: refused.params });
  expect(ended.body.order).toMatchObject({ status: 'cancelled', stock: 'none' });
  expect([await shop.readStock(mug), await shop.readStock(refused.mug)]).toEqual([5, 5]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[PAYWAY-4] a part that was paid of an order that the team ends is shown as a payment to be paid back', async () => {
  const { admin, params, book, order } = await place();
  await book({ amount: 4 });
  const ended = (await shop.call(endCheckout, { token: admin, params })).body.order;
  expect(ended).toMatchObject({ status: 'cancelled', payments: [{ amount: 4, extra: true, state: 'paid' }] });
  const body = { amount: 4, reason: 'Ended', restock: false, payment: ended.payments[0]?._id ?? '' };
  expect((await shop.call(refundOrder, { token: admin, params, body })).body.order.payments).toMatchObject([{ refunded: 4 }]);
  expect(await db.$count(emails, eq(emails.subject, `Your order #${ended.number} has ended`))).toBe(1);
  expect(order).toBe(ended._id);
  expect(await shop.listFindings()).toEqual([]);
});

test('[PAYWAY-7] an invoice is offered to chosen accounts alone, and its customer is reminded once when it is overdue', async () => {
  const customer = await shop.signUp();
  const invoice = {
    _id: INVOICE_ID,
    kind: 'invoice' as const,
    name: 'Invoice',
    isOn: true,
    customerIds: [customer.id],
    daysToPay: 10,
    holdDays: 60,
  };
  await saveMethods(db, [METHODS[0], invoice] as typeof METHODS);
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 1250, quantity: 5 }]);
  const products = [{ _id: mug }];
  const other = await shop.signUp();
  const offer = async (token?: string) =>
    (await shop.call(priceCart, { ...(token && { token }), body: { products } })).body.paymentOptions?.length;
  expect([await offer(), await offer(other.token), await offer(customer.token)]).toEqual([undefined, undefined, 2]);
  const order = (await shop.call(startCheckout, { token: customer.token, body: { products, payment: INVOICE_ID } })).body.order;
  expect(await remindUnpaid(shop.deps)).toBe(0);
  shop.advanceClock(11 * DAY);
  expect([await remindUnpaid(shop.deps), await remindUnpaid(shop.deps)]).toEqual([1, 0]);
  expect(await listSubjects()).toContain('Your invoice of order #1 is due');
  const { token: admin } = await shop.signUp({ role: 1 });
  expect((await shop.call(bookPayment, { token: admin, params: { id: order }, body: { amount: 12.5 } })).body.order.status).toBe('paid');
  expect(await shop.listFindings()).toEqual([]);
});

test('[PAYWAY-2] [PAYWAY-8] a wrong account number, an unknown customer, a lost rate or limits in the wrong order are refused at their fields', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const save = (method: object, version?: number) =>
    shop.call(updatePaymentMethods, { token, body: { methods: [{ name: 'Pay', isOn: true, ...method }], version } as Saved });
  const account = { holder: 'Shop', iban: 'DE88 3704 0044 0532 0130 00', bic: 'x', details: '' };
  const answers = [
    await save({ kind: 'bank_transfer', account }),
    await save({ kind: 'invoice', customers: ['nobody@example.com'] }),
    await save({ kind: 'in_shop', minimum: 10, maximum: 5, shippingRates: [INVOICE_ID] }),
  ];
  const toPaths = ({ body }: { body: object }) => ('issues' in body ? (body.issues as { path: string }[]).map(({ path }) => path) : body);
  expect(answers.map(toPaths)).toEqual([
    ['methods.0.account.iban', 'methods.0.account.bic'],
    ['methods.0.customers'],
    ['methods.0.maximum', 'methods.0.shippingRates'],
  ]);
  const saved = (await save({ kind: 'in_shop' }, 0)).body;
  // What is connected is always among them.
  expect(saved.methods.map(({ kind }) => kind)).toEqual(['online', 'in_shop']);
  expect((await save({ kind: 'invoice' }, 0)).status).toBe(409);
});

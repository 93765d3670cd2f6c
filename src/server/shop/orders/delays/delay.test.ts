/** Orders that run late: the list, a new day, and the customer's choice to wait or to cancel. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { listOutbox } from '../../../../../tests/support/emails.ts';
import { storePricing, ZONES } from '../../../../../tests/support/pricing-settings.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { readWaiting } from '../../../../contract/email.ts';
import { readGuestOrder } from '../../../../contract/guest-order.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { declineOrderRequest, listAllOrders, readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { answerDelay, delayOrders, readDelay } from '../../../../contract/order-delay.ts';
import { shipOrder, shipOrders } from '../../../../contract/order-shipping.ts';
import { addDays, toDay } from '../../../../contract/time-zone.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { products } from '../../database/schema/catalog.ts';
import { webhookEvents } from '../../database/schema/messages.ts';
import type { PaymentProvider } from '../../payments/provider.ts';
import { retryRefunds } from '../refunds/refund.service.ts';

let isDown = false;
const away = (demo: PaymentProvider): PaymentProvider => ({
  ...demo,
  refund: (input) => (isDown ? Promise.reject(new Error('the provider is away')) : demo.refund(input)),
});
const shop = await openShopWithPayments(away as never, {}, { publicUrl: 'https://shop.example', sendsLinks: true });
const { db } = shop.deps;
/** The database's clock, by which orders are late. */
const today = toDay(new Date(), 'UTC');

let mug = '';
let admin = '';
beforeEach(async () => {
  isDown = false;
  [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 10 }]);
  await db.update(products).set({ shipping: 1 }).where(eq(products.id, mug));
  admin = (await shop.signUp({ role: 1, name: 'Admin', email: 'admin@example.com' })).token;
  await storePricing(db, {
    shipping: {
      ...ZONES,
      zones: [
        {
          name: 'World',
          places: [{ country: '*', region: '' }],
          rates: ZONES.zones[0]?.rates.map((it) => ({ ...it, deliveryDays: { min: 1, max: 3 } })) ?? [],
        },
      ],
    } as typeof ZONES,
  });
});

async function buy(country: 'US' | 'DE' = 'US') {
  const guest = { email: 'grace@example.com', name: 'Grace', shipTo: makeShipTo(country) };
  const { status, body } = await shop.call(startCheckout, { body: { products: [{ _id: mug }], guest } });
  expect(status).toBe(200);
  await shop.pay(body.url);
  return { id: body.order, signature: body.signature ?? '' };
}
const setDue = (id: string, day: string) =>
  db.execute(sql`update orders set due_on = ${day}::date, delivery_from = ${day}::date, delivery_to = ${day}::date where id = ${id}`);
async function buyLate(country: 'US' | 'DE' = 'US') {
  const order = await buy(country);
  await setDue(order.id, addDays(today, -2));
  return order;
}
const read = async (id: string) => (await shop.call(readAnyOrder, { token: admin, params: { id } })).body.order;
const listLate = async () =>
  (await shop.call(listAllOrders, { token: admin, query: { page: 1, limit: 20, status: 'late' } as never })).body.orders.map(
    ({ _id }) => _id,
  );
const waiting = async () => (await shop.call(readWaiting, { token: admin })).body.waiting;
const delay = (orders: string[], day: unknown = addDays(today, 20), message = 'The kiln broke.') =>
  shop.call(delayOrders, { token: admin, body: { orders, day, message } as never });
const listEmails = async (kind: string) => (await listOutbox(db)).filter((it) => it.kind === kind);

/** Of the latest email. */
async function openLink() {
  const { text = '' } = (await listEmails('order delayed')).at(-1) ?? {};
  const [, id = '', delayId = '', signature = ''] = /late-order#([\w-]+)\.([\w-]+)\.([\w-]+)/.exec(text) ?? [];
  return { id, delay: delayId, signature };
}
type Link = Awaited<ReturnType<typeof openLink>>;
const open = ({ id, ...body }: Link) => shop.call(readDelay, { params: { id }, body });
const answer = ({ id, ...link }: Link, choice: string) =>
  shop.call(answerDelay, { params: { id }, body: { ...link, answer: choice } as never });

test('[LATE-1] a paid order that isn’t sent by its day is listed, and counted on Home, until it is sent or refunded', async () => {
  const { id } = await buy();
  expect([await listLate(), (await waiting()).late]).toEqual([[], undefined]);
  await setDue(id, today);
  expect(await listLate()).toEqual([]);
  await setDue(id, addDays(today, -1));
  expect([await listLate(), await waiting()]).toMatchObject([[id], { late: 1, lateRefundBy: null }]);
  await shop.call(shipOrder, { token: admin, params: { id }, body: { carrier: 'UPS', tracking: '' } });
  expect([await listLate(), (await waiting()).late]).toEqual([[], undefined]);
});

test('[LATE-2] an order without a promise has 30 days from its payment', async () => {
  const { id } = await buy();
  const setPaid = (days: number) =>
    db.execute(
      sql`update orders set due_on = null, delivery_from = null, delivery_to = null, paid_at = now() - make_interval(days => ${days}) where id = ${id}`,
    );
  await setPaid(30);
  expect(await listLate()).toEqual([]);
  await setPaid(31);
  expect(await listLate()).toEqual([id]);
});

test('[LATE-3] a new day is told by email with a link, and is on the order, in its history, by webhook and to its guest; the first promise stays', async () => {
  await addTestEndpoint(db, ['order.delayed']);
  const { id, signature } = await buyLate();
  const day = addDays(today, 20);
  const { status, body } = await delay([id]);
  expect([status, body.results]).toEqual([200, [{ order: id, error: null }]]);
  const order = await read(id);
  expect(order).toMatchObject({
    estimatedDelivery: { from: day, to: day },
    dueOn: day,
    delays: [{ day, previousDay: addDays(today, -2) }],
    messages: [{ text: 'The kiln broke.' }],
  });
  expect(order.delays?.[0]).not.toHaveProperty('consentBy');
  expect(order.history.at(-1)).toMatchObject({
    by: 'Admin',
    from: 'paid',
    to: 'paid',
    why: `Runs late: new day ${day} instead of ${addDays(today, -2)}`,
  });
  expect((await shop.call(readGuestOrder, { params: { id }, body: { signature } })).body.order.delays).toHaveLength(1);
  const [email] = await listEmails('order delayed');
  expect(email?.recipient).toBe('grace@example.com');
  for (const text of [email?.text, email?.html]) {
    expect(text).toContain('The kiln broke.');
    expect(text).toMatch(/https:\/\/shop\.example\/late-order#/);
    expect(text).toContain('your order stays');
  }
  expect((await db.select().from(webhookEvents)).map(({ type }) => type)).toEqual(['order.delayed']);
  expect(await listLate()).toEqual([]);
  // The same day again says nothing new.
  await delay([id]);
  expect(await listEmails('order delayed')).toHaveLength(1);
});

test('[LATE-4] a customer who waits is in the history, and may still cancel until it is sent', async () => {
  const { id } = await buyLate();
  await delay([id]);
  const link = await openLink();
  expect((await open(link)).body.order).toMatchObject({ state: 'open', left: 17.49, lines: [{ name: 'Mug', quantity: 1 }] });
  const waits = await answer(link, 'wait');
  expect([waits.status, waits.body.order]).toMatchObject([200, { status: 'paid', delay: { answer: 'wait' } }]);
  expect((await answer(link, 'wait')).status).toBe(200);
  expect((await read(id)).history.filter(({ why }) => why === 'The customer waits for it')).toHaveLength(1);
  expect((await answer(link, 'cancel')).body.order).toMatchObject({ status: 'refunded', state: 'refunded' });
});

test('[LATE-5] a customer who cancels gets everything back at once, and the pieces are in stock again', async () => {
  await addTestEndpoint(db, ['order.delay_answered']);
  const { id } = await buyLate();
  expect(await shop.readStock(mug)).toBe(9);
  await delay([id]);
  const link = await openLink();
  const answers = await Promise.all([answer(link, 'cancel'), answer(link, 'cancel')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await read(id)).toMatchObject({ status: 'refunded', refunded: 17.49, request: { kind: 'cancel', status: 'approved' } });
  expect(await shop.readStock(mug)).toBe(10);
  expect((await open(link)).body.order.state).toBe('refunded');
  expect((await answer(link, 'wait')).status).toBe(409);
  expect(await listEmails('order refunded')).toHaveLength(1);
  const [told] = await listEmails('delay answered');
  expect(told?.subject).toContain('chose to cancel it');
  const [event] = await db.select().from(webhookEvents);
  expect(event).toMatchObject({ type: 'order.delay_answered', details: { answer: 'cancel' } });
  expect(await shop.listFindings()).toEqual([]);
});

test('[LATE-6] a refund that breaks off is made by the job, once; until then the order can’t be sent, and its request can’t be declined', async () => {
  const { id } = await buyLate();
  await delay([id]);
  const link = await openLink();
  isDown = true;
  const stopped = await answer(link, 'cancel');
  expect([stopped.status, stopped.body.order]).toMatchObject([200, { status: 'paid', state: 'cancelled', isRefunding: true }]);
  expect([await listLate(), (await waiting()).lateRefundBy]).toEqual([[id], (await read(id)).delays?.[0]?.refundBy]);
  const ship = await shop.call(shipOrder, { token: admin, params: { id }, body: { carrier: 'UPS', tracking: '' } });
  const many = await shop.call(shipOrders, { token: admin, body: { shipments: [{ order: id, carrier: 'UPS', tracking: '' }] } });
  expect([ship.status, many.body.results[0]?.error?.code]).toEqual([409, 'wrong_order_status']);
  expect((await delay([id])).body.results[0]?.error?.code).toBe('wrong_order_status');
  isDown = false;
  shop.advanceClock(5 * MINUTE);
  expect(await retryRefunds(shop.deps, SILENT_LOG)).toBe(1);
  expect(await retryRefunds(shop.deps, SILENT_LOG)).toBe(0);
  expect(await read(id)).toMatchObject({ status: 'refunded', refunded: 17.49 });
  expect(await shop.readStock(mug)).toBe(10);
  expect(await shop.listFindings()).toEqual([]);
});

test('[LATE-6] money that was paid by hand is paid back by hand: the customer’s cancellation waits as a request that only a refund ends', async () => {
  const { id } = await buyLate('DE');
  await db.execute(sql`update orders set provider = 'manual' where id = ${id}`);
  await delay([id]);
  expect((await answer(await openLink(), 'cancel')).body.order).toMatchObject({ status: 'paid', state: 'cancelled' });
  const { request, delays } = await read(id);
  expect([request, delays?.[0]?.refundBy]).toMatchObject([{ kind: 'cancel', status: 'open' }, addDays(today, 14)]);
  const decline = await shop.call(declineOrderRequest, {
    token: admin,
    params: { id },
    body: { request: request?._id ?? '', answer: 'No' },
  });
  expect(decline.status).toBe(409);
  expect((await listEmails('request received')).length).toBe(1);
});

test('[LATE-7] only the newest link of that order answers: others are a 404, an older one a 409, and so is one of a sent or refunded order', async () => {
  const [first, second] = [await buyLate(), await buyLate()];
  await delay([first.id]);
  const link = await openLink();
  await delay([second.id]);
  const other = await openLink();
  for (const forged of [
    { ...link, signature: other.signature },
    { ...link, signature: 'A'.repeat(43) },
    { ...link, id: second.id },
    { ...other, delay: link.delay },
    { ...link, delay: crypto.randomUUID() },
  ]) {
    expect([(await open(forged)).status, (await answer(forged, 'cancel')).status]).toEqual([404, 404]);
  }
  await delay([first.id], addDays(today, 40));
  expect((await open(link)).body.order.state).toBe('newer');
  expect((await answer(link, 'cancel')).body).toMatchObject({ code: 'request_closed' });
  const newer = await openLink();
  await shop.call(shipOrder, { token: admin, params: { id: first.id }, body: { carrier: 'UPS', tracking: '' } });
  expect((await open(newer)).body.order.state).toBe('sent');
  expect((await answer(newer, 'cancel')).body).toMatchObject({ code: 'wrong_order_status' });
  const body = { amount: 17.49, reason: 'Sorry', restock: true };
  await shop.call(refundOrder, { token: admin, params: { id: second.id }, body });
  expect((await answer(other, 'wait')).body).toMatchObject({ code: 'wrong_order_status' });
  expect((await answer(other, 'maybe')).status).toBe(400);
});

test('[LATE-8] a day that is past, too far, malformed, or not after the promise is refused, each order by itself', async () => {
  const late = await buyLate();
  for (const day of [today, addDays(today, -1), addDays(today, 400), '2027-02-30', 'soon', 5, undefined]) {
    const body = { orders: [late.id], ...(day !== undefined && { day }) };
    expect([day, (await shop.call(delayOrders, { token: admin, body: body as never })).status]).toEqual([day, 400]);
  }
  const early = await buy();
  await setDue(early.id, addDays(today, 30));
  const gone = crypto.randomUUID();
  const { body } = await delay([late.id, early.id, gone]);
  expect(body.results.map(({ error }) => error?.code ?? null)).toEqual([null, 'wrong_order_status', 'order_not_found']);
  const reader = await shop.signUp({ name: 'Buyer' });
  expect((await shop.call(delayOrders, { token: reader.token, body: { orders: [late.id], day: null } })).status).toBe(403);
});

test('[LATE-9] in the United States a second or long delay needs the customer’s consent, and the list says by when it has to be refunded', async () => {
  const { id } = await buyLate();
  await delay([id], null);
  const [first] = (await read(id)).delays ?? [];
  expect(first).toMatchObject({ day: null, consentBy: addDays(today, 28) });
  expect((await listEmails('order delayed')).at(-1)?.text).toContain('you get your money back');
  expect((await read(id)).estimatedDelivery).toBeNull();
  await db.execute(sql`update order_delays set consent_by = ${addDays(today, -1)}::date`);
  expect([await listLate(), (await waiting()).lateRefundBy]).toEqual([[id], first?.refundBy]);
  expect((await answer(await openLink(), 'wait')).status).toBe(200);
  expect((await waiting()).lateRefundBy).toBeNull();
  const inGermany = await buyLate('DE');
  await delay([inGermany.id], null);
  expect((await read(inGermany.id)).delays?.[0]).not.toHaveProperty('consentBy');
});

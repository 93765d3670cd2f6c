/** Customers withdraw from an order by the link of an email, or by its number and email; nobody approves it. */
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { listOutbox } from '../../../../../tests/support/emails.ts';
import { buyAsGuest, guest } from '../../../../../tests/support/guests.ts';
import { addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { readWaiting } from '../../../../contract/email.ts';
import { readGuestOrder } from '../../../../contract/guest-order.ts';
import { readOrder, requestOrderChange } from '../../../../contract/order.ts';
import { declineOrderRequest, listAllOrders, readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { deliverOrder, shipOrder, shipOrders } from '../../../../contract/order-shipping.ts';
import { updateProduct } from '../../../../contract/product-admin.ts';
import { readSettings } from '../../../../contract/settings.ts';
import { readShopDetails, updateShopDetails } from '../../../../contract/shop-details.ts';
import { declareWithdrawal, declareWithdrawalByNumber, readWithdrawalForm } from '../../../../contract/withdrawal.ts';
import { webhookEvents } from '../../database/schema/messages.ts';
import { orders } from '../../database/schema/order.ts';
import { orderHistory } from '../../database/schema/order-records.ts';
import { findException, findLastDay, findRefundDay } from '../lifecycle/withdrawal-period.ts';

const DAY = 86_400_000;
const shop = await openShopWithPayments((demo) => demo, {}, { publicUrl: 'https://shop.example', sendsLinks: true });
const { db } = shop.deps;

let [mug, cup] = ['', ''];
let token = '';
let email = '';
let admin = '';
beforeEach(async () => {
  [mug = '', cup = ''] = await seedProducts(shop, [
    { name: 'Mug', priceCents: 1250, quantity: 100 },
    { name: 'Cup', priceCents: 500, quantity: 100 },
  ]);
  admin = (await shop.signUp({ role: 1, name: 'Admin', email: 'admin@example.com' })).token;
  ({ token, email } = await shop.signUp({ name: 'Ada' }));
  await setDays(14);
});

async function setDays(withdrawalDays: number) {
  const { shop: details, version } = (await shop.call(readShopDetails, { token: admin })).body;
  const { logo: _logo, ...body } = details;
  const saved = await shop.call(updateShopDetails, { token: admin, body: { ...body, withdrawalDays, version } });
  expect(saved.status).toBe(200);
}

async function buy(ids = [mug, mug, cup]) {
  const { body } = await shop.checkOut(token, ids);
  await shop.pay(body.url);
  const { order } = (await shop.call(readOrder, { token, params: { id: body.order } })).body;
  return { id: order._id, number: Number(order.number), signature: order.withdrawable?.signature ?? '', lines: order.lines };
}

const lineOf = ({ lines }: Awaited<ReturnType<typeof buy>>, name: string) => lines.findIndex((it) => it.name === name);
const readAny = async (id: string) => (await shop.call(readAnyOrder, { token: admin, params: { id } })).body.order;
const readForm = ({ id, signature }: { id: string; signature: string }) =>
  shop.call(readWithdrawalForm, { params: { id }, body: { signature } });
const declare = ({ id, signature }: { id: string; signature: string }, lines?: { line: number; quantity: number }[]) =>
  shop.call(declareWithdrawal, { params: { id }, body: { signature, name: 'Ada Lovelace', ...(lines && { lines }) } });
const declareByNumber = (number: number | string, by: string, items?: string) =>
  shop.call(declareWithdrawalByNumber, { body: { number: String(number), email: by, name: 'Dr.A. Lovelace', ...(items && { items }) } });
const ship = (id: string) => shop.call(shipOrder, { token: admin, params: { id }, body: { carrier: 'Night Owl', tracking: '' } });
const deliver = async (id: string) => {
  await ship(id);
  await shop.call(deliverOrder, { token: admin, params: { id } });
};
/** It was delivered so many days ago. */
const backdate = (id: string, days: number) =>
  db
    .update(orderHistory)
    .set({ at: new Date(shop.deps.now().getTime() - days * DAY) })
    .where(and(eq(orderHistory.orderId, id), eq(orderHistory.to, 'delivered')));
const listEmails = async (kind: string) => (await listOutbox(db)).filter((it) => it.kind === kind);

test('[WITHDRAW-1] a shop has the function only once the merchant switches it on: until then no link, no page, no call', async () => {
  await setDays(0);
  const order = await buy();
  expect(order.signature).toBe('');
  expect((await readAny(order.id)).withdrawable).toBeUndefined();
  const read = async () => (await shop.call(readSettings, {})).body.settings;
  expect(JSON.stringify(await read())).not.toMatch(/withdraw/i);
  for (const { text } of await listOutbox(db)) expect(text).not.toContain('Withdraw');
  expect((await declareByNumber(order.number, email)).status).toBe(404);
  expect((await readForm({ id: order.id, signature: 'A'.repeat(43) })).status).toBe(404);
  await setDays(30);
  expect(await read()).toMatchObject({
    shop: { withdrawalDays: 30 },
    footerPages: [{ slug: 'withdraw', title: 'Withdraw from contract' }],
  });
  const { shop: details } = (await shop.call(readShopDetails, { token: admin })).body;
  for (const withdrawalDays of [13, 366, -1, 14.5]) {
    expect((await shop.call(updateShopDetails, { token: admin, body: { ...details, withdrawalDays } as never })).status).toBe(400);
  }
});

test('[WITHDRAW-2] each email about an order has a link to the form, which needs no login and opens nothing else; any other signature is a 404', async () => {
  const order = await buy();
  const [paid] = await listEmails('order paid');
  expect(paid?.text).toContain(`Withdraw from contract:\nhttps://shop.example/pages/withdraw#${order.id}.${order.signature}`);
  const form = await readForm(order);
  expect(form.body.order).toMatchObject({ number: order.number, name: 'Ada', email, until: null, isLate: false, withdrawals: [] });
  expect(form.body.order.lines.map(({ left }) => left).sort()).toEqual([1, 2]);
  const asGuest = await buyAsGuest(shop, [mug]);
  const { order: ofGuest } = (await shop.call(readGuestOrder, { params: { id: asGuest.id }, body: { signature: asGuest.signature } })).body;
  for (const signature of [asGuest.signature, ofGuest.withdrawable?.signature ?? '', 'A'.repeat(43)]) {
    expect((await readForm({ id: order.id, signature })).status).toBe(404);
    expect((await declare({ id: order.id, signature })).status).toBe(404);
  }
  // The signature of the form doesn't open a guest's order.
  const body = { signature: ofGuest.withdrawable?.signature ?? '' };
  expect((await shop.call(readGuestOrder, { params: { id: asGuest.id }, body })).status).toBe(404);
});

test('[WITHDRAW-3] a withdrawal is received at once, with items and time, by email, on the order, in its history, and by webhook', async () => {
  await addTestEndpoint(db, ['order.withdrawn']);
  const order = await buy();
  const answer = await declare(order, [{ line: lineOf(order, 'Mug'), quantity: 1 }]);
  expect([answer.status, answer.body.order.withdrawals]).toMatchObject([200, [{ name: 'Ada Lovelace', status: 'open' }]]);
  const [receipt] = await listEmails('withdrawal received');
  expect(receipt?.recipient).toBe(email);
  expect(receipt?.text).toMatch(/Order: #\d+\nName: Ada Lovelace\nReceived: \w+ \d+, \d{4} at \d+:\d\d:\d\d [AP]M UTC/);
  expect(receipt?.text).toContain('Withdrawn from\n1 × Mug');
  expect((await listEmails('order withdrawn')).map(({ recipient }) => recipient)).toEqual(['admin@example.com']);
  const shown = (await shop.call(readOrder, { token, params: { id: order.id } })).body.order;
  expect([shown.withdrawals?.length, shown.request]).toEqual([1, null]);
  expect((await readAny(order.id)).history.map(({ why }) => why)).toContain('Withdrawn from 1 × Mug');
  expect((await db.select().from(webhookEvents)).map(({ type }) => type)).toEqual(['order.withdrawn']);
});

test('[WITHDRAW-4] number and email get the same answer whoever gives them, and the receipt goes to the order’s address alone', async () => {
  const order = await buy();
  const replies = [
    await declareByNumber(order.number, 'mallory@example.com'),
    await declareByNumber(order.number + 1, email),
    await declareByNumber(` # ${order.number} `, email.toUpperCase(), 'One of the mugs'),
    await declareByNumber(order.number, email),
    await declareByNumber(order.number, email),
  ];
  expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  const told = (await listOutbox(db)).filter(({ kind }) => ['withdrawal received', 'nothing to withdraw'].includes(kind));
  expect(told.map(({ kind, recipient }) => `${kind} ${recipient === email}`).sort()).toEqual([
    'nothing to withdraw true',
    'withdrawal received true',
    'withdrawal received true',
  ]);
  const { withdrawals = [] } = await readAny(order.id);
  expect(withdrawals.map(({ items, lines }) => [items, lines.length])).toEqual([
    ['One of the mugs', 0],
    [undefined, 2],
  ]);
  // Whoever knows number and email could have the shop send the buyer a link.
  const links = [{ name: 'Ada https://evil.example' }, { items: 'See www.evil' }, { items: 'Go to evil.example now' }];
  for (const body of [{ number: 'x' }, { email: 'x' }, { name: ' ' }, ...links]) {
    const whole = { number: '1', email, name: 'Ada', ...body };
    expect((await shop.call(declareWithdrawalByNumber, { body: whole })).status, JSON.stringify(body)).toBe(400);
  }
  const guestOrder = await buyAsGuest(shop, [mug]);
  const { number } = await readAny(guestOrder.id);
  await declareByNumber(Number(number), guest.email);
  expect((await readAny(guestOrder.id)).withdrawals).toMatchObject([{ lines: [{ quantity: 1 }] }]);
});

test('[WITHDRAW-5] nothing counts twice: not for two at once, not beside returns and refunds, and nothing more than was bought', async () => {
  const order = await buy();
  const mugs = lineOf(order, 'Mug');
  const answers = await Promise.all([declare(order), declare(order)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await readForm(order)).body.order.lines.map(({ left }) => left)).toEqual([0, 0]);
  const other = await buy();
  expect((await declare(other, [{ line: mugs, quantity: 3 }])).body).toMatchObject({ issues: [{ path: 'lines.0.quantity', limit: 2 }] });
  expect((await declare(other, [{ line: 7, quantity: 1 }])).status).toBe(400);
  await deliver(other.id);
  const ask = (quantity: number) =>
    shop.call(requestOrderChange, {
      token,
      params: { id: other.id },
      body: { kind: 'return', reason: 'Too small', lines: [{ line: mugs, quantity }] },
    });
  // A withdrawal waits for no answer to a request, and what is withdrawn from can't be returned again.
  expect((await ask(1)).status).toBe(200);
  expect((await declare(other, [{ line: mugs, quantity: 2 }])).status).toBe(200);
  expect((await ask(1)).body).toMatchObject({ issues: [{ limit: 0 }] });
  const whole = await buy();
  await shop.call(refundOrder, { token: admin, params: { id: whole.id }, body: { amount: 30, reason: 'x', restock: true } });
  expect((await declare(whole)).body).toMatchObject({ code: 'wrong_order_status' });
  expect(await shop.listFindings()).toEqual([]);
});

test('[WITHDRAW-6] it can’t be declined, waits with its day for the team, keeps the order from being shipped, and is done with its refund', async () => {
  const order = await buy();
  const mugs = lineOf(order, 'Mug');
  await declare(order, [{ line: mugs, quantity: 2 }]);
  const [withdrawal] = (await readAny(order.id)).withdrawals ?? [];
  const request = withdrawal?._id ?? '';
  expect(withdrawal?.refundBy).toBe(findRefundDay(shop.deps.now(), 'UTC'));
  const readWaits = async () => (await shop.call(readWaiting, { token: admin })).body.waiting;
  expect(await readWaits()).toMatchObject({ withdrawals: 1, refundBy: withdrawal?.refundBy, toShip: 0, requests: 0 });
  const countWithdrawn = async () => (await shop.call(listAllOrders, { token: admin, query: { status: 'withdrawn' } })).body.total;
  expect(await countWithdrawn()).toBe(1);
  const shipments = [{ order: order.id, carrier: 'UPS', tracking: '' }];
  expect((await shop.call(shipOrders, { token: admin, body: { shipments } })).body.results).toMatchObject([
    { error: { code: 'request_open' } },
  ]);
  const decline = () => shop.call(declineOrderRequest, { token: admin, params: { id: order.id }, body: { request, answer: 'No' } });
  expect((await decline()).body).toMatchObject({ code: 'wrong_order_status' });
  const body = { amount: 25, reason: 'Withdrawal', restock: false, request, lines: [{ line: mugs, quantity: 2, restock: true }] };
  expect((await shop.call(refundOrder, { token: admin, params: { id: order.id }, body })).status).toBe(200);
  expect((await readAny(order.id)).withdrawals).toMatchObject([{ status: 'approved' }]);
  expect(await shop.readStock(mug)).toBe(100);
  expect([await readWaits(), await countWithdrawn()]).toMatchObject([{ toShip: 1 }, 0]);
  expect(await readWaits()).not.toHaveProperty('withdrawals');
  expect(
    (await shop.call(refundOrder, { token: admin, params: { id: order.id }, body: { ...body, amount: 5, lines: undefined } })).status,
  ).toBe(409);
  expect((await declare(order)).body.order.withdrawals).toMatchObject([{}, { lines: [{ quantity: 1 }] }]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[WITHDRAW-7] the period is counted from the delivery; after it a withdrawal is taken as late, and the merchant may decline it', async () => {
  const rules = (withdrawalDays: number, timeZone = 'UTC') => ({ withdrawalDays, timeZone });
  const delivered = (at: string) => ({
    timeline: [
      { status: 'paid' as const, at: '2026-01-01T00:00:00Z' },
      { status: 'delivered' as const, at },
    ],
  });
  expect(findLastDay({ timeline: [] }, rules(14))).toBeNull();
  // 2026-06-01 is a Monday; Saturday and Sunday move on; the day is the shop's.
  expect(findLastDay(delivered('2026-06-01T12:00:00Z'), rules(14))).toBe('2026-06-15');
  expect(findLastDay(delivered('2026-06-06T12:00:00Z'), rules(14))).toBe('2026-06-22');
  expect(findLastDay(delivered('2026-06-07T12:00:00Z'), rules(14))).toBe('2026-06-22');
  expect(findLastDay(delivered('2026-06-01T23:00:00Z'), rules(14, 'Europe/Berlin'))).toBe('2026-06-16');
  expect(findLastDay(delivered('2026-06-01T12:00:00Z'), rules(30))).toBe('2026-07-01');
  const order = await buy();
  // Never delivered: it is never too late.
  expect((await readForm(order)).body.order).toMatchObject({ until: null, isLate: false });
  await deliver(order.id);
  await backdate(order.id, 14);
  const first = (await declare(order, [{ line: lineOf(order, 'Cup'), quantity: 1 }])).body.order;
  expect([first.isLate, first.withdrawals[0]?.isLate]).toEqual([false, undefined]);
  await backdate(order.id, 17);
  const late = (await declare(order)).body.order;
  expect([late.isLate, late.withdrawals[1]]).toMatchObject([true, { isLate: true, status: 'open' }]);
  expect(late.withdrawals[1]).not.toHaveProperty('refundBy');
  expect((await listEmails('withdrawal received')).some(({ text }) => text.includes('after the end of the period'))).toBe(true);
  const body = { request: late.withdrawals[1]?._id ?? '', answer: 'It came too late' };
  expect((await shop.call(declineOrderRequest, { token: admin, params: { id: order.id }, body })).status).toBe(200);
  const [declined] = await listEmails('request declined');
  expect(declined?.text).toMatch(/You asked to withdraw from order #\d+\..*It came too late/s);
  expect((await readForm(order)).body.order.lines.map(({ left }) => left).sort()).toEqual([0, 2]);
});

test('[WITHDRAW-8] a product may be excepted, as its order keeps it: said in the cart, and left out of a withdrawal', async () => {
  const change = (withdrawalException: string) =>
    shop.call(updateProduct, { token: admin, params: { id: cup }, body: { withdrawalException } as never });
  expect((await change('custom')).status).toBe(400);
  const changed = await change('made_to_measure');
  expect([changed.status, changed.body.product.withdrawalException]).toEqual([200, 'made_to_measure']);
  const cart = (await shop.call(priceCart, { body: { products: [{ _id: cup }, { _id: mug }] } })).body;
  expect(cart.lines.map(({ item }) => item.withdrawalException)).toEqual(['made_to_measure', undefined]);
  const order = await buy();
  await change('');
  const cups = lineOf(order, 'Cup');
  expect((await readForm(order)).body.order.lines[cups]).toMatchObject({ left: 0, exception: 'made_to_measure' });
  expect((await declare(order, [{ line: cups, quantity: 1 }])).status).toBe(400);
  expect((await declare(order)).body.order.withdrawals[0]?.lines).toEqual([{ line: lineOf(order, 'Mug'), quantity: 2 }]);
  // What is sealed or digital can be withdrawn from until it is there.
  const found = (['made_to_measure', 'perishable', 'sealed', 'digital', undefined] as const).map((it) => [
    findException(it, false),
    findException(it, true),
  ]);
  expect(found.map((each) => each.filter(Boolean).length)).toEqual([2, 2, 1, 1, 0]);
});

test('[WITHDRAW-9] an order whose buyer was erased takes no withdrawal, and one that was never paid neither', async () => {
  const { body } = await shop.checkOut(token, [mug]);
  const unpaid = (await shop.call(readOrder, { token, params: { id: body.order } })).body.order;
  expect(unpaid.withdrawable).toBeUndefined();
  const bought = await buyAsGuest(shop, [mug]);
  const { order } = (await shop.call(readGuestOrder, { params: { id: bought.id }, body: { signature: bought.signature } })).body;
  await db.update(orders).set({ guestEmail: '', isBuyerErased: true }).where(eq(orders.id, bought.id));
  const link = { id: bought.id, signature: order.withdrawable?.signature ?? '' };
  expect([(await readForm(link)).status, (await declare(link)).status]).toEqual([404, 404]);
});

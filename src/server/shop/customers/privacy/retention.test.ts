/** What the nightly job takes out of the shop, and what it leaves. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { makeEmail } from '../../../../../tests/support/emails.ts';
import { buyAsGuest, checkOutAsGuest, guest } from '../../../../../tests/support/guests.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { DAY } from '../../../../contract/values.ts';
import { emails, webhookEvents } from '../../database/schema/messages.ts';
import { orders } from '../../database/schema/order.ts';
import { paymentEvents } from '../../database/schema/payment.ts';
import { queueEmail } from '../../messages/emails/outbox.ts';
import { expireOrders } from '../../orders/checkout/expire-orders.service.ts';
import { applyRetention } from './privacy.service.ts';

const shop = await openShopWithPayments();
const { db, retention } = shop.deps;
const NOTHING = { emails: 0, events: 0, checkouts: 0, orders: 0, audit: 0, imports: 0 };
const ago = (age: number) => new Date(Date.now() - age);
const seed = () => seedProducts(shop, [{ priceCents: 1000, quantity: 50 }]);

test('[RETAIN-1] emails are deleted after their retention, and not before', async () => {
  for (const age of [retention.emails - DAY, retention.emails + DAY]) await queueEmail(db, makeEmail('ada@example.com'), ago(age));
  expect(await applyRetention(shop.deps)).toEqual({ ...NOTHING, emails: 1 });
  expect(await db.$count(emails)).toBe(1);
  expect(await applyRetention(shop.deps)).toEqual(NOTHING);
});

test('[RETAIN-2] payment events are deleted after their retention, page by page', async () => {
  const event = { provider: 'demo', type: 'checkout.paid', payload: {} };
  const old = Array.from({ length: 501 }, () => ({ ...event, id: randomUUID(), receivedAt: ago(retention.events + DAY) }));
  await db.insert(paymentEvents).values([...old, { ...event, id: 'recent', receivedAt: ago(retention.events - DAY) }]);
  expect(await applyRetention(shop.deps)).toEqual({ ...NOTHING, events: 501 });
  expect((await db.select().from(paymentEvents)).map(({ id }) => id)).toEqual(['recent']);
});

test('[RETAIN-3] unpaid checkouts are deleted after their days, with correct books; those that can still be paid stay', async () => {
  const [product = ''] = await seed();
  const { body } = await checkOutAsGuest(shop, [product]);
  const paid = await buyAsGuest(shop, [product], { email: 'other@example.com', ip: '192.0.2.2' });
  await db.update(orders).set({ createdAt: ago(retention.checkouts + DAY) });
  expect(await applyRetention(shop.deps)).toEqual(NOTHING);
  shop.advanceClock(DAY);
  await expireOrders(shop.deps, SILENT_LOG);
  expect(await applyRetention(shop.deps)).toEqual({ ...NOTHING, checkouts: 1 });
  expect(await db.$count(orders, eq(orders.id, body.order))).toBe(0);
  expect(await db.$count(orders, eq(orders.id, paid.id))).toBe(1);
  expect(await shop.readStock(product)).toBe(49);
  expect(await shop.listFindings()).toEqual([]);
});

test('[RETAIN-4] after the years required by law a guest’s order has no personal data; an account’s order stays unchanged', async () => {
  const products = await seed();
  await addTestEndpoint(db, ['order.paid']);
  const { id } = await buyAsGuest(shop, products);
  const customer = await shop.signUp();
  const { body } = await shop.checkOut(customer.token, products);
  await shop.pay(body.url);
  await db.update(orders).set({ createdAt: ago(retention.orders + DAY) });
  expect(await applyRetention(shop.deps)).toEqual({ ...NOTHING, orders: 1 });
  const [row] = await db.select().from(orders).where(eq(orders.id, id));
  expect(row).toMatchObject({ guestName: 'Erased customer', guestEmail: '', address: '', totalCents: 1000, status: 'paid' });
  const [own] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, String(body.order)));
  expect(own).toMatchObject({ userId: customer.id, address: '1 Market Street' });
  const told = Object.fromEntries(
    (await db.select().from(webhookEvents)).map(({ subjectId, body: it }) => [subjectId, it && JSON.parse(it).data]),
  );
  expect(told).toEqual({ [id]: { order: { _id: id } }, [String(body.order)]: null });
  expect(JSON.stringify(await db.select().from(orders))).not.toContain(guest.email);
  expect(await applyRetention(shop.deps)).toEqual(NOTHING);
  expect(await shop.listFindings()).toEqual([]);
});

test('[RETAIN-5] a stopped job starts nothing more', async () => {
  await queueEmail(db, makeEmail('ada@example.com'), ago(retention.emails + DAY));
  expect(await applyRetention(shop.deps, AbortSignal.abort())).toEqual(NOTHING);
  expect(await db.$count(emails)).toBe(1);
});

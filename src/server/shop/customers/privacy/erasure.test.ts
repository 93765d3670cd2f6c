/** Taking a person out of the shop, by themselves, by an owner and by the operator. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { makeEmail } from '../../../../../tests/support/emails.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { addCustomerNote } from '../../../../contract/account.ts';
import { login, reauthenticate, register } from '../../../../contract/auth.ts';
import { cancelOrder, requestOrderChange } from '../../../../contract/order.ts';
import { readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { eraseCustomer, eraseOwnAccount, exportOwnData } from '../../../../contract/privacy.ts';
import { inviteToTeam } from '../../../../contract/team.ts';
import { DAY, MINUTE } from '../../../../contract/values.ts';
import { addresses, knownDevices, sessions, teamInvitations, users } from '../../database/schema/account.ts';
import { customerNotes } from '../../database/schema/customer.ts';
import { emails, webhookDeliveries, webhookEvents } from '../../database/schema/messages.ts';
import { orders } from '../../database/schema/order.ts';
import { queueEmail } from '../../messages/emails/outbox.ts';
import { deliverWebhooks } from '../../messages/webhooks/deliver-webhooks.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

const boss = () => shop.signUp({ role: 1, name: 'Boss', email: 'boss@shop.test' });

async function buy(token: string): Promise<string> {
  const { body } = await shop.checkOut(token, await seedProducts(shop, [{ priceCents: 1000, quantity: 5 }]));
  await shop.pay(body.url);
  return String(body.order);
}

const readRow = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0];

test('[ERASE-1] erasing an account deletes all that belongs to it and sends one email; the books stay', async () => {
  await shop.call(register, { body: ada });
  const { token } = (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body;
  const admin = await boss();
  const [customer] = await db.select().from(users).where(eq(users.email, ada.email));
  const id = String(customer?.id);
  const order = await buy(token);
  await shop.call(addCustomerNote, { token: admin.token, params: { id }, body: { text: 'Likes chess' } });
  expect((await shop.call(eraseOwnAccount, { token })).status).toBe(200);

  expect((await shop.call(login, { body: { email: ada.email, password: ada.password } })).status).toBe(401);
  expect((await shop.call(eraseOwnAccount, { token })).status).toBe(401);
  for (const table of [addresses, customerNotes, knownDevices]) expect(await db.$count(table)).toBe(0);
  expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0);
  expect(JSON.stringify(await db.select().from(users))).not.toContain(ada.email);
  const told = await db.select().from(emails).where(eq(emails.recipient, ada.email));
  expect(told.map(({ kind }) => kind)).toEqual(['account erased']);
  expect(await readRow(order)).toMatchObject({
    userId: null,
    guestEmail: ada.email,
    guestName: ada.name,
    status: 'paid',
    totalCents: 1000,
  });
  const { body } = await shop.call(readAnyOrder, { token: admin.token, params: { id: order } });
  expect(body.order.buyer).toEqual({ _id: null, name: ada.name, email: ada.email });
  expect(await shop.listFindings()).toEqual([]);
  // The email is free again, and the new account is another one.
  expect((await shop.call(register, { body: ada })).status).toBe(200);
});

test('[ERASE-1] an open order stays: it can still be refunded, and its customer gets the email', async () => {
  const customer = await shop.signUp();
  const { token } = await boss();
  const order = await buy(customer.token);
  await shop.call(requestOrderChange, {
    token: customer.token,
    params: { id: order },
    body: { kind: 'cancel', reason: 'Too large', lines: [] },
  });
  expect((await shop.call(eraseOwnAccount, { token: customer.token })).status).toBe(200);
  const refunded = await shop.call(refundOrder, { token, params: { id: order }, body: { amount: 10, reason: 'Asked for', restock: true } });
  expect(refunded.status).toBe(200);
  const told = await db.select().from(emails).where(eq(emails.recipient, customer.email));
  expect(told.map(({ kind }) => kind)).toContain('order refunded');
  expect(await shop.listFindings()).toEqual([]);
});

test('[ERASE-7] order data in webhooks is removed, also in those that wait and in stored answers', async () => {
  const customer = await shop.signUp();
  const endpoint = await addTestEndpoint(db, ['order.paid']);
  const deliver = () => deliverWebhooks(shop.deps, { log: SILENT_LOG });
  const delivered = await buy(customer.token);
  await deliver();
  expect(endpoint.received[0]?.body).toContain(customer.email);
  endpoint.answer = (response) => response.writeHead(500).end(customer.email);
  const waiting = await buy(customer.token);
  await deliver();
  const unwritten = await buy(customer.token);
  const other = await shop.signUp();
  const others = await buy(other.token);
  expect((await shop.call(eraseOwnAccount, { token: customer.token })).status).toBe(200);

  const events = await db.select().from(webhookEvents);
  const bodies = Object.fromEntries(events.map(({ subjectId, body }) => [subjectId, body && JSON.parse(body)]));
  const redacted = (id: string) => ({ type: 'order.paid', timestamp: expect.any(String), data: { order: { _id: id } } });
  const expected = [delivered, waiting, unwritten].map((id) => [id, redacted(id)]);
  expect(bodies).toEqual({ ...Object.fromEntries(expected), [others]: null });
  const logs = JSON.stringify(await db.select().from(webhookDeliveries));
  expect(logs).not.toContain(customer.email);
  expect(logs).toContain('"status":500,');

  endpoint.answer = (response) => response.end();
  shop.advanceClock(MINUTE);
  await deliver();
  const sent = endpoint.received.slice(2).map(({ body }) => JSON.parse(body).data.order);
  expect(sent).toHaveLength(3);
  expect(sent).toEqual(
    expect.arrayContaining([
      { _id: waiting },
      { _id: unwritten },
      expect.objectContaining({ buyer: expect.objectContaining({ email: other.email }) }),
    ]),
  );
});

test('[ERASE-2] orders older than the law requires are anonymized', async () => {
  const customer = await shop.signUp();
  const admin = await boss();
  const [old, recent] = [await buy(customer.token), await buy(customer.token)];
  const age = shop.deps.retention.orders + DAY;
  await db
    .update(orders)
    .set({ createdAt: new Date(Date.now() - age) })
    .where(eq(orders.id, old));
  await shop.call(eraseOwnAccount, { token: customer.token });
  expect(await readRow(old)).toMatchObject({ guestName: 'Erased customer', guestEmail: '', address: '', totalCents: 1000, status: 'paid' });
  expect(await readRow(recent)).toMatchObject({ guestEmail: customer.email, address: '1 Market Street' });
  const { body } = await shop.call(readAnyOrder, { token: admin.token, params: { id: old } });
  expect(JSON.stringify(body)).not.toContain(customer.email);
  expect(JSON.stringify(body)).not.toContain('Ada Shopper');
  // Nobody is left to be told of a refund.
  const count = await db.$count(emails);
  await shop.call(refundOrder, { token: admin.token, params: { id: old }, body: { amount: 1, reason: 'Late', restock: false } });
  expect(await db.$count(emails)).toBe(count);
  expect(await shop.listFindings()).toEqual([]);
});

test('[ERASE-3] erasing asks for the password and is refused for team members, including the last owner', async () => {
  await shop.call(register, { body: ada });
  const { token } = (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body;
  shop.advanceClock(6 * MINUTE);
  expect(await shop.call(eraseOwnAccount, { token })).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
  expect((await shop.call(reauthenticate, { token, body: { password: ada.password } })).status).toBe(200);
  const owner = await shop.signUp({ teamRole: 'owner' });
  const refused = { status: 409, body: { code: 'team_member' } };
  shop.advanceClock(-6 * MINUTE);
  expect(await shop.call(eraseOwnAccount, { token: owner.token })).toMatchObject(refused);
  expect(await shop.call(eraseCustomer, { token: owner.token, params: { id: owner.id } })).toMatchObject(refused);
  shop.advanceClock(6 * MINUTE);
  expect((await shop.call(eraseOwnAccount, { token })).status).toBe(200);
});

test('[ERASE-4] only owners can erase customers; unknown and erased ones aren’t found', async () => {
  const customer = await shop.signUp();
  const owner = await shop.signUp({ teamRole: 'owner' });
  const params = { id: customer.id };
  for (const teamRole of ['staff', 'read-only'] as const) {
    const { token } = await shop.signUp({ teamRole });
    expect((await shop.call(eraseCustomer, { token, params })).status).toBe(403);
  }
  const other = await shop.signUp();
  expect((await shop.call(eraseCustomer, { token: other.token, params })).status).toBe(403);
  expect((await shop.call(eraseCustomer, { params })).status).toBe(401);
  const both = await Promise.all([1, 2].map(() => shop.call(eraseCustomer, { token: owner.token, params })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await db.$count(emails, eq(emails.kind, 'account erased'))).toBe(1);
});

test('[ERASE-5] a checkout during the erasure is paid and kept, or refused or ended; no order is lost or without its buyer', async () => {
  for (let round = 0; round < 5; round += 1) {
    const customer = await shop.signUp();
    const ids = await seedProducts(shop, [{ priceCents: 1000, quantity: 5 }]);
    const [checkout, erasure] = await Promise.all([
      shop.checkOut(customer.token, ids),
      shop.call(eraseOwnAccount, { token: customer.token }),
    ]);
    expect(erasure.status).toBe(200);
    // Refused, or ended with the account: then its session can't be paid either, and its stock is back.
    expect([200, 401, 409]).toContain(checkout.status);
    if (checkout.status !== 200 || !(await readRow(String(checkout.body.order)))) {
      expect(await shop.readStock(ids[0] ?? '')).toBe(5);
      continue;
    }
    await shop.pay(checkout.body.url);
    expect(await readRow(String(checkout.body.order))).toMatchObject({ userId: null, guestEmail: customer.email, status: 'paid' });
  }
  expect(await shop.listFindings()).toEqual([]);
});

test('[ERASE-1] [DATA-1] emails to an earlier address, an invitation and unpaid checkouts are erased too, and are in the copy made before', async () => {
  const customer = await shop.signUp({ name: 'Grace', email: 'new-address@example.com' });
  const at = shop.deps.now();
  await db.update(users).set({ emailConfirmedAt: at }).where(eq(users.id, customer.id));
  await db.transaction((tx) => queueEmail(tx, { ...makeEmail('former@example.com'), userId: customer.id }, at));
  await db.transaction((tx) => queueEmail(tx, makeEmail('former@example.com'), at));
  const owner = await boss();
  await shop.call(inviteToTeam, { token: owner.token, body: { email: customer.email, role: 'staff' } });
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 1000, quantity: 5 }]);
  const ended = await shop.checkOut(customer.token, [mug]);
  await shop.call(cancelOrder, { token: customer.token, params: { id: ended.body.order } });
  const open = await shop.checkOut(customer.token, [mug]);
  const { data } = (await shop.call(exportOwnData, { token: customer.token })).body;
  expect([data.emails.length, data.invitations.map(({ role }) => role), data.orders.length]).toEqual([2, ['staff'], 2]);
  await shop.call(eraseOwnAccount, { token: customer.token });
  const left = await db.select().from(emails);
  expect(left.map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted()).toEqual([
    'account erased new-address@example.com',
    'order paid former@example.com',
  ]);
  expect(await db.select().from(teamInvitations)).toEqual([]);
  expect([await readRow(ended.body.order), await readRow(open.body.order), await shop.readStock(mug)]).toEqual([undefined, undefined, 5]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[ERASE-8] erasing an account with somebody else’s unconfirmed address deletes nothing of that guest', async () => {
  const stranger = await shop.signUp({ name: 'Eve', email: 'grace@example.com' });
  await db.update(users).set({ isEmailUnconfirmed: true }).where(eq(users.id, stranger.id));
  await db.transaction((tx) => queueEmail(tx, makeEmail('grace@example.com'), shop.deps.now()));
  const owner = await boss();
  await shop.call(inviteToTeam, { token: owner.token, body: { email: 'grace@example.com', role: 'staff' } });
  await shop.call(eraseOwnAccount, { token: stranger.token });
  expect((await db.select().from(emails)).map(({ kind }) => kind)).toContain('order paid');
  expect(await db.$count(teamInvitations)).toBe(1);
});

/** Customers as the team works with them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { ada } from '../../../../../tests/support/users.ts';
import * as account from '../../../../contract/account.ts';
import { resetPassword } from '../../../../contract/account-security.ts';
import { checkUser, login, register } from '../../../../contract/auth.ts';
import type { QueryOf } from '../../../../contract/endpoint.ts';
import { refundOrder } from '../../../../contract/order-admin.ts';
import { addresses } from '../../database/schema/account.ts';
import { orders } from '../../database/schema/order.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

const boss = () => shop.signUp({ role: 1, name: 'Boss', email: 'boss@shop.test' });

/** Buys one product for $10 and pays. */
async function buy(token: string): Promise<string> {
  const { body } = await shop.checkOut(token, await seedProducts(shop, [{ priceCents: 1000, quantity: 5 }]));
  await shop.pay(body.url);
  return String(body.order);
}

async function addGuestOrder(guestEmail: string): Promise<void> {
  const at = shop.deps.now();
  const guest = { guestEmail, guestName: 'Guest', guestNetwork: 'x', userId: null };
  const row = { status: 'paid', stock: 'sold', totalCents: 700, address: 'x', provider: 'demo', createdAt: at, expiresAt: at } as const;
  await db.insert(orders).values({ id: randomUUID(), number: sql`nextval('orders_number_seq')`, ...guest, ...row });
}

test('[PEOPLE-1] customers are found by part of a name or email, and filtered: customers, team, with orders, disabled', async () => {
  const { token } = await boss();
  const buyer = await shop.signUp({ name: 'Grace Hopper', email: 'grace@navy.test' });
  const other = await shop.signUp({ name: 'Ada_100%', email: 'ada@example.test' });
  await buy(buyer.token);
  await shop.checkOut(other.token, await seedProducts(shop, [{ quantity: 5 }]));
  await shop.call(account.disableCustomer, { token, params: { id: other.id } });
  const list = async (query: QueryOf<typeof account.listUsers>) =>
    (await shop.call(account.listUsers, { token, query })).body.users.map(({ name }) => name);
  expect(await list({})).toEqual(['Ada_100%', 'Grace Hopper', 'Boss']);
  expect(await list({ filter: 'customers' })).toEqual(['Ada_100%', 'Grace Hopper']);
  expect(await list({ filter: 'team' })).toEqual(['Boss']);
  expect(await list({ filter: 'ordered' })).toEqual(['Grace Hopper']);
  expect(await list({ filter: 'disabled' })).toEqual(['Ada_100%']);
  for (const keyword of ['hopper', 'NAVY', ' ce@na ', 'gr', 'G'])
    expect(await list({ keyword, filter: 'customers' })).toContain('Grace Hopper');
  expect(await list({ keyword: 'a_1' })).toEqual(['Ada_100%']);
  expect(await list({ keyword: '%' })).toEqual(['Ada_100%']);
  expect(await list({ keyword: 'aXa' })).toEqual([]);
  expect(await list({ keyword: 'grace', filter: 'ordered' })).toEqual(['Grace Hopper']);
  expect(await list({ keyword: 'grace', filter: 'disabled' })).toEqual([]);
  for (const query of [{ filter: 'nobody' }, { keyword: 'x'.repeat(101) }, { keyword: '\u0000' }])
    expect((await shop.call(account.listUsers, { token, query: query as never })).status).toBe(400);
});

test('[PEOPLE-1] customers who share a word with thousands of others are listed page by page, each once', async () => {
  const { token } = await boss();
  await db.execute(sql`insert into users (id, name, email, phone, address, password_hash, answer_hash, created_at)
    select gen_random_uuid(), 'Many ' || n, n || '@many.test', '', '', '', '', timestamptz '2026-01-01' + n / 3 * interval '1 second'
      from generate_series(1, 2100) n`);
  const seen = new Set<string>();
  let after: string | undefined;
  do {
    const query = { keyword: 'many', limit: 100, ...(after && { after }) };
    const { users, hasNext, total } = (await shop.call(account.listUsers, { token, query })).body;
    expect(total).toBe(2100);
    for (const { _id } of users) seen.add(_id);
    after = hasNext ? users.at(-1)?._id : undefined;
  } while (after);
  expect(seen.size).toBe(2100);
});

test('[PEOPLE-2] a customer’s page has orders, amount spent and addresses, and separately guest orders with the same email', async () => {
  const { token } = await boss();
  const customer = await shop.signUp({ name: 'Grace', email: 'Grace@navy.test' });
  const [first, second] = [await buy(customer.token), await buy(customer.token)];
  await shop.call(refundOrder, { token, params: { id: first }, body: { amount: 4, reason: 'Late', restock: false } });
  await addGuestOrder('grace@NAVY.test');
  await addGuestOrder('somebody@else.test');
  const place = { recipient: 'Grace', street: '1 Dock', postcode: '1', city: 'Arlington', region: '', country: 'US', isDefault: true };
  await db.insert(addresses).values({ id: randomUUID(), userId: customer.id, ...place, createdAt: shop.deps.now() });
  const { body } = await shop.call(account.readCustomer, { token, params: { id: customer.id } });
  expect(body.customer).toMatchObject({ name: 'Grace', orders: 2, spent: 16, disabledAt: null, notes: [] });
  expect(body.customer.latestOrders.map(({ _id }) => _id)).toEqual([second, first]);
  expect(body.customer.guestOrders).toMatchObject([{ total: 7, status: 'paid' }]);
  expect(body.customer.addresses).toMatchObject([{ city: 'Arlington', isDefault: true }]);
  expect((await shop.call(account.readCustomer, { token, params: { id: randomUUID() } })).body).toMatchObject({ code: 'user_not_found' });
  expect((await shop.call(account.readCustomer, { token, params: { id: 'x' } })).status).toBe(404);
});

test('[PEOPLE-3] a disabled account can’t log in, its sessions end at once, its orders continue; enabled, it can log in again', async () => {
  const { token } = await boss();
  const { user } = (await shop.call(register, { body: ada })).body;
  const params = { id: user._id };
  const logIn = (password: string) => shop.call(login, { body: { email: ada.email, password } });
  const session = (await logIn(ada.password)).body.token;
  const order = await buy(session);
  const disabled = await shop.call(account.disableCustomer, { token, params });
  expect(disabled.body.customer.disabledAt).toEqual(expect.any(String));
  expect((await shop.call(checkUser, { token: session })).status).toBe(401);
  expect(await logIn(ada.password)).toMatchObject({ status: 403, body: { code: 'account_disabled' } });
  // Who doesn't know the password isn't told.
  expect(await logIn('wrong horse')).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  const reset = { email: ada.email, answer: ada.answer, newPassword: 'battery staple' };
  expect((await shop.call(resetPassword, { body: reset })).body).toMatchObject({ code: 'account_disabled' });
  const refund = await shop.call(refundOrder, { token, params: { id: order }, body: { amount: 1, reason: 'Late', restock: false } });
  expect(refund.status).toBe(200);
  // Twice is as once.
  expect((await shop.call(account.disableCustomer, { token, params })).status).toBe(200);
  expect((await shop.call(account.enableCustomer, { token, params })).body.customer.disabledAt).toBeNull();
  expect((await shop.call(checkUser, { token: session })).status).toBe(401);
  expect((await logIn(ada.password)).status).toBe(200);
});

test('[PEOPLE-3] a login at the moment of disabling leaves no session', async () => {
  const { token } = await boss();
  const { user } = (await shop.call(register, { body: ada })).body;
  const logIns = Array.from({ length: 5 }, () => shop.call(login, { body: { email: ada.email, password: ada.password } }));
  const [results] = await Promise.all([Promise.all(logIns), shop.call(account.disableCustomer, { token, params: { id: user._id } })]);
  for (const { status, body } of results) {
    expect([200, 403]).toContain(status);
    if (status === 200) expect((await shop.call(checkUser, { token: body.token })).status).toBe(401);
  }
});

test('[PEOPLE-3] team members and unknown accounts can’t be disabled', async () => {
  const { id, token } = await boss();
  expect((await shop.call(account.disableCustomer, { token, params: { id } })).body).toMatchObject({ code: 'team_member' });
  for (const endpoint of [account.disableCustomer, account.enableCustomer])
    expect((await shop.call(endpoint, { token, params: { id: randomUUID() } })).body).toMatchObject({ code: 'user_not_found' });
});

test('[PEOPLE-4] the team writes notes about a customer, with author and time; the customer sees none of them', async () => {
  const { token } = await boss();
  const customer = await shop.signUp();
  const params = { id: customer.id };
  const add = (text: unknown) => shop.call(account.addCustomerNote, { token, params, body: { text } });
  await add('  Prefers e-mail \u{1F4EC} ');
  shop.advanceClock(1000);
  const { notes } = (await add('Calls back')).body.customer;
  expect(notes).toMatchObject([
    { by: 'Boss', text: 'Calls back' },
    { by: 'Boss', text: 'Prefers e-mail \u{1F4EC}' },
  ]);
  for (const text of ['', ' ', 'x'.repeat(2001), 7, undefined]) expect((await add(text)).status).toBe(400);
  const note = String(notes[0]?._id);
  const stranger = await shop.signUp();
  const remove = (id: string) => shop.call(account.deleteCustomerNote, { token, params: { id, note } });
  expect((await remove(stranger.id)).body).toMatchObject({ code: 'not_found' });
  expect((await remove(customer.id)).body.customer.notes).toHaveLength(1);
  const unknown = { token, params: { id: randomUUID() }, body: { text: 'x' } };
  expect((await shop.call(account.addCustomerNote, unknown)).body).toMatchObject({ code: 'user_not_found' });
});

test('[PEOPLE-5] the CSV file has the filtered customers, each once, and no cell is a formula', async () => {
  const { token } = await boss();
  await shop.signUp({ name: '=HYPERLINK("http://x")', email: 'evil@csv.test', address: 'Line 1\nLine "2"' });
  const customer = await shop.signUp({ name: 'Grace', email: 'grace@csv.test' });
  await buy(customer.token);
  const read = async (query: QueryOf<typeof account.exportUsers>) => {
    const { status, headers, body } = await shop.call(account.exportUsers, { token, query });
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    return String((body as unknown as { text: string }).text);
  };
  const text = await read({ keyword: 'csv.test' });
  expect(text.startsWith('\uFEFFname,email,phone,address,role,registered,disabled,orders,spent,currency\r\n')).toBe(true);
  expect(text).toContain(`"'=HYPERLINK(""http://x"")",evil@csv.test,"'+1 555 0100","Line 1\nLine ""2""",customer,`);
  expect(text).toMatch(/\r\nGrace,grace@csv\.test,"'\+1 555 0100",1 Market Street,customer,2\d{3}-[^,]+Z,,1,10,USD\r\n/);
  expect(text).not.toContain('Boss');
  await db.execute(sql`insert into users (id, name, email, phone, address, password_hash, answer_hash, created_at)
    select gen_random_uuid(), 'Many', n || '@many.test', '', '', '', '', timestamptz '2026-01-01' + n / 3 * interval '1 second'
      from generate_series(1, 1200) n`);
  const emails = (await read({ filter: 'customers' })).match(/\S+@many\.test/g);
  expect([emails?.length, new Set(emails).size]).toEqual([1200, 1200]);
  expect(await read({ filter: 'disabled' })).toBe('\uFEFFname,email,phone,address,role,registered,disabled,orders,spent,currency\r\n');
});

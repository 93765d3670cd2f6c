/** The list of customers: accounts and guests, each once, with what they bought. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts, warmUpPool } from '../../../../../tests/support/checkout.ts';
import { buyAsGuest, checkOutAsGuest, guest } from '../../../../../tests/support/guests.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { disableCustomer, readCustomer } from '../../../../contract/account.ts';
import * as contract from '../../../../contract/customer.ts';
import type { QueryOf } from '../../../../contract/endpoint.ts';
import { claimGuestOrder } from '../../../../contract/guest-order.ts';
import { acceptOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { DAY } from '../../../../contract/values.ts';
import { users } from '../../database/schema/account.ts';
import { customers } from '../../database/schema/customer.ts';
import { orders } from '../../database/schema/order.ts';
import { expireOrders } from '../../orders/checkout/expire-orders.service.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

let mug = '';
let token = '';
beforeEach(async () => {
  [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 100 }]);
  ({ token } = await shop.signUp({ role: 1, name: 'Boss', email: 'boss@shop.test' }));
});

const list = async (query: QueryOf<typeof contract.listCustomers> = {}) =>
  (await shop.call(contract.listCustomers, { token, query })).body.customers;
const listNames = async (query: QueryOf<typeof contract.listCustomers> = {}) => (await list(query)).map(({ name }) => name);
const confirm = (id: string) => db.update(users).set({ emailConfirmedAt: shop.deps.now() }).where(eq(users.id, id));
const refund = (id: string, amount: number) =>
  shop.call(refundOrder, { token, params: { id }, body: { amount, reason: 'Late', restock: false } });

async function buy(buyer: string, count = 1): Promise<string> {
  const { body } = await shop.checkOut(buyer, Array(count).fill(mug));
  await shop.pay(body.url);
  return String(body.order);
}

test('[CUST-1] a guest is a customer from the first paid order, whatever the case of the email; an unpaid checkout isn’t enough', async () => {
  await checkOutAsGuest(shop, [mug], { email: 'never@paid.test' });
  expect(await listNames({ filter: 'customers' })).toEqual([]);
  const first = await buyAsGuest(shop, [mug]);
  await refund(first.id, 2.5);
  shop.advanceClock(DAY);
  await buyAsGuest(shop, [mug, mug], { email: guest.email.toUpperCase(), name: 'Grace H.' });
  await buyAsGuest(shop, [mug], { email: 'ada@example.com', name: 'Ada', ip: '198.51.100.7' });
  const found = await list({ filter: 'guests', sort: 'orders' });
  expect(found).toMatchObject([
    { kind: 'guest', name: 'Grace H.', email: guest.email.toUpperCase(), orders: 2, spent: 35, phone: '', tags: [], consentAt: null },
    { kind: 'guest', name: 'Ada', orders: 1, spent: 12.5, disabledAt: null },
  ]);
  expect(Date.parse(found[0]?.lastOrderAt ?? '') - Date.parse(found[0]?.createdAt ?? '')).toBeGreaterThanOrEqual(DAY);
  await expireOrders(shop.deps, SILENT_LOG);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CUST-1] an order refunded in full counts as an order, and adds nothing to the amount spent', async () => {
  const { id } = await buyAsGuest(shop, [mug]);
  await refund(id, 12.5);
  expect(await list({ filter: 'guests' })).toMatchObject([{ orders: 1, spent: 0 }]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CUST-1] an order on hold counts as an order, and adds to the amount spent once it is accepted', async () => {
  const { body } = await checkOutAsGuest(shop, [mug]);
  await shop.sendPaymentEvent({ id: randomUUID(), session: body.id, reference: body.order, amount: 100 });
  expect(await list({ filter: 'guests' })).toMatchObject([{ orders: 1, spent: 0 }]);
  await shop.call(acceptOrder, { token, params: { id: String(body.order) }, body: { why: 'The rest came in cash' } });
  expect(await list({ filter: 'guests' })).toMatchObject([{ orders: 1, spent: 12.5 }]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CUST-2] a guest who confirms an account with that email is one customer, with all orders, tags and notes', async () => {
  const { id: order, signature } = await buyAsGuest(shop, [mug]);
  await buyAsGuest(shop, [mug]);
  const [asGuest] = await list({ filter: 'guests' });
  await shop.call(contract.tagCustomers, { token, body: { ids: [String(asGuest?._id)], add: ['VIP'] } });
  await shop.call(contract.addNote, { token, params: { id: String(asGuest?._id) }, body: { text: 'Calls on Mondays' } });
  const account = await shop.signUp({ name: 'Grace', email: 'GRACE@example.com' });
  // Anybody can register with somebody's email: until it is confirmed they are two.
  expect((await list({ filter: 'customers' })).map(({ kind, orders: count }) => [kind, count]).sort()).toEqual([
    ['account', 0],
    ['guest', 2],
  ]);
  await confirm(account.id);
  const joined = { _id: account.id, kind: 'account', name: 'Grace', orders: 2, spent: 25, tags: ['VIP'] };
  expect(await list({ filter: 'customers' })).toMatchObject([joined]);
  await shop.call(claimGuestOrder, { token: account.token, params: { id: order }, body: { signature } });
  await buy(account.token);
  expect(await list({ filter: 'customers' })).toMatchObject([{ ...joined, orders: 3, spent: 37.5 }]);
  const { customer } = (await shop.call(contract.readCustomerDetails, { token, params: { id: account.id } })).body;
  expect(customer.notes).toMatchObject([{ text: 'Calls on Mondays', by: 'Boss' }]);
  expect(customer.account?.guestOrders).toHaveLength(1);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CUST-2] an account that changes its confirmed email leaves unclaimed orders to a guest', async () => {
  await buyAsGuest(shop, [mug]);
  const account = await shop.signUp({ name: 'Grace', email: guest.email });
  await confirm(account.id);
  await db.update(users).set({ email: 'new@example.com' }).where(eq(users.id, account.id));
  expect((await list({ filter: 'customers', sort: 'orders' })).map(({ kind, orders: count }) => [kind, count])).toEqual([
    ['guest', 1],
    ['account', 0],
  ]);
  await db.update(users).set({ email: guest.email }).where(eq(users.id, account.id));
  expect(await list({ filter: 'customers' })).toMatchObject([{ kind: 'account', orders: 1 }]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CUST-2] payments and a confirmation at once count each order once', async () => {
  const account = await shop.signUp({ email: guest.email });
  const checkouts = await Promise.all(Array.from({ length: 6 }, (_, n) => checkOutAsGuest(shop, [mug], { ip: `198.51.100.${n}` })));
  await warmUpPool(shop);
  await Promise.all([...checkouts.map(({ body }) => shop.pay(body.url)), confirm(account.id)]);
  expect(await list({ filter: 'customers' })).toMatchObject([{ kind: 'account', orders: 6, spent: 75 }]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[CUST-3] customers are filtered by kind, tag, country, orders, amount and last order, and sorted', async () => {
  const shipTo = { recipient: 'Grace', street: '1 Rue de Rivoli', postcode: '75001', city: 'Paris', region: '', country: 'FR' };
  const french = await shop.send({
    method: 'POST',
    url: '/api/v1/product/api/create-checkout-session',
    payload: { products: [{ _id: mug }], guest: { email: 'paris@example.com', name: 'Paris', shipTo } },
    remoteAddress: '203.0.113.9',
  });
  await shop.pay(String((french.body as { url: string }).url));
  shop.advanceClock(3 * DAY);
  ({ token } = await shop.signUp({ role: 1, name: 'Deputy' }));
  const ada = await shop.signUp({ name: 'Ada', email: 'ada@example.com' });
  await shop.signUp({ name: 'Idle', email: 'idle@example.com' });
  await buy(ada.token, 2);
  await buy(ada.token);
  await shop.call(disableCustomer, { token, params: { id: ada.id } });
  expect(await listNames()).toHaveLength(5);
  expect(await listNames({ filter: 'accounts', sort: 'orders' })).toEqual(['Ada', 'Idle']);
  expect(await listNames({ filter: 'guests' })).toEqual(['Paris']);
  expect(await listNames({ filter: 'team' })).toEqual(['Deputy', 'Boss']);
  expect(await listNames({ filter: 'ordered', sort: 'spent' })).toEqual(['Ada', 'Paris']);
  expect(await listNames({ filter: 'ordered', sort: 'last-order' })).toEqual(['Ada', 'Paris']);
  expect(await listNames({ filter: 'disabled' })).toEqual(['Ada']);
  expect(await listNames({ country: 'FR' })).toEqual(['Paris']);
  expect(await listNames({ minOrders: 2 })).toEqual(['Ada']);
  expect(await listNames({ minSpent: 12.5, sort: 'spent' })).toEqual(['Ada', 'Paris']);
  expect(await listNames({ minSpent: 12.51 })).toEqual(['Ada']);
  const today = shop.deps.now().toISOString().slice(0, 10);
  expect(await listNames({ orderedSince: today })).toEqual(['Ada']);
  expect(await listNames({ keyword: 'PARIS', filter: 'customers' })).toEqual(['Paris']);
  expect(await listNames({ keyword: 'paris', filter: 'accounts' })).toEqual([]);
  for (const query of [
    { filter: 'nobody' },
    { sort: 'name' },
    { minOrders: 0 },
    { minOrders: 1.5 },
    { minSpent: -1 },
    { minSpent: 1.005 },
    { country: 'France' },
    { orderedSince: 'yesterday' },
    { tag: 'a,b' },
    { keyword: 'x'.repeat(101) },
    { consent: 'none' },
  ])
    expect([query, (await shop.call(contract.listCustomers, { token, query: query as never })).status]).toEqual([query, 400]);
});

test('[CUST-3] each customer is on one page only, however many are equal, for every sort order', async () => {
  await db.execute(sql`insert into users (id, name, email, phone, address, password_hash, answer_hash, created_at)
    select gen_random_uuid(), 'Many ' || n, n || '@many.test', '', '', '', '', timestamptz '2026-01-01' + n / 3 * interval '1 second'
      from generate_series(1, 2100) n`);
  await db.execute(sql`update customers set orders = ascii(email) % 3, spent_cents = ascii(email) % 4 where email like '%@many.test'`);
  for (const sort of contract.CUSTOMER_SORTS) {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const query = { keyword: 'many.test', limit: 100, sort, ...(after && { after }) };
      const { body } = await shop.call(contract.listCustomers, { token, query });
      expect(body.total).toBe(2100);
      seen.push(...body.customers.map(({ _id }) => _id));
      after = body.hasNext ? seen.at(-1) : undefined;
    } while (after);
    expect([sort, seen.length, new Set(seen).size]).toEqual([sort, 2100, 2100]);
    const query = { keyword: 'many.test', limit: 100, sort, before: String(seen[200]) };
    const back = (await shop.call(contract.listCustomers, { token, query })).body.customers;
    expect(back.map(({ _id }) => _id)).toEqual(seen.slice(100, 200));
  }
});

test('[CUST-4] tags are added and removed for selected customers or all that match; spellings of one word are one tag', async () => {
  const grace = await shop.signUp({ name: 'Grace', email: 'grace@tag.test' });
  await buyAsGuest(shop, [mug], { email: 'guest@tag.test' });
  const [found] = await list({ filter: 'guests' });
  const tag = async (body: object) => (await shop.call(contract.tagCustomers, { token, body: body as never })).body;
  expect(await tag({ ids: [grace.id], add: ['  VIP ', 'vip', '日本 🌸'] })).toMatchObject({ changed: 1 });
  expect(await tag({ filter: { keyword: 'tag.test' }, add: ['Vip'] })).toMatchObject({ changed: 1 });
  expect((await list({ tag: 'VIP', sort: 'orders' })).map(({ tags }) => tags)).toEqual([['VIP'], ['VIP', '日本 🌸']]);
  expect((await shop.call(contract.listCustomerTags, { token })).body.tags).toEqual([
    { tag: 'VIP', customers: 2 },
    { tag: '日本 🌸', customers: 1 },
  ]);
  // By the filter that the change takes them out of.
  expect(await tag({ filter: { tag: 'VIP' }, remove: ['vip'] })).toMatchObject({ changed: 2 });
  expect(await listNames({ tag: 'VIP' })).toEqual([]);
  expect(await tag({ ids: [randomUUID()], add: ['x'] })).toMatchObject({ changed: 0 });
  expect(await tag({ ids: [found?._id], add: Array.from({ length: 50 }, (_, n) => `t${n}`) })).toMatchObject({ changed: 1 });
  expect(await tag({ ids: [found?._id], add: ['one more'] })).toMatchObject({ code: 'too_many_tags' });
  for (const body of [
    {},
    { add: ['x'] },
    { ids: [grace.id], filter: {}, add: ['x'] },
    { ids: [], add: ['x'] },
    { ids: ['x'], add: ['x'] },
    { ids: [grace.id], add: ['a,b'] },
    { ids: [grace.id], add: [' '] },
    { ids: [grace.id], add: ['x'.repeat(51)] },
    { ids: [grace.id], add: 'x' },
    { ids: [grace.id], add: ['a\nb'] },
  ])
    expect([body, (await shop.call(contract.tagCustomers, { token, body: body as never })).status]).toEqual([body, 400]);
});

test('[CUST-4] if two people tag the same customers at once, no tag is lost', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, async () => (await shop.signUp()).id));
  await warmUpPool(shop);
  const tags = ['a', 'b', 'c', 'd', 'e', 'f'];
  await Promise.all(
    tags.map((it, n) => shop.call(contract.tagCustomers, { token, body: { ids: n % 2 ? ids : [...ids].reverse(), add: [it] } })),
  );
  for (const { tags: has } of await list({ filter: 'accounts' })) expect(has).toEqual(tags);
});

test('[CUST-5] a guest’s page has orders, addresses and notes; an account’s page has its account; unknown ids are a 404', async () => {
  const { id: order } = await buyAsGuest(shop, [mug]);
  const [found] = await list({ filter: 'guests' });
  const params = { id: String(found?._id) };
  const read = async (id: string, as = token) => shop.call(contract.readCustomerDetails, { token: as, params: { id } });
  expect((await read(params.id)).body.customer).toMatchObject({
    account: null,
    latestOrders: [{ _id: order, status: 'paid', total: 12.5 }],
    orderAddresses: [guest.address],
    notes: [],
  });
  const { notes } = (await shop.call(contract.addNote, { token, params, body: { text: ' Waits at the door 🚪 ' } })).body.customer;
  expect(notes).toMatchObject([{ text: 'Waits at the door 🚪', by: 'Boss' }]);
  const note = String(notes[0]?._id);
  expect((await shop.call(contract.deleteNote, { token, params: { id: randomUUID(), note } })).status).toBe(404);
  expect((await shop.call(contract.deleteNote, { token, params: { ...params, note } })).body.customer.notes).toEqual([]);
  for (const text of ['', ' ', 'x'.repeat(2001)])
    expect((await shop.call(contract.addNote, { token, params, body: { text } })).status).toBe(400);
  const account = await shop.signUp({ name: 'Ada' });
  expect((await read(account.id)).body.customer).toMatchObject({ kind: 'account', account: { name: 'Ada', hasSecondFactor: false } });
  const staff = await shop.signUp({ role: 1, teamRole: 'staff' });
  expect((await read(account.id, staff.token)).body.customer.account).not.toHaveProperty('hasSecondFactor');
  expect((await read(randomUUID())).body).toMatchObject({ code: 'customer_not_found' });
  // A guest has no account that could be opened or disabled.
  expect((await shop.call(readCustomer, { token, params })).body).toMatchObject({ code: 'user_not_found' });
  expect((await shop.call(disableCustomer, { token, params })).body).toMatchObject({ code: 'user_not_found' });
});

test('[CUST-6] the file has the filtered accounts and guests, and no cell is a formula', async () => {
  await buyAsGuest(shop, [mug], { name: '=1+1', email: 'evil@csv.test' });
  const grace = await shop.signUp({ name: 'Grace', email: 'grace@csv.test' });
  await shop.call(contract.tagCustomers, { token, body: { ids: [grace.id], add: ['VIP', '@home'] } });
  const { body } = await shop.call(contract.exportCustomers, { token, query: { keyword: 'csv.test' } });
  const text = String((body as unknown as { text: string }).text);
  expect(
    text.startsWith(
      '\uFEFFname,email,phone,address,kind,registered,disabled,orders,spent,currency,last_order,country,tags,consent,email_confirmed,addresses,notes\r\n',
    ),
  ).toBe(true);
  expect(text).toMatch(/\r\n"'=1\+1",evil@csv\.test,,,guest,2\d{3}-[^,]+,,1,12\.5,USD,2\d{3}-[^,]+,,,,no,,\r\n/);
  expect(text).toMatch(/\r\nGrace,grace@csv\.test,"'\+1 555 0100",1 Market Street,account,2\d{3}-[^,]+,,0,0,USD,,,"'@home, VIP",,no,,\r\n/);
});

test('[CUST-7] a guest’s data is exported without notes; after erasure they are no customer, and the books stay', async () => {
  const { id: order } = await buyAsGuest(shop, [mug]);
  const [found] = await list({ filter: 'guests' });
  const params = { id: String(found?._id) };
  await shop.call(contract.tagCustomers, { token, body: { ids: [params.id], add: ['Wholesale'] } });
  await shop.call(contract.addNote, { token, params, body: { text: 'Secret' } });
  const { data } = (await shop.call(contract.exportGuestData, { token, params })).body;
  expect(data).toMatchObject({ guest: { email: guest.email, tags: ['Wholesale'] }, orders: [{ _id: order }], emails: [{}] });
  expect(JSON.stringify(data)).not.toContain('Secret');
  const staff = await shop.signUp({ role: 1, teamRole: 'staff' });
  expect((await shop.call(contract.eraseGuest, { token: staff.token, params })).status).toBe(403);
  expect((await shop.call(contract.eraseGuest, { token, params })).status).toBe(200);
  expect((await shop.call(contract.eraseGuest, { token, params })).body).toMatchObject({ code: 'customer_not_found' });
  expect(await listNames({ filter: 'customers' })).toEqual([]);
  expect(await db.$count(customers, eq(customers.email, guest.email))).toBe(0);
  expect((await db.select().from(orders).where(eq(orders.id, order)))[0]).toMatchObject({ guestName: guest.name, totalCents: 1250 });
  // What happens to the erased order later doesn't bring them back; who buys again is a new customer.
  await refund(order, 1);
  expect(await listNames({ filter: 'customers' })).toEqual([]);
  await buyAsGuest(shop, [mug]);
  expect(await list({ filter: 'customers' })).toMatchObject([{ kind: 'guest', orders: 1, tags: [] }]);
  const account = await shop.signUp();
  expect((await shop.call(contract.eraseGuest, { token, params: { id: account.id } })).body).toMatchObject({ code: 'customer_not_found' });
  expect((await shop.call(contract.exportGuestData, { token, params: { id: account.id } })).body).toMatchObject({
    code: 'customer_not_found',
  });
  expect(await shop.listFindings()).toEqual([]);
});

test('[CUST-8] verify names a customer with a wrong amount, and an order that counts for no customer', async () => {
  const { id } = await buyAsGuest(shop, [mug]);
  await db.update(customers).set({ spentCents: 1 }).where(eq(customers.kind, 'guest'));
  expect((await shop.listFindings()).map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/1 orders of 1250 cents; kept: 1 orders of 1 cents/),
  ]);
  await db.delete(customers).where(eq(customers.kind, 'guest'));
  expect((await shop.listFindings()).map(({ detail }) => detail)).toEqual([`order ${id} of a guest counts for no customer`]);
  await db.execute(sql`select count_customer(null, ${guest.email})`);
  expect(await shop.listFindings()).toEqual([]);
});

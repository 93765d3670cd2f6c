/** The lists that grow with every sale: orders, accounts and emails. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { takeFirst } from '../../../../../tests/support/projects.ts';
import { listUsers } from '../../../../contract/account.ts';
import { listEmails } from '../../../../contract/email.ts';
import type { QueryOf } from '../../../../contract/endpoint.ts';
import { MAX_TOTAL } from '../../../../contract/limits.ts';
import { listAllOrders } from '../../../../contract/order-admin.ts';

const shop = await openShop();
let admin: { id: string; token: string };

beforeEach(async () => {
  admin = await shop.signUp({ role: 1, name: 'Boss', email: 'boss@shop.test' });
});

/** Several share each millisecond: the id decides between them. Every fourth is a checkout, every seventh order on hold. */
async function addOrders(userId: string, count: number): Promise<void> {
  await shop.deps.db.execute(sql`insert into orders (id, number, user_id, status, total_cents, address, provider, created_at, expires_at, stock)
    select md5(${userId} || n)::uuid, case when n % 4 > 0 then nextval('orders_number_seq') end, ${userId},
      case when n % 4 = 0 then 'expired' when n % 7 = 0 then 'review' else 'delivered' end, 100, '1 Market Street', 'demo', at, at, 'none'
    from (select n, timestamptz '2026-01-01' + n / 5 * interval '1 millisecond' as at from generate_series(1, ${count}) n) made`);
}

type Query = QueryOf<typeof listAllOrders>;

async function list(query: Query) {
  const { status, body } = await shop.call(listAllOrders, { token: admin.token, query });
  expect(status).toBe(200);
  return body;
}

const idsOf = ({ orders }: { orders: { _id: string }[] }) => orders.map(({ _id }) => _id);

test.each<[string, Query]>(
  takeFirst(
    [
      ['all orders', {}],
      ['checkouts', { status: 'unpaid' }],
      ['a status', { status: 'review' }],
      ['one customer', { keyword: 'grace' }],
      ['an order and a customer', { keyword: '1001' }],
    ],
    2,
  ),
)('[SCALE-1] paging forward and back by the last row gives the same pages as page numbers (%s)', async (_what, filter) => {
  const { id } = await shop.signUp({ name: 'Grace', email: 'grace1001@example.com' });
  await addOrders(id, 100);
  await addOrders((await shop.signUp({ name: 'Ada', email: 'ada@example.com' })).id, 40);
  const first = await list({ ...filter, limit: 7 });
  const pages = [first];
  for (let page = 2; pages.at(-1)?.hasNext; page += 1) pages.push(await list({ ...filter, limit: 7, page }));
  expect(new Set(pages.flatMap(idsOf)).size).toBe(first.total);
  for (const [index, page] of pages.entries()) {
    const behind = await list({ ...filter, limit: 7, page: index + 2, after: String(idsOf(page).at(-1)) });
    expect(idsOf(behind)).toEqual(pages[index + 1] ? idsOf(pages[index + 1] ?? first) : []);
    expect([behind.page, behind.hasNext]).toEqual([index + 2, index + 2 < pages.length]);
    if (index === 0) continue;
    const before = await list({ ...filter, limit: 7, page: index, before: String(idsOf(page)[0]) });
    expect(idsOf(before)).toEqual(idsOf(pages[index - 1] ?? first));
    expect(before.hasNext).toBe(true);
  }
});

test('[SCALE-1] an unknown row starts no page, and an invalid id is refused', async () => {
  await addOrders(admin.id, 5);
  expect(idsOf(await list({ after: randomUUID() }))).toEqual([]);
  expect((await shop.call(listAllOrders, { token: admin.token, query: { after: 'first' } })).status).toBe(400);
});

test('[SCALE-1] more than 10,000 orders, accounts or emails are shown as more than 10,000', { tags: ['full'] }, async () => {
  const { db } = shop.deps;
  await addOrders(admin.id, 13_333);
  expect(await list({})).toMatchObject({ total: MAX_TOTAL, isAbout: false });
  await addOrders((await shop.signUp()).id, 3);
  expect(await list({})).toMatchObject({ total: MAX_TOTAL, isAbout: true, hasNext: true });
  expect(await list({ page: 501 })).toMatchObject({ orders: [{}, {}, {}], total: MAX_TOTAL, isAbout: true, hasNext: false });
  expect(await list({ keyword: 'boss' })).toMatchObject({ total: MAX_TOTAL, isAbout: false });
  expect(await list({ status: 'unpaid' })).toMatchObject({ total: 3333, isAbout: false });
  await db.execute(sql`insert into users (id, name, email, phone, address, password_hash, answer_hash)
    select gen_random_uuid(), 'Ada', n || '@example.com', '', '', '', '' from generate_series(1, ${MAX_TOTAL}) n`);
  const users = (await shop.call(listUsers, { token: admin.token, query: { limit: 5 } })).body;
  expect(users).toMatchObject({ total: MAX_TOTAL, isAbout: true, hasNext: true });
  await db.execute(sql`insert into emails (id, kind, recipient, subject, text, html, created_at, next_attempt_at)
    select gen_random_uuid(), 'order paid', 'ada@example.com', '', '', '', now(), now() from generate_series(0, ${MAX_TOTAL}) n`);
  expect((await shop.call(listEmails, { token: admin.token })).body).toMatchObject({ total: MAX_TOTAL, isAbout: true });
  const behind = await shop.call(listUsers, { token: admin.token, query: { limit: 5, page: 2, after: String(users.users.at(-1)?._id) } });
  const second = await shop.call(listUsers, { token: admin.token, query: { limit: 5, page: 2 } });
  expect(behind.body.users).toEqual(second.body.users);
});

test('[ORDER-6] [SCALE-2] orders are found by number, id, or any part of a name or email, whatever its length and case', async () => {
  const grace = await shop.signUp({ name: 'Grace Ōtani', email: 'g.hopper@example.com' });
  await addOrders(grace.id, 3);
  await addOrders((await shop.signUp({ name: '王伟', email: 'percent%_real@example.org' })).id, 1);
  const [first] = (await list({ keyword: 'otani' })).orders.concat((await list({ keyword: 'ŌTANI' })).orders);
  const count = async (keyword: string) => (await list({ keyword })).total;
  for (const keyword of ['Grace', 'ce ōt', 'HOPPER@EX', 'g.', 'Ō', ' grace '])
    expect([keyword, await count(keyword)]).toEqual([keyword, 3]);
  for (const keyword of ['王', '王伟', '%_', 'cent%', 'example.org']) expect([keyword, await count(keyword)]).toEqual([keyword, 1]);
  for (const keyword of ['e.o', 'example']) expect([keyword, await count(keyword)]).toEqual([keyword, keyword === 'e.o' ? 1 : 4]);
  for (const keyword of ['nobody', 'zq', '_', '\\', 'grace\ng.hopper@'])
    expect(idsOf(await list({ keyword }))).toEqual(keyword === '_' ? [expect.any(String)] : []);
  for (const keyword of [`${first?.number}`, `#${first?.number}`, String(first?._id).toUpperCase()])
    expect(idsOf(await list({ keyword }))).toEqual([first?._id]);
});

test('[ORDER-6] [SCALE-2] a word that thousands of customers share finds all their orders, each once', {
  tags: ['full'],
}, async () => {
  const { db } = shop.deps;
  await db.execute(sql`insert into users (id, name, email, phone, address, password_hash, answer_hash)
    select md5('user' || n)::uuid, 'Ada', n || '@1002.example', '', '', '', '' from generate_series(1, 2100) n`);
  await db.execute(sql`insert into orders (id, number, user_id, status, total_cents, address, provider, created_at, expires_at, stock)
    select gen_random_uuid(), nextval('orders_number_seq'), md5('user' || n)::uuid, 'paid', 100, '', 'demo', now(), now(), 'none'
    from generate_series(1, 250) n`);
  await addOrders(admin.id, 4);
  const theirs = await list({ keyword: 'ada' });
  expect(theirs).toMatchObject({ total: 250, isAbout: false });
  const rename = (number: unknown) =>
    db.execute(sql`update users set email = id || '@' || ${String(number)}::text || '.example' where role = 0`);
  await rename(theirs.orders[0]?.number);
  expect(await list({ keyword: String(theirs.orders[0]?.number) })).toMatchObject({ total: 250 });
  // Of this order only the number fits.
  const other = String((await list({ keyword: 'boss' })).orders[0]?.number);
  await rename(other);
  const pages = await Promise.all([1, 2, 3].map((page) => list({ keyword: other, limit: 100, page })));
  const ids = pages.flatMap(idsOf);
  expect([pages[0]?.total, ids.length, new Set(ids).size]).toEqual([251, 251, 251]);
  // So far back the buyers are found in another way.
  expect(idsOf(await list({ keyword: other, limit: 5, page: 49 }))).toEqual(ids.slice(240, 245));
  expect(await list({ keyword: 'ada', status: 'unpaid' })).toMatchObject({ total: 0, orders: [] });
});

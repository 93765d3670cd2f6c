/** The admin's list by the day that orders were placed on, and the way from one order of a list to the next. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import type { QueryOf } from '../../../../contract/endpoint.ts';
import { listAllOrders, readOrderNeighbors } from '../../../../contract/order-admin.ts';

const shop = await openShop();
let token: string;

beforeEach(async () => {
  ({ token } = await shop.signUp({ role: 1, name: 'Boss' }));
});

/** Placed at these times, each a millisecond before midnight and at it among them; the number is that of the row, from 1. */
async function addOrders(name: string, times: string[], status = 'paid'): Promise<string[]> {
  const { id } = await shop.signUp({ name });
  const ids = times.map(() => randomUUID());
  for (const [index, at] of times.entries())
    await shop.deps.db.execute(sql`insert into orders (id, number, user_id, status, total_cents, address, provider, created_at, expires_at, stock)
      values (${ids[index]}, nextval('orders_number_seq'), ${id}, ${status}, 100, '', 'demo', ${at}, ${at}, 'none')`);
  return ids;
}

const TIMES = [
  '2026-02-27T23:59:59.999Z',
  '2026-02-28T00:00:00.000Z',
  '2026-02-28T23:59:59.999Z',
  '2026-03-01T00:00:00.000Z',
  '2026-03-02T12:00:00.000Z',
];

type Query = QueryOf<typeof listAllOrders>;
type Filter = QueryOf<typeof readOrderNeighbors>;

const list = async (query: Query) => (await shop.call(listAllOrders, { token, query })).body.orders.map(({ _id }) => _id);
const readNeighbors = async (id: string, query: Filter = {}) => {
  const { previous, next } = (await shop.call(readOrderNeighbors, { token, params: { id }, query })).body;
  return [previous?._id ?? null, next?._id ?? null];
};

test('[OWORK-2] a filter by days covers the first moment of its first day to the last of its last, in UTC', async () => {
  const [a, b, c, d, e] = await addOrders('Grace', TIMES);
  expect(await list({ from: '2026-02-28', to: '2026-02-28' })).toEqual([c, b]);
  expect(await list({ from: '2026-02-28' })).toEqual([e, d, c, b]);
  expect(await list({ to: '2026-02-28' })).toEqual([c, b, a]);
  expect(await list({ from: '2026-03-01', to: '2026-03-31', keyword: 'grace', status: 'paid' })).toEqual([e, d]);
  expect(await list({ from: '2026-03-01', keyword: 'ada' })).toEqual([]);
  expect(await list({ from: '2026-03-02', to: '2026-02-28' })).toEqual([]);
  expect(await list({ from: '2026-02-28', limit: 2, page: 2, after: String(d) })).toEqual([c, b]);
  for (const from of ['2026-02-30', '2026-2-3', '0000-01-01', 'today', '2026-01-01T00:00:00Z'])
    expect([from, (await shop.call(listAllOrders, { token, query: { from } })).status]).toEqual([from, 400]);
});

test('[OWORK-3] previous and next order follow the filtered list, also after an order has left it', async () => {
  const [a, b, c, d, e] = await addOrders('Grace', TIMES);
  const [x] = await addOrders('Ada', ['2026-02-28T12:00:00.000Z'], 'review');
  expect(await readNeighbors(String(e))).toEqual([null, d]);
  expect(await readNeighbors(String(x))).toEqual([c, b]);
  expect(await readNeighbors(String(a))).toEqual([b, null]);
  expect(await readNeighbors(String(c), { status: 'paid' })).toEqual([d, b]);
  expect(await readNeighbors(String(d), { from: '2026-02-28', to: '2026-03-01' })).toEqual([null, c]);
  expect(await readNeighbors(String(c), { keyword: 'ada' })).toEqual([null, x]);
  await shop.deps.db.execute(sql`update orders set status = 'shipped' where id = ${c}`);
  expect(await readNeighbors(String(c), { status: 'paid' })).toEqual([d, b]);
  expect(await readNeighbors(randomUUID())).toEqual([null, null]);
});

test('[OWORK-3] only admins see the previous and next order', async () => {
  const [a = ''] = await addOrders('Grace', TIMES.slice(0, 1));
  const customer = await shop.signUp();
  expect((await shop.call(readOrderNeighbors, { params: { id: a } })).status).toBe(401);
  expect((await shop.call(readOrderNeighbors, { token: customer.token, params: { id: a } })).status).toBe(403);
  expect((await shop.call(readOrderNeighbors, { token, params: { id: 'nonsense' } })).status).toBe(404);
});

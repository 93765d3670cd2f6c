/** The shop's days begin at midnight in its own time zone, also where a day has 23 or 25 hours. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, inject, test } from 'vitest';
import { openShopWithPayments } from '../../../../tests/support/checkout.ts';
import { exportOrders, listAllOrders } from '../../../contract/order-admin.ts';
import { exportDashboardStats, readDashboardStats } from '../../../contract/reports.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../contract/settings.ts';
import { readShopDetails, updateShopDetails } from '../../../contract/shop-details.ts';
import { users } from '../database/schema/account.ts';
import { orders } from '../database/schema/order.ts';

const { logo: _none, ...DETAILS } = DEFAULT_SHOP_DETAILS;

const shop = await openShopWithPayments();
const { db } = shop.deps;
let token: string;
let userId: string;

beforeEach(async () => {
  ({ token } = await shop.signUp({ role: 1 }));
  ({ id: userId } = await shop.signUp());
  await db.update(users).set({ createdAt: new Date('2020-01-01T00:00:00Z') });
});

const setZone = (timeZone: string) => shop.call(updateShopDetails, { token, body: { ...DETAILS, timeZone } });

/** By `verify`; these orders have no lines, which it says too. */
const listWrongDays = async () => (await shop.listFindings()).filter(({ rule }) => rule.includes('statistics'));

async function addOrder(time: string) {
  const [id, at] = [randomUUID(), new Date(time)];
  const rest = { userId, address: 'x', provider: 'demo', stock: 'sold', status: 'paid', createdAt: at, expiresAt: at, paidAt: at } as const;
  await db.insert(orders).values({ id, totalCents: 1000, number: sql`nextval('orders_number_seq')`, ...rest });
  return id;
}

async function listSoldDays(query: { from: string; to: string }) {
  const { body } = await shop.call(readDashboardStats, { token, query });
  return body.figures.days.filter((it) => it.orders > 0).map((it) => [it.day, it.orders]);
}

// In Berlin the first has 23 hours and the second 25.
test.each([
  ['2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59.999Z'],
  ['2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59.999Z'],
])('[ZONE-1] [ZONE-2] %s lasts from midnight to midnight when the clocks change', async (day, first, last) => {
  await setZone('Europe/Berlin');
  const [begin, end] = [Date.parse(first), Date.parse(last)];
  const inside = [await addOrder(first), await addOrder(last)];
  await addOrder(new Date(begin - 1).toISOString());
  await addOrder(new Date(end + 1).toISOString());
  const days = await listSoldDays({ from: '2026-01-01', to: '2026-12-31' });
  expect(days.map(([, count]) => count)).toEqual([1, 2, 1]);
  expect(days[1]).toEqual([day, 2]);
  const { body } = await shop.call(listAllOrders, { token, query: { from: day, to: day } });
  expect(body.orders.map(({ _id }) => _id)).toEqual(inside.toReversed());
  expect(await listWrongDays()).toEqual([]);
});

test('[ZONE-3] changing the time zone counts the past days again, and changing it back restores them', async () => {
  await addOrder('2026-05-01T23:30:00Z');
  await addOrder('2026-05-02T03:30:00Z');
  const period = { from: '2026-04-01', to: '2026-06-01' };
  expect(await listSoldDays(period)).toEqual([
    ['2026-05-01', 1],
    ['2026-05-02', 1],
  ]);
  expect((await setZone('America/New_York')).status).toBe(200);
  expect(await listSoldDays(period)).toEqual([['2026-05-01', 2]]);
  await setZone('Pacific/Kiritimati');
  expect(await listSoldDays(period)).toEqual([['2026-05-02', 2]]);
  await addOrder('2026-05-02T10:00:00Z');
  expect(await listSoldDays(period)).toEqual([
    ['2026-05-02', 2],
    ['2026-05-03', 1],
  ]);
  expect(await listWrongDays()).toEqual([]);
});

test('[ZONE-3] a form from before the time zone existed leaves it unchanged; an unknown time zone changes nothing', async () => {
  await setZone('Asia/Tokyo');
  const { timeZone: _left, ...old } = DETAILS;
  expect((await shop.call(updateShopDetails, { token, body: { ...old, name: 'Old form' } })).body.shop.timeZone).toBe('Asia/Tokyo');
  const refused = await setZone('Europe/Atlantis');
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request', issues: [{ path: 'timeZone', code: 'unknown' }] } });
  expect((await shop.call(readShopDetails, { token })).body.shop).toMatchObject({ name: 'Old form', timeZone: 'Asia/Tokyo' });
});

test('[ZONE-2] times in files use the shop’s time zone, with its offset', async () => {
  await setZone('Asia/Kathmandu');
  await addOrder('2026-05-01T23:30:00Z');
  const { body } = await shop.app.inject({ method: 'GET', url: exportOrders.path, headers: { authorization: token } });
  expect(body).toContain('2026-05-02T05:15:00+05:45');
});

test('[OVER-1] [OVER-2] a period of chosen days, or the last days, is compared with the same number of days before', async () => {
  for (const time of ['2026-05-01T00:00:00Z', '2026-05-03T12:00:00Z', '2026-05-04T12:00:00Z', '2026-05-05T00:00:00Z']) await addOrder(time);
  const read = async (query: object) => (await shop.call(readDashboardStats, { token, query })).body.figures;
  const chosen = await read({ from: '2026-05-03', to: '2026-05-04' });
  expect(chosen).toMatchObject({ previous: { from: '2026-05-01', to: '2026-05-02' }, orders: { now: 2, before: 1 } });
  expect(chosen.revenue).toEqual({ now: 20, before: 10 });
  expect(chosen.days.map((it) => it.day)).toEqual(['2026-05-03', '2026-05-04']);
  const today = shop.deps.now().toISOString().slice(0, 10);
  for (const days of [1, 7, 30, 90]) expect((await read({ days })).days).toHaveLength(days);
  expect((await read({ days: 1 })).period).toEqual({ from: today, to: today });
  expect((await read({ to: '2026-05-04' })).period).toEqual({ from: '2026-04-05', to: '2026-05-04' });
});

test('[OVER-1] an impossible period is refused, and only the team can read one', async () => {
  const statusOf = async (query: object, as = token) => (await shop.call(readDashboardStats, { token: as, query })).status;
  for (const query of [
    { from: '2026-05-04', to: '2026-05-03' },
    { from: '1900-01-01', to: '2026-05-03' },
    { from: '2026-02-30' },
    { days: 0 },
    { days: 4000 },
    { days: 'all' },
  ])
    expect([query, await statusOf(query)]).toEqual([query, 400]);
  const customer = await shop.signUp();
  expect(await statusOf({}, customer.token)).toBe(403);
  const url = `${exportDashboardStats.path}?from=2026-05-04&to=2026-05-03`;
  const answer = await shop.app.inject({ method: 'GET', url, headers: { authorization: token } });
  expect([answer.statusCode, answer.json().issues[0].code]).toEqual([400, 'ends_before_start']);
  expect((await shop.app.inject({ method: 'GET', url, headers: { authorization: customer.token } })).statusCode).toBe(403);
});

test('[OVER-3] the days of a period can be downloaded as a file', async () => {
  await addOrder('2026-05-03T12:00:00Z');
  await addOrder('2026-05-03T13:00:00Z');
  await db
    .update(users)
    .set({ createdAt: new Date('2026-05-04T10:00:00Z') })
    .where(eq(users.id, userId));
  const url = `${exportDashboardStats.path}?from=2026-05-03&to=2026-05-04`;
  const { body, headers } = await shop.app.inject({ method: 'GET', url, headers: { authorization: token } });
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(body).toBe(
    '\uFEFFday,orders,revenue,average_order,new_customers,currency\r\n2026-05-03,2,20,10,0,USD\r\n2026-05-04,0,0,0,1,USD\r\n',
  );
});

if (inject('server')) {
  test('[ZONE-3] payments during a change of the time zone are counted on the right day', async () => {
    await Promise.all([
      ...Array.from({ length: 30 }, () => addOrder('2026-05-01T23:30:00Z')),
      setZone('America/New_York'),
      ...Array.from({ length: 30 }, () => addOrder('2026-05-01T23:30:00Z')),
      setZone('Asia/Tokyo'),
    ]);
    const [found] = await listSoldDays({ from: '2026-04-01', to: '2026-06-01' });
    expect(found?.[1]).toBe(60);
    expect(await listWrongDays()).toEqual([]);
  });
}

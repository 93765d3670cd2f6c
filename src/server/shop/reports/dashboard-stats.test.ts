import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { UNPAID_STATUSES } from '../../../contract/order-fields.ts';
import { readDashboardStats } from '../../../contract/reports.ts';
import { users } from '../database/schema/account.ts';
import { products } from '../database/schema/catalog.ts';
import { categories } from '../database/schema/category.ts';
import { orders } from '../database/schema/order.ts';

const NOON = new Date('2026-03-15T12:00:00Z');
const shop = await openShop({ deps: () => ({ now: () => NOON, setupWarnings: ['demo', 'emails_to_files'] }) });

const at = (text: string) => new Date(text);

async function addOrder(userId: string, cents: number, paidAt: string | null, change: Partial<typeof orders.$inferInsert> = {}) {
  const time = paidAt ? at(paidAt) : NOON;
  const { status = paidAt ? 'paid' : 'pending' } = change;
  const isUnpaid = UNPAID_STATUSES.some((it) => it === status);
  await shop.deps.db.insert(orders).values({
    id: randomUUID(),
    userId,
    number: isUnpaid ? null : sql`nextval('orders_number_seq')`,
    status,
    stock: paidAt ? 'sold' : 'held',
    totalCents: cents,
    address: '1 Market Street',
    provider: 'demo',
    createdAt: time,
    expiresAt: time,
    paidAt: paidAt ? time : null,
    ...change,
  });
}

async function addShopper(createdAt: string, role: 0 | 1 = 0) {
  const user = await shop.signUp({ role, name: 'Ada' });
  await shop.deps.db
    .update(users)
    .set({ createdAt: at(createdAt) })
    .where(eq(users.id, user.id));
  return user;
}

test('[FIG-2] only an admin sees what keeps the shop from selling', async () => {
  expect((await loadStats()).warnings).toEqual(['demo', 'emails_to_files']);
  const { token } = await shop.signUp();
  expect((await shop.call(readDashboardStats, { token })).status).toBe(403);
});

async function loadStats() {
  const { token } = await addShopper('2026-03-15T11:00:00Z', 1);
  const answer = await shop.call(readDashboardStats, { token });
  expect(answer.status).toBe(200);
  return answer.body.figures;
}

test('[ADM-1] [FIG-1] a shop without orders shows zeros, and each of the last thirty days', async () => {
  const found = await loadStats();
  const zero = { now: 0, before: 0 };
  expect(found).toMatchObject({ revenue: zero, orders: zero, averageOrder: zero, newShoppers: zero, latestOrders: [], runningLow: [] });
  expect(found.days).toHaveLength(30);
  expect([found.days[0]?.day, found.days[29]?.day]).toEqual(['2026-02-14', '2026-03-15']);
  expect(found.days.every((it) => it.revenue === 0 && it.orders === 0)).toBe(true);
});

test('[ADM-1] [FIG-1] paid orders count on the day of payment, to the cent, the last thirty days beside the thirty before', async () => {
  const { id } = await addShopper('2025-01-01T00:00:00Z');
  await addOrder(id, 1010, '2026-03-15T00:00:00Z');
  await addOrder(id, 2020, '2026-03-14T23:59:59.999Z');
  await addOrder(id, 99_999_999_99, '2026-02-14T00:00:00Z');
  await addOrder(id, 500, '2026-02-13T23:59:59.999Z');
  await addOrder(id, 501, '2026-01-15T00:00:00Z');
  await addOrder(id, 7777, '2026-01-14T23:59:59.999Z');
  await addOrder(id, 8888, null);
  await addOrder(id, 9999, '2026-03-10T00:00:00Z', { status: 'review' });
  const found = await loadStats();
  expect(found.revenue).toEqual({ now: 100_000_030.29, before: 10.01 });
  expect(found.orders).toEqual({ now: 3, before: 2 });
  expect(found.averageOrder).toEqual({ now: 33_333_343.43, before: 5.01 });
  expect(found.days.filter((it) => it.orders)).toEqual([
    { day: '2026-02-14', revenue: 99_999_999.99, orders: 1, newShoppers: 0 },
    { day: '2026-03-14', revenue: 20.2, orders: 1, newShoppers: 0 },
    { day: '2026-03-15', revenue: 10.1, orders: 1, newShoppers: 0 },
  ]);
});

test('[ADM-1] [FIG-1] new customers are counted by the day they registered, without admins', async () => {
  for (const time of ['2026-03-15T11:59:00Z', '2026-02-14T00:00:00Z', '2026-02-13T23:59:59Z', '2026-01-14T23:59:59Z'])
    await addShopper(time);
  expect((await loadStats()).newShoppers).toEqual({ now: 2, before: 1 });
});

test('[ADM-1] [FIG-1] [CHECKOUT-1] the five latest orders are shown, newest first, in any status; checkouts aren’t', async () => {
  const { id } = await addShopper('2025-01-01T00:00:00Z');
  for (let day = 1; day <= 6; day += 1) await addOrder(id, day * 100, `2026-03-0${day}T00:00:00Z`);
  await addOrder(id, 4550, '2026-03-07T00:00:00Z', { status: 'refunded' });
  await addOrder(id, 9900, null, { status: 'cancelled', stock: 'none' });
  const { latestOrders } = await loadStats();
  expect(latestOrders.map((it) => it.total)).toEqual([45.5, 6, 5, 4, 3]);
  expect(latestOrders[0]).toEqual({
    _id: expect.any(String),
    currency: 'USD',
    number: expect.any(Number),
    status: 'refunded',
    total: 45.5,
    address: '1 Market Street',
    createdAt: '2026-03-07T00:00:00.000Z',
    paidAt: '2026-03-07T00:00:00.000Z',
    shopper: 'Ada',
  });
  expect(latestOrders[1]?.paidAt).toBe('2026-03-06T00:00:00.000Z');
});

test('[ADM-1] [FIG-1] products with five or fewer left are listed, the fewest first', async () => {
  const categoryId = randomUUID();
  await shop.deps.db.insert(categories).values({ id: categoryId, name: 'Shoes', slug: 'shoes' });
  await shop.deps.db.insert(products).values(
    [6, 5, 0, 3, 1, 4, 2].map((quantity) => ({
      id: randomUUID(),
      name: `Shoe ${quantity}`,
      slug: `shoe-${quantity}`,
      description: 'x',
      priceCents: 100,
      quantity,
      categoryId,
      imageId: `picture${quantity}`,
    })),
  );
  const { runningLow } = await loadStats();
  expect(runningLow.map((it) => it.quantity)).toEqual([0, 1, 2, 3, 4]);
  expect(runningLow[1]).toEqual({
    _id: expect.any(String),
    name: 'Shoe 1',
    slug: 'shoe-1',
    image: '/uploads/picture1-640.webp',
    quantity: 1,
  });
});

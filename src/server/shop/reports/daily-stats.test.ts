/** The statistics of a day are kept by triggers: whatever happens to orders and accounts, they are what counting anew would give. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../tests/support/checkout.ts';
import { takeFirst } from '../../../../tests/support/projects.ts';
import { cancelOrder } from '../../../contract/order.ts';
import { acceptOrder, listAllOrders, refundOrder } from '../../../contract/order-admin.ts';
import { deliverOrder, shipOrder } from '../../../contract/order-shipping.ts';
import { readDashboardStats } from '../../../contract/reports.ts';
import { DAY } from '../../../contract/values.ts';
import { migrateEmbeddedDatabase, migrateServerDatabase } from '../../platform/database/migrate.ts';
import { query } from '../../platform/database/query.ts';
import { seededRandom } from '../../platform/secrets/random.ts';
import { users } from '../database/schema/account.ts';
import { orders } from '../database/schema/order.ts';
import { listBestProducts } from './dashboard-stats.repository.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

const STATUSES = ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded', 'review'] as const;
const isUnpaid = (status: string) => ['pending', 'cancelled', 'expired'].includes(status);

/** Without the slots, and without days of which nothing is left. */
const readKept = () =>
  query(
    db,
    sql`select day::text, sum(orders)::int as orders, sum(cents)::float8 as cents, sum(customers)::int as customers from daily_stats
      group by 1 having sum(orders) <> 0 or sum(cents) <> 0 or sum(customers) <> 0 order by 1`,
  );

/** By other words than those of the functions. */
const countAnew = () =>
  query(
    db,
    sql`select day::text, coalesce(orders, 0) as orders, coalesce(cents, 0) as cents, coalesce(customers, 0) as customers from
      (select date(paid_at at time zone 'UTC') as day, count(*)::int as orders, sum(total_cents - refunded_cents)::float8 as cents from orders
        where status not in ('pending', 'cancelled', 'expired', 'refunded', 'review') and paid_at is not null group by 1) sold
      full join (select date(created_at at time zone 'UTC') as day, count(*)::int as customers from users where role <> 1 group by 1) joined using (day)
      order by 1`,
  );

test.each(takeFirst([1, 2, 3]))(
  '[FIG-3] any row that is added, changed or deleted changes the statistics of its day at once (seed %i)',
  async (seed) => {
    const random = seededRandom(seed);
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
    const pickTime = () => new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 4), pick([0, 12, 23]), 59, 59, 999));
    const { id: userId } = await shop.signUp();
    const ids: string[] = [];
    const pickFields = () => {
      const [status, totalCents] = [pick(STATUSES), Math.floor(random() * 10_000)];
      const refundedCents = Math.floor(random() * 2) * Math.floor(random() * totalCents);
      const number = isUnpaid(status) ? null : sql`nextval('orders_number_seq')`;
      return { status, totalCents, refundedCents, number, paidAt: pick([null, pickTime(), pickTime()]) };
    };
    for (let step = 0; step < 150; step += 1) {
      const id = ids.length && random() < 0.6 ? pick(ids) : null;
      if (id === null) {
        ids.push(randomUUID());
        const at = pickTime();
        const rest = { userId, address: 'x', provider: 'demo', stock: 'none', createdAt: at, expiresAt: at } as const;
        await db.insert(orders).values({ id: String(ids.at(-1)), ...rest, ...pickFields() });
      } else if (random() < 0.8) {
        await db.update(orders).set(pickFields()).where(eq(orders.id, id));
      } else {
        await db.delete(orders).where(eq(orders.id, id));
      }
      if (random() < 0.1) await shop.signUp({ role: pick([0, 1]) });
      if (random() < 0.1) await db.update(users).set({ createdAt: pickTime(), role: pick([0, 1]) });
    }
    expect(await readKept()).toEqual(await countAnew());
  },
);

test('[FIG-3] [FIG-1] orders that are paid, shipped, refunded, on hold or cancelled over several days are counted correctly', {
  tags: ['full'],
}, async () => {
  const { token } = await shop.signUp({ role: 1 });
  const random = seededRandom(7);
  const ids = await seedProducts(shop, [
    { priceCents: 1250, quantity: 500 },
    { priceCents: 99, quantity: 500 },
  ]);
  const buyers = await Promise.all(Array.from({ length: 4 }, () => shop.signUp()));
  const checkOut = async (buyer: { token: string }) => {
    const { body } = await shop.checkOut(buyer.token, ids);
    const chance = random();
    if (chance < 0.2) await shop.call(cancelOrder, { token: buyer.token, params: { id: body.order } });
    else if (chance < 0.8) await shop.pay(body.url);
    // Paid too little: it is put on hold.
    else await shop.sendPaymentEvent({ id: randomUUID(), session: body.id, reference: body.order, amount: 100 });
  };
  const change = async (id: string, status: string) => {
    const request = { token, params: { id } };
    if (status === 'paid') await shop.call(shipOrder, { ...request, body: { carrier: 'Post', tracking: '' } });
    if (status === 'shipped') await shop.call(deliverOrder, request);
    if (status === 'review' && random() < 0.5) await shop.call(acceptOrder, { ...request, body: { why: 'Fine' } });
    if (random() < 0.5)
      await shop.call(refundOrder, { ...request, body: { amount: random() < 0.5 ? 1 : 13.49, reason: 'Broken', restock: random() < 0.5 } });
  };
  for (let round = 0; round < 8; round += 1) {
    await Promise.all(buyers.map(checkOut));
    const { orders: listed } = (await shop.call(listAllOrders, { token, query: { limit: 100 } })).body;
    for (const { _id, status } of listed) if (random() < 0.4) await change(_id, status);
    if (round % 3 !== 2) continue;
    shop.advanceClock((round + 1) * DAY);
    // The admin's week without a second factor begins anew.
    await db.update(users).set({ secondFactorGraceFrom: null });
  }
  const kept = await readKept();
  expect(kept).toEqual(await countAnew());
  expect(kept.length).toBeGreaterThanOrEqual(3);
  expect((await shop.listFindings()).filter(({ rule }) => rule.includes('statistics'))).toEqual([]);
  const { body } = await shop.call(readDashboardStats, { token });
  const sold = await db.$count(orders, sql`status in ('paid', 'shipped', 'delivered')`);
  expect([body.figures.orders.now, body.figures.newShoppers.now]).toEqual([sold, 4]);
});

test('[FIG-3] [STOCK-5] verify names a day with wrong statistics, and counting again repairs them', async () => {
  await shop.signUp();
  await db.execute(sql`update daily_stats set customers = 5`);
  await db.execute(sql`insert into daily_stats values ('2020-02-29', 3, 1, 100, 0)`);
  const findings = (await shop.listFindings()).map(({ detail }) => detail);
  expect(findings).toEqual([
    '2020-02-29: 0 orders of 0 cents, 0 new customers; kept: 1 orders of 100 cents, 0 new customers',
    expect.stringMatching(/: 0 orders of 0 cents, 1 new customers; kept: 0 orders of 0 cents, 5 new customers$/),
  ]);
  await db.execute(sql`select rebuild_daily_stats()`);
  expect(await shop.listFindings()).toEqual([]);
});

test('[FIG-3] a shop that has already sold has the statistics of its past days from the first start', async () => {
  await shop.signUp();
  const counted = await readKept();
  // As an older version leaves it: without the triggers, and without what they keep.
  for (const [trigger, table] of [
    ['order_after_change', 'orders'],
    ['customers_inserted', 'users'],
  ])
    await db.execute(sql.raw(`drop trigger ${trigger} on ${table}`));
  await db.execute(sql`delete from daily_stats`);
  await db.execute(sql`update drizzle.sql_functions set hash = 'older'`);
  const { connection } = shop;
  if ('embedded' in connection) await migrateEmbeddedDatabase(connection.embedded, console);
  else await migrateServerDatabase(connection.url, console);
  expect(await readKept()).toEqual(counted);
  await shop.signUp();
  expect(await readKept()).toEqual(await countAnew());
});

if (inject('server')) {
  test('[FIG-3] simultaneous payments don’t wait for each other, and none is lost', async () => {
    const ids = await seedProducts(shop, [{ quantity: 500 }]);
    const buyers = await Promise.all(Array.from({ length: 20 }, () => shop.signUp()));
    const urls = await Promise.all(buyers.map(async ({ token }) => (await shop.checkOut(token, ids)).body.url));
    await Promise.all(urls.map((url) => shop.pay(url)));
    expect(await readKept()).toEqual(await countAnew());
    expect(await shop.listFindings()).toEqual([]);
  });
}

test('[OVER-7] [FIG-4] periods of whole months, parts of months or both include what was sold on their days', async () => {
  // Of each day another power of two, so that a sum says which days it is of.
  const days = ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'];
  for (const [index, day] of days.entries())
    await db.execute(sql`insert into daily_product_stats values (gen_random_uuid(), ${day}, 0, ${2 ** index}, 1)`);
  await db.execute(sql`insert into monthly_product_stats
    select product_id, date_trunc('month', day), slot, pieces, cents from daily_product_stats`);
  const ends = ['2026-01-01', '2026-01-30', ...days, '2026-04-30'];
  for (const from of ends) {
    for (const to of ends.filter((it) => it >= from)) {
      const pieces = days.reduce((sum, day, index) => sum + (day >= from && day <= to ? 2 ** index : 0), 0);
      expect([from, to, (await listBestProducts(db, { from, to }, 9)).map((it) => it.pieces)]).toEqual([from, to, pieces ? [pieces] : []]);
    }
  }
});

/** What follows from an order's change: by the services alone, and by the triggers alone where the version before changes it. */
import { asc, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { makeCode, readUses } from '../../../../../tests/support/discount-codes.ts';
import { addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { cancelOrder, startCheckout } from '../../../../contract/order.ts';
import { refundOrder } from '../../../../contract/order-admin.ts';
import { shipOrder } from '../../../../contract/order-shipping.ts';
import { query } from '../../../platform/database/query.ts';
import { webhookEvents } from '../../database/schema/messages.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

/** Those of functions/version_before.sql. */
const TRIGGERS = ['order_before_change', 'order_after_change', 'order_of_customer', 'refund_before_change', 'refund_after_change'] as const;
const setTriggers = async (state: 'enable' | 'disable') => {
  for (const name of TRIGGERS)
    await db.execute(sql.raw(`alter table ${name.startsWith('order') ? 'orders' : 'refunds'} ${state} trigger ${name}`));
};

const listEvents = async () =>
  (await db.select({ type: webhookEvents.type }).from(webhookEvents).orderBy(asc(webhookEvents.position))).map(({ type }) => type);
const countListed = async (id: string) =>
  (await query<{ count: number }>(db, sql`select count(*)::int as count from customers_with_orders where user_id = ${id}`))[0]?.count;
const readDay = async () =>
  (
    await query<{ orders: number; cents: number; pieces: number }>(
      db,
      sql`select (select coalesce(sum(orders), 0)::int from daily_stats) as orders, (select coalesce(sum(cents), 0)::int from daily_stats) as cents,
        (select coalesce(sum(pieces), 0)::int from daily_product_stats) as pieces`,
    )
  )[0];

async function open() {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1000, quantity: 50 }]);
  const { token, id: buyer } = await shop.signUp();
  const { token: admin } = await shop.signUp({ role: 1 });
  await makeCode(db);
  await addTestEndpoint(db, ['order.paid', 'order.shipped', 'order.refunded']);
  const checkOut = async (count: number) =>
    (await shop.call(startCheckout, { token, body: { products: Array.from({ length: count }, () => ({ _id: mug })), code: 'SPRING' } }))
      .body;
  return { token, buyer, admin, checkOut };
}

test('[CODE-6] [FIG-3] [HOOKOUT-1] orders have the same exact effects without the triggers that serve the previous version', {
  tags: ['full'],
}, async () => {
  await setTriggers('disable');
  try {
    const { token, buyer, admin, checkOut } = await open();
    const lost = await checkOut(1);
    expect(await readUses(db)).toBe(1);
    await shop.call(cancelOrder, { token, params: { id: lost.order } });
    expect([await readUses(db), await countListed(buyer), await readDay()]).toEqual([0, 0, { orders: 0, cents: 0, pieces: 0 }]);

    // Paid although it was cancelled: it takes its use again.
    await shop.sendPaymentEvent({ session: lost.id, reference: lost.order, amount: 900 });
    expect([await readUses(db), await countListed(buyer), await readDay()]).toEqual([1, 1, { orders: 1, cents: 900, pieces: 1 }]);
    const { order, url } = await checkOut(3);
    await shop.pay(url);
    const params = { id: order };
    await shop.call(shipOrder, { token: admin, params, body: { carrier: 'UPS', tracking: '1Z' } });
    expect(await readDay()).toEqual({ orders: 2, cents: 3600, pieces: 4 });
    const piece = { amount: 9, reason: 'Broken', restock: false, lines: [{ line: 0, quantity: 1, restock: false }] };
    expect((await shop.call(refundOrder, { token: admin, params, body: piece })).status).toBe(200);
    expect(await readDay()).toEqual({ orders: 2, cents: 2700, pieces: 3 });
    expect((await shop.call(refundOrder, { token: admin, params, body: { amount: 18, reason: 'Late', restock: true } })).status).toBe(200);
    expect(await readDay()).toEqual({ orders: 1, cents: 900, pieces: 1 });
    expect(await listEvents()).toEqual(['order.paid', 'order.paid', 'order.shipped', 'order.refunded', 'order.refunded']);
    expect(await shop.listFindings()).toEqual([]);
  } finally {
    await setTriggers('enable');
  }
});

test('[CODE-6] [FIG-3] [HOOKOUT-1] changes by the previous version are completed by the triggers, once', async () => {
  const { buyer, checkOut } = await open();
  const { order } = await checkOut(2);
  // As a process of the version before does: its transactions don't say that they follow the rules themselves.
  const set = (columns: string) => db.execute(sql.raw(`update orders set ${columns} where id = '${order}'`));
  await set(`status = 'cancelled', stock = 'none'`);
  expect([await readUses(db), await countListed(buyer)]).toEqual([0, 0]);
  await set(
    `status = 'paid', stock = 'sold', number = nextval('orders_number_seq'), paid_at = now(), provider_session = 'own', payment_id = 'pay'`,
  );
  expect([await readUses(db), await countListed(buyer), await readDay()]).toEqual([1, 1, { orders: 1, cents: 1800, pieces: 2 }]);
  expect(await query(db, sql`select amount_cents::int as cents, state from payments where order_id = ${order}`)).toEqual([
    { cents: 1800, state: 'paid' },
  ]);
  await set('refunded_cents = 300');
  expect(await readDay()).toEqual({ orders: 1, cents: 1500, pieces: 2 });
  await set(`status = 'shipped'`);
  expect(await listEvents()).toEqual(['order.paid', 'order.refunded', 'order.shipped']);
  await set(`status = 'refunded', refunded_cents = 1800`);
  expect(await readDay()).toEqual({ orders: 0, cents: 0, pieces: 0 });
});

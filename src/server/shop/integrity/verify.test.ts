import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../tests/support/checkout.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { MINUTE, SECOND } from '../../../contract/values.ts';
import { verifyShop } from './verify.service.ts';

const shop = await openShopWithPayments();

/** A pending order and a paid one, of one mug each. */
async function openTwoOrders() {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const waiting = (await shop.checkOut((await shop.signUp()).token, [mug])).body;
  const paid = (await shop.checkOut((await shop.signUp()).token, [mug])).body;
  await shop.pay(paid.url);
  return { mug, waiting: waiting.order, paid: paid.order };
}

type Ids = Awaited<ReturnType<typeof openTwoOrders>>;

test('[STOCK-5] verify finds nothing in untouched data', async () => {
  await openTwoOrders();
  expect(await shop.listFindings()).toEqual([]);
});

test.each<[string, RegExp, (ids: Ids) => ReturnType<typeof sql>]>([
  [
    'a stock changed without a ledger entry',
    /ledger adds up to its stock/,
    ({ mug }) => sql`update products set quantity = 9 where id = ${mug}`,
  ],
  ['a wrong price count', /price counts match/, () => sql`update price_counts set count = count + 1 where not is_bucket`],
  ['a wrong count of a price bucket', /price counts match/, () => sql`update price_counts set count = count + 1 where is_bucket`],
  ['a price bucket without its count', /price counts match/, () => sql`delete from price_counts where is_bucket`],
  [
    'a deleted stock movement',
    /ledger has reserved what open orders hold/,
    ({ waiting }) => sql`delete from stock_movements where order_id = ${waiting}`,
  ],
  [
    'a reservation sold twice',
    /no negative reservations/,
    ({ paid, mug }) =>
      sql`insert into stock_movements (product_id, order_id, kind, available, reserved, at) values (${mug}, ${paid}, 'sell', 0, -1, now())`,
  ],
  [
    'a total that differs from the sum of its lines',
    /add up to its total/,
    ({ paid }) => sql`update orders set total_cents = 1 where id = ${paid}`,
  ],
  ['a paid order without stock', /stock matches its status/, ({ paid }) => sql`update orders set stock = 'none' where id = ${paid}`],
  ['a status missing in the history', /last history entry/, ({ paid }) => sql`update orders set status = 'shipped' where id = ${paid}`],
  ['a paid order without a payment time', /has a payment time/, ({ paid }) => sql`update orders set paid_at = null where id = ${paid}`],
  [
    'two orders with one payment',
    /pays for two orders/,
    ({ waiting, paid }) => sql`update orders set payment_id = (select payment_id from orders where id = ${paid}) where id = ${waiting}`,
  ],
  [
    'money without an order',
    /every payment belongs to an order/,
    ({ paid }) => sql`update orders set provider_session = 'another' where id = ${paid}`,
  ],
])('[STOCK-5] verify names %s', async (_what, rule, tamper) => {
  const ids = await openTwoOrders();
  await shop.deps.db.execute(tamper(ids));
  expect((await shop.listFindings()).map((it) => it.rule)).toEqual(expect.arrayContaining([expect.stringMatching(rule)]));
});

test('[STOCK-5] verify names a reservation an hour after its session expired', async () => {
  await openTwoOrders();
  shop.advanceClock(95 * MINUTE);
  expect((await shop.listFindings()).map((it) => it.rule)).toEqual([expect.stringMatching(/no reservation outlives/)]);
});

test('[RUN-14] verify finds the same in pieces of any size', async () => {
  const { mug, waiting, paid } = await openTwoOrders();
  const { db } = shop.deps;
  await db.execute(sql`update products set quantity = 9 where id = ${mug}`);
  await db.execute(sql`update price_counts set count = count + 1`);
  await db.execute(sql`update orders set payment_id = (select payment_id from orders where id = ${paid}) where id = ${waiting}`);
  await db.execute(sql`update orders set total_cents = 1, provider_session = 'another' where id = ${paid}`);
  await db.execute(sql`insert into stock_movements (product_id, order_id, kind, available, reserved, at) values
    (${mug}, ${paid}, 'sell', 0, -1, now()), (${mug}, ${waiting}, 'sell', 0, -3, now())`);
  const whole = await verifyShop(db, shop.deps.now());
  expect(whole.length).toBeGreaterThanOrEqual(6);
  for (const pieceSize of [1, 2, 3]) expect(await verifyShop(db, shop.deps.now(), pieceSize)).toEqual(whole);
});

test('[RUN-14] verify reports any number of findings', { tags: ['full'] }, async () => {
  await openTwoOrders();
  await shop.deps.db.execute(sql`insert into price_counts select id, n, 7, false from categories, generate_series(1, 150000) n`);
  expect((await shop.listFindings()).length).toBeGreaterThan(149_990);
});

test('[RUN-14] a purchase while verify reads is no finding', async () => {
  if (!inject('server')) return;
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 500 }]);
  const tokens = await Promise.all(Array.from({ length: 4 }, async () => (await shop.signUp()).token));
  let isOver = false;
  const buying = Promise.all(
    tokens.map(async (token) => {
      while (!isOver) {
        const { status, body } = await shop.checkOut(token, [mug, mug]);
        if (status === 200) await shop.pay(body.url);
      }
    }),
  );
  for (let time = 0; time < 3; time += 1) expect(await verifyShop(shop.deps.db, shop.deps.now(), 10)).toEqual([]);
  isOver = true;
  await buying;
});

// Some minutes, most of them for writing the rows.
if (isFullRun && inject('server')) {
  test('[RUN-14] verify reads ten million rows of the ledger without a statement longer than PostgreSQL allows', {
    timeout: 20 * MINUTE,
  }, async () => {
    const { db } = shop.deps;
    const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 0 }]);
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      for (let piece = 0; piece < 100; piece += 1)
        await tx.execute(sql`insert into stock_movements (product_id, order_id, kind, available, reserved, at)
          select ${mug}::uuid, gen_random_uuid(), 'reserve', n % 2 * 2 - 1, 0, now() from generate_series(1, 100000) n`);
    });
    const startedAt = performance.now();
    expect(await shop.listFindings()).toEqual([]);
    console.log(`10,000,000 movements verified in ${Math.round((performance.now() - startedAt) / SECOND)} s`);
  });
}

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../tests/support/checkout.ts';

const shop = await openShopWithPayments();
const MINUTE = 60_000;

/** One order that waits and one that is paid, of a mug each. */
async function openTwoOrders() {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const waiting = (await shop.checkOut((await shop.signUp()).token, [mug])).body;
  const paid = (await shop.checkOut((await shop.signUp()).token, [mug])).body;
  await shop.pay(paid.url);
  return { mug, waiting: waiting.order, paid: paid.order };
}

type Ids = Awaited<ReturnType<typeof openTwoOrders>>;

test('[STOCK-5] where nothing was tampered with, nothing is found', async () => {
  await openTwoOrders();
  expect(await shop.listFindings()).toEqual([]);
});

test.each<[string, RegExp, (ids: Ids) => ReturnType<typeof sql>]>([
  [
    'a stock that somebody changed past the ledger',
    /ledger of a product/,
    ({ mug }) => sql`update products set quantity = 9 where id = ${mug}`,
  ],
  ['a count that is wrong', /counted right/, () => sql`update price_counts set count = count + 1`],
  ['a movement that is gone', /open orders hold/, ({ waiting }) => sql`delete from stock_movements where order_id = ${waiting}`],
  [
    'goods sold twice',
    /less than nothing/,
    ({ paid, mug }) =>
      sql`insert into stock_movements (product_id, order_id, kind, available, reserved, at) values (${mug}, ${paid}, 'sell', 0, -1, now())`,
  ],
  ['a total that its lines are not', /add up to its total/, ({ paid }) => sql`update orders set total_cents = 1 where id = ${paid}`],
  ['a paid order that holds nothing', /holds stock only/, ({ paid }) => sql`update orders set stock = 'none' where id = ${paid}`],
  ['a status that no history tells of', /has its history/, ({ paid }) => sql`update orders set status = 'shipped' where id = ${paid}`],
  ['a payment without its time', /when it was paid/, ({ paid }) => sql`update orders set paid_at = null where id = ${paid}`],
  [
    'two orders of one payment',
    /paid by one payment/,
    ({ waiting, paid }) => sql`update orders set payment_id = (select payment_id from orders where id = ${paid}) where id = ${waiting}`,
  ],
  ['money without an order', /belongs to an order/, ({ paid }) => sql`update orders set provider_session = 'another' where id = ${paid}`],
])('[STOCK-5] %s is named', async (_what, rule, tamper) => {
  const ids = await openTwoOrders();
  await shop.deps.db.execute(tamper(ids));
  expect((await shop.listFindings()).map((it) => it.rule)).toEqual(expect.arrayContaining([expect.stringMatching(rule)]));
});

test('[STOCK-5] stock that nobody lets go of is named after an hour', async () => {
  await openTwoOrders();
  shop.advanceClock(95 * MINUTE);
  expect((await shop.listFindings()).map((it) => it.rule)).toEqual([expect.stringMatching(/no reservation outlives/)]);
});

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../tests/support/checkout.ts';
import { MINUTE } from '../../contract/time.ts';

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
  ['a wrong price count', /price counts match/, () => sql`update price_counts set count = count + 1`],
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

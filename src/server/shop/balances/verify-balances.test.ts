/** What `verify` finds of balances that somebody has changed past the ledger. */
import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../tests/support/checkout.ts';
import { openMerchant, seedGiftProduct } from '../../../../tests/support/gift-cards.ts';
import { startCheckout } from '../../../contract/order.ts';

const shop = await openShopWithPayments();

/** One order that a card pays in part and that waits, one that is paid so, and one that bought a card. */
async function openOrders() {
  const { issue } = await openMerchant(shop);
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 3000, quantity: 9 }]);
  const gift = await seedGiftProduct(shop);
  const card = await issue(20);
  const buy = async (id: string, giftCards: string[]) => {
    const { token } = await shop.signUp();
    return (await shop.call(startCheckout, { token, body: { products: [{ _id: id }], giftCards } })).body;
  };
  const waiting = await buy(mug, [(await issue(10)).code]);
  const [paid, sold] = [await buy(mug, [card.code]), await buy(gift, [])];
  await shop.pay(paid.url);
  await shop.pay(sold.url);
  return { card: card._id, waiting: waiting.order, paid: paid.order, sold: sold.order };
}

type Ids = Awaited<ReturnType<typeof openOrders>>;

test.each<[string, RegExp | null, (ids: Ids) => SQL]>([
  ['nothing', null, () => sql`select 1`],
  ['a balance', /entries of a gift card/, ({ card }) => sql`update balance_accounts set balance_cents = 500 where id = ${card}`],
  ['an entry', /entries of a gift card/, ({ card }) => sql`delete from balance_entries where account_id = ${card} and kind = 'issue'`],
  [
    'what a card was issued with',
    /entries of a gift card/,
    ({ card }) => sql`update balance_accounts set initial_cents = 1 where id = ${card}`,
  ],
  [
    'what an order says it used',
    /what balances hold and pay/,
    ({ waiting }) => sql`update orders set balance_cents = 1 where id = ${waiting}`,
  ],
  [
    'what an order spent',
    /what balances hold and pay/,
    ({ paid }) => sql`delete from balance_entries where order_id = ${paid} and kind = 'spend'`,
  ],
  ['a card that was sold', /issued once/, ({ sold }) => sql`update balance_accounts set order_id = null where order_id = ${sold}`],
])('[CREDIT-7] verify finds it when somebody has changed %s', async (_what, rule, change) => {
  const ids = await openOrders();
  await shop.deps.db.execute(change(ids));
  const rules = (await shop.listFindings()).map((it) => it.rule);
  if (rule === null) expect(rules).toEqual([]);
  else expect(rules).toContainEqual(expect.stringMatching(rule));
});

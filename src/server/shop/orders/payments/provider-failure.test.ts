import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { cancelOrder, listOrders } from '../../../../contract/order.ts';
import { SECOND } from '../../../../contract/values.ts';
import type { PaymentProvider } from '../../payments/provider.ts';

let behave: PaymentProvider['startCheckout'] | null = null;
const shop = await openShopWithPayments((demo) => ({ ...demo, startCheckout: (checkout) => (behave ?? demo.startCheckout)(checkout) }));

async function checkOutWith(behaviour: PaymentProvider['startCheckout'] | null) {
  behave = behaviour;
  const [mug = ''] = await seedProducts(shop, [{ quantity: 5 }]);
  const { token } = await shop.signUp();
  const answer = await shop.checkOut(token, [mug, mug]);
  const { body } = await shop.call(listOrders, { token, query: { status: 'unpaid' } });
  return { answer, mug, token, statuses: body.orders.map(({ status }) => status) };
}

test.each<[string, PaymentProvider['startCheckout']]>([
  ['refuses', async () => Promise.reject(new Error('500'))],
  [
    'throws at once',
    () => {
      throw new Error('bad');
    },
  ],
  ['answers nonsense', async () => JSON.parse('<html>')],
])('[PAY-5] if the provider %s, a 502 says that nothing was charged, and the stock is released at once', async (_what, behaviour) => {
  const { answer, mug, token, statuses } = await checkOutWith(behaviour);
  expect(answer.status).toBe(502);
  expect(answer.body).toEqual({ success: false, code: 'payment_provider_failed', message: expect.stringContaining('Nothing was charged') });
  expect([statuses, await shop.readStock(mug)]).toEqual([['cancelled'], 5]);
  behave = null;
  expect((await shop.checkOut(token, [mug])).status).toBe(200);
});

test('[RUN-10] a database failure while the session is saved isn’t blamed on the provider: 503, and the stock is released', async () => {
  // As it is told by PostgreSQL that an admin has shut down.
  await shop.deps.db.execute(sql`create function fail() returns trigger language plpgsql as $$
    begin raise exception 'terminating connection' using errcode = '57P01'; end $$`);
  await shop.deps.db.execute(sql`create trigger fail before update of provider_session on orders for each row
    when (new.provider_session is not null) execute function fail()`);
  onTestFinished(async () => void (await shop.deps.db.execute(sql`drop function if exists fail() cascade`)));
  const { answer, mug, statuses } = await checkOutWith(null);
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
  expect([statuses, await shop.readStock(mug)]).toEqual([['cancelled'], 5]);
});

/** As the database says it to a statement while it goes away: what it does to this table fails from now on, until the end of the test. */
async function loseDatabase(when: string): Promise<void> {
  await shop.deps.db.execute(sql`create function lose() returns trigger language plpgsql as $$
    begin raise exception 'terminating connection' using errcode = '57P01'; end $$`);
  onTestFinished(async () => void (await shop.deps.db.execute(sql`drop function if exists lose() cascade`)));
  await shop.deps.db.execute(sql`create trigger lose before ${sql.raw(when)} for each statement execute function lose()`);
}

test('[RUN-10] the demo provider keeps payments in the shop’s database; while that is down, checkouts and refunds get 503, not 502', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 5 }]);
  const { token } = await shop.signUp();
  const older = await shop.checkOut(token, [mug]);
  await loseDatabase('insert or update on demo_sessions');
  const answers = [
    // Its older checkout is to be expired; the other buyer's is to be opened.
    await shop.checkOut(token, [mug]),
    await shop.checkOut((await shop.signUp()).token, [mug]),
    await shop.call(cancelOrder, { token, params: { id: older.body.order } }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(Array(3).fill([503, '2']));
  await shop.deps.db.execute(sql`drop function lose() cascade`);
  expect((await shop.checkOut(token, [mug])).status).toBe(200);
});

test('[PAY-5] a provider that doesn’t respond times out after 10 seconds: 502, and the stock is released', async () => {
  const { promise: called, resolve: markCalled } = Promise.withResolvers<void>();
  // Only the timers of JavaScript: the database and the requests go on in real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let isAnswered = false;
  const checkout = checkOutWith(() => {
    markCalled();
    return new Promise(() => undefined);
  }).finally(() => {
    isAnswered = true;
  });
  await called;
  vi.advanceTimersByTime(10 * SECOND - 1);
  await setImmediate();
  expect(isAnswered).toBe(false);
  vi.advanceTimersByTime(1);
  const { answer, mug, statuses } = await checkout;
  expect(answer.status).toBe(502);
  expect([statuses, await shop.readStock(mug)]).toEqual([['cancelled'], 5]);
});

test('[PAY-5] a provider that gives one session to two orders counts as failed: the second order is cancelled', async () => {
  const same: PaymentProvider['startCheckout'] = async () => ({ id: 'one', url: 'https://pay.example/one' });
  const first = await checkOutWith(same);
  expect(first.answer.body).toEqual({ id: 'one', url: 'https://pay.example/one', order: expect.any(String) });
  const { token } = await shop.signUp();
  expect((await shop.checkOut(token, [first.mug])).status).toBe(502);
  expect(await shop.readStock(first.mug)).toBe(3);
});

test('[STOCK-4] a checkout replaced by a newer one while the provider was slow gets an error and no payment page', async () => {
  const { promise: slow, resolve: release } = Promise.withResolvers<void>();
  const { promise: called, resolve: markCalled } = Promise.withResolvers<void>();
  const [mug = ''] = await seedProducts(shop, [{ quantity: 5 }]);
  const { token } = await shop.signUp();
  behave = async (checkout) => {
    markCalled();
    await slow;
    return shop.provider.startCheckout(checkout);
  };
  const first = shop.checkOut(token, [mug, mug]);
  await called;
  behave = null;
  const second = await shop.checkOut(token, [mug]);
  release();
  expect([(await first).status, second.status]).toEqual([409, 200]);
  expect((await first).body.message).toContain('newer checkout');
  expect([await shop.readOrderStatus(token, second.body.order), await shop.readStock(mug)]).toEqual(['pending', 4]);
});

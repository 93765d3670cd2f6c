/** The merchant changes the payment provider, or its keys, while checkouts are waiting for their payment. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { cancelOrder, readOrder } from '../../../../contract/order.ts';
import { endCheckout } from '../../../../contract/order-admin.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { perform } from '../../../cli/command-operations.ts';
import { orders } from '../../database/schema/order.ts';
import type { PaymentProvider } from '../../payments/provider.ts';
import type { EndedCheckouts } from '../checkout/end-checkout.service.ts';
import { expireOrders, reconcileOrders } from '../checkout/expire-orders.service.ts';

/** What differs from the demo provider. */
let changes: Partial<PaymentProvider> = {};
const shop = await openShopWithPayments((demo) => ({
  ...demo,
  get name() {
    return changes.name ?? demo.name;
  },
  readCheckout: (id) => (changes.readCheckout ?? demo.readCheckout)(id),
  expireCheckout: (id) => (changes.expireCheckout ?? demo.expireCheckout)(id),
}));
beforeEach(() => {
  changes = {};
});

const isUnknown = async () => null;
const CHANGES: [string, Partial<PaymentProvider>][] = [
  ['another provider', { name: 'other' }],
  ['other keys, whose account knows no such session', { readCheckout: isUnknown, expireCheckout: isUnknown }],
];

async function openCheckout() {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', quantity: 5 }]);
  const { token } = await shop.signUp();
  const { body } = await shop.checkOut(token, [mug, mug]);
  const params = { id: body.order };
  const read = async () => (await shop.call(readOrder, { token, params })).body.order.status;
  return { mug, token, params, order: body.order, read, url: body.url };
}
const expire = (limit?: number) => expireOrders(shop.deps, SILENT_LOG, limit === undefined ? {} : { limit });

test.each(CHANGES)('[PAY-11] after a change to %s the customer can cancel, and check out again', async (_what, change) => {
  const [left, replaced] = [await openCheckout(), await openCheckout()];
  changes = change;
  const cancelled = await shop.call(cancelOrder, { token: left.token, params: left.params });
  expect([cancelled.status, cancelled.body.order?.status, await shop.readStock(left.mug)]).toEqual([200, 'cancelled', 5]);
  const again = await shop.checkOut(replaced.token, [replaced.mug]);
  expect([again.status, await replaced.read(), await shop.readStock(replaced.mug)]).toEqual([200, 'cancelled', 4]);
  expect(await shop.listFindings()).toEqual([]);
});

test.each(CHANGES)(
  '[PAY-11] after a change to %s an admin can end open checkouts; they expire half an hour after their time',
  async (_what, change) => {
    const [ended, left] = [await openCheckout(), await openCheckout()];
    changes = change;
    const admin = await shop.signUp({ role: 1 });
    const end = await shop.call(endCheckout, { token: admin.token, params: ended.params });
    expect([end.status, end.body.order?.status, await shop.readStock(ended.mug)]).toEqual([200, 'cancelled', 5]);
    shop.advanceClock(16 * MINUTE);
    expect([await expire(), await left.read(), await shop.readStock(left.mug)]).toEqual([0, 'pending', 3]);
    shop.advanceClock(28 * MINUTE);
    expect([await expire(), await left.read()]).toEqual([0, 'pending']);
    shop.advanceClock(2 * MINUTE);
    expect([await expire(), await left.read(), await shop.readStock(left.mug)]).toEqual([1, 'expired', 5]);
    expect(await shop.listFindings()).toEqual([]);
  },
);

test("[PAY-11] an operator can end all checkouts that the provider doesn't know, and no others", async () => {
  const [lost, known] = [await openCheckout(), await openCheckout()];
  const away = await openCheckout();
  const findSession = async (order: string) =>
    (await shop.deps.db.select().from(orders).where(eq(orders.id, order)))[0]?.providerSession ?? '';
  const [lostSession, awaySession] = [await findSession(lost.order), await findSession(away.order)];
  const answer = async (id: string, ask: (id: string) => ReturnType<PaymentProvider['readCheckout']>) => {
    if (id === awaySession) throw new Error('away');
    return id === lostSession ? null : ask(id);
  };
  changes = {
    readCheckout: (id) => answer(id, shop.provider.readCheckout),
    expireCheckout: (id) => answer(id, shop.provider.expireCheckout),
  };
  const end = (ids: string[] | null) => perform(shop.deps, 'end-checkouts', { input: { ids } }) as Promise<EndedCheckouts>;
  const { ended, kept } = await end(null);
  expect([ended.includes(lost.order), ended.includes(known.order), kept.map(({ id }) => id)]).toEqual([true, false, [away.order]]);
  expect([await lost.read(), await known.read(), await away.read()]).toEqual(['cancelled', 'pending', 'pending']);
  expect((await end([known.order, away.order])).ended).toEqual([known.order]);
  expect([await known.read(), await shop.readStock(known.mug), await shop.readStock(away.mug)]).toEqual(['cancelled', 5, 3]);
});

test('[PAY-11] a change of the settings that is undone within half an hour ends no checkout, and payments still arrive', async () => {
  const { url, read } = await openCheckout();
  changes = { name: 'other' };
  shop.webhook.isDown = true;
  await shop.pay(url);
  shop.webhook.isDown = false;
  shop.advanceClock(20 * MINUTE);
  await reconcileOrders(shop.deps, SILENT_LOG);
  expect([await expire(), await read()]).toEqual([0, 'pending']);
  changes = {};
  shop.advanceClock(26 * MINUTE);
  expect([await expire(), await read()]).toEqual([1, 'paid']);
});

test("[PAY-11] if the provider doesn't answer, the stock stays reserved however long it takes, because somebody may still pay there", async () => {
  const { mug, token, params, read } = await openCheckout();
  const isAway = () => Promise.reject(new Error('the provider is away'));
  changes = { readCheckout: isAway, expireCheckout: isAway };
  expect((await shop.call(cancelOrder, { token, params })).status).toBe(502);
  for (let hour = 0; hour < 12; hour += 1) {
    shop.advanceClock(60 * MINUTE);
    expect(await expire()).toBe(0);
  }
  expect([await read(), await shop.readStock(mug)]).toEqual(['pending', 3]);
  changes = {};
  shop.advanceClock(60 * MINUTE);
  expect([await expire(), await read(), await shop.readStock(mug)]).toEqual([1, 'expired', 5]);
});

test('[PAY-12] failing checkouts wait longer each time and don’t hold up others', async () => {
  await expire();
  const failing = [await openCheckout(), await openCheckout(), await openCheckout()];
  const sessions = new Set<string | null>();
  for (const { order } of failing) {
    const [row] = await shop.deps.db.select().from(orders).where(eq(orders.id, order));
    sessions.add(row?.providerSession ?? null);
  }
  const asked: string[] = [];
  changes = {
    expireCheckout: (id) => {
      asked.push(id);
      return sessions.has(id) ? Promise.reject(new Error('refused')) : shop.provider.expireCheckout(id);
    },
  };
  const good = await openCheckout();
  shop.advanceClock(16 * MINUTE);
  expect(await expire(3)).toBe(0);
  expect([await expire(3), await good.read()]).toEqual([1, 'expired']);
  asked.length = 0;
  for (let minute = 0; minute < 60; minute += 1) {
    shop.advanceClock(MINUTE);
    await expire();
  }
  // After 1, 2, 4, 8 and 16 minutes, and then each half hour, instead of each minute.
  expect(asked.length / 3).toBeLessThanOrEqual(7);
  expect(asked.length / 3).toBeGreaterThanOrEqual(4);
  // A new one comes first.
  const later = await openCheckout();
  shop.advanceClock(40 * MINUTE);
  expect([await expire(1), await later.read()]).toEqual([1, 'expired']);
});

test('[PAY-12] two simultaneous runs ask about each checkout once, and a stopped run asks about no more', async () => {
  const opened = [await openCheckout(), await openCheckout(), await openCheckout()];
  const asked: string[] = [];
  const stop = new AbortController();
  changes = {
    expireCheckout: (id) => {
      asked.push(id);
      return shop.provider.expireCheckout(id);
    },
  };
  shop.advanceClock(16 * MINUTE);
  stop.abort();
  expect(await expireOrders(shop.deps, SILENT_LOG, { signal: stop.signal })).toBe(0);
  expect(asked).toEqual([]);
  await Promise.all([expire(), expire()]);
  expect([asked.length, new Set(asked).size]).toEqual([3, 3]);
  expect(await Promise.all(opened.map((it) => it.read()))).toEqual(['expired', 'expired', 'expired']);
});

/** Refunds that Stripe had accepted and the customer's bank sent back. */

import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { openStripeShop } from '../../../../../tests/support/stripe/stripe-shop.ts';
import type { StripeEvent } from '../../../../../tests/support/stripe/stripe-state.ts';
import { acceptOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { shipOrder } from '../../../../contract/order-shipping.ts';
import { MINUTE, SECOND } from '../../../../contract/values.ts';
import { query } from '../../../platform/database/query.ts';
import { verifyShop } from '../../integrity/verify.service.ts';
import { retryRefunds } from '../../orders/refunds/refund.service.ts';

const { shop, stripe, deliver, checkOut } = await openStripeShop();
beforeEach(() => {
  stripe.state.events.length = 0;
  stripe.failures.length = 0;
});

/** Two mugs at $12.50, paid. */
async function buy() {
  const { admin, params, session, read } = await checkOut();
  stripe.state.pay(session);
  await deliver();
  const refund = (amount: number) =>
    shop.call(refundOrder, { token: admin.token, params, body: { amount, reason: 'Came back', restock: false } });
  /** Each event is sent twice, in this order. */
  const fail = async (arrange: (events: StripeEvent[]) => StripeEvent[] = (it) => it) => {
    shop.advanceClock(5 * SECOND);
    stripe.state.failRefund(stripe.state.refunds.at(-1)?.id ?? '');
    const events = arrange(stripe.state.events.splice(0));
    await deliver(events);
    await deliver(events);
  };
  const countEmails = async () => {
    const subject = `%order #${(await read()).number} failed`;
    const rows = await query<{ n: number }>(
      shop.deps.db,
      sql`select count(*)::int as n from emails where kind = 'refund failed' and subject like ${subject}`,
    );
    return rows[0]?.n;
  };
  return { admin, params, payment: [...stripe.state.payments.keys()].at(-1) ?? '', read, refund, fail, countEmails };
}

const failure = (amount: number) => ({ at: expect.any(String), amount, reason: 'lost_or_stolen_card' });
const findings = () => verifyShop(shop.deps.db, shop.deps.now());

test.each([
  ['in their order', (it: StripeEvent[]) => it],
  ['the last first', (it: StripeEvent[]) => it.toReversed()],
])(
  '[ORDER-10] a refund of a part that failed is no refund: it stands on the order, the team is told once; events come twice, %s',
  async (_how, arrange) => {
    const { read, refund, fail, countEmails } = await buy();
    expect((await refund(10)).body.order).toMatchObject({ status: 'paid', refunded: 10, failedRefunds: [] });
    await fail(arrange);
    const order = await read();
    expect(order).toMatchObject({ status: 'paid', refunded: 0, failedRefunds: [failure(10)] });
    expect(order.history.filter(({ why }) => why.startsWith('Refund of $10.00 failed: lost or stolen card'))).toHaveLength(1);
    expect([await countEmails(), await findings()]).toEqual([1, []]);
    shop.advanceClock(MINUTE);
    expect((await refund(25)).body.order).toMatchObject({ status: 'refunded', refunded: 25 });
    await deliver(stripe.state.events);
    expect([(await read()).refunded, await findings()]).toEqual([25, []]);
  },
);

test('[ORDER-10] after a full refund failed, a shipped order is shipped again, and an unshipped one waits for a decision', async () => {
  const kept = await buy();
  await kept.refund(25);
  await kept.fail();
  const order = await kept.read();
  expect(order).toMatchObject({ status: 'review', refunded: 0, stock: 'sold', failedRefunds: [failure(25)] });
  const body = { why: 'The customer wants it after all', version: order.version };
  const accepted = await shop.call(acceptOrder, { token: kept.admin.token, params: kept.params, body });
  expect(accepted.body.order).toMatchObject({ status: 'paid', stock: 'sold' });
  const sent = await buy();
  await shop.call(shipOrder, {
    token: sent.admin.token,
    params: sent.params,
    body: { carrier: 'UPS', tracking: '1', version: (await sent.read()).version },
  });
  await sent.refund(25);
  await sent.fail();
  expect([(await sent.read()).status, await findings()]).toEqual(['shipped', []]);
});

test("[ORDER-10] the failure comes before the shop has the provider's answer, or of a refund made at the provider", async () => {
  const early = await buy();
  const isCut = { timing: 'after', kind: 'cut', method: 'POST' } as const;
  stripe.failures.push(isCut, isCut);
  expect((await early.refund(25)).status).toBe(502);
  await early.fail((it) => it.toReversed());
  shop.advanceClock(2 * MINUTE);
  await retryRefunds(shop.deps, SILENT_LOG);
  expect(await early.read()).toMatchObject({ refunded: 0, failedRefunds: [failure(25)] });
  expect([await early.countEmails(), await findings()]).toEqual([1, []]);
  const elsewhere = await buy();
  stripe.state.createRefund({ payment_intent: elsewhere.payment, amount: '500' });
  await deliver(stripe.state.events);
  expect((await elsewhere.read()).refunded).toBe(5);
  await elsewhere.fail();
  expect(await elsewhere.read()).toMatchObject({ status: 'paid', refunded: 0, failedRefunds: [failure(5)] });
  expect([await elsewhere.countEmails(), await findings()]).toEqual([1, []]);
});

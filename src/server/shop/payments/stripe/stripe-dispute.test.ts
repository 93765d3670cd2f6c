/** Payments that the customer's bank asks back. */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openStripeShop } from '../../../../../tests/support/stripe/stripe-shop.ts';
import type { StripeEvent } from '../../../../../tests/support/stripe/stripe-state.ts';
import { readWaiting } from '../../../../contract/email.ts';
import { listAllOrders } from '../../../../contract/order-admin.ts';
import { findOrdersByNumber } from '../../../../contract/order-shipping.ts';
import { DAY } from '../../../../contract/values.ts';
import { query } from '../../../platform/database/query.ts';
import { verifyShop } from '../../integrity/verify.service.ts';

const { shop, stripe, deliver, checkOut } = await openStripeShop();
beforeEach(() => {
  stripe.state.events.length = 0;
});

async function buy() {
  const checkout = await checkOut();
  stripe.state.pay(checkout.session);
  await deliver();
  const { number } = await checkout.read();
  const countEmails = async (kind: 'dispute opened' | 'dispute closed') => {
    const rows = await query<{ n: number; text: string }>(
      shop.deps.db,
      sql`select count(*)::int as n, max(text) as text from emails where kind = ${kind} and subject like ${`%#${number}%`}`,
    );
    return [rows[0]?.n, rows[0]?.text];
  };
  const listReasons = async () => (await checkout.read()).history.map(({ why }) => why).filter((why) => /isput/.test(why));
  return { ...checkout, payment: [...stripe.state.payments.keys()].at(-1) ?? '', countEmails, listReasons };
}

type Buyer = Awaited<ReturnType<typeof buy>>;
const readWaitingCount = async ({ admin }: Buyer) => (await shop.call(readWaiting, { token: admin.token })).body.waiting.disputes;
const isListed = async ({ admin, params }: Buyer) => {
  const { orders } = (await shop.call(listAllOrders, { token: admin.token, query: { status: 'disputed', limit: 100 } })).body;
  return orders.some(({ _id }) => _id === params.id);
};
/** As the preview of shipping in bulk reads it. */
const isFoundDisputed = async ({ admin, read }: Buyer) => {
  const { number } = await read();
  const { orders } = (await shop.call(findOrdersByNumber, { token: admin.token, body: { numbers: [number ?? 0] } })).body;
  return orders.map(({ disputed }) => disputed);
};
const findings = () => verifyShop(shop.deps.db, shop.deps.now());

/** Each event comes twice. */
async function deliverTwice(arrange: (events: StripeEvent[]) => StripeEvent[] = (it) => it) {
  const events = arrange(stripe.state.events.splice(0));
  await deliver(events);
  await deliver(events);
}

test('[ORDER-12] a dispute is shown on its order with its deadline and counted in the dashboard, and the team is notified once', async () => {
  const buyer = await buy();
  const before = await readWaitingCount(buyer);
  stripe.state.openDispute(buyer.payment);
  await deliverTwice();
  const order = await buyer.read();
  expect(order.disputes).toEqual([
    {
      at: expect.any(String),
      amount: 25,
      reason: 'product_not_received',
      status: 'needs_response',
      respondBy: expect.any(String),
      withdrawn: true,
      closedAt: null,
    },
  ]);
  expect(order).toMatchObject({ status: 'paid', refunded: 0, stock: 'sold' });
  expect(await buyer.listReasons()).toEqual([
    "The customer's bank disputes $25.00: product not received",
    'Dispute: $25.00 was taken from the shop',
  ]);
  const [count, text] = await buyer.countEmails('dispute opened');
  expect([count, text]).toEqual([1, expect.stringContaining('product not received')]);
  expect([(await readWaitingCount(buyer)) - before, await isListed(buyer), await findings()]).toEqual([1, true, []]);
});

test.each([
  ['won', false],
  ['lost', true],
] as const)(
  '[ORDER-12] a dispute that was answered and %s: the order says so and whose money it is, and the team is told',
  async (outcome, withdrawn) => {
    const buyer = await buy();
    const before = await readWaitingCount(buyer);
    const { id } = stripe.state.openDispute(buyer.payment);
    await deliverTwice();
    shop.advanceClock(DAY);
    stripe.state.updateDispute(id, 'under_review');
    await deliverTwice();
    expect([(await readWaitingCount(buyer)) - before, await isListed(buyer), await isFoundDisputed(buyer)]).toEqual([0, true, [true]]);
    shop.advanceClock(DAY);
    stripe.state.closeDispute(id, outcome);
    await deliverTwice();
    const order = await buyer.read();
    expect(order.disputes).toMatchObject([{ status: outcome, withdrawn, closedAt: expect.any(String) }]);
    expect(order).toMatchObject({ status: 'paid', refunded: 0 });
    expect(await buyer.listReasons()).toContain(`The dispute of $25.00 was ${outcome}`);
    expect([(await buyer.countEmails('dispute opened'))[0], (await buyer.countEmails('dispute closed'))[0]]).toEqual([1, 1]);
    expect([await isListed(buyer), await isFoundDisputed(buyer), await findings()]).toEqual([false, [false], []]);
  },
);

test('[ORDER-12] events in reverse order, each twice, leave Stripe’s latest state, and the end is notified once', async () => {
  const buyer = await buy();
  const { id } = stripe.state.openDispute(buyer.payment);
  shop.advanceClock(DAY);
  stripe.state.updateDispute(id, 'under_review');
  shop.advanceClock(DAY);
  stripe.state.closeDispute(id, 'won');
  await deliverTwice((events) => events.toReversed());
  expect((await buyer.read()).disputes).toMatchObject([{ status: 'won', withdrawn: false }]);
  expect([(await buyer.countEmails('dispute opened'))[0], (await buyer.countEmails('dispute closed'))[0]]).toEqual([0, 1]);
});

test('[ORDER-12] an inquiry takes no money; if it becomes a dispute, the team is told again; if not, it is closed', async () => {
  const buyer = await buy();
  const { id } = stripe.state.openDispute(buyer.payment, { isInquiry: true, reason: 'general' });
  await deliverTwice();
  expect((await buyer.read()).disputes).toMatchObject([{ status: 'needs_response', withdrawn: false }]);
  shop.advanceClock(DAY);
  stripe.state.updateDispute(id, 'warning_under_review');
  await deliverTwice();
  shop.advanceClock(DAY);
  stripe.state.updateDispute(id, 'needs_response');
  await deliverTwice();
  expect((await buyer.countEmails('dispute opened'))[0]).toBe(2);
  const other = await buy();
  const inquiry = stripe.state.openDispute(other.payment, { isInquiry: true });
  stripe.state.closeDispute(inquiry.id, 'warning_closed');
  await deliverTwice();
  expect((await other.read()).disputes).toMatchObject([{ status: 'closed', withdrawn: false }]);
});

test('[ORDER-12] a dispute of another shop’s payment, of no payment, with an unknown status or incomplete changes nothing', async () => {
  const buyer = await buy();
  stripe.state.openDispute(buyer.payment);
  const [event] = stripe.state.events.splice(0);
  const object = event?.data.object ?? {};
  const make = (change: object): StripeEvent => ({
    ...(event as StripeEvent),
    id: `evt_${Math.random()}`,
    data: { object: { ...object, ...change } },
  });
  await deliver([
    make({ payment_intent: 'pi_of_another_shop' }),
    make({ payment_intent: null }),
    make({ status: 'constructor' }),
    make({ status: 'a_status_of_next_year' }),
  ]);
  expect((await buyer.read()).disputes).toEqual([]);
  await deliver([make({ evidence_details: null, balance_transactions: 'none', reason: 'x'.repeat(500), created: -1 })]);
  expect((await buyer.read()).disputes).toMatchObject([{ reason: 'general', respondBy: null, withdrawn: false }]);
});

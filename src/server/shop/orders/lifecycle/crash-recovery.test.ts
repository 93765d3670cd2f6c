/**
 * Kills the shop (SIGKILL) at failpoints and restarts it; customers and Stripe retry, as they do. After each crash `verify` must
 * find nothing, and after each restart nothing is lost and nothing doubled.
 *
 *   FULL=on npx vitest run src/server/shop/orders/lifecycle/crash-recovery.test.ts     ten crashes at every failpoint, on both databases
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCrashHarness } from '../../../../../tests/faults/crashing-shop.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { issueGiftCard, listGiftCards } from '../../../../contract/gift-card.ts';
import { cancelOrder, readOrder, startCheckout } from '../../../../contract/order.ts';
import { readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { createWebhookEndpoint, deleteWebhookEndpoint, listWebhookDeliveries, listWebhookEndpoints } from '../../../../contract/webhook.ts';
import { FAILPOINTS, type Failpoint } from '../../../platform/process/failpoints.ts';

const CRASHES = isFullRun ? 10 : 1;
const harness = await startCrashHarness(FAILPOINTS.length * CRASHES);
const { productId, adminToken, send, deliverEvents, stripe } = harness;
afterAll(() => harness.close());

const eventually: typeof expect.poll = (look) => expect.poll(look, { timeout: MINUTE, interval: 50 });
const ENDED_STATUSES = ['cancelled', 'expired'];

/** Null where the shop crashed before it responded. */
async function checkOut(token: string): Promise<{ id: string; order: string } | null> {
  // A dollar of it is paid by a gift card, so that each crash also hits what that holds and spends.
  const issued = await send(issueGiftCard, { token: adminToken, body: { amount: 1, reason: 'A crash' } });
  const giftCards = issued?.status === 200 ? [issued.body.code] : [];
  const answer = await send(startCheckout, { token, body: { products: [{ _id: productId }, { _id: productId }], giftCards } });
  if (answer) expect(answer.status).toBe(200);
  return answer?.body ?? null;
}

async function openOrder(token: string): Promise<{ id: string; order: string }> {
  const opened = await checkOut(token);
  if (!opened) throw new Error('the shop crashed too early');
  return opened;
}

/** Paid at Stripe; its event isn't delivered yet. */
async function payOrder(token: string) {
  const opened = await openOrder(token);
  expect(stripe.state.pay(opened.id)).toBe(true);
  return opened;
}

async function completeOrder(token: string) {
  const opened = await payOrder(token);
  await deliverEvents();
  expect(await statusOf(token, opened.order)).toBe('paid');
  return opened;
}

const orderOf = async (token: string, id: string) => (await send(readOrder, { token, params: { id } }))?.body.order;
const statusOf = async (token: string, id: string) => (await orderOf(token, id))?.status;
const cancel = (token: string, id: string) => send(cancelOrder, { token, params: { id } });

/** Moves the times of all orders, refunds and emails back, so that the jobs find them due. Only while the shop is down. */
const advanceTime = (minutes = 60) =>
  harness.withDatabase(async (db) => {
    const time = sql`make_interval(mins => ${minutes})`;
    await db.execute(sql`update orders set created_at = created_at - ${time}, expires_at = expires_at - ${time} where status = 'pending'`);
    await db.execute(sql`update refunds set at = at - ${time}`);
    await db.execute(sql`update webhook_deliveries set next_attempt_at = next_attempt_at - ${time} where state = 'waiting'`);
    await db.execute(sql`update emails set next_attempt_at = next_attempt_at - ${time} where sent_at is null`);
    // Runs of the killed process have failed, as they have after half a minute without a heartbeat.
    await db.execute(sql`update pgboss.job set state = 'failed' where state in ('created', 'retry', 'active')`);
  });

const countCards = async () => (await send(listGiftCards, { token: adminToken }))?.body.total ?? 0;

/** However often they are tried. */
const countMails = (subject: string) =>
  harness.withDatabase(async (db) => {
    const { rows } = (await db.execute(sql`select count(*)::int as count from emails where subject like ${`${subject}%`}`)) as unknown as {
      rows: { count: number }[];
    };
    return rows[0]?.count;
  });

/** What leads to the crash, and what people do after the restart and must find. */
interface Scenario {
  /** Reaches the failpoint; absent where a job does. */
  act?: () => Promise<unknown>;
  /** Minutes that pass before that job; absent: enough for every job. */
  wait?: number;
  after: () => Promise<unknown>;
}

/** Every other crash takes the variant. */
async function prepareScenario(at: Failpoint, token: string, isVariant: boolean): Promise<Scenario> {
  switch (at) {
    case 'checkout.before-commit':
    case 'checkout.committed':
      return { act: () => checkOut(token), after: () => completeOrder(token) };
    case 'checkout.session-created':
    case 'checkout.session-saved': {
      const lastSession = () => [...stripe.state.sessions.values()].at(-1);
      const act = async () => {
        await checkOut(token);
        // The session exists, so it can be paid although the response was lost.
        if (isVariant) expect(stripe.state.pay(lastSession()?.id ?? '')).toBe(true);
      };
      const after = async () => {
        const order = lastSession()?.client_reference_id ?? '';
        await deliverEvents();
        if (isVariant) return expect(await statusOf(token, order)).toBe('paid');
        await completeOrder(token);
        expect(ENDED_STATUSES).toContain(await statusOf(token, order));
      };
      return { act, after };
    }
    case 'session.expired': {
      const { id, order } = await openOrder(token);
      const act = () => (isVariant ? cancel(token, order) : checkOut(token));
      const after = async () => {
        expect(stripe.state.pay(id)).toBe(false);
        await deliverEvents();
        if (!isVariant) await completeOrder(token);
        if (isVariant) expect((await cancel(token, order))?.body.order.status).toBe('cancelled');
        expect(ENDED_STATUSES).toContain(await statusOf(token, order));
      };
      return { act, after };
    }
    case 'order-close.before-commit': {
      const { order } = await openOrder(token);
      if (isVariant) return { after: () => eventually(() => statusOf(token, order)).toBe('expired') };
      const after = async () => expect((await cancel(token, order))?.body.order.status).toBe('cancelled');
      return { act: () => cancel(token, order), after };
    }
    case 'session.status-fetched': {
      const { order } = await payOrder(token);
      harness.dropEvents();
      // Long enough for the payment to be polled, not for its session to expire.
      return { wait: 5, after: () => eventually(() => statusOf(token, order)).toBe('paid') };
    }
    case 'event.verified':
    case 'event.before-commit':
    case 'event.committed': {
      const { order } = await payOrder(token);
      const after = async () => {
        await deliverEvents();
        expect(await statusOf(token, order)).toBe('paid');
      };
      return { act: deliverEvents, after };
    }
    case 'refund.requested':
    case 'refund.created':
    case 'refund.before-commit': {
      const { order } = await completeOrder(token);
      const body = { amount: isVariant ? 10 : 25, reason: 'Came back', restock: true };
      const after = async () => {
        // Stripe's event and the shop's own retry of the refund: whichever comes first restocks the items.
        await deliverEvents();
        await eventually(async () => (await orderOf(token, order))?.refunded).toBe(body.amount);
        const refunded = (await send(readAnyOrder, { token: adminToken, params: { id: order } }))?.body.order;
        expect(refunded).toMatchObject(isVariant ? { status: 'paid', stock: 'sold' } : { status: 'refunded', stock: 'none' });
      };
      return { act: () => send(refundOrder, { token: adminToken, params: { id: order }, body }), after };
    }
    case 'gift-card.before-commit': {
      const cents = 1000 + (await countCards());
      const body = { amount: cents / 100, reason: 'A crash', recipientEmail: 'gift@example.com' };
      await send(issueGiftCard, { token: adminToken, body });
      const subject = `Your gift card of $${(cents / 100).toFixed(2)} from`;
      return { after: () => eventually(() => countMails(subject)).toBe(1) };
    }
    case 'email.sent': {
      const { order } = await payOrder(token);
      // An email of an earlier crash may have triggered this one, so Stripe delivers its event again.
      const after = async () => {
        await deliverEvents();
        const bought = await orderOf(token, order);
        expect(bought?.status).toBe('paid');
        await eventually(() => harness.countSentEmails(`Your order #${bought?.number} is confirmed`)).toBe(1);
      };
      return { act: deliverEvents, after };
    }
    case 'webhook.attempted': {
      // No name server has such a host: an attempt that fails is as good as one that is answered.
      const input = { url: 'https://webhooks.invalid/', description: '', events: ['order.paid' as const], isEnabled: true };
      await send(createWebhookEndpoint, { token: adminToken, body: input });
      const { order } = await payOrder(token);
      const after = async () => {
        await deliverEvents();
        const find = async () =>
          (await send(listWebhookDeliveries, { token: adminToken }))?.body.deliveries.filter((it) => it.subject === order);
        await eventually(find).toMatchObject([{ lastAttempt: { error: 'host_not_found' } }]);
        for (const { _id } of (await send(listWebhookEndpoints, { token: adminToken }))?.body.endpoints ?? [])
          await send(deleteWebhookEndpoint, { token: adminToken, params: { id: _id } });
      };
      return { act: deliverEvents, after };
    }
    default:
      return at satisfies never;
  }
}

/** Each crash costs a start: without FULL, one inside a transaction and one after the effect that would cost most, money sent back. */
const QUICK_FAILPOINTS: readonly Failpoint[] = ['event.before-commit', 'refund.created', 'gift-card.before-commit'];
const failpoints = isFullRun ? FAILPOINTS : QUICK_FAILPOINTS;

beforeAll(() => harness.start());

test.each(failpoints)(
  '[PAY-10] fault 1, 2, 3, 4: if a process is killed at failpoint %s, nothing is lost and nothing counted twice',
  { timeout: CRASHES * 2 * MINUTE },
  async (at) => {
    for (let round = 0; round < CRASHES; round += 1) {
      const { act, wait, after } = await prepareScenario(at, harness.nextCustomer(), round % 2 === 1);
      if (act) {
        await harness.armFailpoint(at);
        await act();
      } else {
        await harness.kill();
        await advanceTime(wait);
        await harness.start(at);
      }
      await harness.waitForCrash();
      expect(await harness.listFindings()).toEqual([]);
      await advanceTime();
      await harness.start();
      await after();
    }
  },
);

test('[PAY-10] after all these crashes, shop and Stripe agree on every payment and refund', async () => {
  await harness.kill();
  expect(await harness.listFindings(true)).toEqual([]);
});

/**
 * The shop is killed (SIGKILL) at every named milestone, and comes back; shoppers and Stripe try again, as they do. After each death
 * its books must be true, and after each return nothing is lost and nothing doubled.
 *
 *   FULL=on npx vitest run src/server/order/crash-recovery.test.ts     ten deaths at each milestone, on both databases
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startCrashHarness } from '../../../tests/faults/crashing-shop.ts';
import { isFullRun } from '../../../tests/support/projects.ts';
import { cancelOrder, readOrder, refundOrder, startCheckout } from '../../contract/order.ts';
import { FAILPOINTS, type Failpoint } from '../failpoints.ts';

const CRASHES = isFullRun ? 10 : 1;
const stage = await startCrashHarness(FAILPOINTS.length * CRASHES);
const { good, admin, send, tellEvents, stripe } = stage;
afterAll(() => stage.close());

const eventually: typeof expect.poll = (look) => expect.poll(look, { timeout: 15_000, interval: 50 });
const ENDED_STATUSES = ['cancelled', 'expired'];

/** Null where the shop died of it. */
async function checkOut(token: string): Promise<{ id: string; order: string } | null> {
  const answer = await send(startCheckout, { token, body: { products: [{ _id: good }, { _id: good }] } });
  if (answer) expect(answer.status).toBe(200);
  return answer?.body ?? null;
}

async function openOrder(token: string): Promise<{ id: string; order: string }> {
  const opened = await checkOut(token);
  if (!opened) throw new Error('the shop died too soon');
  return opened;
}

/** Paid at Stripe, which has not told of it yet. */
async function payOrder(token: string) {
  const opened = await openOrder(token);
  expect(stripe.state.pay(opened.id)).toBe(true);
  return opened;
}

async function completeOrder(token: string) {
  const opened = await payOrder(token);
  await tellEvents();
  expect(await statusOf(token, opened.order)).toBe('paid');
  return opened;
}

const orderOf = async (token: string, id: string) => (await send(readOrder, { token, params: { id } }))?.body.order;
const statusOf = async (token: string, id: string) => (await orderOf(token, id))?.status;
const cancel = (token: string, id: string) => send(cancelOrder, { token, params: { id } });

/** What jobs wait for has gone by, for all orders, refunds and letters. Only while the shop is down. */
const advanceTime = (minutes = 60) =>
  stage.withDatabase(async (db) => {
    const time = sql`make_interval(mins => ${minutes})`;
    await db.execute(sql`update orders set created_at = created_at - ${time}, expires_at = expires_at - ${time} where status = 'pending'`);
    await db.execute(sql`update refunds set at = at - ${time}`);
    await db.execute(sql`update emails set due_at = due_at - ${time} where sent_at is null`);
    // The runs that the dead process was at are over, as they are after half a minute without a sign of life.
    await db.execute(sql`update pgboss.job set state = 'failed' where state in ('created', 'retry', 'active')`);
  });

/** A shop that lives, up to its death; then what its people do once it is back, and what they must find. */
interface Scenario {
  /** What kills it; absent where a job will. */
  act?: () => Promise<unknown>;
  /** Minutes that go by before that job; without it, as many as any job waits for. */
  wait?: number;
  after: () => Promise<unknown>;
}

/** Every other death goes another way. */
async function prepareScenario(at: Failpoint, token: string, isOther: boolean): Promise<Scenario> {
  switch (at) {
    case 'checkout.written':
    case 'checkout.committed':
      return { act: () => checkOut(token), after: () => completeOrder(token) };
    case 'checkout.opened':
    case 'checkout.noted': {
      const lastSession = () => [...stripe.state.sessions.values()].at(-1);
      const act = async () => {
        await checkOut(token);
        // The answer had come far enough for somebody to pay.
        if (isOther) expect(stripe.state.pay(lastSession()?.id ?? '')).toBe(true);
      };
      const after = async () => {
        const order = lastSession()?.client_reference_id ?? '';
        await tellEvents();
        if (isOther) return expect(await statusOf(token, order)).toBe('paid');
        await completeOrder(token);
        expect(ENDED_STATUSES).toContain(await statusOf(token, order));
      };
      return { act, after };
    }
    case 'session.ended': {
      const { id, order } = await openOrder(token);
      const act = () => (isOther ? cancel(token, order) : checkOut(token));
      const after = async () => {
        expect(stripe.state.pay(id)).toBe(false);
        await tellEvents();
        if (!isOther) await completeOrder(token);
        if (isOther) expect((await cancel(token, order))?.body.order.status).toBe('cancelled');
        expect(ENDED_STATUSES).toContain(await statusOf(token, order));
      };
      return { act, after };
    }
    case 'order.closed': {
      const { order } = await openOrder(token);
      if (isOther) return { after: () => eventually(() => statusOf(token, order)).toBe('expired') };
      const after = async () => expect((await cancel(token, order))?.body.order.status).toBe('cancelled');
      return { act: () => cancel(token, order), after };
    }
    case 'session.reported': {
      const { order } = await payOrder(token);
      stage.dropEvents();
      // Long enough to be asked about, not for its session to be ended.
      return { wait: 5, after: () => eventually(() => statusOf(token, order)).toBe('paid') };
    }
    case 'event.heard':
    case 'event.written':
    case 'event.committed': {
      const { order } = await payOrder(token);
      const after = async () => {
        await tellEvents();
        expect(await statusOf(token, order)).toBe('paid');
      };
      return { act: tellEvents, after };
    }
    case 'refund.asked':
    case 'refund.made':
    case 'refund.written': {
      const { order } = await completeOrder(token);
      const body = { amount: isOther ? 25 : 10, reason: 'Came back', restock: true };
      const after = async () => {
        await eventually(async () => (await orderOf(token, order))?.refunded).toBe(body.amount);
        await tellEvents();
        expect(await orderOf(token, order)).toMatchObject({ refunded: body.amount, status: isOther ? 'refunded' : 'paid' });
      };
      return { act: () => send(refundOrder, { token: admin, params: { id: order }, body }), after };
    }
    case 'letter.sent': {
      const { order } = await payOrder(token);
      // It may have died of a letter of the deaths before, so Stripe tells it again.
      const after = async () => {
        await tellEvents();
        const bought = await orderOf(token, order);
        expect(bought?.status).toBe('paid');
        await eventually(() => stage.countSentEmails(`Your order #${bought?.number} is paid`)).toBe(1);
      };
      return { act: tellEvents, after };
    }
    default:
      return at satisfies never;
  }
}

/** In a hurry, the embedded database dies in the middle of each kind of transaction only: it takes its time to open. */
const QUICK_FAILPOINTS: readonly Failpoint[] = ['checkout.written', 'event.written', 'refund.written'];
const failpoints = CRASHES > 1 || inject('server') ? FAILPOINTS : QUICK_FAILPOINTS;

beforeAll(() => stage.start());

test.each(failpoints)(
  '[PAY-10] fault 1, 2, 3, 4: killed at %s: nothing is lost, nothing doubled',
  { timeout: CRASHES * 60_000 },
  async (at) => {
    for (let round = 0; round < CRASHES; round += 1) {
      const { act, wait, after } = await prepareScenario(at, stage.nextShopper(), round % 2 === 1);
      if (act) {
        await stage.armFailpoint(at);
        await act();
      } else {
        await stage.kill();
        await advanceTime(wait);
        await stage.start(at);
      }
      await stage.waitForCrash();
      expect(await stage.listFindings()).toEqual([]);
      await advanceTime();
      await stage.start();
      await after();
    }
  },
);

test('[PAY-10] after all these deaths the books of the shop and of Stripe say the same', async () => {
  await stage.kill();
  expect(await stage.listFindings(true)).toEqual([]);
});

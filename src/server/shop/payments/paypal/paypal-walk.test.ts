/** Random walks of orders that are paid by PayPal: whatever happens, and in which order, the books stay true, and shop and PayPal agree. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPaypalShop } from '../../../../../tests/support/paypal/paypal-shop.ts';
import { cancelOrder } from '../../../../contract/order.ts';
import { refundOrder } from '../../../../contract/order-admin.ts';
import { MINUTE, SECOND } from '../../../../contract/values.ts';
import { verifyShop } from '../../integrity/verify.service.ts';
import { expireOrders, reconcileOrders, reconcileProcessing } from '../../orders/checkout/expire-orders.service.ts';
import { retryRefunds } from '../../orders/refunds/refund.service.ts';

const { shop, paypal, state, deliver, checkOut } = await openPaypalShop({ timeout: 1000 });
/** A call that fails is logged, and tried again. */
const LOG = { error: () => undefined };

const STEPS = [
  'approve',
  'back',
  'deliver',
  'again',
  'cancel',
  'expire',
  'ask',
  'pending',
  'complete',
  'deny',
  'refund',
  'refund there',
] as const;
const FAILURES = ['cut before', 'cut after', '500 before', '500 after'] as const;
type Step = (typeof STEPS)[number] | (typeof FAILURES)[number];

async function take(step: Step, { approve, comeBack, session, customer, admin, params }: Awaited<ReturnType<typeof checkOut>>) {
  const capture = state.orders.get(session)?.capture;
  switch (step) {
    case 'approve':
      return approve();
    case 'back':
      return comeBack();
    case 'deliver':
    case 'again': {
      const events = step === 'again' ? [...state.events] : state.events.splice(0);
      paypal.failures.length = 0;
      return deliver(events.toReversed());
    }
    case 'cancel':
      return shop.call(cancelOrder, { token: customer.token, params });
    case 'expire':
      shop.advanceClock(41 * MINUTE);
      return expireOrders(shop.deps, LOG);
    case 'ask':
      shop.advanceClock(3 * MINUTE);
      await reconcileOrders(shop.deps, LOG);
      return reconcileProcessing(shop.deps, LOG);
    case 'pending':
      state.nextCapture = 'PENDING';
      return;
    case 'complete':
    case 'deny':
      state.nextCapture = 'COMPLETED';
      if (capture?.status === 'PENDING') state.endPending(capture.id, step === 'deny' ? 'DECLINED' : 'COMPLETED');
      return;
    case 'refund':
      return shop.call(refundOrder, { token: admin.token, params, body: { amount: 7.5, reason: 'Walk', restock: false } });
    case 'refund there':
      if (capture && state.sumRefunds(capture.id) < 2000 && capture.status !== 'PENDING' && capture.status !== 'DECLINED')
        state.refund(capture.id, { amount: { currency_code: 'USD', value: '5.00' } });
      return;
    default: {
      const [kind, timing] = step.split(' ') as ['cut' | '500', 'before' | 'after'];
      paypal.failures.push({ kind, timing, path: /\/(capture|refund)$/ }, { kind, timing, path: /\/(capture|refund)$/ });
    }
  }
}

test(
  '[PAYPAL-17] random walks with failures, two steps at once: the books are true, and shop and PayPal agree',
  async () => {
    const arbitrary = fc.array(fc.constantFrom(...STEPS, ...FAILURES), { minLength: 3, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(arbitrary, fc.integer({ min: 0, max: 13 }), async (steps, at) => {
        Object.assign(state, { nextCapture: 'COMPLETED' });
        const checkout = await checkOut();
        for (const [index, step] of steps.entries()) {
          const next = steps[index + 1];
          if (index === at && next) await Promise.all([take(step, checkout), take(next, checkout)]);
          else await take(step, checkout);
        }
        paypal.failures.length = 0;
        for (const step of ['complete', 'ask', 'deliver'] as const) await take(step, checkout);
        shop.advanceClock(60 * MINUTE);
        await retryRefunds(shop.deps, LOG);
        for (const step of ['expire', 'deliver'] as const) await take(step, checkout);
        expect((await verifyShop(shop.deps.db, shop.deps.now())).map(({ rule, detail }) => `${rule}: ${detail}`)).toEqual([]);
        const { status, paidAt, refunded } = await checkout.read();
        const capture = state.orders.get(checkout.session)?.capture;
        const isPaidThere = capture !== null && capture !== undefined && capture.status !== 'DECLINED';
        expect([status, paidAt !== null, refunded]).toEqual([status, isPaidThere, capture ? state.sumRefunds(capture.id) / 100 : 0]);
      }),
      { numRuns: process.env.FULL ? 150 : 10, endOnFailure: true },
    );
  },
  180 * SECOND,
);

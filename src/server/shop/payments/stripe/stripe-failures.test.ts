import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { takeFirst } from '../../../../../tests/support/projects.ts';
import { codeOf, openStripe, SHORT_TIMEOUTS } from '../../../../../tests/support/stripe/open-stripe.ts';
import { API_KEY, type InjectedFailure } from '../../../../../tests/support/stripe/stripe-server.ts';
import { createStripeProvider } from './stripe.provider.ts';

const { stripe, reset, provider, createProvider, makeCheckout, openPaid } = await openStripe();
afterAll(stripe.close);
beforeEach(reset);

const OPTIONS = { secretKey: API_KEY, webhookSecrets: ['whsec_test'], now: () => new Date() };
const twice = (failure: InjectedFailure): InjectedFailure[] => [failure, failure];
const before = (how: InjectedFailure['kind']): InjectedFailure => ({ timing: 'before', kind: how });
const after = (how: InjectedFailure['kind']): InjectedFailure => ({ timing: 'after', kind: how });

const ONCE = takeFirst<[string, InjectedFailure[]]>(
  [
    ['drops the connection after the effect', [after('cut')]],
    ['hangs after the effect', [after('silent')]],
    ['drops the connection before the effect', [before('cut')]],
    ['responds 500', [before('500')]],
    ['hangs before the effect', [before('silent')]],
  ],
  1,
);

test.each(ONCE)('fault 11: Stripe %s once: the call is retried with the same key, and there is one session', async (_what, injected) => {
  const known = stripe.state.sessions.size;
  const checkout = makeCheckout();
  stripe.failures.push(...injected);
  const { id } = await provider.startCheckout(checkout);
  expect(stripe.calls.map(({ key }) => key)).toEqual(Array(2).fill(`checkout-${checkout.orderId}`));
  expect([stripe.state.sessions.size - known, stripe.state.sessions.has(id)]).toEqual([1, true]);
});

const LASTING_FAILURES: [string, InjectedFailure[]][] = [
  ['responds 500 after the effect', twice(after('500'))],
  ['hangs', twice(before('silent'))],
  ['drops the connection', twice(before('cut'))],
  ['responds 500', twice(before('500'))],
  ['responds 429', [before('429')]],
  ['responds with invalid data', [before('nonsense')]],
];

test.each(takeFirst(LASTING_FAILURES))(
  'fault 11: Stripe %s: every operation throws, and no refund counts as refused',
  async (_what, injected) => {
    const { id, paymentId } = await openPaid();
    const hasty = createProvider({ timeouts: SHORT_TIMEOUTS });
    const operations = [
      () => hasty.startCheckout(makeCheckout()),
      () => hasty.readCheckout(id),
      () => hasty.expireCheckout(id),
      () => hasty.refund({ paymentId, amountCents: 100, currency: 'usd', key: randomUUID() }),
    ];
    for (const operation of operations) {
      stripe.failures.length = 0;
      stripe.failures.push(...injected);
      expect(await operation().catch(codeOf)).toBe('unknown');
    }
  },
);

test('[PAY-5] an answer that takes nine tenths of PAYMENT_TIMEOUT is waited for, and requested once', { tags: ['full'] }, async () => {
  // Ten seconds, as it is by default, would make a slow test of it.
  const patient = createStripeProvider({ ...OPTIONS, apiBase: stripe.baseUrl, timeout: 5000 });
  stripe.delay = 4500;
  onTestFinished(() => {
    stripe.delay = 0;
  });
  expect(await patient.startCheckout(makeCheckout())).toMatchObject({ id: expect.stringMatching(/^cs_/) });
  expect(stripe.calls).toHaveLength(1);
  // Twice as long, so that a busy machine doesn't come close.
  stripe.delay = 10_000;
  const started = performance.now();
  expect(await patient.startCheckout(makeCheckout()).catch(codeOf)).toBe('unknown');
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('an operation times out even if each attempt would not', async () => {
  const slow = createProvider({ timeouts: { attempt: 5000, operation: 100 } });
  stripe.failures.push(before('silent'));
  await expect(slow.readCheckout('cs_test_x')).rejects.toThrow('Stripe timed out');
});

test.each<[string, InjectedFailure]>([
  ['a 500', after('500')],
  ['nonsense', after('nonsense')],
])('a refund whose response was %s is found again, even days later, and never made twice', async (_what, failure) => {
  const { paymentId } = await openPaid();
  const refund = { paymentId, amountCents: 600, currency: 'usd', key: randomUUID() };
  const made = () => stripe.state.refunds.filter(({ payment_intent: of }) => of === paymentId);
  // The first call only lists refunds.
  stripe.failures.push({ ...failure, method: 'POST' });
  expect(await provider.refund(refund).catch(codeOf)).toBe('unknown');
  expect(made()).toHaveLength(1);
  // Until then Stripe would repeat the recorded response.
  stripe.clearIdempotencyKeys();
  expect(await provider.refund(refund)).toEqual({ id: made()[0]?.id });
  expect(made()).toHaveLength(1);
});

test('a refund that failed at Stripe is refused, also when it is retried', async () => {
  const { paymentId } = await openPaid();
  stripe.state.refundStatus = 'failed';
  const refund = { paymentId, amountCents: 600, currency: 'usd', key: randomUUID() };
  expect(await provider.refund(refund).catch(codeOf)).toBe('refund_refused');
  expect(await provider.refund(refund).catch(codeOf)).toBe('refund_refused');
  const stranger = createProvider({ secretKey: 'sk_test_wrong' });
  expect(await stranger.refund({ ...refund, key: randomUUID() }).catch(codeOf)).toBe('unknown');
});

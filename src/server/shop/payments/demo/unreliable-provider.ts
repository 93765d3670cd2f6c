/**
 * The demo provider with injected failures, for tests and for `npm run shop -- chaos`: calls are slow, fail or hang, events come
 * twice, late, out of order, forged, wrong or never. What its tables say is always true.
 *
 *   const provider = createChaosProvider({ db, now, secret, deliver }, { random: seededRandom(7) });
 *   …   // check out with `provider` as the shop's provider; `provider.pay(session)` plays the customer
 *   await provider.stopChaos();   // delivers delayed events and injects no more failures; dropped events stay dropped
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../platform/secrets/random.ts';
import type { DemoProvider } from '../provider.ts';
import { createDemoProvider, type DeliverWebhook, type DemoDeps } from './demo.provider.ts';
import { SIGNATURE_HEADER, signPayload } from './demo.webhook.ts';

/** How often each failure happens, from 0 (never) to 1 (always). */
const DEFAULT_PROBABILITIES = {
  /** A call responds after a delay. */
  slow: 0.2,
  /** A call fails and has had no effect. */
  failsBefore: 0.08,
  /** A call has had its effect, but the response is lost. */
  failsAfter: 0.08,
  /** A call never responds: the shop has to time out. */
  hangs: 0,
  /** An event is delivered several times at once. */
  duplicated: 0.2,
  /** An event is held back and delivered after later ones. */
  delayed: 0.2,
  /** An event is never delivered, though the provider counts it as delivered. */
  dropped: 0.1,
  /** An event is delivered, but the shop's response is lost: it is sent again. */
  responseLost: 0.1,
  /** A copy signed with a wrong secret is sent first. */
  forged: 0.1,
  /** A correctly signed event with a wrong amount or currency is sent first: the order must go on hold. */
  wrongAmount: 0,
  wrongCurrency: 0,
};

export type FailureMode = keyof typeof DEFAULT_PROBABILITIES;

export interface ChaosOptions {
  /** See `seededRandom`: one seed gives the same failures for the same sequence of calls. */
  random: Random;
  probabilities?: Partial<Record<FailureMode, number>>;
  /** The longest delay of a slow call, in milliseconds. */
  maxDelayMs?: number;
}

export interface ChaosProvider extends DemoProvider {
  /** Failures injected so far. */
  readonly failureCounts: ReadonlyMap<FailureMode, number>;
  /** Forged events that the shop accepted; any is a vulnerability. */
  readonly acceptedForgeries: () => number;
  /** Delivers delayed events in random order and injects no more failures. Returns the number of events delivered. */
  stopChaos: () => Promise<number>;
}

interface WebhookDelivery {
  body: string;
  webhookUrl: string;
}

const isSuccess = (status: number) => status >= 200 && status <= 299;

export function createChaosProvider(deps: DemoDeps & { deliver: DeliverWebhook }, options: ChaosOptions): ChaosProvider {
  const { random, maxDelayMs = 50 } = options;
  const probabilities = { ...DEFAULT_PROBABILITIES, ...options.probabilities };
  const failureCounts = new Map<FailureMode, number>();
  const delayed: WebhookDelivery[] = [];
  let isStopped = false;
  let acceptedForgeries = 0;

  const shouldFail = (mode: FailureMode): boolean => {
    if (isStopped || probabilities[mode] <= 0 || random() >= probabilities[mode]) return false;
    failureCounts.set(mode, (failureCounts.get(mode) ?? 0) + 1);
    return true;
  };

  const withFailures = async <T>(operation: () => Promise<T>): Promise<T> => {
    if (shouldFail('slow')) await sleep(random() * maxDelayMs);
    if (shouldFail('hangs')) return new Promise<never>(() => undefined);
    if (shouldFail('failsBefore')) throw new Error('the provider responded with 500');
    const result = await operation();
    if (shouldFail('failsAfter')) throw new Error('the connection to the provider was lost');
    return result;
  };

  /** Signed at delivery, so that a delayed event's timestamp isn't too old. */
  const send = ({ body, webhookUrl }: WebhookDelivery, secret = deps.secret) =>
    deps.deliver(body, { 'content-type': 'application/json', [SIGNATURE_HEADER]: signPayload(secret, body, deps.now()) }, webhookUrl);

  const sendBadCopies = async (delivery: WebhookDelivery): Promise<void> => {
    if (shouldFail('forged')) {
      const status = await send({ ...delivery, body: alterEvent(delivery.body, 'forged', {}) }, `not ${deps.secret}`);
      if (isSuccess(status)) acceptedForgeries += 1;
    }
    if (!delivery.body.includes('"checkout.paid"')) return;
    if (shouldFail('wrongAmount')) await send({ ...delivery, body: alterEvent(delivery.body, 'amount', { amount: 1 }) });
    if (shouldFail('wrongCurrency')) await send({ ...delivery, body: alterEvent(delivery.body, 'currency', { currency: 'jpy' }) });
  };

  const sendDelayed = async (): Promise<number> => {
    const [delivery] = delayed.splice(Math.floor(random() * delayed.length), 1);
    if (!delivery) return 0;
    const status = await send(delivery).catch(() => 0);
    if (isSuccess(status)) return 1;
    // `redeliver` would skip it: the provider counts it as delivered.
    delayed.push(delivery);
    return 0;
  };

  const deliver: DeliverWebhook = async (body, _headers, webhookUrl) => {
    const delivery = { body, webhookUrl };
    if (shouldFail('dropped')) return 200;
    if (shouldFail('delayed')) {
      delayed.push(delivery);
      return 200;
    }
    await sendBadCopies(delivery);
    const copies = shouldFail('duplicated') ? 2 + Math.floor(random() * 3) : 1;
    const statuses = await Promise.all(Array.from({ length: copies }, () => send(delivery)));
    if (!isStopped && delayed.length && random() < 0.5) await sendDelayed();
    if (shouldFail('responseLost')) throw new Error("the shop's response was lost");
    return Math.max(...statuses);
  };

  const demo = createDemoProvider({ ...deps, deliver });
  return {
    ...demo,
    startCheckout: (checkout) => withFailures(() => demo.startCheckout(checkout)),
    readCheckout: (id) => withFailures(() => demo.readCheckout(id)),
    expireCheckout: (id) => withFailures(() => demo.expireCheckout(id)),
    refund: (refund) => withFailures(() => demo.refund(refund)),
    failureCounts,
    acceptedForgeries: () => acceptedForgeries,
    stopChaos: async () => {
      isStopped = true;
      let deliveredCount = 0;
      for (let waiting = delayed.length; waiting > 0; waiting -= 1) deliveredCount += await sendDelayed();
      return deliveredCount + (await demo.redeliver());
    },
  };
}

/** A different event with the same content but these fields. */
function alterEvent(body: string, suffix: string, fields: Record<string, unknown>): string {
  const event = JSON.parse(body) as { id: string; object: object };
  return JSON.stringify({ ...event, id: `${event.id}_${suffix}`, object: { ...event.object, ...fields } });
}

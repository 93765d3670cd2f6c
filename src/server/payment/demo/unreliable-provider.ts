/**
 * The demo provider on its worst days, for tests and for `npm run shop -- torture`: its answers are slow, fail or are cut off, its
 * events come twice, late, in the wrong order, forged, wrong or never. What stands in its books is always true.
 *
 *   const hostile = createHostileProvider({ db, now, secret, deliver }, { random: seededRandom(7) });
 *   …   // buy, with `hostile` as the shop's provider; `hostile.pay(session)` plays the shopper
 *   await hostile.makePeace();   // what is late arrives, and nothing goes wrong any more; what was lost stays lost
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../random.ts';
import { createDemoProvider, type DeliverWebhook, type DemoDeps, type DemoProvider } from './demo.provider.ts';
import { SIGNATURE_HEADER, signPayload } from './webhook-signature.ts';

/** How often each trouble comes, from 0 (never) to 1 (always). */
const DEFAULT_PROBABILITIES = {
  /** A verb answers after a while. */
  slow: 0.2,
  /** A verb fails and has done nothing. */
  failsBefore: 0.08,
  /** A verb has done its work, and the line is cut before it says so. */
  failsAfter: 0.08,
  /** A verb never answers: the shop's patience has to end by itself. */
  silent: 0,
  /** An event comes several times at once. */
  duplicated: 0.2,
  /** An event waits until others overtake it. */
  late: 0.2,
  /** An event never comes, and the provider believes that it did. */
  lost: 0.1,
  /** An event arrives, and the shop's answer does not: it is sent again. */
  unheard: 0.1,
  /** Someone who doesn't know the secret sends a copy first. */
  forged: 0.1,
  /** Before the true event comes one, well signed, about another sum or another currency: a person must look then. */
  wrongAmount: 0,
  wrongCurrency: 0,
};

export type FailureMode = keyof typeof DEFAULT_PROBABILITIES;

export interface ChaosOptions {
  /** See `seededRandom`. The same seed gives the same troubles to the same calls in the same order. */
  random: Random;
  probabilities?: Partial<Record<FailureMode, number>>;
  /** The longest that a slow verb takes, in milliseconds. */
  maxDelayMs?: number;
}

export interface ChaosProvider extends DemoProvider {
  /** What went wrong so far, counted. */
  readonly failureCounts: ReadonlyMap<FailureMode, number>;
  /** Forged events that the shop took for true ones: more than none is a hole. */
  readonly acceptedForgeries: () => number;
  /** Sends the events that are late, in any order, and behaves from now on. Gives how many arrived. */
  stopChaos: () => Promise<number>;
}

interface WebhookDelivery {
  body: string;
  webhookUrl: string;
}

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
    if (shouldFail('silent')) return new Promise<never>(() => undefined);
    if (shouldFail('failsBefore')) throw new Error('the provider says 500');
    const result = await operation();
    if (shouldFail('failsAfter')) throw new Error('the line to the provider was cut');
    return result;
  };

  /** Signed when it is sent, so that one is late and not too old. */
  const send = ({ body, webhookUrl }: WebhookDelivery, secret = deps.secret) =>
    deps.deliver(body, { 'content-type': 'application/json', [SIGNATURE_HEADER]: signPayload(secret, body, deps.now()) }, webhookUrl);

  const sendBadCopies = async (delivery: WebhookDelivery): Promise<void> => {
    if (shouldFail('forged')) {
      const status = await send({ ...delivery, body: alterEvent(delivery.body, 'forged', {}) }, `not ${deps.secret}`);
      if (status < 300) acceptedForgeries += 1;
    }
    if (!delivery.body.includes('"checkout.paid"')) return;
    if (shouldFail('wrongAmount')) await send({ ...delivery, body: alterEvent(delivery.body, 'amount', { amount: 1 }) });
    if (shouldFail('wrongCurrency')) await send({ ...delivery, body: alterEvent(delivery.body, 'currency', { currency: 'jpy' }) });
  };

  /** One that is late goes with one that comes after it, now and then. */
  const sendDelayed = async (): Promise<number> => {
    const [delivery] = delayed.splice(Math.floor(random() * delayed.length), 1);
    if (!delivery) return 0;
    const status = await send(delivery).catch(() => 0);
    // Nobody else would send it again: the books say that it arrived.
    if (status < 200 || status > 299) delayed.push(delivery);
    return status >= 200 && status <= 299 ? 1 : 0;
  };

  const deliver: DeliverWebhook = async (body, _headers, webhookUrl) => {
    const delivery = { body, webhookUrl };
    if (shouldFail('lost')) return 200;
    if (shouldFail('late')) {
      delayed.push(delivery);
      return 200;
    }
    await sendBadCopies(delivery);
    const copies = shouldFail('duplicated') ? 2 + Math.floor(random() * 3) : 1;
    const statuses = await Promise.all(Array.from({ length: copies }, () => send(delivery)));
    if (!isStopped && delayed.length && random() < 0.5) await sendDelayed();
    if (shouldFail('unheard')) throw new Error("the shop's answer was lost");
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

/** The same event as another one would write it. */
function alterEvent(body: string, suffix: string, fields: Record<string, unknown>): string {
  const event = JSON.parse(body) as { id: string; object: object };
  return JSON.stringify({ ...event, id: `${event.id}_${suffix}`, object: { ...event.object, ...fields } });
}

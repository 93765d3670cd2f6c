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
import { createDemoProvider, type Deliver, type DemoDeps, type DemoProvider } from './demo.provider.ts';
import { SIGNATURE_HEADER, sign } from './signature.ts';

/** How often each trouble comes, from 0 (never) to 1 (always). */
const CHANCES = {
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

export type Trouble = keyof typeof CHANCES;

export interface Hostility {
  /** See `seededRandom`. The same seed gives the same troubles to the same calls in the same order. */
  random: Random;
  chances?: Partial<Record<Trouble, number>>;
  /** The longest that a slow verb takes, in milliseconds. */
  slowness?: number;
}

export interface HostileProvider extends DemoProvider {
  /** What went wrong so far, counted. */
  readonly tally: ReadonlyMap<Trouble, number>;
  /** Forged events that the shop took for true ones: more than none is a hole. */
  readonly fooled: () => number;
  /** Sends the events that are late, in any order, and behaves from now on. Gives how many arrived. */
  makePeace: () => Promise<number>;
}

interface Letter {
  body: string;
  webhookUrl: string;
}

export function createHostileProvider(deps: DemoDeps & { deliver: Deliver }, hostility: Hostility): HostileProvider {
  const { random, slowness = 50 } = hostility;
  const chances = { ...CHANCES, ...hostility.chances };
  const tally = new Map<Trouble, number>();
  const late: Letter[] = [];
  let isPeace = false;
  let fooled = 0;

  const befalls = (trouble: Trouble): boolean => {
    if (isPeace || chances[trouble] <= 0 || random() >= chances[trouble]) return false;
    tally.set(trouble, (tally.get(trouble) ?? 0) + 1);
    return true;
  };

  const suffer = async <T>(verb: () => Promise<T>): Promise<T> => {
    if (befalls('slow')) await sleep(random() * slowness);
    if (befalls('silent')) return new Promise<never>(() => undefined);
    if (befalls('failsBefore')) throw new Error('the provider says 500');
    const result = await verb();
    if (befalls('failsAfter')) throw new Error('the line to the provider was cut');
    return result;
  };

  /** Signed when it is sent, so that one is late and not too old. */
  const send = ({ body, webhookUrl }: Letter, secret = deps.secret) =>
    deps.deliver(body, { 'content-type': 'application/json', [SIGNATURE_HEADER]: sign(secret, body, deps.now()) }, webhookUrl);

  const sendBadCopies = async (letter: Letter): Promise<void> => {
    if (befalls('forged')) {
      const status = await send({ ...letter, body: change(letter.body, 'forged', {}) }, `not ${deps.secret}`);
      if (status < 300) fooled += 1;
    }
    if (!letter.body.includes('"checkout.paid"')) return;
    if (befalls('wrongAmount')) await send({ ...letter, body: change(letter.body, 'amount', { amount: 1 }) });
    if (befalls('wrongCurrency')) await send({ ...letter, body: change(letter.body, 'currency', { currency: 'jpy' }) });
  };

  /** One that is late goes with one that comes after it, now and then. */
  const sendLate = async (): Promise<number> => {
    const [letter] = late.splice(Math.floor(random() * late.length), 1);
    if (!letter) return 0;
    const status = await send(letter).catch(() => 0);
    // Nobody else would send it again: the books say that it arrived.
    if (status < 200 || status > 299) late.push(letter);
    return status >= 200 && status <= 299 ? 1 : 0;
  };

  const deliver: Deliver = async (body, _headers, webhookUrl) => {
    const letter = { body, webhookUrl };
    if (befalls('lost')) return 200;
    if (befalls('late')) {
      late.push(letter);
      return 200;
    }
    await sendBadCopies(letter);
    const copies = befalls('duplicated') ? 2 + Math.floor(random() * 3) : 1;
    const statuses = await Promise.all(Array.from({ length: copies }, () => send(letter)));
    if (!isPeace && late.length && random() < 0.5) await sendLate();
    if (befalls('unheard')) throw new Error("the shop's answer was lost");
    return Math.max(...statuses);
  };

  const demo = createDemoProvider({ ...deps, deliver });
  return {
    ...demo,
    startCheckout: (checkout) => suffer(() => demo.startCheckout(checkout)),
    readCheckout: (id) => suffer(() => demo.readCheckout(id)),
    expireCheckout: (id) => suffer(() => demo.expireCheckout(id)),
    refund: (refund) => suffer(() => demo.refund(refund)),
    tally,
    fooled: () => fooled,
    makePeace: async () => {
      isPeace = true;
      let arrived = 0;
      for (let waiting = late.length; waiting > 0; waiting -= 1) arrived += await sendLate();
      return arrived + (await demo.redeliver());
    },
  };
}

/** The same event as another one would write it. */
function change(body: string, mark: string, fields: Record<string, unknown>): string {
  const event = JSON.parse(body) as { id: string; object: object };
  return JSON.stringify({ ...event, id: `${event.id}_${mark}`, object: { ...event.object, ...fields } });
}

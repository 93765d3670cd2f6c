/** People who buy without pause through several processes of a shop, and Stripe, which reports what they pay, while things break. */

import { setTimeout as sleep } from 'node:timers/promises';
import { receivePaymentWebhook, startCheckout } from '../../src/contract/order.ts';
import { SECOND } from '../../src/contract/values.ts';
import { makeShipTo } from '../support/addresses.ts';
import type { FakeStripeState } from '../support/stripe/stripe-state.ts';
import { signStripeEvent } from '../support/stripe/webhook-signature.ts';

interface Options {
  stripe: FakeStripeState;
  webhookSecret: string;
  productIds: string[];
  /** One for each buyer. */
  tokens: string[];
  /** Public paths that they visit between two purchases. */
  paths: string[];
  /** The process that the next request goes to; null where none is ready. */
  pickOrigin: () => string | null;
  /** How long each pauses after a purchase, on average, in milliseconds. */
  pause?: number;
  /** Whether 502 (the payment provider doesn't answer) is acceptable. Default: yes. */
  allowsProviderErrors?: boolean;
}

export interface BuyersReport {
  /** How many responses there were of each status. */
  statuses: Map<number, number>;
  /** What no buyer should see: a 5xx other than 503 with Retry-After. */
  wrong: string[];
  /** Requests without a response. */
  cut: string[];
  /** The sessions of acknowledged checkouts. */
  checkouts: string[];
  /** Stripe's events that the shop has acknowledged, by id. */
  delivered: Set<string>;
}

const DELIVERY_TIMEOUT = 30 * SECOND;
const REQUEST_TIMEOUT = 60 * SECOND;

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

export function startBuyers({
  stripe,
  webhookSecret,
  productIds,
  tokens,
  paths,
  pickOrigin,
  pause = 0,
  allowsProviderErrors = true,
}: Options) {
  const delivered = new Set<string>();
  const report: BuyersReport = { statuses: new Map(), wrong: [], cut: [], checkouts: [], delivered };
  let isOver = false;

  /** Null where no process is ready, or the connection was cut. */
  async function send(path: string, init: RequestInit = {}): Promise<{ status: number; text: string } | null> {
    const origin = pickOrigin();
    if (!origin) return null;
    const what = `${init.method ?? 'GET'} ${origin}${path}`;
    try {
      const response = await fetch(origin + path, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT) });
      const text = await response.text();
      const { status } = response;
      report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
      // The fake Stripe runs in the test's process, which may be too busy to answer in time.
      const isExplained = status === 502 ? allowsProviderErrors : status === 503 && response.headers.has('retry-after');
      if (status >= 500 && !isExplained) report.wrong.push(`${status} for ${what}: ${text.slice(0, 200)}`);
      return { status, text };
    } catch (error) {
      report.cut.push(`${what}: ${error instanceof Error ? (error.cause ?? error) : error}`);
      return null;
    }
  }

  async function buy(token: string): Promise<void> {
    await send(pick(paths), { headers: { accept: 'text/html' } });
    const products = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => ({ _id: pick(productIds) }));
    const response = await send(startCheckout.path, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ products, shipTo: makeShipTo() }),
    });
    if (response?.status === 200) {
      const { id } = JSON.parse(response.text) as { id: string };
      report.checkouts.push(id);
      // The others leave the payment page.
      if (Math.random() < 0.7) stripe.pay(id);
    } else await sleep(20);
    if (pause) await sleep(2 * pause * Math.random());
  }

  /** All events before this one are delivered. */
  let firstWaiting = 0;
  async function deliverEvents(): Promise<boolean> {
    while (delivered.has(stripe.events[firstWaiting]?.id ?? '')) firstWaiting += 1;
    const waiting = stripe.events.slice(firstWaiting).filter(({ id }) => !delivered.has(id));
    for (const event of waiting) {
      const body = JSON.stringify(event);
      const headers = Object.fromEntries(new Headers(signStripeEvent(body, new Date(), webhookSecret)));
      const response = await send(receivePaymentWebhook.path, { method: 'POST', body, headers });
      if (response?.status === 200) delivered.add(event.id);
    }
    return waiting.every(({ id }) => delivered.has(id));
  }

  async function repeat(work: () => Promise<unknown>): Promise<void> {
    while (!isOver) {
      await work();
      // Always waits: otherwise the loop would block everything else.
      await sleep(5);
    }
  }

  const running = [
    ...tokens.map((token) => repeat(() => buy(token))),
    repeat(async () => {
      // Stripe tries again later, not at once.
      if (!(await deliverEvents())) await sleep(pause);
    }),
  ];
  return {
    report,
    /** Resolves when everybody has finished and every event is delivered. */
    stop: async (): Promise<BuyersReport> => {
      isOver = true;
      await Promise.all(running);
      const endsAt = performance.now() + DELIVERY_TIMEOUT;
      while (!(await deliverEvents())) {
        if (performance.now() > endsAt)
          throw new Error(`The shop doesn't take an event; responses: ${JSON.stringify([...report.statuses])}`);
        await sleep(50);
      }
      return report;
    },
  };
}

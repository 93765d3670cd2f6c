/** Requests pages and checkouts of the cluster again and again, and measures how long it doesn't answer properly. */

import { setTimeout as sleep } from 'node:timers/promises';
import { listCategories } from '../../src/contract/category.ts';
import { startCheckout } from '../../src/contract/order.ts';
import { SECOND } from '../../src/contract/values.ts';
import { makeShipTo } from '../support/addresses.ts';

interface Round {
  startedAt: number;
  endedAt: number;
  /** Null: everything was answered properly. */
  problem: string | null;
}

export interface Probe {
  /**
   * Resolves once everything was answered for `STABLE_TIME` without a break: with the longest outage since then, in milliseconds. Throws
   * after `limit` milliseconds.
   */
  waitUntilWhole: (since: number, limit: number) => Promise<number>;
  stop: () => Promise<void>;
}

interface ProbeOptions {
  origin: string;
  /** The token of an account that only the probe uses. */
  token: string;
  productId: string;
}

const PAUSE = SECOND / 4;
const TIMEOUT = 5 * SECOND;
/** Longer than any part takes to notice that another is gone. */
const STABLE_TIME = 6 * SECOND;

export function startProbe({ origin, token, productId }: ProbeOptions): Probe {
  const headers = { authorization: token, 'content-type': 'application/json' };
  const body = JSON.stringify({ products: [{ _id: productId }], shipTo: makeShipTo() });
  const requests: [string, RequestInit][] = [
    ['/', { headers: { accept: 'text/html' } }],
    [listCategories.path, {}],
    [startCheckout.path, { method: 'POST', headers, body }],
  ];
  const ask = async ([path, init]: [string, RequestInit]) => {
    const response = await fetch(origin + path, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} for ${path}: ${text.slice(0, 100)}`);
  };
  const rounds: Round[] = [];
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const problem = await Promise.all(requests.map(ask)).then(() => null, String);
      rounds.push({ startedAt, endedAt: performance.now(), problem });
      await sleep(PAUSE);
    }
  };
  const running = run();

  /** The longest outage since then; null while it may not be over. */
  const measureOutage = (since: number): number | null => {
    let longest = 0;
    let stableSince = since;
    let outageSince: number | null = null;
    for (const { startedAt, endedAt, problem } of rounds.filter((it) => it.endedAt >= since)) {
      if (problem === null) {
        if (outageSince !== null && endedAt - stableSince >= STABLE_TIME) outageSince = null;
        continue;
      }
      // Single answers in between don't end an outage, unless they lasted.
      outageSince ??= Math.max(since, startedAt);
      stableSince = endedAt;
      longest = Math.max(longest, endedAt - outageSince);
    }
    const last = rounds.at(-1)?.endedAt ?? 0;
    return last - stableSince >= STABLE_TIME ? longest : null;
  };
  return {
    waitUntilWhole: async (since, limit) => {
      for (;;) {
        const outage = measureOutage(since);
        if (outage !== null) return outage;
        if (performance.now() - since > limit) throw new Error(`Not whole after ${limit / SECOND} seconds: ${rounds.at(-1)?.problem}`);
        await sleep(PAUSE);
      }
    },
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

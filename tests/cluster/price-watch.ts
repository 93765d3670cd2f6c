/** An admin who changes a price through one instance after the other, and looks at once through all of them whether it is shown. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readProduct } from '../../src/contract/product.ts';
import { updateProduct } from '../../src/contract/product-admin.ts';
import { SECOND } from '../../src/contract/time.ts';

export interface PriceWatch {
  /** How many changes were acknowledged, how often they were looked at, and what was older than an acknowledged one. */
  report: { changes: number; views: number; stale: string[] };
  stop: () => Promise<void>;
}

interface PriceWatchOptions {
  /** Of all instances, past HAProxy. */
  origins: readonly string[];
  adminToken: string;
  product: { id: string; slug: string };
}

const PAUSE = SECOND / 2;
/** A frozen instance answers late. */
const TIMEOUT = 20 * SECOND;
/** The next instance is asked then. */
const CHANGE_TIMEOUT = 5 * SECOND;

export function startPriceWatch({ origins, adminToken, product }: PriceWatchOptions): PriceWatch {
  const report: PriceWatch['report'] = { changes: 0, views: 0, stale: [] };
  const readUrl = readProduct.path.replace('{slug}', product.slug);
  const updateUrl = updateProduct.path.replace('{id}', product.id);
  const headers = { authorization: adminToken, 'content-type': 'application/json' };
  /** Prices only rise, so whatever is shown tells whether it is older than what was acknowledged. */
  let nextPrice = 1;
  let acknowledged = 0;
  let isOver = false;

  const fetchText = async (url: string, init: RequestInit, timeout = TIMEOUT): Promise<string | null> => {
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeout) });
      const text = await response.text();
      return response.ok ? text : null;
    } catch {
      return null;
    }
  };
  const check = (where: string, shown: number | undefined, expected: number) => {
    report.views += 1;
    if (shown === undefined || shown < expected) report.stale.push(`${where} shows ${shown} after ${expected} was acknowledged`);
  };
  async function viewApi(origin: string): Promise<void> {
    const expected = acknowledged;
    const text = await fetchText(origin + readUrl, {});
    if (text !== null) check(origin + readUrl, (JSON.parse(text) as { product: { price: number }[] }).product[0]?.price, expected);
  }
  async function viewPage(origin: string): Promise<void> {
    const expected = acknowledged;
    const text = await fetchText(`${origin}/product/${product.slug}`, { headers: { accept: 'text/html' } });
    if (text !== null) check(`${origin}/product`, Number(/\$([\d,]+\.\d\d)/.exec(text)?.[1]?.replaceAll(',', '')), expected);
  }
  /**
   * A frozen instance makes its change once it is thawed, after those that were acknowledged since. It has the version that was there when it
   * was asked, so that it is refused then: prices would fall otherwise, and what is shown rightly would count as stale.
   */
  async function changePrices(): Promise<void> {
    let version = 1;
    for (let turn = 0; !isOver; turn += 1) {
      const origin = origins[turn % origins.length] ?? '';
      const price = nextPrice;
      nextPrice += 1;
      const body = JSON.stringify({ price, version });
      let answer = await fetchText(origin + updateUrl, { method: 'PUT', headers, body }, CHANGE_TIMEOUT);
      if (answer) {
        acknowledged = price;
        report.changes += 1;
      } else {
        // Whether it was changed isn't known, or it was changed by one that was late.
        const other = origins[(turn + 1) % origins.length] ?? '';
        answer = await fetchText(other + readUrl, {}, CHANGE_TIMEOUT);
      }
      if (answer) version = (JSON.parse(answer) as { version: number }).version;
      await sleep(PAUSE);
    }
  }
  /** Each looks by itself: the answer of a frozen instance is waited for by nobody else. */
  async function look(origin: string): Promise<void> {
    while (!isOver) {
      await Promise.all([viewApi(origin), viewPage(origin)]);
      await sleep(PAUSE / 10);
    }
  }
  const running = [changePrices(), ...origins.map(look)];
  return {
    report,
    stop: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}

/** An admin changes a price through one instance after the other, and checks that all of them show it within a second. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readProduct } from '../../src/contract/product.ts';
import { updateProduct } from '../../src/contract/product-admin.ts';
import { SECOND } from '../../src/contract/values.ts';

export interface PriceWatch {
  /** Acknowledged changes, views, and views that showed an older price. */
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
  /** Prices only rise, so a shown price tells whether it is outdated. */
  let nextPrice = 1;
  const acknowledged = [{ price: 0, at: Number.NEGATIVE_INFINITY }];
  /** What every instance must show by now. */
  const getExpected = () => acknowledged.findLast(({ at }) => performance.now() - at >= SECOND)?.price ?? 0;
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
    if (shown === undefined || shown < expected) report.stale.push(`${where} shows ${shown} a second after ${expected} was acknowledged`);
  };
  async function viewApi(origin: string): Promise<void> {
    const expected = getExpected();
    const text = await fetchText(origin + readUrl, {});
    if (text !== null) check(origin + readUrl, (JSON.parse(text) as { product: { price: number }[] }).product[0]?.price, expected);
  }
  async function viewPage(origin: string): Promise<void> {
    const expected = getExpected();
    const text = await fetchText(`${origin}/product/${product.slug}`, { headers: { accept: 'text/html' } });
    if (text !== null) check(`${origin}/product`, Number(/\$([\d,]+\.\d\d)/.exec(text)?.[1]?.replaceAll(',', '')), expected);
  }
  /**
   * A frozen instance makes its change once it resumes, after later changes were acknowledged. The request names the version from when it
   * was sent, so it is refused: otherwise prices would fall, and correct pages would count as stale.
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
        acknowledged.push({ price, at: performance.now() });
        report.changes += 1;
      } else {
        // It isn't known whether the price was changed, perhaps by a late instance.
        const other = origins[(turn + 1) % origins.length] ?? '';
        answer = await fetchText(other + readUrl, {}, CHANGE_TIMEOUT);
      }
      if (answer) version = (JSON.parse(answer) as { version: number }).version;
      await sleep(PAUSE);
    }
  }
  /** Each instance is checked by itself: nobody else waits for a frozen one. */
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

/** A shop with little memory under load: for ten minutes in a full run, otherwise for seconds. `LOAD_MINUTES=1` sets the time. */
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { filterProducts, listProducts } from '../../src/contract/product.ts';
import { MINUTE } from '../../src/contract/values.ts';
import { isFullRun } from '../support/projects.ts';
import { seedSmallDemo } from '../support/seed-small-demo.ts';
import { root, startShop } from '../support/shop-process.ts';
import { first } from './support/api-client.ts';
import { makeEmptyDataDir } from './support/worker-shop.ts';

const MINUTES = Number(process.env.LOAD_MINUTES ?? (isFullRun ? 10 : 0.02));
const CLIENTS = isFullRun ? 8 : 2;

/** Pages and calls, cached and uncached: each search is different. */
const buildUrls = (round: number) => [
  '/',
  `/searched/products?keyword=lamp-${round}`,
  `${listProducts.path}?page=${1 + (round % 10)}`,
  '/categories',
  '/cart',
];

const FOR_LONG = MINUTES >= 1;

test(`[RUN-17] [fault 37] with 128 MB for JavaScript it serves for ${MINUTES} minutes${FOR_LONG ? ', and holds no more at their end than after the first' : ''}`, {
  timeout: (MINUTES + 5) * MINUTE,
}, async () => {
  const dataDir = makeEmptyDataDir();
  // Otherwise a shop without products, which starts quickly.
  if (isFullRun) await seedSmallDemo(dataDir);
  const shop = await startShop({
    dataDir,
    env: { DEMO: isFullRun ? 'on' : 'off', NODE_OPTIONS: '--max-old-space-size=128' },
    preload: path.join(root, 'tests/hostile/measure-process.ts'),
  });
  onTestFinished(() => shop.kill());
  const statuses = new Map<number, number>();
  const load = async (minutes: number) => {
    const end = Date.now() + minutes * MINUTE;
    let round = 0;
    const visit = async () => {
      while (Date.now() < end) {
        round += 1;
        for (const url of buildUrls(round)) {
          const response = await fetch(shop.origin + url, {
            headers: { accept: url.startsWith('/api') ? 'application/json' : 'text/html' },
          });
          await response.arrayBuffer();
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        }
        const filter = {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ checked: [], radio: [round % 50, 100] }),
        };
        const filtered = await fetch(shop.origin + filterProducts.path, filter);
        await filtered.arrayBuffer();
        statuses.set(filtered.status, (statuses.get(filtered.status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, visit));
  };
  const measure = async (): Promise<number> => {
    const answered = once(shop.process, 'message');
    shop.process.send('measure');
    return first<{ megabytes: number }>(await answered).megabytes;
  };
  await load(MINUTES / 10);
  const before = await measure();
  await load(MINUTES - MINUTES / 10);
  const after = await measure();
  console.log(`memory: ${JSON.stringify({ before, after, statuses: [...statuses] })}`);
  expect([shop.process.exitCode, shop.process.signalCode, [...statuses.keys()]]).toEqual([null, null, [200]]);
  // Every process grows in the first minute: code is compiled, and caches fill.
  if (FOR_LONG) expect(after / before).toBeLessThan(1.2);
});

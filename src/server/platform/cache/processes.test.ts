/**
 * Several processes on one database, over HTTP: readers request pages and the API without pause on every process while prices rise, and
 * none may see an older price than the last one that the admin's request to this process has confirmed, or to another one a second ago. On
 * PostgreSQL two processes, embedded one.
 *
 *   FULL=on npx vitest run src/server/platform/cache/processes.test.ts
 */

import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StallingProxy, startStallingProxy } from '../../../../tests/faults/hanging-connection.ts';
import { makeShipTo } from '../../../../tests/support/addresses.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { type ShopProcess, startShop } from '../../../../tests/support/shop-process.ts';
import { createTestDatabase } from '../../../../tests/support/test-database.ts';
import { createTestUser } from '../../../../tests/support/users.ts';
import { startCheckout } from '../../../contract/order.ts';
import { listProducts, readProduct } from '../../../contract/product.ts';
import { updateProduct } from '../../../contract/product-admin.ts';
import { MINUTE, SECOND } from '../../../contract/values.ts';

const isFull = process.env.FULL === 'on';
const CHANGES = isFull ? 500 : 10;
const READERS_PER_PROCESS = isFull ? 100 : 6;
const DISTURBANCES = isFull ? 20 : 2;
/** Starting a process may build the web first. */
const START_TIMEOUT = 3 * MINUTE;
/** Waits for notifications end as soon as these arrive; a busy machine may take its time. */
const PATIENT = { timeout: 30 * SECOND };

const testDatabase = await createTestDatabase();
const shops: ShopProcess[] = [];
/** The second process connects to the database through it, so that a test can hold up its connections. */
let hangingProxy: StallingProxy | undefined;
let admin = '';
let customer = '';
let lamp = { id: '', categoryId: '' };

/** In dollars: the prices that a successful response to the admin has confirmed, by which process and when. */
const confirmed = [{ price: 10, by: null as ShopProcess | null, at: Number.NEGATIVE_INFINITY }];
const getLastPrice = () => confirmed.at(-1)?.price ?? 0;
/** What this process must show by now: at once what was changed through it, the rest within a second. */
const getMinPrice = (shop: ShopProcess) =>
  confirmed.findLast(({ by, at }) => by === shop || performance.now() - at >= SECOND)?.price ?? Number.POSITIVE_INFINITY;

beforeAll(async () => {
  await testDatabase.withDatabase(async (db) => {
    admin = (await createTestUser(db, { role: 1 })).token;
    customer = (await createTestUser(db)).token;
    const categoryId = await makeCategory(db, 'Lamps');
    const [row] = await makeProducts(db, [{ categoryId, slug: 'lamp', name: 'Lamp 10', priceCents: 1000, quantity: 50 }]);
    lamp = { id: String(row?.id), categoryId };
  });
  const { dataDir, env } = testDatabase;
  shops.push(await startShop({ env: { DEMO: 'on', TRUSTED_HOSTS: 'a.example,b.example,c.example', ...env }, dataDir, keepData: true }));
  if (!env.DATABASE_URL) return;
  // Where the cache listens.
  const address = env.DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  hangingProxy = await startStallingProxy(env[address] ?? '');
  shops.push(await startShop({ env: { DEMO: 'on', ...env, [address]: hangingProxy.url }, dataDir, keepData: true }));
}, START_TIMEOUT);
afterAll(async () => {
  for (const { process: child } of shops) child.kill('SIGCONT');
  for (const shop of shops) await shop.kill();
  hangingProxy?.close();
  await testDatabase.close();
});

const processAt = (index: number) => shops[index % shops.length] as ShopProcess;

/** Sets the next price through that process. The name contains it too, so that every page shows it. */
async function raisePrice(shop: ShopProcess, change: object = {}): Promise<void> {
  const price = getLastPrice() + 1;
  const body = { name: `Lamp ${price}`, description: 'Bright.', price, quantity: 50, category: lamp.categoryId, ...change };
  const response = await fetch(shop.origin + updateProduct.path.replace('{id}', lamp.id), {
    method: 'PUT',
    headers: { authorization: admin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  confirmed.push({ price, by: shop, at: performance.now() });
}

const PATHS = [
  readProduct.path.replace('{slug}', 'lamp'),
  '/product/lamp',
  listProducts.path,
  '/',
  '/product/lamp.data',
  '/category/lamps',
];

const findPrices = (text: string): number[] => [...text.matchAll(/Lamp (\d+)/g)].map(([, price]) => Number(price));

/** Every price that this page or API response shows. */
async function pricesAt(shop: ShopProcess, path: string): Promise<number[]> {
  const response = await fetch(shop.origin + path);
  expect([path, response.status]).toEqual([path, 200]);
  return findPrices(await response.text());
}

/**
 * Requests all paths on all processes, without pause, until `work` is done. Returns the responses that showed an older price than this
 * process must have shown when it was asked. A process that is too busy may refuse (503); then it doesn't show anything stale.
 */
async function readDuring(work: () => Promise<void>): Promise<{ stale: string[]; reads: number }> {
  const stale: string[] = [];
  let reads = 0;
  let isOver = false;
  const readers = shops.flatMap((shop, index) =>
    Array.from({ length: READERS_PER_PROCESS }, async (_, readerIndex) => {
      while (!isOver) {
        const path = PATHS[readerIndex % PATHS.length] ?? '/';
        const minPrice = getMinPrice(shop);
        const response = await fetch(shop.origin + path);
        const prices = findPrices(await response.text());
        if (response.status === 503) continue;
        reads += 1;
        if (!prices.length || Math.min(...prices) < minPrice) stale.push(`process ${index}, ${path}: ${prices} after ${minPrice}`);
      }
    }),
  );
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(readers);
  }
  return { stale, reads };
}

const expectNothingStale = async (work: () => Promise<void>) => {
  const { stale, reads } = await readDuring(work);
  expect(stale).toEqual([]);
  expect(reads).toBeGreaterThan(READERS_PER_PROCESS);
};

test(
  '[KEPT-1] while prices rise, no process shows a price that it replaced itself, or that was replaced more than a second ago',
  { tags: ['full'], timeout: 600_000 },
  () =>
    expectNothingStale(async () => {
      for (let n = 0; n < CHANGES; n += 1) await raisePrice(processAt(n));
    }),
);

test('[KEPT-1] a quantity that an admin sets is shown at once by the process that answered, and by the others within a second', async () => {
  for (const quantity of [7, 0, 12]) {
    for (const path of PATHS) for (const shop of shops) await pricesAt(shop, path);
    const answering = processAt(quantity);
    await raisePrice(answering, { quantity });
    for (const shop of [answering, ...shops.filter((it) => it !== answering)]) {
      if (shop !== answering) await sleep(SECOND);
      const { product } = (await (await fetch(shop.origin + PATHS[0])).json()) as { product: { quantity: number }[] };
      expect(product[0]?.quantity).toBe(quantity);
    }
  }
});

test('[KEPT-3] another process shows a purchase after a second at most', { tags: ['full'] }, async () => {
  const quantityAt = async (shop: ShopProcess) =>
    ((await (await fetch(shop.origin + PATHS[0])).json()) as { product: { quantity: number }[] }).product[0]?.quantity ?? 0;
  for (let turn = 0; turn < 2; turn += 1) {
    const quantityBefore = await quantityAt(processAt(turn + 1));
    const response = await fetch(processAt(turn).origin + startCheckout.path, {
      method: 'POST',
      headers: { authorization: customer, 'content-type': 'application/json' },
      body: JSON.stringify({ products: Array.from({ length: turn + 1 }, () => ({ _id: lamp.id })), shipTo: makeShipTo() }),
    });
    expect(response.status).toBe(200);
    // A new checkout returns what the customer's previous unpaid one has reserved.
    const remaining = 12 - (turn + 1);
    expect(quantityBefore).toBe(turn === 0 ? 12 : remaining + 1);
    await sleep(SECOND);
    expect(await quantityAt(processAt(turn + 1))).toBe(remaining);
  }
});

test('[KEPT-6] a page cached for one origin is never served for another, whichever headers name it', async () => {
  const [shop] = shops as [ShopProcess];
  const read = async (headers: Record<string, string>) => {
    const request = http.get(`${shop.origin}/about`, { headers });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return text(response);
  };
  const headersByUrl = {
    'http://a.example/about': { host: 'a.example' },
    'http://b.example/about': { host: 'b.example' },
    // The shop trusts the loopback address as a proxy.
    'https://c.example/about': { host: 'a.example', 'x-forwarded-host': 'c.example', 'x-forwarded-proto': 'https' },
    'https://a.example/about': { host: 'a.example', 'x-forwarded-proto': 'https' },
  };
  for (let round = 0; round < 3; round += 1) {
    for (const [url, headers] of Object.entries(headersByUrl)) {
      const canonical = /<link rel="canonical" href="([^"]+)"/.exec(await read(headers))?.[1];
      expect([round, canonical]).toEqual([round, url]);
    }
  }
});

if (testDatabase.maxProcesses > 1) {
  test('[KEPT-4] a process that was paused for a second shows nothing outdated when it continues', {
    tags: ['full'],
    timeout: 120_000,
  }, async () => {
    const [one, two] = shops as [ShopProcess, ShopProcess];
    for (let turn = 0; turn < DISTURBANCES; turn += 1) {
      for (const path of PATHS) await pricesAt(two, path);
      two.process.kill('SIGSTOP');
      await raisePrice(one);
      await sleep(SECOND);
      const pendingReads = PATHS.map((path) => pricesAt(two, path));
      two.process.kill('SIGCONT');
      for (const prices of await Promise.all(pendingReads)) expect(Math.min(...prices)).toBe(getLastPrice());
    }
  });

  test('[KEPT-4] a process whose database connection hangs shows others’ changes within a second, and its own at once', {
    tags: ['full'],
    timeout: 120_000,
  }, async () => {
    const [one, two] = shops as [ShopProcess, ShopProcess];
    for (let turn = 0; turn < DISTURBANCES; turn += 1) {
      for (const path of PATHS) await pricesAt(two, path);
      hangingProxy?.stall('storefront-cache-invalidation');
      await raisePrice(one);
      await sleep(SECOND);
      for (const path of PATHS) expect([path, Math.min(...(await pricesAt(two, path)))]).toEqual([path, getLastPrice()]);
      await raisePrice(two);
      for (const path of PATHS) expect([path, Math.min(...(await pricesAt(two, path)))]).toEqual([path, getLastPrice()]);
      hangingProxy?.release();
    }
  });

  test(
    '[KEPT-4] a process whose database connection is cut again and again shows nothing that was replaced more than a second ago',
    { tags: ['full'], timeout: 120_000 },
    () =>
      testDatabase.withDatabase((db) =>
        expectNothingStale(async () => {
          for (let n = 0; n < DISTURBANCES; n += 1) {
            const terminated = await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'storefront-cache-invalidation' and datname = current_database()`);
            expect((terminated as unknown as { rowCount: number }).rowCount).toBeLessThanOrEqual(2);
            await raisePrice(processAt(n));
          }
        }),
      ),
  );

  test('[KEPT-2] a change by another program invalidates the cache of every process', async () => {
    await testDatabase.withDatabase((db) => db.execute(sql`update products set name = 'Lamp 5000' where slug = 'lamp'`));
    for (const shop of shops)
      for (const path of PATHS) await expect.poll(async () => Math.max(...(await pricesAt(shop, path))), PATIENT).toBe(5000);
  });
}

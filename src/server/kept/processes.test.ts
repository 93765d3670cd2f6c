/**
 * Nobody is shown an old price once the admin has an answer: readers without pause on every process while prices rise. On PostgreSQL
 * two processes, embedded the one there can be. The shop's pages and its API, over HTTP.
 *
 *   FULL=on npx vitest run src/server/kept/processes.test.ts
 */
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HangingLine, openHangingLine } from '../../../tests/faults/hanging-line.ts';
import { addPerson } from '../../../tests/people.ts';
import { openPlace } from '../../../tests/place.ts';
import { makeCategory, makeProducts } from '../../../tests/products.ts';
import { type ShopProcess, startShop } from '../../../tests/shop-process.ts';
import { startCheckout } from '../../contract/order.ts';
import { listProducts, readProduct, updateProduct } from '../../contract/product.ts';

const CHANGES = process.env.FULL === 'on' ? 500 : 60;
/** On each process. */
const READERS = 100;
/** Longer than any process may show what it keeps without hearing anything, in milliseconds. */
const STALE = 1000;

const place = await openPlace();
const shops: ShopProcess[] = [];
/** By which the second process reaches the database. */
let way: HangingLine | undefined;
let admin = '';
let shopper = '';
let lamp = { id: '', categoryId: '' };

/** The last price, in dollars, that an admin was told is set. */
let told = 10;

beforeAll(async () => {
  await place.withDatabase(async (db) => {
    admin = (await addPerson(db, { role: 1 })).token;
    shopper = (await addPerson(db)).token;
    const categoryId = await makeCategory(db, 'Lamps');
    const [row] = await makeProducts(db, [{ categoryId, slug: 'lamp', name: 'Lamp 10', priceCents: 1000, quantity: 50 }]);
    lamp = { id: String(row?.id), categoryId };
  });
  const { dataDir, env } = place;
  shops.push(await startShop({ env: { DEMO: 'on', ...env }, dataDir, keepData: true }));
  if (!env.DATABASE_URL) return;
  way = await openHangingLine(env.DATABASE_URL);
  shops.push(await startShop({ env: { DEMO: 'on', DATABASE_URL: way.url }, dataDir, keepData: true }));
});
afterAll(async () => {
  for (const { process: child } of shops) child.kill('SIGCONT');
  for (const shop of shops) await shop.kill();
  way?.close();
  await place.close();
});

const shopAt = (index: number) => shops[index % shops.length] as ShopProcess;

/** Sets the next price through that process; its name says it too. */
async function raise(shop: ShopProcess, change: object = {}): Promise<void> {
  const price = told + 1;
  const body = { name: `Lamp ${price}`, description: 'Bright.', price, quantity: 50, category: lamp.categoryId, ...change };
  const answer = await fetch(shop.origin + updateProduct.path.replace('{id}', lamp.id), {
    method: 'PUT',
    headers: { authorization: admin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  told = price;
}

const PATHS = [
  readProduct.path.replace('{slug}', 'lamp'),
  '/product/lamp',
  listProducts.path,
  '/',
  '/product/lamp.data',
  '/category/lamps',
];

/** Every price that this answer shows. */
async function pricesAt(shop: ShopProcess, path: string): Promise<number[]> {
  const answer = await fetch(shop.origin + path);
  expect([path, answer.status]).toEqual([path, 200]);
  return [...(await answer.text()).matchAll(/Lamp (\d+)/g)].map(([, price]) => Number(price));
}

/** Reads without pause, by many on each process, while `work` goes on. Gives what was older than what had been told before it was asked for. */
async function readDuring(work: () => Promise<void>): Promise<{ stale: string[]; reads: number }> {
  const stale: string[] = [];
  let reads = 0;
  let isOver = false;
  const readers = shops.flatMap((shop, index) =>
    Array.from({ length: READERS }, async (_, turn) => {
      while (!isOver) {
        const path = PATHS[turn % PATHS.length] ?? '/';
        const least = told;
        const prices = await pricesAt(shop, path);
        reads += 1;
        if (!prices.length || Math.min(...prices) < least) stale.push(`process ${index}, ${path}: ${prices} after ${least}`);
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
  expect(reads).toBeGreaterThan(READERS);
};

test('[KEPT-1] while prices rise, nobody anywhere is shown one that was replaced before they asked', { timeout: 600_000 }, () =>
  expectNothingStale(async () => {
    for (let n = 0; n < CHANGES; n += 1) await raise(shopAt(n));
  }),
);

test('[KEPT-1] what an admin counted is shown at once, everywhere', async () => {
  for (const quantity of [7, 0, 12]) {
    for (const path of PATHS) for (const shop of shops) await pricesAt(shop, path);
    await raise(shopAt(quantity), { quantity });
    for (const shop of shops) {
      const { product } = (await (await fetch(shop.origin + PATHS[0])).json()) as { product: { quantity: number }[] };
      expect(product[0]?.quantity).toBe(quantity);
    }
  }
});

test('[KEPT-3] a purchase takes a second at most to be shown by another process', async () => {
  const quantityAt = async (shop: ShopProcess) =>
    ((await (await fetch(shop.origin + PATHS[0])).json()) as { product: { quantity: number }[] }).product[0]?.quantity ?? 0;
  for (let turn = 0; turn < 3; turn += 1) {
    const seen = await quantityAt(shopAt(turn + 1));
    const answer = await fetch(shopAt(turn).origin + startCheckout.path, {
      method: 'POST',
      headers: { authorization: shopper, 'content-type': 'application/json' },
      body: JSON.stringify({ products: Array.from({ length: turn + 1 }, () => ({ _id: lamp.id })) }),
    });
    expect(answer.status).toBe(200);
    // What was open before is given back by it.
    const left = 12 - (turn + 1);
    expect(seen).toBe(turn === 0 ? 12 : left + 1);
    await new Promise((resolve) => setTimeout(resolve, STALE));
    expect(await quantityAt(shopAt(turn + 1))).toBe(left);
  }
});

test('[KEPT-6] a page kept for one host is never shown under another, whichever way it comes', async () => {
  const [shop] = shops as [ShopProcess];
  const read = async (headers: Record<string, string>) => {
    const request = http.get(`${shop.origin}/about`, { headers });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    return text(answer);
  };
  const senders = {
    'http://a.example/about': { host: 'a.example' },
    'http://b.example/about': { host: 'b.example' },
    // The test's own address is a proxy that is believed.
    'https://c.example/about': { host: 'a.example', 'x-forwarded-host': 'c.example', 'x-forwarded-proto': 'https' },
    'https://a.example/about': { host: 'a.example', 'x-forwarded-proto': 'https' },
  };
  for (let round = 0; round < 3; round += 1) {
    for (const [address, headers] of Object.entries(senders)) {
      const canonical = /<link rel="canonical" href="([^"]+)"/.exec(await read(headers))?.[1];
      expect([round, canonical]).toEqual([round, address]);
    }
  }
});

if (place.most > 1) {
  test('[KEPT-4] a process that was stopped during a change shows nothing old when it goes on', { timeout: 120_000 }, async () => {
    const [one, two] = shops as [ShopProcess, ShopProcess];
    for (let turn = 0; turn < 5; turn += 1) {
      for (const path of PATHS) await pricesAt(two, path);
      two.process.kill('SIGSTOP');
      const began = performance.now();
      await raise(one);
      expect(performance.now() - began).toBeLessThan(10_000);
      const asked = PATHS.map((path) => pricesAt(two, path));
      two.process.kill('SIGCONT');
      for (const prices of await Promise.all(asked)) expect(Math.min(...prices)).toBe(told);
    }
  });

  test('[KEPT-4] a process whose line hangs shows nothing old', { timeout: 120_000 }, async () => {
    const [one, two] = shops as [ShopProcess, ShopProcess];
    for (let turn = 0; turn < 5; turn += 1) {
      for (const path of PATHS) await pricesAt(two, path);
      way?.hang('storefront-watch');
      await raise(one);
      for (const path of PATHS) expect([path, Math.min(...(await pricesAt(two, path)))]).toEqual([path, told]);
      way?.release();
    }
  });

  test('[KEPT-4] a process whose line to the database is cut again and again shows nothing old', { timeout: 120_000 }, () =>
    place.withDatabase((db) =>
      expectNothingStale(async () => {
        for (let n = 0; n < 20; n += 1) {
          const cut = await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'storefront-watch' and datname = current_database()`);
          expect((cut as unknown as { rowCount: number }).rowCount).toBeLessThanOrEqual(2);
          await raise(shopAt(n));
        }
      }),
    ),
  );

  test('[KEPT-2] what another program writes is heard by all', async () => {
    await place.withDatabase((db) => db.execute(sql`update products set name = 'Lamp 5000' where slug = 'lamp'`));
    for (const shop of shops) for (const path of PATHS) await expect.poll(async () => Math.max(...(await pricesAt(shop, path)))).toBe(5000);
  });
}

/** What is kept and what isn't, as one process has it. Several on one database: processes.test.ts. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../tests/support/checkout.ts';
import { makeCategory, makeProducts } from '../../../tests/support/products.ts';
import { endpoints } from '../../contract/api.ts';
import { startCheckout } from '../../contract/order.ts';
import { listProducts, readProduct, updateProduct } from '../../contract/product.ts';
import { products } from '../database/schema/catalog.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

let reads = 0;
let gate: Promise<void> = Promise.resolve();
/** A call that reads and then takes its time. */
shop.app.get('/slow', { config: { cache: 'shared' } }, async () => {
  const [row] = await db.select({ cents: products.priceCents }).from(products);
  reads += 1;
  await gate;
  return { cents: row?.cents };
});

const LIST = listProducts.path;
const productUrl = (slug: string) => readProduct.path.replace('{slug}', slug);

async function get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  await shop.responseCache.invalidation.catchUp();
  return shop.app.inject({ method, url, headers });
}

/** A shelf with some mugs: enough text to be worth packing. */
async function seedProducts(count = 3) {
  const categoryId = await makeCategory(db);
  const description = 'Well made and long lasting. '.repeat(30);
  return makeProducts(
    db,
    Array.from({ length: count }, (_, n) => ({ categoryId, slug: `mug-${n}`, description })),
  );
}

async function changePrice(id: string | undefined, price: number) {
  const { token } = await shop.signUp({ role: 1 });
  const [row] = await db
    .select()
    .from(products)
    .where(eq(products.id, String(id)));
  const body = { name: row?.name, description: row?.description, quantity: row?.quantity, category: row?.categoryId, price };
  expect((await shop.call(updateProduct, { token, params: { id: String(id) }, body })).status).toBe(200);
}

test('[KEPT-5] whoever has the bytes already is told so, and gets them anew once they are others', async () => {
  const [mug] = await seedProducts();
  for (const url of [LIST, productUrl('mug-0'), '/sitemap.xml', '/robots.txt']) {
    const first = await get(url);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const ifNoneMatch of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await get(url, { 'if-none-match': ifNoneMatch });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect(again.headers).toMatchObject({
        etag,
        'cache-control': 'public, no-cache',
        vary: 'accept-encoding',
        'x-frame-options': 'DENY',
      });
      expect(again.headers['content-type']).toBeUndefined();
    }
    expect((await get(url, { 'if-none-match': '"other"' })).body).toBe(first.body);
  }
  const { etag } = (await get(LIST)).headers;
  await changePrice(mug?.id, 99);
  const changed = await get(LIST, { 'if-none-match': String(etag) });
  expect(changed.statusCode).toBe(200);
  expect(changed.headers.etag).not.toBe(etag);
});

test('[KEPT-5] packed or not, the first time and later, they are the same bytes with the same headers', async () => {
  await seedProducts();
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
  const plain = await get(`${LIST}?sort=name`);
  for (const round of ['made', 'kept']) {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['deflate', 'identity'],
    ] as const) {
      const response = await get(`${LIST}?sort=name`, { 'accept-encoding': accepted });
      expect([round, response.headers['content-encoding'] ?? 'identity']).toEqual([round, encoding]);
      expect(unpack[encoding](response.rawPayload).toString()).toBe(plain.body);
      expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
      const { 'content-encoding': _, 'content-length': __, date: ___, ...headers } = response.headers;
      const { 'content-length': ____, date: _____, ...plainHeaders } = plain.headers;
      expect(headers).toEqual(plainHeaders);
    }
  }
});

test('[KEPT-5] HEAD says of an answer what GET does, whoever comes first', async () => {
  await seedProducts();
  for (const order of [
    ['HEAD', 'GET'],
    ['GET', 'HEAD'],
  ] as const) {
    const url = `${LIST}?page=1&first=${order[0]}`;
    const responses = new Map<string, Awaited<ReturnType<typeof get>>>();
    for (const method of order) responses.set(method, await get(url, {}, method));
    const [head, body] = [responses.get('HEAD'), responses.get('GET')];
    expect(head?.body).toBe('');
    expect(body?.body).not.toBe('');
    expect(head?.headers).toEqual({ ...body?.headers, date: head?.headers.date });
  }
});

test('[KEPT-1] an answer that was begun before a change is shown to nobody who comes after it', async () => {
  const [mug] = await seedProducts(1);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  gate = promise;
  reads = 0;
  const before = get('/slow');
  await expect.poll(() => reads).toBe(1);
  await changePrice(mug?.id, 99);
  const second = Promise.withResolvers<void>();
  gate = second.promise;
  const after = get('/slow');
  await expect.poll(() => reads).toBe(2);
  second.resolve();
  expect((await after).json()).toEqual({ cents: 9900 });
  release();
  expect((await before).json()).toEqual({ cents: 1000 });
  expect((await get('/slow')).json()).toEqual({ cents: 9900 });
  expect(reads).toBe(2);
});

test('what many ask for at once is fetched once', async () => {
  await seedProducts(1);
  reads = 0;
  const responses = await Promise.all(Array.from({ length: 50 }, () => get('/slow')));
  expect(new Set(responses.map(({ body }) => body))).toEqual(new Set(['{"cents":1000}']));
  expect(reads).toBe(1);
});

test('[KEPT-2] whoever writes to the database is heard, whatever column it is', async () => {
  const [mug] = await seedProducts(1);
  const read = async () => (await shop.app.inject(productUrl('mug-0'))).json().product?.[0]?.price;
  await expect.poll(read).toBe(10);
  await db
    .update(products)
    .set({ priceCents: 1234 })
    .where(eq(products.id, String(mug?.id)));
  await expect.poll(read).toBe(12.34);
  await db.delete(products);
  await expect.poll(read).toBeUndefined();
  const triggerColumns = await db.execute(sql`select event_object_column as name from information_schema.triggered_update_columns
    where trigger_name = 'products_changed' order by 1`);
  const shownColumns = await db.execute(sql`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'products' and is_generated = 'NEVER'
      and column_name not in ('quantity', 'updated_at') order by 1`);
  // A new column that is shown belongs into the trigger `products_changed`.
  expect((triggerColumns as unknown as { rows: object[] }).rows).toEqual((shownColumns as unknown as { rows: object[] }).rows);
});

test('[KEPT-3] what a purchase takes from the shelf shows within a second, and only what names it is made anew', async () => {
  const [mug] = await seedProducts(2);
  const { token } = await shop.signUp();
  const other = await get(productUrl('mug-1'));
  const { size } = shop.responseCache.store;
  expect((await get(productUrl('mug-0'))).json().product[0].quantity).toBe(5);
  expect((await shop.call(startCheckout, { token, body: { products: [{ _id: String(mug?.id) }] } })).status).toBe(200);
  await sleep(1000);
  expect((await shop.app.inject(productUrl('mug-0'))).json().product[0].quantity).toBe(4);
  expect(shop.responseCache.store.size).toBeGreaterThanOrEqual(size);
  expect((await get(productUrl('mug-1'), { 'if-none-match': String(other.headers.etag) })).statusCode).toBe(304);
});

test('[KEPT-6] [threat 50] what is for one person or for admins is never kept, and nobody may keep it', async () => {
  const admin = await shop.signUp({ role: 1 });
  const customer = await shop.signUp();
  const protectedEndpoints = Object.values(endpoints)
    .flat()
    .filter(({ access, method }) => access !== 'public' && method === 'GET');
  expect(protectedEndpoints.length).toBeGreaterThan(8);
  const { size } = shop.responseCache.store;
  for (const it of protectedEndpoints) {
    for (const { token } of [admin, customer]) {
      const params = { id: randomUUID(), name: 'about' } as never;
      const { headers } = await shop.call(it, { token, params, headers: { 'if-none-match': '*' } });
      expect([it.path, headers['cache-control'], headers.etag]).toEqual([it.path, 'no-store', undefined]);
    }
  }
  expect(shop.responseCache.store.size).toBe(size);
});

test('[KEPT-6] what is refused or not there is never kept', async () => {
  const { size } = shop.responseCache.store;
  for (let n = 0; n < 20; n += 1) {
    for (const url of [productUrl(`none-${n}`), `${LIST}?page=x${n}`, `/none/${n}`, `/sitemap/products-${n + 1}.xml`]) {
      const response = await get(url);
      expect([400, 404]).toContain(response.statusCode);
      expect([url, response.headers['cache-control'], response.headers.etag]).toEqual([url, 'no-store', undefined]);
    }
  }
  expect(shop.responseCache.store.size).toBe(size);
});

test('[KEPT-6] [threat 50] no header of one caller gets into what others are shown', async () => {
  await seedProducts();
  for (let round = 0; round < 2; round += 1) {
    for (const host of ['shop.example', 'evil.example', 'shop.example:8080']) {
      const { body } = await get('/robots.txt', { host, 'x-forwarded-host': 'other.example' });
      expect(body).toContain(`Sitemap: http://${host}/sitemap.xml\n`);
    }
  }
  const { token } = await shop.signUp({ role: 1 });
  const hostile = {
    authorization: token,
    cookie: 'a=b',
    'accept-language': 'de',
    accept: 'text/html',
    host: 'evil.example',
    origin: 'null',
  };
  const url = `${LIST}?sort=price-up`;
  expect((await get(url, hostile)).body).toBe((await get(url)).body);
});

test('[KEPT-7] however many addresses are asked for, what is kept stays under its limit', { timeout: 90_000 }, async () => {
  await seedProducts();
  const hot = `${LIST}?sort=price-down`;
  const { headers } = await get(hot);
  for (let n = 0; n < 2400; n += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, more) => shop.app.inject(`${LIST}?x=${n + more}`)));
    await get(hot);
    expect(shop.responseCache.store.bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
  }
  expect(shop.responseCache.store.size).toBeLessThan(2300);
  expect(shop.responseCache.store.size).toBeGreaterThan(500);
  // What is asked for again and again is still there.
  expect((await get(hot, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
});

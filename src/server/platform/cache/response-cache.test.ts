/** What one process caches, and what it doesn't. Several processes on one database: processes.test.ts. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { openShopWithPayments } from '../../../../tests/support/checkout.ts';
import { HEARING_FOR } from '../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { startCheckout } from '../../../contract/order.ts';
import { listProducts, readProduct } from '../../../contract/product.ts';
import { updateProduct } from '../../../contract/product-admin.ts';
import { products } from '../../shop/database/schema/catalog.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

let reads = 0;
let onRead: () => void = () => undefined;
let gate: Promise<void> = Promise.resolve();
/** A cached route whose handler reads a price and then waits until the test opens the gate. */
shop.app.get('/slow', { config: { cache: 'shared', dependsOn: ['products'] } }, async () => {
  const [row] = await db.select({ cents: products.priceCents }).from(products);
  reads += 1;
  onRead();
  await gate;
  return { cents: row?.cents };
});
/** Closes the gate. `hasRead` resolves once the next handler waits before it. */
function closeGate(): { open: () => void; hasRead: Promise<void> } {
  const { promise, resolve: open } = Promise.withResolvers<void>();
  gate = promise;
  const hasRead = new Promise<void>((resolve) => {
    onRead = resolve;
  });
  return { open, hasRead };
}

/** A cached route with a body of 20 kB, of which about 200 fit into the tests' cache. */
shop.app.get('/large', { config: { cache: 'shared', getCacheKey: ({ url }: FastifyRequest) => url } }, async () => ({
  text: 'x'.repeat(20_000),
}));

const LIST = listProducts.path;
const productUrl = (slug: string) => readProduct.path.replace('{slug}', slug);

/** Waits first until the cache has processed all that was written to the database before, and shows none of what was before. */
async function get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  await shop.responseCache.invalidation.catchUp();
  return shop.app.inject({ method, url, headers });
}

/** Some mugs, with enough text to be compressed. */
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

test('[KEPT-5] a client that has the current bytes gets a 304, and the new bytes once they have changed', async () => {
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

test('[KEPT-5] compressed or not, from the handler or from the cache, a response has the same bytes and headers', async () => {
  await seedProducts();
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
  const id = { 'x-request-id': 'one-for-all' };
  const plain = await get(`${LIST}?sort=name`, id);
  for (const round of ['from the handler', 'from the cache']) {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['deflate', 'identity'],
    ] as const) {
      const response = await get(`${LIST}?sort=name`, { ...id, 'accept-encoding': accepted });
      expect([round, response.headers['content-encoding'] ?? 'identity']).toEqual([round, encoding]);
      expect(unpack[encoding](response.rawPayload).toString()).toBe(plain.body);
      expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
      const { 'content-encoding': _, 'content-length': __, date: ___, ...headers } = response.headers;
      const { 'content-length': ____, date: _____, ...plainHeaders } = plain.headers;
      expect(headers).toEqual(plainHeaders);
    }
  }
});

test('[KEPT-5] HEAD has the same headers as GET, whichever comes first', async () => {
  await seedProducts();
  for (const order of [
    ['HEAD', 'GET'],
    ['GET', 'HEAD'],
  ] as const) {
    const url = `${LIST}?page=1&first=${order[0]}`;
    const responses = new Map<string, Awaited<ReturnType<typeof get>>>();
    for (const method of order) responses.set(method, await get(url, { 'x-request-id': 'one-for-all' }, method));
    const [head, body] = [responses.get('HEAD'), responses.get('GET')];
    expect(head?.body).toBe('');
    expect(body?.body).not.toBe('');
    expect(head?.headers).toEqual({ ...body?.headers, date: head?.headers.date });
  }
});

test('[KEPT-1] a response that began before a change is sent to nobody who asks after it', async () => {
  const [mug] = await seedProducts(1);
  const first = closeGate();
  reads = 0;
  const before = get('/slow');
  await first.hasRead;
  await changePrice(mug?.id, 99);
  const second = closeGate();
  const after = get('/slow');
  await second.hasRead;
  second.open();
  expect((await after).json()).toEqual({ cents: 9900 });
  first.open();
  expect((await before).json()).toEqual({ cents: 1000 });
  expect((await get('/slow')).json()).toEqual({ cents: 9900 });
  expect(reads).toBe(2);
});

test('of many simultaneous requests for one URL, only one runs the handler', async () => {
  await seedProducts(1);
  reads = 0;
  const responses = await Promise.all(Array.from({ length: 50 }, () => get('/slow')));
  expect(new Set(responses.map(({ body }) => body))).toEqual(new Set(['{"cents":1000}']));
  expect(reads).toBe(1);
});

test('[KEPT-2] a direct change of any column in the database invalidates the cache', async () => {
  const [mug] = await seedProducts(1);
  const read = async () => (await get(productUrl('mug-0'))).json().product?.[0]?.price;
  expect(await read()).toBe(10);
  await db
    .update(products)
    .set({ priceCents: 1234 })
    .where(eq(products.id, String(mug?.id)));
  expect(await read()).toBe(12.34);
  await db.delete(products);
  expect(await read()).toBeUndefined();
  // A new column that responses show has to raise the version (on_product_saved), or be named by the trigger itself.
  const watched = sql`pg_get_functiondef('on_product_saved'::regproc) || (select pg_get_triggerdef(oid) from pg_trigger where tgname = 'product_changed')`;
  const unnoticed = await db.execute(sql`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'products' and is_generated = 'NEVER'
      and ${watched} !~ ('old\\.' || column_name || '\\M') order by 1`);
  // The id never changes, and the level of stock does with the stock, of which stock_moved tells. What becomes a bundle, and the contents of a
  // variant that changes, raise the version in the same transaction; that it is a part of one is shown to nobody.
  expect((unnoticed as unknown as { rows: object[] }).rows).toEqual(
    ['id', 'is_bundle', 'is_part', 'price_contents', 'stock_level', 'updated_at'].map((name) => ({ name })),
  );
});

test('[KEPT-3] stock taken by a purchase is shown within a second, and only responses with that product are dropped', async () => {
  const [mug] = await seedProducts(2);
  const { token } = await shop.signUp();
  const other = await get(productUrl('mug-1'));
  const { entries: size } = shop.responseCache.getSize();
  expect((await get(productUrl('mug-0'))).json().product[0].quantity).toBe(5);
  expect((await shop.call(startCheckout, { token, body: { products: [{ _id: String(mug?.id) }] } })).status).toBe(200);
  // By then the cache has heard of the purchase, or serves nothing from before it.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HEARING_FOR });
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + HEARING_FOR);
  try {
    expect((await shop.app.inject(productUrl('mug-0'))).json().product[0].quantity).toBe(4);
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
  expect(shop.responseCache.getSize().entries).toBeGreaterThanOrEqual(size);
  expect((await get(productUrl('mug-1'), { 'if-none-match': String(other.headers.etag) })).statusCode).toBe(304);
});

test('[KEPT-7] however many URLs are requested, the cache stays under its limit', { tags: ['full'] }, async () => {
  await seedProducts();
  const hot = `${LIST}?sort=price-down`;
  const { headers } = await get(hot);
  for (let n = 0; n < 600; n += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, more) => get(`/large?x=${n + more}`)));
    await get(hot);
    expect(shop.responseCache.getSize().bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
  }
  expect(shop.responseCache.getSize().entries).toBeLessThan(400);
  expect(shop.responseCache.getSize().entries).toBeGreaterThan(100);
  // What is requested again and again is still cached.
  expect((await get(hot, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
});

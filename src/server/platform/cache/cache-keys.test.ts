/** What a cached response is found under: the parameters that its page or endpoint knows, in one order, and nothing else of a URL. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { isFullRun, takeFirst } from '../../../../tests/support/projects.ts';
import { listProducts } from '../../../contract/product.ts';
import { searchProducts } from '../../../contract/product-search.ts';
import { registerPages } from '../http/pages/ssr.ts';
import { EVERYTHING } from './dependencies.ts';

const shop = await openShop();
const { responseCache } = shop;
const countEntries = () => responseCache.getSize().entries;

const renderedUrls: string[] = [];
/** Pages that know the parameter `page`, and show the URL that they are given. */
await registerPages(shop.app, shop.deps, {
  assetsDir: '/nowhere',
  toPageUrl: (url) => {
    const [path = '', query] = url.split('?');
    const page = new URLSearchParams(query).get('page');
    return page === null ? path : `${path}?page=${encodeURIComponent(page)}`;
  },
  renderPage: async (url) => {
    renderedUrls.push(url);
    return new Response(`<p>page ${new URL(url).searchParams.get('page')}</p>`, { headers: { 'content-type': 'text/html' } });
  },
});

const get = async (url: string) => {
  const { statusCode, body, headers } = await shop.app.inject({ url });
  return { status: statusCode, body, headers };
};

/** Waits first until the cache has processed what was written to the database before. */
async function startEmpty() {
  await responseCache.invalidation.catchUp();
  responseCache.apply(EVERYTHING);
  renderedUrls.length = 0;
}

const CLICK_COUNT = isFullRun ? 100_000 : 2000;

test.each(takeFirst(['/about', '/api/v1/product/get-products', '/sitemap.xml', '/robots.txt'], 2))(
  '[INPUT-6] %s with any number of click ids is one entry, and pushes no other entry out',
  async (path) => {
    await startEmpty();
    await get('/contact');
    const plain = await get(path);
    expect([plain.status, countEntries()]).toEqual([200, 2]);
    for (let n = 0; n < CLICK_COUNT; n += 100) {
      const urls = Array.from({ length: 100 }, (_, more) => `${path}?gclid=${n + more}&utm_source=mail-${n + more}`);
      const bodies = (await Promise.all(urls.map(get))).map(({ body }) => body);
      expect(new Set(bodies)).toEqual(new Set([plain.body]));
      // The cache's connection to the database has its turn: calls without a socket leave it none.
      await setImmediate();
    }
    expect(countEntries()).toBe(2);
    expect(renderedUrls.filter((url) => url.includes('gclid')).length).toBeLessThanOrEqual(1);
  },
);

test('[INPUT-6] parameters in another order or spelling, or repeated, make no further entry', async () => {
  const categoryId = await makeCategory(shop.deps.db);
  await makeProducts(shop.deps.db, [{ categoryId, name: 'Green tea' }, { categoryId }, { categoryId }]);
  await startEmpty();
  const path = listProducts.path;
  const bodies = [];
  for (const query of ['page=2&limit=1', 'limit=1&page=2', 'limit=01&page=2.0&x=1', '%70age=2&limit=1', 'page=2&limit=1&sort=']) {
    bodies.push(await get(`${path}?${query}`));
  }
  // An empty value is no sort order.
  expect(bodies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect([new Set(bodies.map(({ body }) => body)).size, countEntries()]).toEqual([1, 1]);
  const searchPath = searchProducts.path.replace('{keyword}', '');
  for (const keyword of ['green%20tea', '%67reen%20tea', 'green%20tea/', 'green%20tea?page=3']) await get(searchPath + keyword);
  expect(countEntries()).toBe(2);
});

test('[INPUT-6] each value has its own entry; an invalid value is refused and not cached', async () => {
  await startEmpty();
  for (const page of [1, 2, 3]) expect((await get(`/about?page=${page}&fbclid=${page}`)).body).toContain(`page ${page}`);
  expect(countEntries()).toBe(3);
  expect(await get(`${listProducts.path}?page=-1`)).toMatchObject({ status: 400, headers: { 'cache-control': 'no-store' } });
  expect(countEntries()).toBe(3);
});

test("[LIST-8] half of a surrogate pair breaks no page, in a parameter of the page or in a visitor's click id", async () => {
  expect((await get('/about?page=%ED%A0%80')).status).toBe(200);
  expect((await get('/about?gclid=%ED%A0%80')).status).toBe(200);
});

test('a page is rendered again after the number of products of a category changed, because every page’s layout shows it', async () => {
  const categoryId = await makeCategory(shop.deps.db);
  await startEmpty();
  for (const _ of [1, 2]) await get('/about');
  expect(renderedUrls).toHaveLength(1);
  await makeProducts(shop.deps.db, [{ categoryId }]);
  await responseCache.invalidation.catchUp();
  await get('/about');
  expect(renderedUrls).toHaveLength(2);
});

/** What the response cache must not hold: personal and admin responses, errors, anything made of one caller's headers. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { listProducts, readProduct } from '../../../contract/product.ts';
import { endpoints } from '../http/route.ts';

const shop = await openShop();
const LIST = listProducts.path;

/** Waits first until the cache has processed all that was written to the database before. */
async function get(url: string, headers: Record<string, string> = {}) {
  await shop.responseCache.invalidation.catchUp();
  return shop.app.inject({ method: 'GET', url, headers });
}

test('[KEPT-6] [threat 50] personal and admin responses are never cached, and no client may store them', async () => {
  const admin = await shop.signUp({ role: 1 });
  const customer = await shop.signUp();
  const protectedEndpoints = Object.values(endpoints)
    .flat()
    .filter(({ access, method }) => access !== 'public' && method === 'GET');
  expect(protectedEndpoints.length).toBeGreaterThan(8);
  const { entries: size } = shop.responseCache.getSize();
  for (const it of protectedEndpoints) {
    for (const { token } of [admin, customer]) {
      const params = { id: randomUUID(), name: 'about' } as never;
      const { headers } = await shop.call(it, { token, params, headers: { 'if-none-match': '*' } });
      expect([it.path, headers['cache-control'], headers.etag]).toEqual([it.path, 'no-store', undefined]);
    }
  }
  expect(shop.responseCache.getSize().entries).toBe(size);
});

test('[KEPT-6] errors and 404s are never cached', async () => {
  const { entries: size } = shop.responseCache.getSize();
  for (let n = 0; n < 20; n += 1) {
    for (const url of [
      readProduct.path.replace('{slug}', `none-${n}`),
      `${LIST}?page=x${n}`,
      `/none/${n}`,
      `/sitemap/products-${n + 1}.xml`,
    ]) {
      const response = await get(url);
      expect([400, 404]).toContain(response.statusCode);
      expect([url, response.headers['cache-control'], response.headers.etag]).toEqual([url, 'no-store', undefined]);
    }
  }
  expect(shop.responseCache.getSize().entries).toBe(size);
});

test('[KEPT-6] [threat 50] no header of one caller appears in what others receive', async () => {
  await makeProducts(shop.deps.db, [{ categoryId: await makeCategory(shop.deps.db), slug: 'mug' }]);
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

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { listProductUrls } from './seo.repository.ts';

const shop = await openShop();
const read = async (url: string, headers: Record<string, string> = { host: 'shop.example' }) => {
  const answer = await shop.send({ url, headers });
  return { status: answer.status, type: String(answer.headers['content-type']), text: String(answer.body.text) };
};
const listUrls = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);

test('[SEO-1] robots.txt says what may be crawled and where the sitemap is', async () => {
  const { status, type, text } = await read('/robots.txt');
  expect(status).toBe(200);
  expect(type).toContain('text/plain');
  expect(text).toContain('Disallow: /dashboard/\n');
  expect(text).not.toMatch(/Disallow: \/(product|category)?\n/);
  expect(text).toContain('Sitemap: http://shop.example/sitemap.xml\n');
});

test('[SEO-1] the sitemap lists every page, category and product', async () => {
  const category = await makeCategory(shop.deps.db, 'Shoes');
  await makeProducts(shop.deps.db, [
    { categoryId: category, slug: 'boot' },
    { categoryId: category, slug: 'clog' },
  ]);
  const index = await read('/sitemap.xml');
  expect(index.type).toContain('application/xml');
  expect(listUrls(index.text)).toEqual(['http://shop.example/sitemap/pages.xml', 'http://shop.example/sitemap/products-1.xml']);
  expect(listUrls((await read('/sitemap/pages.xml')).text)).toEqual(
    ['/', '/categories', '/about', '/contact', '/policy', '/category/shoes'].map((path) => `http://shop.example${path}`),
  );
  const products = await read('/sitemap/products-1.xml');
  expect(listUrls(products.text).sort()).toEqual(['http://shop.example/product/boot', 'http://shop.example/product/clog']);
  expect(products.text).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
});

test('[SEO-1] each product of a large shop is in one part of the sitemap, and the parts have about the same size', {
  tags: ['full'],
}, async () => {
  const ids = ['00000000-0000-4000-8000-000000000000', '55555556-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
  const categoryId = await makeCategory(shop.deps.db);
  const rows = await makeProducts(
    shop.deps.db,
    Array.from({ length: 900 }, (_, n) => ({ categoryId, ...(ids[n] && { id: ids[n] }) })),
  );
  const parts = await Promise.all([1, 2, 3].map((part) => listProductUrls(shop.deps.db, part, 3)));
  for (const part of parts) expect(part.length).toBeGreaterThan(200);
  expect(parts.flatMap((part) => part.map((it) => it.slug)).toSorted()).toEqual(rows.map((it) => it.slug).toSorted());
});

test('[SEO-1] the sitemap of a big shop lists its parts, and each exists', async () => {
  const categoryId = await makeCategory(shop.deps.db);
  // In parts, so that no statement is near its timeout on a busy machine.
  for (let first = 1; first <= 1010; first += 505)
    await shop.deps.db.execute(sql`insert into products (id, name, slug, description, price_cents, quantity, category_id, image_id)
      select gen_random_uuid(), 'Boot', 'boot-' || n, 'Warm.', 100, 1, ${categoryId}, n from generate_series(${first}::int, ${first + 504}::int) n`);
  const named = listUrls((await read('/sitemap.xml')).text);
  expect(named.slice(1)).toEqual([1, 2].map((part) => `http://shop.example/sitemap/products-${part}.xml`));
  const found: unknown[] = [];
  for (const part of [1, 2]) found.push(...listUrls((await read(`/sitemap/products-${part}.xml`)).text));
  expect(new Set(found).size).toBe(1010);
  expect(found).toHaveLength(1010);
  expect((await read('/sitemap/products-3.xml')).status).toBe(404);
});

test('[SEO-1] an empty shop has a sitemap too, without an empty part', async () => {
  expect(listUrls((await read('/sitemap.xml')).text)).toEqual(['http://shop.example/sitemap/pages.xml']);
  for (const part of ['1', '0', '-1', '999999', '1e3', 'x']) expect((await read(`/sitemap/products-${part}.xml`)).status).toBe(404);
});

test.each(['a b', '<script>', 'x"y', '%00', ''])('a host header of %j can’t write into the sitemap', async (host) => {
  const { status, text } = await read('/sitemap.xml', { host });
  expect([200, 400]).toContain(status);
  expect(text).not.toContain('<script>');
});

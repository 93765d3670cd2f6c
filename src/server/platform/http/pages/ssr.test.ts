import { sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { expect, test, vi } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { listCategories } from '../../../../contract/category.ts';
import { createCategory } from '../../../../contract/category-admin.ts';
import { registerPages } from './ssr.ts';

const shop = await openShop();
const away = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
shop.app.get('/api/v1/fault/away', () => Promise.reject(away));
shop.app.get('/api/v1/fault/broken', () => Promise.reject(new Error('boom')));

/** A page that needs what its path names, as the pages of the web do: where a call fails, so does the page. */
await registerPages(shop.app, shop.deps, {
  assetsDir: null,
  toPageUrl: (url) => url,
  renderPage: async (url, fetcher) => {
    const { pathname, searchParams } = new URL(url);
    const { ok } = await fetcher(pathname === '/fine' ? listCategories.path : `/api/v1/fault${pathname}`, {});
    return new Response('a page', { status: ok || searchParams.has('tolerant') ? 200 : 500, headers: { 'content-type': 'text/html' } });
  },
});

test.each([
  ['/fine', 200, undefined],
  ['/away', 503, '2'],
  // It lacks something, and is shown all the same.
  ['/away?tolerant', 200, undefined],
  ['/broken', 500, undefined],
])('[RUN-10] a page answers with the status of the API call that it needs: %s', async (url, status, retryAfter) => {
  const response = await shop.send({ url, headers: { accept: 'text/html' } });
  expect([response.status, response.headers['retry-after']]).toEqual([status, retryAfter]);
});

test('all pages between two changes read the categories once; while that fails, every page tries', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const inject = vi.spyOn(shop.app, 'inject');
  const openPages = async () => {
    inject.mockClear();
    const pages = [await shop.send({ url: '/fine' }), await shop.send({ url: '/fine' })];
    const calls = (inject.mock.calls as unknown as [InjectOptions][]).filter(([{ url }]) => url === listCategories.path);
    return { statuses: pages.map(({ status }) => status), calls: calls.length };
  };
  await shop.call(createCategory, { token, body: { name: 'Shoes' } });
  expect(await openPages()).toEqual({ statuses: [200, 200], calls: 1 });
  await shop.call(createCategory, { token, body: { name: 'Lamps' } });
  expect(await openPages()).toEqual({ statuses: [200, 200], calls: 1 });
  await shop.call(createCategory, { token, body: { name: 'Bags' } });
  await shop.deps.db.execute(sql`alter table categories rename to categories_away`);
  expect(await openPages()).toMatchObject({ statuses: [500, 500] });
  await shop.deps.db.execute(sql`alter table categories_away rename to categories`);
  expect(await openPages()).toMatchObject({ statuses: [200, 200] });
});

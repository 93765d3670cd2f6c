import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { IMAGE_URL, openImporter, seedTeas } from '../../../../../tests/support/product-imports.ts';
import { REDIRECTS_MAX } from '../../../../contract/limits.ts';
import { createPage } from '../../../../contract/page.ts';
import { deleteProduct, listAdminProducts, updateProduct } from '../../../../contract/product-admin.ts';
import { addRedirects, deleteRedirect, listRedirects } from '../../../../contract/redirect.ts';
import { registerPages } from '../../../platform/http/pages/ssr.ts';
import { redirects } from '../../database/schema/content.ts';
import { findRedirect } from './redirect.service.ts';

const shop = await openShop();
const rendered: string[] = [];
/** Pages as the web has them: what is named by a status answers by it. */
await registerPages(
  shop.app,
  shop.deps,
  {
    assetsDir: null,
    toPageUrl: (url) => url,
    renderPage: async (url) => {
      const { pathname } = new URL(url);
      rendered.push(pathname);
      return new Response('a page', { status: pathname === '/here' ? 200 : pathname === '/gone' ? 410 : 404 });
    },
  },
  { findRedirect: (path) => findRedirect(shop.deps, path) },
);

const open = async (url: string) => {
  const { status, headers } = await shop.send({ url });
  return { status, location: headers.location };
};

async function openEditor() {
  const { token } = await shop.signUp({ role: 1 });
  return {
    token,
    add: async (...lines: string[]) => (await shop.call(addRedirects, { token, body: { text: lines.join('\n') } })).body,
    list: async () => (await shop.call(listRedirects, { token })).body.redirects.map(({ from, to }) => [from, to]),
  };
}

test('[REDIR-1] if the shop would answer 404 or 410, a 301 redirect is used, whatever the case and the slash at the end', async () => {
  const { add, token } = await openEditor();
  expect(await open('/old')).toEqual({ status: 404, location: undefined });
  await add('/old /category/shoes?sort=price', '/gone /cart', '/gr\u00f6\u00dfe /sizes', '/here /cart');
  for (const url of ['/old', '/OLD/', '/old?utm=1'])
    expect(await open(url)).toEqual({ status: 301, location: '/category/shoes?sort=price' });
  expect(await open('/gr%C3%B6%C3%9Fe')).toEqual({ status: 301, location: '/sizes' });
  expect((await open('/gone')).status).toBe(301);
  expect(await open('/here')).toEqual({ status: 200, location: undefined });
  expect((await open('/never')).status).toBe(404);
  const { headers } = await shop.send({ url: '/old' });
  expect(headers['cache-control']).toBe('no-cache');
  const { redirects: listed } = (await shop.call(listRedirects, { token })).body;
  for (const { _id } of listed) expect((await shop.call(deleteRedirect, { token, params: { id: _id } })).status).toBe(200);
  expect((await open('/old')).status).toBe(404);
  expect((await shop.call(deleteRedirect, { token, params: { id: listed[0]?._id ?? '' } })).status).toBe(404);
});

test('[REDIR-2] pasted lines are added, and refused ones are listed with their number and reason', async () => {
  const { add, list } = await openEditor();
  const reply = await add('/a /x', '', 'nonsense', '/b //evil.example', '  /c\t/y  ', '/a /z');
  expect(reply).toMatchObject({
    added: 2,
    refused: [
      { line: 3, text: 'nonsense', reason: 'not_two_paths' },
      { line: 4, text: '/b //evil.example', reason: 'foreign_host' },
      { line: 6, text: '/a /z', reason: 'taken' },
    ],
  });
  expect(await list()).toEqual([
    ['/a', '/x'],
    ['/c', '/y'],
  ]);
  expect((await add('/A/ /q')).refused).toMatchObject([{ reason: 'taken' }]);
});

test('[REDIR-4] redirects are found by a part of either path, page by page', async () => {
  const { add, token } = await openEditor();
  await add('/old-shoes /category/shoes', '/gr\u00f6\u00dfe /sizes?Of=Shoes', '/a_b /sale');
  const find = async (keyword: string, page = 1) => {
    const { status, body } = await shop.call(listRedirects, { token, query: { keyword, page, limit: 1 } });
    return status === 200 ? [body.total, ...body.redirects.map(({ from }) => from)] : status;
  };
  expect(await find('OLD-')).toEqual([1, '/old-shoes']);
  expect(await find(' shoes ')).toEqual([2, '/gr%C3%B6%C3%9Fe']);
  expect(await find('shoes', 2)).toEqual([2, '/old-shoes']);
  for (const keyword of ['gr\u00f6\u00df', 'Gr%C3%B6', '%9FE /siz']) expect(await find(keyword)).toEqual([1, '/gr%C3%B6%C3%9Fe']);
  // Of a pattern's characters each stands for itself.
  expect(await find('a_b')).toEqual([1, '/a_b']);
  expect(await find('_')).toEqual([1, '/a_b']);
  expect(await find('nothing')).toEqual([0]);
  expect(await find('  ')).toEqual([3, '/a_b']);
  expect(await find('x'.repeat(501))).toBe(400);
});

test('[REDIR-3] loops and chains of redirects are refused', async () => {
  const { add, list } = await openEditor();
  const reasons = async (...lines: string[]) => (await add(...lines)).refused.map(({ reason }) => reason);
  expect(await reasons('/a /A/?x=1')).toEqual(['loop']);
  expect(await reasons('/a /b', '/b /a', '/b /c', '/z /a')).toEqual(['loop', 'chain', 'chain']);
  expect(await reasons('/b /a')).toEqual(['loop']);
  expect(await reasons('/b /c')).toEqual(['chain']);
  expect(await reasons('/z /A')).toEqual(['chain']);
  expect(await list()).toEqual([['/a', '/b']]);
  // Of two at once, one is told.
  const answers = await Promise.all([add('/p /q'), add('/q /p')]);
  expect(answers.map(({ added }) => added).sort()).toEqual([0, 1]);
});

test('[REDIR-3] a redirect can’t start at an existing page, but at a deleted one', async () => {
  const { add, token } = await openEditor();
  const { create } = await createAdminClient(shop, await makeImage());
  const { product } = (await create({ name: 'Tea' })).body;
  await create({ name: 'Secret', status: 'draft' });
  await shop.call(updateProduct, { token, params: { id: product._id }, body: { name: 'Green Tea', renewSlug: true } });
  const page = { slug: 'sizes', title: 'Sizes', text: '', status: 'published', inFooter: false, footerPosition: 0, description: '' };
  await shop.call(createPage, { token, body: page });
  const lines = ['/', '/cart', '/API/v1/x', '/dashboard', '/product/tea', '/product/green-tea', '/pages/sizes', '/robots.txt'];
  const reply = await add(...lines.map((path) => `${path} /elsewhere`), '/product/secret /elsewhere', '/product/none /elsewhere');
  expect(reply.added).toBe(2);
  expect(reply.refused.map(({ reason }) => reason)).toEqual(lines.map(() => 'served'));
  await shop.call(deleteProduct, { token, params: { id: product._id } });
  expect((await add('/product/tea /product/secret')).refused).toMatchObject([{ reason: 'chain' }]);
  expect((await add('/product/tea /cart')).added).toBe(1);
});

test('[REDIR-3] there are at most ten thousand redirects', { tags: ['full'] }, async () => {
  const { add } = await openEditor();
  const rows = Array.from({ length: REDIRECTS_MAX - 1 }, (_, n) => {
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    return { id, from: `/old-${n}`, to: '/new', toKey: '/new', createdAt: new Date(0) };
  });
  for (let first = 0; first < rows.length; first += 2000) await shop.deps.db.insert(redirects).values(rows.slice(first, first + 2000));
  expect(await add('/one /new', '/two /new')).toMatchObject({ added: 1, refused: [{ line: 2, reason: 'too_many' }] });
});

test.each([[''], [' \n '], ['x'.repeat(90_001)], [7], [null]])(
  '[REDIR-2] a text without any line, or with too many, is refused',
  async (text) => {
    const { token } = await openEditor();
    expect((await shop.call(addRedirects, { token, body: { text } })).status).toBe(400);
  },
);

test('[REDIR-2] only the team can create redirects', async () => {
  const customer = (await shop.signUp()).token;
  const reader = (await shop.signUp({ role: 1, teamRole: 'read-only' })).token;
  for (const [caller, status, readStatus] of [
    [{}, 401, 401],
    [{ token: customer }, 403, 403],
    [{ token: reader }, 403, 200],
  ] as const) {
    expect((await shop.call(addRedirects, { ...caller, body: { text: '/a /b' } })).status).toBe(status);
    expect((await shop.call(listRedirects, caller)).status).toBe(readStatus);
  }
});

test('[REDIR-5] a * redirects all paths below it with their rest; the nearest redirect wins, and none loops', async () => {
  const { add } = await openEditor();
  expect((await add('/blog/* /news/*', '/blog/old/* /archive', '/blog/a /about', '/en/* /*')).refused).toEqual([]);
  const targets = async (...paths: string[]) => Promise.all(paths.map(async (path) => (await open(path)).location));
  expect(await targets('/blog/B/c?x=1', '/blog/old/c', '/blog/a', '/blog', '/en/blog/z', '/en/here')).toEqual([
    ...['/news/B/c', '/archive', '/about', '/news', '/news/z', '/here'],
  ]);
  for (const line of ['/a/* /a/b/*', '/a/* /a/b', '/a/* /A']) expect((await add(line)).refused).toMatchObject([{ reason: 'loop' }]);
  // Each leads to the other: found when it is asked for.
  await add('/p/* /q/r/*', '/q/* /p/z/*', '/* /');
  expect(await open('/p/x')).toEqual({ status: 404, location: undefined });
  expect(await targets('/anything/else')).toEqual(['/']);
});

test('[REDIR-6] URLs of an earlier shop redirect to the imported products and categories', async () => {
  const { token, importFile } = await openImporter(shop);
  await seedTeas(shop.deps.db, 1);
  const rows = [
    ['mug_v2.0', 'Mug'],
    ['緑茶', 'Green tea'],
    ['plain-cup', 'Plain cup'],
  ].map(([handle, title]) => `${handle},${title},<p>Text</p>,Tea,true,Title,Default Title,5,10.00,${IMAGE_URL}`);
  const header = 'Handle,Title,Body (HTML),Type,Published,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price,Image Src';
  expect((await importFile([header, ...rows].join('\n'))).import).toMatchObject({ created: 3, refused: 0 });
  const to = async (path: string) => (await open(path)).location;
  const slugOf = async (name: string) =>
    (await shop.call(listAdminProducts, { token })).body.products.find((it) => it.name === name)?.slug ?? '';
  const mug = `/product/${await slugOf('Mug')}`;
  for (const path of [
    '/products/mug_v2.0',
    '/products/Mug_V2.0/',
    '/collections/tea/products/mug_v2.0?variant=1',
    '/en-gb/products/mug_v2.0',
  ])
    expect(await to(path), path).toBe(mug);
  expect(await to(`/products/${encodeURIComponent('緑茶')}`)).toBe(`/product/${await slugOf('Green tea')}`);
  expect(await to('/products/plain-cup')).toBe('/product/plain-cup');
  // WooCommerce exports no addresses: it makes them of names.
  expect(await to('/product/Plain%20Cup')).toBe('/product/plain-cup');
  for (const path of ['/collections/tea', '/de/collections/Tea', '/product-category/hot/tea', '/product-category/tea/page/2'])
    expect(await to(path), path).toBe('/category/tea');
  expect([await to('/collections/all'), await to('/collections')]).toEqual(['/categories', '/categories']);
  for (const path of ['/products/nothing', '/collections/nothing', '/products']) expect((await open(path)).status, path).toBe(404);
  // What the merchant says comes first; a redirect of theirs leads on once.
  await shop.call(addRedirects, { token, body: { text: '/products/plain-cup /cart\n/short /products/mug_v2.0' } });
  expect([await to('/products/plain-cup'), await to('/short')]).toEqual(['/cart', mug]);
});

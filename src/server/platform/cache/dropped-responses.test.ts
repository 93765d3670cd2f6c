/** What a change drops, and who waits for whom. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../tests/support/checkout.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { listCategories } from '../../../contract/category.ts';
import { startCheckout } from '../../../contract/order.ts';
import { readContentPage, updateContentPage } from '../../../contract/page.ts';
import { listCategoryProducts, listProducts, readProduct } from '../../../contract/product.ts';
import { readSettings } from '../../../contract/settings.ts';
import { products } from '../../shop/database/schema/catalog.ts';
import { query } from '../database/query.ts';
import { collectDependencies } from './dependencies.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

/** Waits until it is opened, and counts how often the handler runs. */
const slow = { reads: 0, gate: Promise.withResolvers<void>() };
shop.app.get('/slow', { config: { cache: 'shared' } }, async () => {
  const rows = await db.select({ id: products.id, quantity: products.quantity }).from(products).orderBy(products.slug).limit(1);
  slow.reads += 1;
  await slow.gate.promise;
  return rows[0];
});

/** A page that is rendered from /slow. */
shop.app.get('/page', { config: { cache: 'shared' } }, (request) =>
  collectDependencies(request, async () => (await shop.app.inject('/slow')).json()),
);

/** A page that shows the categories, as every page of the shop does. */
shop.app.get('/page-with-menu', { config: { cache: 'shared' } }, (request) =>
  collectDependencies(request, async () => (await shop.app.inject(listCategories.path)).json()),
);

const productUrl = (slug: string) => readProduct.path.replace('{slug}', slug);
const categoryUrl = (slug: string) => listCategoryProducts.path.replace('{slug}', slug);
const textUrl = (name: string) => readContentPage.path.replace('{name}', name);
const isCached = (url: string) => shop.responseCache.peek(url) !== undefined;
const get = async (url: string) => (await shop.app.inject(url)).json();
const catchUp = () => shop.responseCache.invalidation.catchUp();
/** A click of a campaign, or anybody who doesn't want to wait: the connection is closed before the answer. */
function getAndLeave(url: string): void {
  const leaving = new AbortController();
  shop.app.inject({ url, signal: leaving.signal }).catch(() => undefined);
  setImmediate(() => leaving.abort());
}

const setCategory = (categoryId: string) => db.update(products).set({ categoryId }).where(eq(products.slug, 'a-mug'));

let [mug, lamp]: { id: string }[] = [];
const buy = async (id = '') => {
  const { token } = await shop.signUp();
  expect((await shop.call(startCheckout, { token, body: { products: [{ _id: id }] } })).status).toBe(200);
};

beforeEach(async () => {
  const [cups, lights] = [await makeCategory(db, 'Cups'), await makeCategory(db, 'Lights')];
  [mug] = await makeProducts(db, [{ categoryId: cups, slug: 'a-mug' }]);
  [lamp] = await makeProducts(db, [{ categoryId: lights, slug: 'lamp' }]);
  slow.reads = 0;
  slow.gate = Promise.withResolvers();
  await catchUp();
});

test('[KEPT-1] a new price drops the product, its category and the lists, and nothing else', async () => {
  const urls = [productUrl('a-mug'), productUrl('lamp'), categoryUrl('cups'), categoryUrl('lights'), listProducts.path, textUrl('about')];
  await Promise.all(urls.map(get));
  expect(urls.filter(isCached)).toEqual(urls);
  await db
    .update(products)
    .set({ priceCents: 1 })
    .where(eq(products.id, mug?.id ?? ''));
  await catchUp();
  expect(urls.filter(isCached)).toEqual([productUrl('lamp'), categoryUrl('lights'), textUrl('about')]);
});

test.each([
  ['created', async (cups: string) => void (await makeProducts(db, [{ categoryId: cups }])), ['cups']],
  ['deleted', async () => void (await db.delete(products).where(eq(products.slug, 'a-mug'))), ['a-mug', 'cups']],
  ['moved', async (_: string, lights: string) => void (await setCategory(lights)), ['a-mug', 'cups', 'lights']],
])(
  '[KEPT-8] a product that is %s drops itself, the lists of its categories and their counts, and nothing else',
  async (_, change, gone) => {
    const urls = {
      'a-mug': productUrl('a-mug'),
      lamp: productUrl('lamp'),
      cups: categoryUrl('cups'),
      lights: categoryUrl('lights'),
      about: textUrl('about'),
      settings: readSettings.path,
      lists: listProducts.path,
      categories: listCategories.path,
      page: '/page-with-menu',
    };
    await Promise.all(Object.values(urls).map(get));
    expect(Object.values(urls).filter((url) => !isCached(url))).toEqual([]);
    const { body } = await shop.call(listCategories);
    const [cups = '', lights = ''] = body.category.map(({ _id }) => _id);
    await change(cups, lights);
    await catchUp();
    const dropped = Object.entries(urls).flatMap(([name, url]) => (isCached(url) ? [] : [name]));
    expect(dropped.sort()).toEqual([...gone, 'categories', 'lists', 'page'].sort());
    const counts = await query(
      db,
      sql`select (select count(*)::int from products where category_id = c.id) as count from categories c order by name`,
    );
    expect((await get(urls.page)).category).toMatchObject(counts);
  },
);

test('[KEPT-8] a new image of a product drops the categories, because they show the image of their newest product', async () => {
  const urls = [listCategories.path, productUrl('lamp'), textUrl('about')];
  await Promise.all(urls.map(get));
  await db
    .update(products)
    .set({ imageId: 'new' })
    .where(eq(products.id, mug?.id ?? ''));
  await catchUp();
  expect(urls.filter(isCached)).toEqual(urls.slice(1));
});

test('[KEPT-1] a changed text drops only its own page; saving a row without a change drops nothing', async () => {
  const urls = [productUrl('a-mug'), textUrl('about'), textUrl('policy')];
  await Promise.all(urls.map(get));
  await query(db, sql`update products set name = name, category_id = category_id, price_cents = price_cents`);
  await catchUp();
  expect(urls.filter(isCached)).toEqual(urls);
  const { token } = await shop.signUp({ role: 1 });
  expect((await shop.call(updateContentPage, { token, params: { name: 'about' }, body: { text: 'About us' } })).status).toBe(200);
  expect(urls.filter(isCached)).toEqual([productUrl('a-mug'), textUrl('policy')]);
});

test('[KEPT-1] a response that is being made is cached even if something else changes meanwhile', async () => {
  const response = get('/slow');
  await expect.poll(() => slow.reads).toBe(1);
  await db
    .update(products)
    .set({ priceCents: 1 })
    .where(eq(products.id, lamp?.id ?? ''));
  await catchUp();
  const later = get('/slow');
  slow.gate.resolve();
  expect([await response, await later, await get('/slow')].map(({ id }) => id)).toEqual([mug?.id, mug?.id, mug?.id]);
  expect(slow.reads).toBe(1);
});

test('[KEPT-1] after a change, all waiting requests are answered by one request that began after the change', async () => {
  const before = get('/slow');
  await expect.poll(() => slow.reads).toBe(1);
  await db
    .update(products)
    .set({ name: 'Another', quantity: 77 })
    .where(eq(products.id, mug?.id ?? ''));
  await catchUp();
  const after = Array.from({ length: 20 }, () => get('/slow'));
  slow.gate.resolve();
  expect((await before).quantity).toBe(5);
  expect(new Set((await Promise.all(after)).map(({ quantity }) => quantity))).toEqual(new Set([77]));
  expect(slow.reads).toBe(2);
});

test('if a client disconnects, one handler still answers all who wait', async () => {
  getAndLeave('/slow');
  await expect.poll(() => slow.reads).toBe(1);
  await sleep(20);
  const waiting = Array.from({ length: 20 }, () => get('/slow'));
  await sleep(20);
  expect(slow.reads).toBe(1);
  slow.gate.resolve();
  await Promise.all(waiting);
  expect([slow.reads, isCached('/slow')]).toEqual([1, true]);
});

test('[KEPT-3] after a purchase, all requests wait for one that renders the new quantity', async () => {
  slow.gate.resolve();
  await get('/slow');
  await buy(mug?.id);
  await catchUp();
  slow.gate = Promise.withResolvers();
  const waiting = Promise.all(Array.from({ length: 50 }, () => get('/slow')));
  await expect.poll(() => slow.reads).toBe(2);
  slow.gate.resolve();
  expect(new Set((await waiting).map(({ quantity }) => quantity))).toEqual(new Set([4]));
  expect(slow.reads).toBe(2);
});

test('[KEPT-3] a sale drops a response only once, also while another transaction is still open', async () => {
  if (!(shop.connection && 'url' in shop.connection)) return;
  slow.gate.resolve();
  await db.transaction(async (tx) => {
    await query(tx, sql`select pg_current_xact_id()`);
    await buy(mug?.id);
    await catchUp();
    expect((await get('/slow')).quantity).toBe(4);
    await catchUp();
    expect(isCached('/slow')).toBe(true);
  });
});

test('[KEPT-3] a page isn’t made from a response that began before a sale', async () => {
  const response = get('/slow');
  await expect.poll(() => slow.reads).toBe(1);
  await buy(mug?.id);
  await catchUp();
  const page = get('/page');
  await sleep(20);
  slow.gate.resolve();
  expect([(await response).quantity, (await page).quantity, (await get('/page')).quantity]).toEqual([5, 4, 4]);
});

test('[KEPT-3] stock that changes in a transaction with a late commit is noticed', async () => {
  slow.gate.resolve();
  await get('/slow');
  await db.transaction(async (tx) => {
    const move = (id = '', kind = 'reserve') =>
      sql`insert into stock_movements (product_id, kind, available, reserved, at) values (${id}, ${kind}, -1, 1, now())`;
    await query(tx, move(mug?.id));
    if (shop.connection && 'url' in shop.connection) {
      await query(db, move(lamp?.id));
      await catchUp();
      expect(isCached('/slow')).toBe(true);
    }
  });
  await catchUp();
  expect(isCached('/slow')).toBe(false);
});

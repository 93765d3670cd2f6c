import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildNow, fetchFeeds, openFeeds } from '../../../../tests/support/feeds.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { exportFeedProblems, listFeedProblems, readFeeds } from '../../../contract/feeds.ts';
import { PLACEHOLDER_SETTING } from '../content/media/image.repository.ts';
import { products } from '../database/schema/catalog.ts';
import { feedProblems } from '../database/schema/feeds.ts';
import { saveSetting } from '../settings/settings.repository.ts';
import { isShopBarcode } from './feed-item.ts';

const shop = await openShop({ deps: () => ({ publicUrl: 'https://shop.example' }) });
const { db } = shop.deps;
const logIn = async () => (await shop.signUp({ role: 1, teamRole: 'staff' })).token;

const BRAND = { name: 'Brand', value: 'Loom' };
/** Nothing is wrong with it. */
const FINE = { barcode: '4006381333931', attributes: [BRAND] };
const PLACEHOLDER = 'ab'.repeat(16);

test('[FEED-8] each product that Google would refuse or show less often is listed with why, until it is mended', async () => {
  const token = await logIn();
  const categoryId = await makeCategory(db);
  await saveSetting(db, PLACEHOLDER_SETTING, { imageId: PLACEHOLDER });
  const stock = { quantity: 9, onHand: 0 };
  const wrong: Record<string, object> = {
    no_image: { imageId: PLACEHOLDER },
    no_price: { priceCents: 0 },
    no_description: { description: ' \u0007 ' },
    no_date: { ...stock, stockPolicy: { policy: 'preorder', limit: 9 } },
    no_identifier: { barcode: null },
    no_brand: { attributes: [] },
    shop_barcode: { barcode: '2012345678900', sku: 'LOOM-1' },
    long_title: { name: 'x'.repeat(151) },
    apparel_details: { googleCategory: '1604' },
  };
  const made = await makeProducts(
    db,
    [{}, ...Object.values(wrong)].map((it) => ({ categoryId, ...FINE, ...it })),
  );
  const drafts = await makeProducts(db, [{ categoryId, priceCents: 0, status: 'draft' }]);
  await openFeeds(shop, token);
  const list = async (query: object = {}) => (await shop.call(listFeedProblems, { token, query: { limit: 100, ...query } })).body.products;
  const found = new Map((await list()).map(({ _id, problems }) => [_id, problems]));
  expect(made.slice(1).map(({ id }) => found.get(id))).toEqual(Object.keys(wrong).map((it) => [it]));
  expect(found.size).toBe(Object.keys(wrong).length);
  expect(found.has(drafts[0]?.id ?? '')).toBe(false);
  const { build } = (await shop.call(readFeeds, { token })).body;
  expect(build?.problems).toEqual(Object.fromEntries(Object.keys(wrong).map((it) => [it, 1])));
  expect(build?.products).toBe(made.length);
  expect((await list({ problem: 'no_price' })).map(({ _id }) => _id)).toEqual([made[2]?.id]);
  // An image that stands for none is no image.
  expect((await fetchFeeds(shop)).google.find(({ id }) => id === made[1]?.id)).not.toHaveProperty('image_link');

  const csv = String(
    (await shop.send({ url: exportFeedProblems.path, headers: { authorization: token, host: 'shop.example' } })).body.text,
  );
  expect(csv.trimEnd().split('\r\n')).toHaveLength(Object.keys(wrong).length + 1);
  expect(csv).toContain(`no_price,Product 3,,https://shop.example/product/${made[2]?.slug}`);

  await db.update(products).set({ priceCents: 500 }).where(eq(products.priceCents, 0));
  await buildNow(shop);
  expect(await list({ problem: 'no_price' })).toEqual([]);
  await db.delete(products).where(eq(products.id, made[1]?.id ?? ''));
  expect((await list()).map(({ _id }) => _id)).not.toContain(made[1]?.id);
  await db.update(products).set({ status: 'archived' });
  await buildNow(shop);
  expect(await db.$count(feedProblems)).toBe(0);
});

test('[FEED-8] a product of several variants is listed once, and pages lead on and back', async () => {
  const token = await logIn();
  const categoryId = await makeCategory(db);
  // Several pages of products: what lies between two of them, or behind the last one, is looked after too.
  await makeProducts(
    db,
    Array.from({ length: 401 }, () => ({ categoryId })),
  );
  await openFeeds(shop, token);
  const read = async (query: object) => (await shop.call(listFeedProblems, { token, query })).body;
  const first = await read({ limit: 60 });
  expect(first).toMatchObject({ total: 401, isAbout: false, hasNext: true, page: 1 });
  const second = await read({ limit: 60, after: first.products.at(-1)?._id, page: 2 });
  const back = await read({ limit: 60, before: second.products[0]?._id, page: 1 });
  expect(back.products).toEqual(first.products);
  expect(second.products[0]?.problems.sort()).toEqual(['no_brand', 'no_identifier']);
  const byNumber = await read({ limit: 60, page: 2, problem: 'no_brand' });
  expect(byNumber.products.map(({ _id }) => _id)).toEqual(second.products.map(({ _id }) => _id));
  expect((await read({ limit: 60, page: 7 })).hasNext).toBe(false);
  expect(await db.$count(feedProblems)).toBe(802);
  await db.update(products).set({ attributes: [BRAND] });
  await buildNow(shop);
  expect(await db.$count(feedProblems)).toBe(401);
  for (const query of [{ problem: 'no_idea' }, { limit: 0 }, { limit: 1e9 }, { page: -1 }, { after: 'x' }])
    expect((await shop.call(listFeedProblems, { token, query: query as never })).status, JSON.stringify(query)).toBe(400);
});

test.each([
  ['4006381333931', false],
  ['2012345678900', true],
  ['0212345678901', true],
  ['0412345678909', true],
  ['9812345678902', true],
  ['212345678901', true],
  ['036000291452', false],
  ['96385074', false],
  ['20123451', true],
  ['12012345678907', true],
  ['14006381333938', false],
])('[FEED-8] whether %s is a number for use inside of a shop: %s', (gtin, expected) => {
  expect(isShopBarcode(gtin)).toBe(expected);
});

test('[FEED-8] Google asks for colour, size, gender and age of clothing', async () => {
  const token = await logIn();
  const clothing = await makeCategory(db, 'Clothing');
  const words = { Farbe: 'Rot', Größe: 'M', Gender: 'Female', 'Age group': 'adult' };
  const attributes = [BRAND, ...Object.entries(words).map(([name, value]) => ({ name, value }))];
  const base = { categoryId: clothing, googleCategory: '212', barcode: FINE.barcode };
  await makeProducts(db, [
    { ...base, name: 'All', attributes },
    { ...base, name: 'Odd', attributes: attributes.map((it) => (it.name === 'Gender' ? { ...it, value: 'robot' } : it)) },
  ]);
  await openFeeds(shop, token);
  const listed = (await shop.call(listFeedProblems, { token })).body.products;
  expect(listed.map(({ name, problems }) => [name, problems])).toEqual([['Odd', ['apparel_details']]]);
  const item = (await fetchFeeds(shop)).google.find(({ title }) => title === 'All');
  expect(item).toMatchObject({ color: 'Rot', size: 'M', gender: 'female', age_group: 'adult', google_product_category: '212' });
});

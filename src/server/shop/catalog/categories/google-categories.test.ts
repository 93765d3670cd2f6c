import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fetchFeeds, openFeeds } from '../../../../../tests/support/feeds.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { openImporter } from '../../../../../tests/support/product-imports.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { listAuditEntries, previewVersion, restoreVersion } from '../../../../contract/audit.ts';
import { listCategories } from '../../../../contract/category.ts';
import { createCategory, updateCategory } from '../../../../contract/category-admin.ts';
import { searchGoogleCategories } from '../../../../contract/feeds.ts';
import { readAdminProduct, updateProduct } from '../../../../contract/product-admin.ts';
import { products } from '../../database/schema/catalog.ts';

const shop = await openShop({ deps: () => ({ publicUrl: 'https://shop.example' }) });
const { db } = shop.deps;
const logIn = async () => (await shop.signUp({ role: 1, teamRole: 'owner' })).token;

const KETTLES = 'Home & Garden > Kitchen & Dining > Kitchen Appliances > Electric Kettles';

test('[FEED-10] Google’s categories are found by words of their names, in any order and case, or by their number', async () => {
  const token = await logIn();
  const search = async (keyword: string) => (await shop.call(searchGoogleCategories, { token, query: { keyword } })).body.categories;
  expect(await search('kettles')).toContainEqual({ id: '751', name: KETTLES });
  expect((await search('ELECTRIC  kettles kitchen'))[0]).toEqual({ id: '751', name: KETTLES });
  expect(await search('751')).toEqual([{ id: '751', name: KETTLES }]);
  // What a category is called comes before what is below one that is called so.
  expect((await search('shoes'))[0]?.name).toBe('Apparel & Accessories > Shoes');
  expect(await search('a')).toHaveLength(20);
  expect(await search('')).toEqual([]);
  expect(await search('zzzz')).toEqual([]);
  // One that Google has added since.
  expect(await search('999999')).toEqual([{ id: '999999', name: '999999' }]);
  for (const keyword of ['<script>', "'; drop table", '%', '\\']) expect(await search(keyword)).toEqual([]);
  for (const query of [{}, { keyword: 'x'.repeat(101) }])
    expect((await shop.call(searchGoogleCategories, { token, query: query as never })).status).toBe(400);
});

test('[FEED-11] a product has the Google category of its own, else of the nearest category above that has one', async () => {
  const token = await logIn();
  const home = (await shop.call(createCategory, { token, body: { name: 'Home', googleCategory: '536' } })).body.category;
  expect(home.googleCategory).toBe('536');
  const kitchen = await makeCategory(db, 'Kitchen', home._id);
  const kettles = await makeCategory(db, 'Kettles', kitchen);
  const other = await makeCategory(db, 'Other');
  const [deep, , , own] = await makeProducts(db, [
    { categoryId: kettles, name: 'deep' },
    { categoryId: home._id, name: 'top' },
    { categoryId: other, name: 'none' },
    { categoryId: kettles, name: 'own', slug: 'own' },
  ]);
  expect(deep).toBeDefined();
  const change = (body: object) => shop.call(updateProduct, { token, params: { id: own?.id ?? '' }, body });
  expect((await change({ googleCategory: KETTLES.toLowerCase() })).body.product.googleCategory).toBe('751');
  const read = async () => {
    await openFeeds(shop, token);
    return Object.fromEntries((await fetchFeeds(shop)).google.map((it) => [it.title, it.google_product_category]));
  };
  expect(await read()).toEqual({ deep: '536', top: '536', none: undefined, own: '751' });
  const edited = await shop.call(updateCategory, { token, params: { id: kitchen }, body: { name: 'Kitchen', googleCategory: '638' } });
  expect(edited.body.category).toMatchObject({ googleCategory: '638', version: 2 });
  expect(await read()).toMatchObject({ deep: '638', top: '536', own: '751' });
  expect((await change({ googleCategory: '' })).body.product).not.toHaveProperty('googleCategory');
  expect(await read()).toMatchObject({ own: '638' });

  for (const bad of ['0', '-1', 'Kettles', '12345678', 'a > b', 'x\ny', 7, {}])
    expect((await change({ googleCategory: bad })).status, JSON.stringify(bad)).toBe(400);
  expect((await change({ googleCategory: 'Kettles' })).body.issues).toEqual([
    expect.objectContaining({ path: 'googleCategory', code: 'unknown' }),
  ]);
  const wrong = await shop.call(updateCategory, {
    token,
    params: { id: kitchen },
    body: { name: 'Kitchen', googleCategory: 'x'.repeat(251) },
  });
  expect(wrong.status).toBe(400);
});

test('[FEED-12] an old form that sets the Google category is refused, the log has the change, and it can be restored', async () => {
  const token = await logIn();
  const { category } = (await shop.call(createCategory, { token, body: { name: 'Tea', googleCategory: '2073' } })).body;
  const save = (googleCategory: string, version: number) =>
    shop.call(updateCategory, { token, params: { id: category._id }, body: { name: 'Tea', googleCategory, version } });
  expect((await save('422', category.version)).status).toBe(200);
  expect(await save('413', category.version)).toMatchObject({ status: 409, body: { current: { category: { googleCategory: '422' } } } });
  const entries = (await shop.call(listAuditEntries, { token, query: { object: `category:${category._id}` } })).body.entries;
  const entry = entries.find((it) => it.changes.some(({ field }) => field === 'google_category') && it.action === 'updated');
  expect(entry?.changes).toContainEqual(expect.objectContaining({ field: 'google_category', before: '2073', after: '422' }));
  const params = { id: entry?._id ?? '' };
  const { version } = (await shop.call(previewVersion, { token, params })).body.preview;
  expect((await shop.call(restoreVersion, { token, params, body: { version } })).status).toBe(200);
  expect((await shop.call(listCategories, {})).body.category[0]?.googleCategory).toBe('2073');

  await makeProducts(db, [{ categoryId: category._id, slug: 'mug' }]);
  const [mug] = await db.select({ id: products.id, version: products.version }).from(products).where(eq(products.slug, 'mug'));
  const body = { googleCategory: '751', version: mug?.version };
  expect((await shop.call(updateProduct, { token, params: { id: mug?.id ?? '' }, body })).status).toBe(200);
  const late = await shop.call(updateProduct, { token, params: { id: mug?.id ?? '' }, body: { ...body, googleCategory: '638' } });
  expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
});

test('[FEED-13] the product file has Google’s category, by its number or its path; what is none is left out and told', async () => {
  const importer = await openImporter(shop);
  const { token } = importer;
  await makeCategory(db, 'Kettles');
  const row = (name: string, google: string) => `${name},Text,5,1,Kettles,"${google}"`;
  const file = `name,description,price,quantity,category,google_category\n${row('Path', KETTLES)}\n${row('Id', '638')}\n${row('Wrong', 'Pots > Pans')}\n`;
  await importer.importFile(file);
  const read = async (slug: string) => (await shop.call(readAdminProduct, { token, params: { slug } })).body.product[0]?.googleCategory;
  expect([await read('path'), await read('id'), await read('wrong')]).toEqual(['751', '638', undefined]);
  const csv = String((await shop.send({ url: '/api/v1/product/export.csv', headers: { authorization: token } })).body.text);
  const header = csv.split('\r\n')[0]?.split(',') ?? [];
  expect(header).toContain('google_category');
  expect(csv).toContain('751');
});

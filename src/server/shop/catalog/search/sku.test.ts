import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { filterProducts, readProduct, type SearchSort } from '../../../../contract/product.ts';
import { listSuggestions, searchProducts } from '../../../../contract/product-search.ts';
import { products } from '../../database/schema/catalog.ts';

const shop = await openShop();
const { db } = shop.deps;
const image = await makeImage();

test('[SKU-1] a SKU and a weight are kept as typed, and cleared by null or an empty text', async () => {
  const { create, update } = await createAdminClient(shop, image);
  const { product } = (await create({ sku: '  Tea/Grün-01 ', weight: '250' })).body;
  expect(product).toMatchObject({ sku: 'Tea/Grün-01', weight: 250 });
  expect((await update(product)).body.product).toEqual(product);
  expect((await update(product, { weight: 0 })).body.product.weight).toBe(0);
  for (const nothing of [null, '']) {
    await update(product, { sku: 'A', weight: 1 });
    expect((await update(product, { sku: nothing, weight: nothing })).body.product).toMatchObject({ sku: null, weight: null });
  }
  expect((await create({ name: 'Second', sku: '', weight: '' })).body.product).toMatchObject({ sku: null, weight: null });
});

test.each([
  ['sku', '   '],
  ['sku', 'x'.repeat(256)],
  ['sku', 5],
  ['sku', ['A']],
  ['sku', 'a\u0000'],
  ['weight', -1],
  ['weight', 1.5],
  ['weight', '10'],
  ['weight', 10_000_001],
])('[SKU-1] a %s of %j is refused by name', async (field, value) => {
  const { create, update } = await createAdminClient(shop, image);
  const { product } = (await create()).body;
  expect(await update(product, { [field]: value })).toMatchObject({ status: 400, body: { issues: [{ path: field }] } });
});

test('[SKU-1] no two products can have the same SKU, regardless of case and of how many are saved at once', async () => {
  const { create, update } = await createAdminClient(shop, image);
  const { product } = (await create({ sku: 'tea-1' })).body;
  const taken = { status: 409, body: { code: 'sku_taken', issues: [{ path: 'sku', code: 'taken' }] } };
  expect(await create({ name: 'Copy', sku: 'TEA-1' })).toMatchObject(taken);
  expect(await db.$count(products)).toBe(1);
  expect((await update(product, { sku: 'Tea-1' })).body.product.sku).toBe('Tea-1');
  const others = await Promise.all([1, 2, 3, 4].map(async (nth) => (await create({ name: `Tea ${nth}` })).body.product));
  expect(await update(others[0] ?? product, { sku: 'tEA-1' })).toMatchObject(taken);
  const claims = await Promise.all(others.map((it) => update(it, { sku: 'tea-2' })));
  expect(claims.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  // One that was given up can be had.
  await update(product, { sku: null });
  expect((await update(others[0] ?? product, { sku: 'tea-1' })).status).toBe(200);
});

test('[SKU-2] a search for a SKU in any case lists its product first, then products with its words', async () => {
  const categoryId = await makeCategory(db);
  await makeProducts(db, [
    { categoryId, name: 'Oak Board', priceCents: 100 },
    { categoryId, name: 'Something Else', slug: 'else', sku: 'OAK', priceCents: 300 },
    { categoryId, name: 'Long Oak Table', priceCents: 200 },
    { categoryId, name: 'Lamp', sku: 'QX_07.z/K' },
  ]);
  const names = (found: { name: string }[]) => found.map((it) => it.name);
  const search = async (keyword: string) => names((await shop.call(searchProducts, { params: { keyword } })).body);
  expect(await search('oak')).toEqual(['Something Else', 'Oak Board', 'Long Oak Table']);
  for (const keyword of ['QX_07.z/K', ' qx_07.Z/k ']) expect(await search(keyword)).toEqual(['Lamp']);
  expect(await search('QX_07.z')).toEqual([]);
  expect(names((await shop.call(listSuggestions, { params: { keyword: 'qx_07.z/k' } })).body.products)).toEqual(['Lamp']);
  const filter = async (sort: SearchSort, page = 1) =>
    (await shop.call(filterProducts, { body: { checked: [], radio: [], keyword: 'Oak', sort, page, limit: 2 } })).body;
  const first = await filter('relevance');
  expect([names(first.products), first.total, first.facets.categories[0]?.count]).toEqual([['Something Else', 'Oak Board'], 3, 3]);
  expect(names((await filter('relevance', 2)).products)).toEqual(['Long Oak Table']);
  expect(names((await filter('price-up')).products)).toEqual(['Oak Board', 'Long Oak Table']);
  expect((await shop.call(readProduct, { params: { slug: 'else' } })).body.product[0]?.sku).toBe('OAK');
});

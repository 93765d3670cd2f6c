/** Products that a merchant puts first, in a category and in a search. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { readCategoryPins, readSearchPins, updateCategoryPins, updateSearchPins } from '../../../../contract/pins.ts';
import { filterProducts, listCategoryProducts, type SearchSort, type Sort } from '../../../../contract/product.ts';
import { deleteProduct } from '../../../../contract/product-admin.ts';
import { listSuggestions, searchProducts } from '../../../../contract/product-search.ts';

const shop = await openShop();
const { db } = shop.deps;

const owner = async () => (await shop.signUp({ role: 1 })).token;

test('[COLL-9] pinned products come first on a category’s page, on whichever page of the list, and each once', async () => {
  const token = await owner();
  const shoes = await makeCategory(db, 'Shoes');
  const boots = await makeCategory(db, 'Boots', shoes);
  const bags = await makeCategory(db, 'Bags');
  const rows = await makeProducts(
    db,
    Array.from({ length: 9 }, (_, n) => ({ categoryId: n % 2 ? boots : shoes, name: `Shoe ${n}`, priceCents: 100 * n + 100 })),
  );
  const [bag, draft] = await makeProducts(db, [
    { categoryId: bags, name: 'Bag' },
    { categoryId: shoes, name: 'Draft', status: 'draft' },
  ]);
  const idOf = (n: number) => rows[n]?.id ?? '';
  const list = async (query: { page?: number; limit?: number; sort?: Sort } = {}) =>
    (await shop.call(listCategoryProducts, { params: { slug: 'shoes' }, query })).body;
  const names = async (query = {}) => (await list(query)).product.map(({ name }) => name.replace('Shoe ', ''));
  expect(await names()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
  const pin = (products: string[], version?: number) =>
    shop.call(updateCategoryPins, { token, params: { id: shoes }, body: { products, ...(version !== undefined && { version }) } });
  const saved = await pin([idOf(7), bag?.id ?? '', draft?.id ?? '', idOf(2), idOf(5)]);
  expect(saved.status).toBe(200);
  expect(await names()).toEqual(['7', '2', '5', '0', '1', '3', '4', '6', '8']);
  const pages = [
    await list({ page: 1, limit: 2 }),
    await list({ page: 2, limit: 2 }),
    await list({ page: 3, limit: 2 }),
    await list({ page: 5, limit: 2 }),
  ];
  expect(pages.map(({ product }) => product.map(({ name }) => name.slice(5)).join())).toEqual(['7,2', '5,0', '1,3', '8']);
  expect(pages.map(({ total }) => total)).toEqual([9, 9, 9, 9]);
  expect(await names({ sort: 'price-up' })).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
  expect((await list()).category).not.toHaveProperty('pinnedIds');
  await shop.call(deleteProduct, { token, params: { id: idOf(7) } });
  expect(await names({ limit: 3 })).toEqual(['2', '5', '0']);
  // Of what was deleted since only its place is left, which may be saved again.
  const { version } = saved.body;
  expect((await pin([idOf(7), idOf(8)], version)).status).toBe(200);
  expect((await pin([idOf(1)], version)).body).toMatchObject({ code: 'version_conflict', current: { products: [idOf(7), idOf(8)] } });
  expect((await shop.call(readCategoryPins, { token, params: { id: shoes } })).body.products).toEqual([idOf(7), idOf(8)]);
  for (const products of [[randomUUID()], [idOf(1), idOf(1)], ['x'], Array.from({ length: 21 }, () => randomUUID())])
    expect((await pin(products)).status).toBe(400);
  expect((await shop.call(updateCategoryPins, { token, params: { id: randomUUID() }, body: { products: [] } })).status).toBe(404);
  expect((await pin([])).status).toBe(200);
  expect(await names({ limit: 2 })).toEqual(['0', '1']);
});

test('[COLL-10] a search for the words that a merchant chose puts the pinned products first, even those without its words', async () => {
  const token = await owner();
  const categoryId = await makeCategory(db, 'Garden');
  const rows = await makeProducts(db, [
    { categoryId, name: 'Rain coat', priceCents: 900 },
    { categoryId, name: 'Rain coat for dogs', priceCents: 800 },
    { categoryId, name: 'Umbrella stand', priceCents: 700 },
    { categoryId, name: 'Sold out parasol', status: 'archived' },
  ]);
  const idOf = (n: number) => rows[n]?.id ?? '';
  const filter = async (keyword: string, sort: SearchSort = 'relevance', checked: string[] = []) =>
    (await shop.call(filterProducts, { body: { checked, radio: [], keyword, sort } })).body;
  const names = async (keyword: string, sort?: SearchSort) => (await filter(keyword, sort)).products.map(({ name }) => name);
  expect(await names('rain')).toEqual(['Rain coat', 'Rain coat for dogs']);
  const pin = (searches: object[], version?: number) =>
    shop.call(updateSearchPins, { token, body: { searches, ...(version !== undefined && { version }) } });
  const saved = await pin([
    { words: ' Rain!', products: [idOf(2), idOf(3), idOf(1)] },
    { words: 'monsoon season', products: [idOf(0)] },
  ]);
  expect([saved.status, saved.body.searches[0]?.words]).toEqual([200, 'Rain!']);
  expect(await names('RAIN')).toEqual(['Umbrella stand', 'Rain coat for dogs', 'Rain coat']);
  expect((await filter('rain')).total).toBe(3);
  expect((await filter('rain', 'relevance', [categoryId])).facets.categories[0]?.count).toBe(3);
  expect(await names('rain', 'price-down')).toEqual(['Rain coat', 'Rain coat for dogs', 'Umbrella stand']);
  expect(await names('rain coat')).toEqual(['Rain coat', 'Rain coat for dogs']);
  expect(await names('monsoon  season')).toEqual(['Rain coat']);
  expect((await shop.call(searchProducts, { params: { keyword: 'rain' } })).body.map(({ name }) => name)[0]).toBe('Umbrella stand');
  expect((await shop.call(listSuggestions, { params: { keyword: 'rain' } })).body.products.map(({ name }) => name)[0]).toBe(
    'Umbrella stand',
  );
  const old = await pin([], 0);
  expect([old.status, (await shop.call(readSearchPins, { token })).body.searches.length]).toEqual([409, 2]);
  for (const searches of [
    [{ words: ' ', products: [idOf(0)] }],
    [{ words: 'a', products: [] }],
    [{ words: 'a', products: [randomUUID()] }],
    [
      { words: 'Red hat', products: [idOf(0)] },
      { words: 'red  HAT', products: [idOf(1)] },
    ],
  ])
    expect((await pin(searches)).status, JSON.stringify(searches)).toBe(400);
  expect((await pin([])).status).toBe(200);
  expect(await names('rain')).toEqual(['Rain coat', 'Rain coat for dogs']);
});

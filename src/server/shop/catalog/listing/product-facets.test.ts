/** Lists filtered by the values of options and attributes. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { type FilterGroup, filterProducts, listCategoryProducts } from '../../../../contract/product.ts';
import { DEFAULT_SETTINGS, readSettings, updateSettings } from '../../../../contract/settings.ts';
import { uncached } from '../../../platform/cache/open-response-cache.ts';
import { products } from '../../database/schema/catalog.ts';
import { productVariants } from '../../database/schema/variant.ts';
import { writeProductChange } from '../products/product-change.service.ts';
import { NO_FILTER, toFacetGroups } from '../search/filters.ts';
import { loadValues } from './filtered-list.repository.ts';
import { listByFacets, loadFilterGroups } from './filtered-list.service.ts';

const shop = await openShop();
const { db } = shop.deps;

type Variant = [size: string, colour: string, quantity?: number];

/** A shoe in these sizes and colours, each of them a variant at 100 dollars. */
async function makeShoe(categoryId: string, name: string, variants: Variant[], attributes: { name: string; value: string }[] = []) {
  const [made] = await makeProducts(db, [{ categoryId, name, priceCents: 10_000 }]);
  const id = made?.id ?? '';
  const options = [
    { name: 'Size', values: ['9', '10', '11'] },
    { name: 'Colour', values: ['Red', 'Blue'] },
  ];
  const input = variants.map(([Size, Colour, quantity = 5]) => ({ options: { Size, Colour }, price: 100, quantity }));
  await db.transaction((tx) => writeProductChange(tx, id, { options, variants: input, attributes }, new Date()));
  return id;
}

async function openShoes() {
  const categoryId = await makeCategory(db, 'Shoes');
  const wool = [{ name: 'Upper', value: 'Wool' }];
  const ids = {
    both: await makeShoe(categoryId, 'Both', [['9', 'Red'], ['10', 'Blue']], wool), // biome-ignore format: a row each
    red: await makeShoe(categoryId, 'Red', [['10', 'Red', 0]]),
    blue: await makeShoe(categoryId, 'Blue', [['10', 'Blue']], [{ name: 'Upper', value: 'Linen' }]),
  };
  const [plain] = await makeProducts(db, [{ categoryId, name: 'Laces', attributes: [{ name: 'Size', value: '10' }] }]);
  return { categoryId, ids, plain };
}

const filter = async (filters: { name: string; values: string[] }[], more: object = {}) => {
  const { status, body } = await shop.call(filterProducts, { body: { checked: [], radio: [], filters, ...more } });
  expect(status).toBe(200);
  return { ...body, names: body.products.map(({ name }) => name).sort() };
};
const toCounts = (groups: FilterGroup[]) =>
  Object.fromEntries(groups.map(({ name, values }) => [name, Object.fromEntries(values.map((it) => [it.value, it.count]))]));

test('[FACET-1] several values of one option match any of them, several options all of them, and each other choice has its count', async () => {
  const { ids } = await openShoes();
  const all = await filter([]);
  expect(all.total).toBe(4);
  expect(toCounts(all.facets.filters)).toEqual({ Colour: { Blue: 2, Red: 2 }, Size: { 9: 1, 10: 3 } });
  expect(all.facets.filters.map(({ name, values }) => [name, values.map(({ value }) => value)])).toEqual([
    ['Colour', ['Blue', 'Red']],
    ['Size', ['9', '10']],
  ]);
  const red = await filter([{ name: 'Colour', values: ['Red'] }]);
  expect([red.names, red.total, red.isAbout]).toEqual([['Both', 'Red'], 2, false]);
  expect(toCounts(red.facets.filters)).toEqual({ Colour: { Blue: 2, Red: 2 }, Size: { 9: 1, 10: 2 } });
  expect((await filter([{ name: 'Colour', values: ['Red', 'Blue'] }])).total).toBe(3);
  const two = await filter([
    { name: 'Colour', values: ['Blue'] },
    { name: 'Size', values: ['9', '11'] },
  ]);
  expect(two.products.map(({ _id }) => _id)).toEqual([ids.both]);
  expect(toCounts(two.facets.filters)).toEqual({ Colour: { Blue: 1, Red: 1 }, Size: { 9: 1, 10: 2, 11: 0 } });
  expect(two.facets.categories).toMatchObject([{ count: 1 }]);
  expect((await filter([{ name: 'Colour', values: ['Green'] }])).total).toBe(0);
});

test('[FACET-2] a value that is sold out is listed, one that no variant has isn’t; deleting the last variant of a value removes it', async () => {
  const { ids } = await openShoes();
  expect((await filter([{ name: 'Size', values: ['11'] }])).total).toBe(0);
  const wanted = [{ name: 'Colour', values: ['Red'] }];
  expect((await filter(wanted)).names).toEqual(['Both', 'Red']);
  await db.delete(productVariants).where(sql`${eq(productVariants.productId, ids.both)} and option_values[2] = 'Red'`);
  expect((await filter(wanted)).names).toEqual(['Red']);
  await db.update(products).set({ status: 'draft' }).where(eq(products.id, ids.red));
  expect((await filter(wanted)).names).toEqual([]);
  await db.transaction((tx) => writeProductChange(tx, ids.blue, { options: [] }, new Date()));
  expect(toCounts((await filter([])).facets.filters)).toEqual({ Colour: { Blue: 1 }, Size: { 10: 1 } });
});

test('[FACET-3] an attribute becomes a filter once the merchant chooses it, also next to an option of the same name', async () => {
  await openShoes();
  const { token } = await shop.signUp({ role: 1 });
  expect((await filter([{ name: 'Upper', values: ['Wool'] }])).total).toBe(0);
  const { shop: _shop, payment: _payment, ...settings } = (await shop.call(readSettings)).body.settings;
  const saved = await shop.call(updateSettings, { token, body: { ...settings, filterAttributes: [' Upper ', 'Size', 'Upper'] } });
  expect(saved.body.settings.filterAttributes).toEqual(['Upper', 'Size']);
  const { filterAttributes: _names, ...old } = DEFAULT_SETTINGS;
  expect((await shop.call(updateSettings, { token, body: old })).body.settings.filterAttributes).toEqual(['Upper', 'Size']);
  const wool = await filter([{ name: 'Upper', values: ['Wool'] }]);
  expect(wool.names).toEqual(['Both']);
  expect(toCounts(wool.facets.filters)).toMatchObject({ Upper: { Wool: 1, Linen: 1 } });
  expect((await filter([{ name: 'Size', values: ['10'] }])).names).toEqual(['Blue', 'Both', 'Laces', 'Red']);
});

test('[FACET-1] filters work together with category, price, keyword, pages and any sorting', async () => {
  const { categoryId } = await openShoes();
  const other = await makeCategory(db, 'Boots');
  await makeShoe(other, 'Boot', [['10', 'Red']]);
  const red = [{ name: 'Colour', values: ['Red'] }];
  expect((await filter(red, { checked: [other] })).names).toEqual(['Boot']);
  expect((await filter(red, { radio: [0, 99] })).total).toBe(0);
  const found = await filter(red, { radio: [100, 100], sort: 'name', page: 2, limit: 2 });
  expect([found.products.map(({ name }) => name), found.total]).toEqual([['Red'], 3]);
  expect(found.facets.categories).toEqual(expect.arrayContaining([{ _id: categoryId, count: 2 }, { _id: other, count: 1 }])); // biome-ignore format: short
  const searched = await filter([{ name: 'Size', values: ['10'] }], { keyword: 'red' });
  expect([searched.names, searched.total]).toEqual([['Red'], 1]);
  const nothing = await filter([{ name: 'Size', values: ['9'] }], { keyword: 'red' });
  expect([nothing.total, toCounts(nothing.facets.filters)]).toEqual([0, { Size: { 9: 0, 10: 1 } }]);
});

test('[FACET-1] the products of a category are filtered the same way, by JSON in the URL', async () => {
  await openShoes();
  const call = (query: object) => shop.call(listCategoryProducts, { params: { slug: 'shoes' }, query });
  const all = (await call({})).body;
  expect([all.total, all.isAbout, toCounts(all.filters)]).toEqual([4, false, { Colour: { Blue: 2, Red: 2 }, Size: { 9: 1, 10: 3 } }]);
  const nine = (await call({ filters: [{ name: 'Size', values: ['9'] }] })).body;
  expect(nine).toMatchObject({ total: 1, product: [{ name: 'Both' }] });
});

test('[FACET-1] values with more products than are examined are listed in the requested order, up to the limit, without counts', async () => {
  const { categoryId } = await openShoes();
  const groups = toFacetGroups([{ name: 'Size', values: ['10'] }], []);
  for (const categoryIds of [[], [categoryId]]) {
    const list = async (offset: number, limit: number) => {
      const { products, total, isAbout, byCategory, byPrice, filters } = await listByFacets(
        { ...shop.deps, memoize: uncached },
        { ...NO_FILTER, categoryIds, groups },
        { offset, limit, sort: 'name' },
        2,
      );
      expect([isAbout, byCategory, byPrice]).toEqual([true, null, null]);
      // Of what there is before anything is chosen, and what is chosen.
      expect(toCounts(filters)).toMatchObject({ Colour: { Blue: null }, Size: { 10: null } });
      return [products.map(({ name }) => name), total];
    };
    expect(await list(0, 1)).toEqual([['Blue'], 2]);
    expect(await list(1, 8)).toEqual([['Both'], 2]);
    expect(await list(8, 8)).toEqual([[], 2]);
  }
});

test('[FACET-1] where a category or price range has few enough products, its values are counted although all products are too many', async () => {
  const { categoryId } = await openShoes();
  const other = await makeCategory(db, 'Boots');
  await makeShoe(other, 'Boot', [['10', 'Red']]);
  const groups = toFacetGroups([{ name: 'Size', values: ['10'] }], []);
  const list = async (categoryIds: string[], cents: [number, number] | null, maxHits: number) => {
    const page = await listByFacets(
      { ...shop.deps, memoize: uncached },
      { categoryIds, cents, groups },
      { offset: 0, limit: 8, sort: 'name' },
      maxHits,
    );
    const { products, total, isAbout, byCategory, byPrice, filters } = page;
    return {
      names: products.map(({ name }) => name),
      total,
      isAbout,
      isCounted: [byCategory !== null, byPrice !== null],
      filters: toCounts(filters),
    };
  };
  const known = { isAbout: false, total: 1, names: ['Boot'] };
  expect(await list([other], null, 9)).toMatchObject({ ...known, isCounted: [true, true] });
  expect(await list([other], null, 2)).toMatchObject({
    ...known,
    isCounted: [false, true],
    filters: { Colour: { Red: 1 }, Size: { 10: 1 } },
  });
  expect(await list([other], [0, 99_999], 2)).toMatchObject({ ...known, isCounted: [false, true] });
  expect(await list([], [0, 99], 2)).toMatchObject({ total: 0, names: [], isAbout: false, isCounted: [true, false] });
  expect(await list([categoryId], [0, 99], 2)).toMatchObject({ total: 0, names: [], isAbout: false, isCounted: [false, false] });
});

test('[FACET-1] a price range with more products than are examined lists the values of all prices, without counts', async () => {
  const { ids } = await openShoes();
  const context = { ...shop.deps, memoize: uncached };
  const filter = { ...NO_FILTER, cents: [0, 20_000] as const };
  const load = async (total: number, maxHits: number) => toCounts(await loadFilterGroups(context, filter, total, maxHits));
  const counted = { Colour: { Blue: 2, Red: 2 }, Size: { 9: 1, 10: 3 } };
  // Of few products with values every price range is counted, however many others lie in it.
  expect([await load(4, 10), await load(1000, 10)]).toEqual([counted, counted]);
  // Three of the four lie in it now: they aren't read where as many as that are too many to be counted at any price.
  await db.update(products).set({ priceCents: 30_000 }).where(eq(products.id, ids.both));
  const counts = Object.values(await load(1000, 3)).flatMap((values) => Object.values(values));
  expect([counts.length > 0, counts.every((count) => count === null)]).toEqual([true, true]);
});

test('above a number of products, values are listed without counts', async () => {
  const { categoryId } = await openShoes();
  const load = (filter: object, max: number, isPartWanted = true) => loadValues(db, { ...NO_FILTER, ...filter }, [], max, isPartWanted);
  const part = await load({ categoryIds: [categoryId] }, 2);
  expect([part.isCut, part.cells.length > 0]).toEqual([true, true]);
  expect(await load({}, 3, false)).toEqual({ isCut: true, cells: [] });
  expect((await load({}, 4, false)).isCut).toBe(false);
});

test.each([
  ['no list', 'Size:10', 'filters'],
  ['eleven options', Array.from({ length: 11 }, (_, n) => ({ name: `n${n}`, values: ['1'] })), 'filters'],
  ['no values', [{ name: 'Size', values: [] }], 'filters.0.values'],
  ['51 values', [{ name: 'Size', values: Array.from({ length: 51 }, String) }], 'filters.0.values'],
  ['a number as a value', [{ name: 'Size', values: [10] }], 'filters.0.values.0'],
  ['no name', [{ values: ['10'] }], 'filters.0.name'],
  ['a NUL character', [{ name: 'Size', values: ['1\u0000'] }], 'filters.0.values.0'],
])('[SAFE-5] a filter by %s is refused', async (_what, filters, path) => {
  const answer = await shop.call(filterProducts, { body: { checked: [], radio: [], filters: filters as never } });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ success: false, issues: [expect.objectContaining({ path })] });
});

test.each(['%', '_', ':', 'o', 'a:b:c', '{}', "it's", '42"', '\\', 'größe 🙂'])(
  'a name or value like %s is found as it is',
  async (text) => {
    const categoryId = await makeCategory(db, 'Odd');
    const [product] = await makeProducts(db, [{ categoryId, name: 'Odd' }]);
    const options = [{ name: 'Kind', values: [text, 'other'] }];
    const variants = [text, 'other'].map((Kind) => ({ options: { Kind }, price: 1, quantity: 1 }));
    await db.transaction((tx) => writeProductChange(tx, product?.id ?? '', { options, variants }, new Date()));
    const found = await filter([{ name: 'Kind', values: [text] }]);
    expect([found.total, toCounts(found.facets.filters)]).toEqual([1, { Kind: { [text]: 1, other: 1 } }]);
  },
);

test('[INPUT-10] requests with thousands of made-up categories fill no memory', async () => {
  const ids = Array.from({ length: isFullRun ? 20_000 : 1500 }, () => randomUUID());
  for (let start = 0; start < ids.length; start += 50) {
    const answers = ids.slice(start, start + 50).map((id) => shop.call(filterProducts, { body: { checked: [id], radio: [] } }));
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  }
  expect((shop.deps.memoize as unknown as { size: number }).size).toBeLessThanOrEqual(1000);
});

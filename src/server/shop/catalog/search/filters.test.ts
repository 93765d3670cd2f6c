import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { filterProducts, listProducts, readProduct } from '../../../../contract/product.ts';
import { listSuggestions } from '../../../../contract/product-search.ts';
import { DEFAULT_SETTINGS } from '../../../../contract/settings.ts';
import { query } from '../../../platform/database/query.ts';
import { products } from '../../database/schema/catalog.ts';
import { verifyShop } from '../../integrity/verify.service.ts';
import { warmUp } from '../listing/catalog-summary.service.ts';

const shop = await openShop();
const { db } = shop.deps;

type FilterChoice = { checked?: string[]; radio?: [] | [number, number]; keyword?: string; sort?: string; page?: number; limit?: number };

async function filter({ checked = [], radio = [], ...rest }: FilterChoice = {}) {
  const { status, body } = await shop.call(filterProducts, { body: { checked, radio, ...rest } });
  expect(status).toBe(200);
  return body;
}

/** Three categories with twelve products each, from 5 to 1,200 dollars; every other one is a lamp. */
async function createFacetProducts(): Promise<string[]> {
  const ids: string[] = [];
  for (const name of ['Attic', 'Bath', 'Cellar']) ids.push(await makeCategory(db, name));
  await makeProducts(
    db,
    ids.flatMap((categoryId, shelf) =>
      Array.from({ length: 12 }, (_, n) => ({
        categoryId,
        name: `${n % 2 ? 'Lamp' : 'Chair'} ${shelf}-${n}`,
        priceCents: 500 + 9900 * n + shelf,
      })),
    ),
  );
  return ids;
}

test('[FIND-5] each count is the number of products that choosing it gives, whatever else is chosen', async () => {
  const ids = await createFacetProducts();
  const [attic = '', bath = ''] = ids;
  const chosen: FilterChoice[] = [
    {},
    { checked: [attic] },
    { checked: [attic, bath], radio: [99, 199] },
    { radio: [999, 99999] },
    { radio: [12, 345.67] },
  ];
  for (const keyword of ['', 'lamp', 'chair attic']) {
    for (const choice of chosen) {
      const { facets, total, isAbout } = await filter({ ...choice, keyword, limit: 100 });
      expect(isAbout).toBe(false);
      expect(facets.categories.map(({ _id }) => _id)).toEqual(ids);
      for (const { _id, count } of facets.categories) expect(count).toBe((await filter({ ...choice, checked: [_id], keyword })).total);
      expect(facets.prices.map(({ range }) => range)).toEqual(DEFAULT_SETTINGS.priceRanges);
      for (const { range, count } of facets.prices) expect(count).toBe((await filter({ ...choice, radio: range, keyword })).total);
      const { products: shown } = await filter({ ...choice, keyword, limit: 100 });
      expect(shown).toHaveLength(total);
    }
  }
});

test('[FIND-5] [LIST-1] search results can be sorted in every way, and their pages together have each product once', async () => {
  const [attic = ''] = await createFacetProducts();
  for (const sort of ['relevance', 'newest', 'price-up', 'price-down', 'name']) {
    const seen: { _id: string; price: number; name: string }[] = [];
    for (let page = 1; page <= 4; page += 1) seen.push(...(await filter({ keyword: 'lamp', sort, page, limit: 5 })).products);
    expect(new Set(seen.map(({ _id }) => _id)).size).toBe(18);
    if (sort === 'price-up') expect(seen.map(({ price }) => price)).toEqual(seen.map(({ price }) => price).toSorted((a, b) => a - b));
    if (sort === 'name') expect(seen.map(({ name }) => name)).toEqual(seen.map(({ name }) => name).toSorted());
  }
  expect((await filter({ keyword: 'lamp', checked: [attic], page: 9 })).products).toEqual([]);
  expect((await filter({ keyword: '  ', limit: 100 })).total).toBe(36);
});

test('[LIST-1] the last pages, read from the end, continue where the first ones stop', async () => {
  const ids = await createFacetProducts();
  for (const sort of ['newest', 'price-up', 'price-down', 'name']) {
    for (const checked of [[], ids.slice(0, 1), ids]) {
      const whole = (await filter({ checked, sort, limit: 100 })).products.map(({ _id }) => _id);
      const pages: string[] = [];
      for (let page = 1; page <= 8; page += 1)
        pages.push(...(await filter({ checked, sort, page, limit: 5 })).products.map(({ _id }) => _id));
      expect(pages).toEqual(whole);
    }
  }
});

test('[LIST-1] sortings are prepared in advance, and their settings affect no other statement', async () => {
  await createFacetProducts();
  await warmUp(shop.deps);
  expect(await query(db, sql`show enable_sort`)).toEqual([{ enable_sort: 'on' }]);
});

test('[LIST-1] pages far from both ends are right, whatever is chosen', { tags: ['full'] }, async () => {
  const ids = [await makeCategory(db, 'Attic'), await makeCategory(db, 'Bath'), await makeCategory(db, 'Cellar')];
  const rows = await makeProducts(
    db,
    Array.from({ length: 3300 }, (_, n) => ({
      categoryId: ids[n % 3] ?? '',
      name: `Thing ${String((n * 7919) % 3300).padStart(4, '0')}`,
      priceCents: 100 * ((n * 31) % 90),
    })),
  );
  type Row = (typeof rows)[number];
  const by = {
    newest: (a: Row, b: Row) => Number(b.createdAt) - Number(a.createdAt),
    'price-up': (a: Row, b: Row) => a.priceCents - b.priceCents || (a.id < b.id ? -1 : 1),
    'price-down': (a: Row, b: Row) => b.priceCents - a.priceCents || (a.id > b.id ? -1 : 1),
    name: (a: Row, b: Row) => (a.name < b.name ? -1 : 1),
  };
  for (const checked of [[], ids.slice(1), ids])
    for (const radio of [[], [10, 79]] as ([] | [number, number])[]) {
      const [lowest = 0, highest = 999] = radio;
      const wanted = rows.filter((row) => row.priceCents >= 100 * lowest && row.priceCents <= 100 * highest);
      const matchingRows = wanted.filter((row) => !checked.length || checked.includes(row.categoryId));
      for (const [sort, compare] of Object.entries(by)) {
        const sorted = matchingRows.toSorted(compare).map(({ id }) => id);
        for (const page of [1, 10, 11, 12, Math.ceil(sorted.length / 100)]) {
          const { products: shown, total } = await filter({ checked, radio, sort, page, limit: 100 });
          expect(total).toBe(sorted.length);
          expect(shown.map(({ _id }) => _id)).toEqual(sorted.slice(100 * (page - 1), 100 * page));
        }
      }
    }
});

test.each([
  ['a sort that is not there', { sort: 'nonsense' }, 'sort'],
  ['page -1', { page: -1 }, 'page'],
  ['a limit of 1e9', { limit: 1e9 }, 'limit'],
  ['101 characters', { keyword: 'x'.repeat(101) }, 'keyword'],
  ['a number for a keyword', { keyword: 7 }, 'keyword'],
  ['10,000 characters', { keyword: '%'.repeat(10_000) }, 'keyword'],
  ['a NUL', { keyword: 'a\u0000b' }, 'keyword'],
])('[FIND-5] [LIST-4] a search with %s is refused with the reason', async (_what, wrong, path) => {
  const { status, body } = await shop.call(filterProducts, { body: { checked: [], radio: [], ...wrong } });
  expect(status).toBe(400);
  expect(body).toMatchObject({ success: false, issues: [{ path: expect.stringContaining(path) }] });
});

test('[FIND-5] a range with minimum above maximum, an unknown category and pages past the end are empty', async () => {
  const [attic = ''] = await createFacetProducts();
  for (const keyword of ['', 'lamp']) {
    expect(await filter({ radio: [300, 100], keyword })).toMatchObject({ products: [], total: 0 });
    expect(await filter({ checked: [randomUUID()], keyword })).toMatchObject({ products: [], total: 0 });
    expect(await filter({ checked: [attic, attic], page: 1_000_000, keyword })).toMatchObject({ products: [] });
  }
});

test('[FIND-4] every keyword is answered, however unusual', async () => {
  await createFacetProducts();
  const edgeCases = [
    '🪑',
    "'",
    '\\',
    "a' | 'b",
    'مصباح',
    '½ ¾ ﬁ',
    '\u0301',
    '‮lamp',
    ':*',
    '&|!()',
    '!lamp',
    'lamp:*',
    '<->',
    'ǅ',
    'x'.repeat(100),
    '9'.repeat(100),
  ];
  for (const keyword of edgeCases) {
    await filter({ keyword });
    expect((await shop.call(listSuggestions, { params: { keyword } })).status).toBe(200);
  }
});

test('[FIND-6] suggestions while typing are at most six products and three categories, best matches first', async () => {
  const lamps = await makeCategory(db, 'Lamps');
  await makeCategory(db, 'Lamp oil');
  await makeProducts(
    db,
    Array.from({ length: 9 }, (_, n) => ({ categoryId: lamps, name: n === 8 ? 'Lamp' : `Lampshade ${n}` })),
  );
  for (const keyword of ['la', 'lam', 'LAMP', 'lapm']) {
    const { body } = await shop.call(listSuggestions, { params: { keyword } });
    expect(body.products).toHaveLength(6);
    expect(body.products[0]?.name).toBe('Lamp');
    expect(body.categories.map(({ name }) => name)).toEqual(['Lamp oil', 'Lamps']);
    expect(Object.keys(body.categories[0] ?? {}).sort()).toEqual(['_id', 'name', 'slug']);
  }
  expect((await shop.call(listSuggestions, { params: { keyword: 'zebra' } })).body).toEqual({
    success: true,
    products: [],
    categories: [],
  });
});

test('[FIND-7] counts stay right through every change, also by SQL and many at once', async () => {
  const [attic = '', bath = ''] = await createFacetProducts();
  const mine = () => db.select({ id: products.id }).from(products).where(eq(products.categoryId, attic));
  const [first, second, third] = await mine();
  await Promise.all([
    db
      .update(products)
      .set({ priceCents: 77 })
      .where(eq(products.id, String(first?.id))),
    db
      .update(products)
      .set({ categoryId: bath })
      .where(eq(products.id, String(second?.id))),
    db.delete(products).where(eq(products.id, String(third?.id))),
    db.update(products).set({ priceCents: sql`price_cents + 1` }).where(eq(products.categoryId, bath)),
    makeProducts(
      db,
      Array.from({ length: 30 }, (_, n) => ({ categoryId: n % 2 ? attic : bath })),
    ),
  ]);
  await db
    .transaction(async (tx) => {
      await tx.delete(products);
      tx.rollback();
    })
    .catch(() => undefined);
  expect(await verifyShop(db, new Date())).toEqual([]);
  expect((await filter()).total).toBe(65);
  await db.execute(sql`truncate products cascade`);
  expect((await filter()).total).toBe(0);
});

test('[FIND-8] lists have the beginning of a description, a product’s page all of it', async () => {
  const categoryId = await makeCategory(db);
  const description = 'A lamp. '.repeat(1000);
  await makeProducts(db, [{ categoryId, name: 'Lamp', slug: 'lamp', description }]);
  const short = description.slice(0, 200);
  expect((await shop.call(listProducts)).body.products[0]?.description).toBe(short);
  expect((await filter({ keyword: 'lamp' })).products[0]?.description).toBe(short);
  expect((await shop.call(readProduct, { params: { slug: 'lamp' } })).body.product[0]?.description).toBe(description);
});

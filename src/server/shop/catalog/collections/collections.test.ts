/** Collections by hand and by rule, as shoppers see them and as the team makes them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { deleteCategory } from '../../../../contract/category-admin.ts';
import { type CollectionSort, listCollectionProducts, listCollections } from '../../../../contract/collection.ts';
import {
  type CollectionInput,
  createCollection,
  deleteCollection,
  previewCollection,
  updateCollection,
} from '../../../../contract/collection-admin.ts';
import { deleteProduct, updateProduct } from '../../../../contract/product-admin.ts';
import type { Condition, Rule } from '../../../../contract/rules.ts';
import { DAY } from '../../../../contract/values.ts';

const shop = await openShop();
const { db } = shop.deps;

const owner = async () => (await shop.signUp({ role: 1 })).token;
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

async function make(token: string, input: Partial<CollectionInput>): Promise<{ id: string; slug: string; version: number }> {
  const { status, body } = await shop.call(createCollection, { token, body: { title: 'Picks', isPublished: true, ...input } });
  expect(status, body.message).toBe(200);
  return { id: body.collection._id, slug: body.collection.slug, version: body.collection.version };
}

const show = async (slug: string, query: { sort?: CollectionSort; page?: number; limit?: number } = {}) =>
  (await shop.call(listCollectionProducts, { params: { slug }, query })).body;
const listNames = async (slug: string, query = {}) => (await show(slug, query)).products.map(({ name }) => name);

const ruleOf = (...conditions: Condition[]): Rule => ({ match: 'all', conditions });
const anyOf = (...conditions: Condition[]): Rule => ({ match: 'any', conditions });

test('[COLL-1] a collection by hand shows its products in the order in which they were put, page by page, until a visitor chooses another', async () => {
  const token = await owner();
  const categoryId = await makeCategory(db);
  const rows = await makeProducts(
    db,
    ['C', 'A', 'D', 'B'].map((name, index) => ({ categoryId, name, priceCents: 100 * (index + 1) })),
  );
  const draft = await makeProducts(db, [{ categoryId, name: 'Draft', status: 'draft' }]);
  const order = [2, 0, 3].map((place) => rows[place]?.id ?? '');
  const { slug } = await make(token, { products: [order[0] ?? '', draft[0]?.id ?? '', ...order.slice(1)] });
  expect(await listNames(slug)).toEqual(['D', 'C', 'B']);
  expect([await listNames(slug, { page: 1, limit: 2 }), await listNames(slug, { page: 2, limit: 2 })]).toEqual([['D', 'C'], ['B']]);
  expect((await show(slug)).total).toBe(3);
  expect(await listNames(slug, { sort: 'name' })).toEqual(['B', 'C', 'D']);
  expect(await listNames(slug, { sort: 'price-down' })).toEqual(['B', 'D', 'C']);
});

test('[COLL-2] a rule holds what meets all of its conditions, or any of them', async () => {
  const token = await owner();
  const men = await makeCategory(db, 'Men');
  const shoes = await makeCategory(db, 'Boots', men);
  const women = await makeCategory(db, 'Women');
  const at = (days: number) => new Date(Date.now() - days * DAY);
  const rows = await makeProducts(db, [
    { categoryId: shoes, name: 'Rain boot', priceCents: 5000, compareAtCents: 10_000, createdAt: at(1), quantity: 3 },
    { categoryId: men, name: 'Felt hat 100%', priceCents: 2000, createdAt: at(40), quantity: 0 },
    {
      categoryId: women,
      name: 'Tote bag',
      priceCents: 3000,
      compareAtCents: 3300,
      createdAt: at(10),
      quantity: 50,
      furtherCategoryIds: [shoes],
    },
    { categoryId: women, name: 'Silk scarf', priceCents: 3000, compareAtCents: 2000, createdAt: at(400), quantity: 1 },
  ]);
  const acme = randomUUID();
  await db.execute(sql`insert into brands (id, name, slug) values (${acme}, 'Acme', 'acme')`);
  await db.execute(sql`update products set brand_id = ${acme} where name in ('Rain boot', 'Silk scarf')`);
  await db.execute(
    sql`update products set tags = '{Wet days,Blue}', vendor = case when name = 'Tote bag' then 'North Ltd' end where name in ('Rain boot', 'Tote bag')`,
  );
  await db.execute(sql`insert into daily_product_stats values (${rows[1]?.id}, current_date - 3, 1, 4, 8000), (${rows[1]?.id}, current_date - 3, 2, 2, 4000),
    (${rows[2]?.id}, current_date - 40, 1, 90, 100)`);
  const cases: [Rule, string[]][] = [
    [ruleOf({ field: 'category', categories: [men] }), ['Rain boot', 'Tote bag', 'Felt hat 100%']],
    [ruleOf({ field: 'category', categories: [men.toUpperCase(), women] }), ['Rain boot', 'Tote bag', 'Felt hat 100%', 'Silk scarf']],
    [ruleOf({ field: 'category', categories: [men], not: true }), ['Silk scarf']],
    [ruleOf({ field: 'brand', brands: [acme] }), ['Rain boot', 'Silk scarf']],
    [ruleOf({ field: 'brand', brands: [acme], not: true }), ['Tote bag', 'Felt hat 100%']],
    [ruleOf({ field: 'tag', tags: ['Wet days', 'none'] }), ['Rain boot', 'Tote bag']],
    [ruleOf({ field: 'tag', tags: ['Wet days'], not: true }), ['Felt hat 100%', 'Silk scarf']],
    [ruleOf({ field: 'vendor', vendors: ['NORTH ltd'] }), ['Tote bag']],
    [ruleOf({ field: 'vendor', vendors: ['North Ltd'], not: true }), ['Rain boot', 'Felt hat 100%', 'Silk scarf']],
    [ruleOf({ field: 'price', atLeast: 20.01 }), ['Rain boot', 'Tote bag', 'Silk scarf']],
    [ruleOf({ field: 'price', atLeast: 30, atMost: 30 }), ['Tote bag', 'Silk scarf']],
    [ruleOf({ field: 'compare-at', onSale: true }), ['Rain boot', 'Tote bag']],
    [ruleOf({ field: 'compare-at', onSale: true, atLeastPercent: 50 }), ['Rain boot']],
    [ruleOf({ field: 'compare-at', onSale: false }), ['Felt hat 100%', 'Silk scarf']],
    [ruleOf({ field: 'stock', atLeast: 1 }), ['Rain boot', 'Tote bag', 'Silk scarf']],
    [ruleOf({ field: 'stock', atMost: 0 }), ['Felt hat 100%']],
    [ruleOf({ field: 'created', days: 30 }), ['Rain boot', 'Tote bag']],
    [ruleOf({ field: 'created', days: 30, not: true }), ['Felt hat 100%', 'Silk scarf']],
    [ruleOf({ field: 'sold', days: 7, atLeast: 6 }), ['Felt hat 100%']],
    [ruleOf({ field: 'sold', days: 366, atLeast: 7 }), ['Tote bag']],
    [ruleOf({ field: 'title', contains: ' BOOT ' }), ['Rain boot']],
    [ruleOf({ field: 'title', contains: '0%' }), ['Felt hat 100%']],
    [ruleOf({ field: 'title', contains: 'a', not: true }), []],
    [ruleOf({ field: 'category', categories: [women] }, { field: 'price', atMost: 30 }, { field: 'stock', atLeast: 2 }), ['Tote bag']],
    [anyOf({ field: 'title', contains: 'hat' }, { field: 'stock', atMost: 1 }), ['Felt hat 100%', 'Silk scarf']],
    [anyOf({ field: 'price', atMost: 20 }), ['Felt hat 100%']],
  ];
  const { id, slug } = await make(token, { rule: ruleOf({ field: 'price', atLeast: 0 }), sort: 'newest' });
  for (const [rule, names] of cases) {
    expect((await shop.call(updateCollection, { token, params: { id }, body: { title: 'Picks', rule } })).status).toBe(200);
    expect(await listNames(slug), JSON.stringify(rule)).toEqual(names);
    const preview = (await shop.call(previewCollection, { token, body: { rule } })).body;
    expect([preview.total, preview.isAbout, preview.gone]).toEqual([names.length, false, []]);
    expect(preview.products.map(({ name }) => name)).toEqual(names);
  }
});

test('[COLL-3] a product is in a collection by rule, or no longer, as soon as its change is saved', async () => {
  const token = await owner();
  const men = await makeCategory(db, 'Men');
  const women = await makeCategory(db, 'Women');
  const [hat, bag] = await makeProducts(db, [
    { categoryId: men, name: 'Hat', priceCents: 2000 },
    { categoryId: women, name: 'Bag', priceCents: 3000 },
  ]);
  const cheap = await make(token, { title: 'Cheap', rule: ruleOf({ field: 'price', atMost: 25 }) });
  const forMen = await make(token, { title: 'For men', rule: ruleOf({ field: 'category', categories: [men] }) });
  const inStock = await make(token, { title: 'In stock', rule: ruleOf({ field: 'stock', atLeast: 1 }) });
  const byHand = await make(token, { title: 'By hand', products: ids([hat, bag].flatMap((it) => it ?? [])) });
  const all = async () => [
    await listNames(cheap.slug),
    await listNames(forMen.slug),
    await listNames(inStock.slug),
    await listNames(byHand.slug),
  ];
  expect(await all()).toEqual([['Hat'], ['Hat'], ['Hat', 'Bag'], ['Hat', 'Bag']]);
  const edit = async (id: string | undefined, body: object) =>
    expect((await shop.call(updateProduct, { token, params: { id: id ?? '' }, body })).status).toBe(200);
  await edit(bag?.id, { price: 25 });
  expect(await all()).toEqual([['Hat', 'Bag'], ['Hat'], ['Hat', 'Bag'], ['Hat', 'Bag']]);
  await edit(bag?.id, { category: men });
  expect(await all()).toEqual([
    ['Hat', 'Bag'],
    ['Hat', 'Bag'],
    ['Hat', 'Bag'],
    ['Hat', 'Bag'],
  ]);
  await edit(hat?.id, { quantity: 0 });
  expect(await all()).toEqual([['Hat', 'Bag'], ['Hat', 'Bag'], ['Bag'], ['Hat', 'Bag']]);
  await edit(bag?.id, { status: 'draft' });
  expect(await all()).toEqual([['Hat'], ['Hat'], [], ['Hat']]);
  await edit(bag?.id, { status: 'active', name: 'Tote' });
  expect(await all()).toEqual([['Hat', 'Tote'], ['Hat', 'Tote'], ['Tote'], ['Hat', 'Tote']]);
  expect((await shop.call(deleteProduct, { token, params: { id: hat?.id ?? '' } })).status).toBe(200);
  expect(await all()).toEqual([['Tote'], ['Tote'], ['Tote'], ['Tote']]);
});

test('[COLL-3] only the pages that a change may alter are made again', async () => {
  const token = await owner();
  const men = await makeCategory(db, 'Men');
  const women = await makeCategory(db, 'Women');
  const [hat, bag] = await makeProducts(db, [
    { categoryId: men, name: 'Hat' },
    { categoryId: women, name: 'Bag' },
  ]);
  const forMen = await make(token, { title: 'For men', rule: ruleOf({ field: 'category', categories: [men] }) });
  const byHand = await make(token, { title: 'By hand', products: [hat?.id ?? ''] });
  const cheap = await make(token, { title: 'Cheap', rule: ruleOf({ field: 'price', atMost: 25 }) });
  const path = (slug: string) => `/api/v1/collection/products/${slug}`;
  const isCached = () => [forMen, byHand, cheap].map(({ slug }) => shop.responseCache.peek(path(slug)) !== undefined);
  const readAll = async () => {
    for (const { slug } of [forMen, byHand, cheap]) await show(slug);
  };
  await readAll();
  expect(isCached()).toEqual([true, true, true]);
  await shop.call(updateProduct, { token, params: { id: bag?.id ?? '' }, body: { price: 99 } });
  expect(isCached()).toEqual([true, true, false]);
  await readAll();
  await shop.call(updateCollection, { token, params: { id: byHand.id }, body: { title: 'By my hand' } });
  expect(isCached()).toEqual([true, false, true]);
  await readAll();
  await shop.call(updateProduct, { token, params: { id: hat?.id ?? '' }, body: { price: 99 } });
  expect(isCached()).toEqual([false, false, false]);
});

test('[COLL-4] a rule that names a category which was deleted says so and holds nothing for it; one that holds everything works', async () => {
  const token = await owner();
  const kept = await makeCategory(db, 'Men');
  const gone = await makeCategory(db, 'Gone');
  await makeProducts(
    db,
    Array.from({ length: 30 }, (_, n) => ({ categoryId: kept, name: `Item ${n}` })),
  );
  const named: Condition = { field: 'category', categories: [gone] };
  const alone = await make(token, { rule: ruleOf(named) });
  const turned = await make(token, { rule: ruleOf({ ...named, not: true }) });
  const either = await make(token, { rule: anyOf(named, { field: 'title', contains: 'Item 7' }) });
  const both = await make(token, { rule: ruleOf({ field: 'category', categories: [gone, kept] }) });
  expect((await shop.call(deleteCategory, { token, params: { id: gone } })).status).toBe(200);
  expect([(await show(alone.slug)).total, (await show(turned.slug)).total, (await show(both.slug)).total]).toEqual([0, 0, 30]);
  expect(await listNames(either.slug)).toEqual(['Item 7']);
  const preview = async (rule: Rule) => (await shop.call(previewCollection, { token, body: { rule } })).body;
  expect(await preview(anyOf({ field: 'price', atLeast: 0 }, named))).toMatchObject({ total: 30, gone: [1] });
  expect(await preview(ruleOf({ field: 'category', categories: [randomUUID()] }))).toMatchObject({ total: 0, gone: [0], products: [] });
  const everything = await preview(ruleOf({ field: 'price', atLeast: 0 }));
  expect([everything.total, everything.products.length]).toEqual([30, 8]);
});

test('[COLL-5] a draft is shown to nobody; a former address leads on, and that of a deleted collection says that it is gone', async () => {
  const token = await owner();
  const { id, slug } = await make(token, { title: 'Été – sale!', isPublished: false });
  expect(slug).toBe('ete-sale');
  const status = async (wanted: string) => (await shop.call(listCollectionProducts, { params: { slug: wanted } })).status;
  const listed = async () => (await shop.call(listCollections)).body.collections.map((it) => it.slug);
  const sitemap = async () => (await shop.app.inject('/sitemap/pages.xml')).body.match(/\/collections[^<]*/g) ?? [];
  expect([await status(slug), await listed(), await sitemap()]).toEqual([404, [], []]);
  const save = (body: object) => shop.call(updateCollection, { token, params: { id }, body: { title: 'Sale', ...body } });
  await save({ isPublished: true });
  expect([await status(slug), await listed(), await sitemap()]).toEqual([200, ['ete-sale'], ['/collections', '/collections/ete-sale']]);
  await save({ slug: 'sale' });
  expect((await show('ete-sale')).collection.slug).toBe('sale');
  expect(await listed()).toEqual(['sale']);
  expect((await shop.call(deleteCollection, { token, params: { id } })).status).toBe(200);
  expect([await status('sale'), await status('ete-sale'), await status('never'), await listed()]).toEqual([410, 410, 404, []]);
  expect((await shop.call(deleteCollection, { token, params: { id } })).status).toBe(404);
});

/** Collections by hand and by rule, as the team makes and changes them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { COLLECTION_PRODUCTS_MAX, type CollectionSort, listCollectionProducts } from '../../../../contract/collection.ts';
import {
  addToCollection,
  type CollectionInput,
  createCollection,
  listAdminCollections,
  readAdminCollection,
  updateCollection,
} from '../../../../contract/collection-admin.ts';
import type { Condition, Rule } from '../../../../contract/rules.ts';

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
const _listNames = async (slug: string, query = {}) => (await show(slug, query)).products.map(({ name }) => name);

const ruleOf = (...conditions: Condition[]): Rule => ({ match: 'all', conditions });
const _anyOf = (...conditions: Condition[]): Rule => ({ match: 'any', conditions });

test('[COLL-6] products are added at the end of a collection by hand, each once; a collection by rule takes none', async () => {
  const token = await owner();
  const categoryId = await makeCategory(db);
  const [one = '', two = '', three = ''] = ids(await makeProducts(db, [{ categoryId }, { categoryId }, { categoryId }]));
  const { id } = await make(token, { products: [two] });
  const add = (products: string[], to = id) => shop.call(addToCollection, { token, params: { id: to }, body: { products } });
  expect((await add([one.toUpperCase(), two, one])).body).toMatchObject({ added: 1, collection: { products: [two, one] } });
  expect((await add([two])).body).toMatchObject({ added: 0, collection: { products: [two, one] } });
  const twice = await Promise.all([add([three]), add([three])]);
  expect(twice.map(({ body }) => body.added).sort()).toEqual([0, 1]);
  expect((await add([randomUUID()])).body.issues?.[0]).toMatchObject({ path: 'products', code: 'unknown' });
  const byRule = await make(token, { rule: ruleOf({ field: 'price', atLeast: 1 }) });
  expect((await add([one], byRule.id)).body.issues?.[0]).toMatchObject({ path: 'products', code: 'not_allowed' });
  expect((await add([one], randomUUID())).status).toBe(404);
  const full = Array.from({ length: COLLECTION_PRODUCTS_MAX }, () => randomUUID());
  await db.execute(sql`update collections set product_ids = ${sql.param(full)}::uuid[] where id = ${id}`);
  expect((await add([one])).body).toMatchObject({ success: false, message: expect.stringContaining('1000 products at most') });
});

test('[COLL-7] a collection that somebody else has changed isn’t overwritten without notice; what isn’t sent stays', async () => {
  const token = await owner();
  const categoryId = await makeCategory(db);
  const [first = ''] = ids(await makeProducts(db, [{ categoryId }]));
  const { id, version } = await make(token, { title: 'Sale', text: '## Hello', products: [first], seoTitle: 'Cheap' });
  const save = (body: object) => shop.call(updateCollection, { token, params: { id }, body });
  expect((await save({ title: 'Summer sale', version })).body.collection).toMatchObject({
    title: 'Summer sale',
    text: '## Hello',
    products: [first],
    seoTitle: 'Cheap',
    slug: 'sale',
    version: version + 1,
  });
  const refused = await save({ title: 'Winter sale', version });
  expect(refused).toMatchObject({ status: 409, body: { code: 'version_conflict', current: { collection: { title: 'Summer sale' } } } });
  expect((await save({ title: 'Summer sale', version })).status).toBe(200);
  const [a, b] = await Promise.all([save({ title: 'A', version: version + 1 }), save({ title: 'B', version: version + 1 })]);
  expect([a.status, b.status].sort()).toEqual([200, 409]);
  expect((await shop.call(readAdminCollection, { token, params: { id } })).body.collection.version).toBe(version + 2);
});

test('[COLL-8] what makes no sense in a collection is refused, with the field and what to do', async () => {
  const token = await owner();
  const categoryId = await makeCategory(db);
  const [first = ''] = ids(await makeProducts(db, [{ categoryId }]));
  const cases: [object, string][] = [
    [{}, 'title'],
    [{ title: '  ' }, 'title'],
    [{ title: 'x'.repeat(121) }, 'title'],
    [{ title: 'a\u0000b' }, 'title'],
    [{ title: 'A', slug: 'Not A Slug' }, 'slug'],
    [{ title: 'A', products: [first, first.toUpperCase()] }, 'products'],
    [{ title: 'A', products: [randomUUID()] }, 'products'],
    [{ title: 'A', products: ['1'] }, 'products.0'],
    [{ title: 'A', products: Array.from({ length: 1001 }, () => first) }, 'products'],
    [{ title: 'A', image: { url: '/uploads/none-640.webp' } }, 'image'],
    [{ title: 'A', sort: 'best' }, 'sort'],
    [{ title: 'A', sort: 'manual', rule: ruleOf({ field: 'price', atLeast: 1 }) }, 'sort'],
    [{ title: 'A', rule: { match: 'all', conditions: [] } }, 'rule.conditions'],
    [{ title: 'A', rule: ruleOf({ field: 'price' }) }, 'rule.conditions.0.atLeast'],
    [{ title: 'A', rule: ruleOf({ field: 'price', atLeast: 5, atMost: 4 }) }, 'rule.conditions.0.atMost'],
    [{ title: 'A', rule: ruleOf({ field: 'stock', atLeast: 5, atMost: 4 }) }, 'rule.conditions.0.atMost'],
  ];
  for (const [body, path] of cases) {
    const { status, body: refused } = await shop.call(createCollection, { token, body });
    expect([status, refused.issues?.[0]?.path], JSON.stringify(body).slice(0, 80)).toEqual([400, path]);
  }
  for (const conditions of [
    [{ field: 'colour', is: 'red' }],
    [{ field: 'price', atLeast: -1 }],
    [{ field: 'price', atLeast: 1.001 }],
    [{ field: 'price', atMost: 1e12 }],
    [{ field: 'created', days: 0 }],
    [{ field: 'sold', days: 400, atLeast: 1 }],
    [{ field: 'sold', days: 7, atLeast: 2 ** 40 }],
    [{ field: 'title', contains: ' ' }],
    [{ field: 'category', categories: [] }],
    Array.from({ length: 21 }, () => ({ field: 'price', atLeast: 1 })),
  ])
    expect((await shop.call(createCollection, { token, body: { title: 'A', rule: { match: 'any', conditions } } })).status).toBe(400);
  await make(token, { title: 'A', slug: 'a' });
  expect((await shop.call(createCollection, { token, body: { title: 'B', slug: 'a' } })).body).toMatchObject({ code: 'slug_taken' });
  expect((await make(token, { title: 'A!' })).slug).toBe('a-2');
  expect((await shop.call(listAdminCollections, { token })).body).toMatchObject({
    total: 2,
    collections: [{ slug: 'a' }, { slug: 'a-2' }],
  });
});

/** What leads to collections and follows from them: the menu, the order by sales, webhooks, and what read-only members of the team see. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { listCollectionProducts } from '../../../../contract/collection.ts';
import {
  type CollectionInput,
  createCollection,
  deleteCollection,
  previewCollection,
  previewSavedCollection,
  readAdminCollection,
  updateCollection,
} from '../../../../contract/collection-admin.ts';
import { listPickedProducts } from '../../../../contract/pins.ts';
import { listProductTable } from '../../../../contract/product-table.ts';
import { readSettings } from '../../../../contract/settings.ts';
import { deliverWebhooks } from '../../messages/webhooks/deliver-webhooks.ts';
import { listByFacets } from '../listing/filtered-list.service.ts';
import { NO_FILTER } from '../search/filters.ts';

const shop = await openShop();
const { db } = shop.deps;

const owner = async () => (await shop.signUp({ role: 1 })).token;
const make = async (token: string, body: CollectionInput) => (await shop.call(createCollection, { token, body })).body.collection;

test('[COLL-12] a collection is shown by best selling: pieces of the last 90 days, then the newest', async () => {
  const token = await owner();
  const categoryId = await makeCategory(db);
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const rows = await makeProducts(
    db,
    ['Old', 'New', 'Mug', 'Hat', 'Long ago'].map((name, n) => ({ categoryId, name, createdAt: at(n + 1) })),
  );
  const [, , mug, hat, longAgo] = rows.map(({ id }) => id);
  await db.execute(sql`insert into daily_product_stats values (${mug}, current_date - 1, 0, 2, 100), (${mug}, current_date - 80, 1, 3, 100),
    (${hat}, current_date, 0, 4, 100), (${longAgo}, current_date - 91, 0, 90, 100)`);
  const rule = { match: 'all' as const, conditions: [{ field: 'price' as const, atLeast: 0 }] };
  const { slug, _id } = await make(token, { title: 'All', isPublished: true, rule, sort: 'best-selling' });
  const show = async (query = {}) =>
    (await shop.call(listCollectionProducts, { params: { slug }, query })).body.products.map(({ name }) => name);
  const expected = ['Mug', 'Hat', 'Long ago', 'New', 'Old'];
  expect(await show()).toEqual(expected);
  expect([await show({ page: 1, limit: 2 }), await show({ page: 3, limit: 2 })]).toEqual([['Mug', 'Hat'], ['Old']]);
  expect((await shop.call(previewSavedCollection, { token, params: { id: _id } })).body.products.map(({ name }) => name)).toEqual(expected);
  // Of more products than are counted, the page is read in the list's order.
  const window = { offset: 0, limit: 3, sort: 'best-selling' as const };
  const cut = await listByFacets(shop.deps, NO_FILTER, window, 3);
  expect([cut.isAbout, cut.products.map(({ name }) => name)]).toEqual([true, expected.slice(0, 3)]);
  expect(await show({ sort: 'newest' })).toEqual(['Long ago', 'Hat', 'Mug', 'New', 'Old']);
});

test('[COLL-13] the menu leads to published collections that are chosen for it, by title; without any, nothing is there', async () => {
  const token = await owner();
  const read = async () => (await shop.call(readSettings)).body.settings;
  const draft = await make(token, { title: 'Draft', isInMenu: true });
  await make(token, { title: 'Hidden', isPublished: true });
  expect(await read()).not.toHaveProperty('menuLinks');
  const { _id } = await make(token, { title: 'new in', isPublished: true, isInMenu: true });
  await make(token, { title: 'Sale', isPublished: true, isInMenu: true });
  expect((await read()).menuLinks).toEqual([
    { path: '/collections/new-in', title: 'new in' },
    { path: '/collections/sale', title: 'Sale' },
  ]);
  const save = (id: string, body: CollectionInput) => shop.call(updateCollection, { token, params: { id }, body });
  await save(_id, { title: 'New', slug: 'new' });
  await save(draft._id, { title: 'Draft', isPublished: true });
  expect((await read()).menuLinks?.map(({ title }) => title)).toEqual(['Draft', 'New', 'Sale']);
  await save(draft._id, { title: 'Draft', isInMenu: false });
  await shop.call(deleteCollection, { token, params: { id: _id } });
  expect((await read()).menuLinks?.map(({ title }) => title)).toEqual(['Sale']);
});

test('[COLL-14] a collection that is created, changed and deleted makes one webhook event each', async () => {
  const endpoint = await addTestEndpoint(db, ['collection.changed']);
  const token = await owner();
  const created = await make(token, { title: 'Picks' });
  const params = { id: created._id };
  const deliver = () => deliverWebhooks(shop.deps, { log: SILENT_LOG });
  await deliver();
  const updated = (await shop.call(updateCollection, { token, params, body: { title: 'Our picks', slug: 'ours' } })).body.collection;
  // The same again is no change.
  await shop.call(updateCollection, { token, params, body: { title: 'Our picks' } });
  await deliver();
  await shop.call(deleteCollection, { token, params });
  await deliver();
  expect(endpoint.received.map(({ body }) => (({ type, data }) => ({ type, data }))(JSON.parse(body)))).toEqual([
    { type: 'collection.changed', data: { change: 'created', _id: params.id, collection: created } },
    { type: 'collection.changed', data: { change: 'updated', _id: params.id, collection: updated } },
    { type: 'collection.changed', data: { change: 'deleted', _id: params.id, title: 'Our picks', slug: 'ours', collection: null } },
  ]);
});

test('[COLL-15] a read-only member sees what a collection holds and the names of picked products, and changes nothing', async () => {
  const token = await owner();
  const reader = (await shop.signUp({ role: 1, teamRole: 'read-only' })).token;
  const categoryId = await makeCategory(db);
  const names = Array.from({ length: 100 }, (_, n) => ({ categoryId, name: `Item ${n}` }));
  const ids = (await makeProducts(db, names)).map(({ id }) => id);
  const gone = { field: 'category' as const, categories: [randomUUID()] };
  const rule = { match: 'any' as const, conditions: [{ field: 'price' as const, atLeast: 0 }, gone] };
  const byRule = await make(token, { title: 'Rule', rule });
  const byHand = await make(token, { title: 'Hand', products: [ids[4] ?? '', ids[2] ?? ''] });
  const look = async (id: string) => (await shop.call(previewSavedCollection, { token: reader, params: { id } })).body;
  expect(await look(byRule._id)).toMatchObject({ total: 100, gone: [1], isAbout: false });
  expect((await look(byHand._id)).products.map(({ name }) => name)).toEqual(['Item 4', 'Item 2']);
  expect((await shop.call(previewSavedCollection, { token: reader, params: { id: randomUUID() } })).status).toBe(404);
  const table = await shop.call(listProductTable, { token: reader, query: { ids: ids.join(), limit: 100 } });
  expect(table.body.products).toHaveLength(100);
  expect((await shop.call(listProductTable, { token: reader, query: { ids: [...ids, randomUUID()].join() } })).status).toBe(400);
  // The calls that ask with a body stay as they were.
  const asked = { token, body: { products: ids.slice(0, 2) } };
  expect((await shop.call(listPickedProducts, asked)).body.products).toHaveLength(2);
  expect((await shop.call(previewCollection, { token: reader, body: { rule } })).status).toBe(403);
  expect((await shop.call(readAdminCollection, { token: reader, params: { id: byHand._id } })).status).toBe(200);
});

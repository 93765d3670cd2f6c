/** Two brands that are one: merged in one step, and a large one in pieces; renaming a large one. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openBrandedProducts } from '../../../../../tests/support/branded-products.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { createBrand, listBrandProducts, listBrands, mergeBrand, updateBrand } from '../../../../contract/brand.ts';
import { createCollection, readAdminCollection } from '../../../../contract/collection-admin.ts';
import { filterProducts } from '../../../../contract/product.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { brands } from '../../database/schema/brand.ts';
import { products } from '../../database/schema/catalog.ts';
import { tidyBrands } from './tidy-brands.service.ts';

const shop = await openShop();
const { db } = shop.deps;
const imageBytes = await makeImage();

const open = async () => {
  const admin = await openBrandedProducts(shop, imageBytes);
  const { token } = admin;
  const findId = async (keyword: string) => (await shop.call(listBrands, { token, query: { keyword } })).body.brands[0]?._id ?? '';
  const merge = (id: string, into: string) => shop.call(mergeBrand, { token, params: { id }, body: { into } });
  return { ...admin, findId, merge };
};
const page = async (slug: string) => (await shop.call(listBrandProducts, { params: { slug } })).body;
const filter = async (value: string) => {
  const { body } = await shop.call(filterProducts, { body: { checked: [], radio: [], filters: [{ name: 'Brand', values: [value] }] } });
  return body.products.map(({ name }) => name).sort();
};
/** Copies of a product, as an import would make them. */
const copy = (id: string, count: number) =>
  db.execute(sql`insert into products (id, name, slug, description, price_cents, quantity, category_id, image_id, status, created_at, brand_id)
    select gen_random_uuid(), name || ' ' || n, slug || '-' || n, description, price_cents, quantity, category_id, image_id, status, created_at, brand_id
    from products, generate_series(1, ${count}::int) n where id = ${id}`);
const countWith = (facet: string) => db.$count(products, sql`facets @> array[${facet}]`);

test('[MERCH-16] two brands become one: products, filter, collections, former addresses and the log follow', async () => {
  const { create, findId, merge, read, token } = await open();
  await create('Mergeone', { brand: 'Bosch' });
  await create('Mergetwo', { brand: 'BOSCH GmbH' });
  const [bosch, gmbh] = [await findId('Bosch'), await findId('bosch gmbh')];
  await shop.call(updateBrand, { token, params: { id: gmbh }, body: { name: 'Robert Bosch GmbH', renewSlug: true } });
  const rule = { match: 'all' as const, conditions: [{ field: 'brand' as const, brands: [gmbh, bosch] }] };
  const { body: made } = await shop.call(createCollection, { token, body: { title: 'Tools', rule } });
  await page('bosch');
  expect((await merge(gmbh, bosch)).body).toMatchObject({ brand: { name: 'Bosch' }, isMoving: false });
  expect((await page('bosch')).products.map(({ name }) => name).sort()).toEqual(['Mergeone', 'Mergetwo']);
  for (const former of ['robert-bosch-gmbh', 'bosch-gmbh']) expect((await page(former)).brand.slug).toBe('bosch');
  expect([await filter('Bosch'), await filter('Robert Bosch GmbH')]).toEqual([['Mergeone', 'Mergetwo'], []]);
  expect((await read('mergetwo'))?.brand).toMatchObject({ name: 'Bosch', slug: 'bosch' });
  const { collection } = (await shop.call(readAdminCollection, { token, params: { id: made.collection._id } })).body;
  expect(collection.rule?.conditions).toEqual([{ field: 'brand', brands: [bosch] }]);
  // Files of the supplier go on naming it so, until somebody makes a brand of that name again.
  await create('Mergethree', { brand: 'robert bosch gmbh' });
  expect((await read('mergethree'))?.brand?.name).toBe('Bosch');
  const entries = await db.select().from(auditLog).where(eq(auditLog.objectId, gmbh)).orderBy(auditLog.id);
  expect(entries.at(-1)).toMatchObject({ action: 'updated', changes: { merged_into: { after: bosch } } });
  expect((await merge(gmbh, bosch)).status).toBe(404);
  const again = (await shop.call(createBrand, { token, body: { name: 'Robert Bosch GmbH' } })).body.brand;
  expect((await page(again.slug)).total).toBe(0);
  for (const former of ['robert-bosch-gmbh', 'bosch-gmbh']) expect((await page(former)).brand.slug).toBe('bosch');
});

test('[MERCH-16] a brand isn’t merged into itself, nor into one that there isn’t', async () => {
  const { token, merge } = await open();
  const { brand } = (await shop.call(createBrand, { token, body: { name: 'Alone' } })).body;
  expect(await merge(brand._id, brand._id)).toMatchObject({ status: 400, body: { issues: [{ path: 'into' }] } });
  expect(await merge(brand._id, randomUUID())).toMatchObject({ status: 404, body: { code: 'brand_not_found' } });
  expect((await shop.call(listBrands, { token, query: { keyword: 'alone' } })).body.brands).toMatchObject([{ version: 1 }]);
});

test('[MERCH-17] of a large brand products are renamed and moved in pieces, and an interrupted move goes on', async () => {
  const { create, findId, merge, token } = await open();
  const big = await create('Largeone', { brand: 'Large' });
  await create('Smallone', { brand: 'Little' });
  await copy(big._id, 510);
  const [large, little] = [await findId('Large'), await findId('Little')];
  // As if the process had been killed just after the call's transaction.
  await db.update(brands).set({ name: 'Larger' }).where(eq(brands.id, large));
  expect(await countWith('oBrand:Larger')).toBe(0);
  await tidyBrands(shop.deps, new AbortController().signal);
  expect([await countWith('oBrand:Larger'), await countWith('oBrand:Large')]).toEqual([511, 0]);
  await db.update(brands).set({ mergedInto: little, isUntidy: true }).where(eq(brands.id, large));
  expect((await page('large')).brand.slug).toBe('little');
  await create('Latecomer', { brand: 'LARGER' });
  expect((await shop.call(listBrands, { token, query: { keyword: 'l' } })).body.brands.map(({ name }) => name)).not.toContain('Larger');
  await tidyBrands(shop.deps, AbortSignal.abort());
  expect(await db.$count(brands, eq(brands.isUntidy, true))).toBe(1);
  await tidyBrands(shop.deps, new AbortController().signal);
  expect([await countWith('oBrand:Little'), await db.$count(brands, eq(brands.isUntidy, true))]).toEqual([513, 0]);
  expect((await page('large')).brand.slug).toBe('little');
  // The call itself goes on for a while.
  const { brand } = (await shop.call(createBrand, { token, body: { name: 'Final' } })).body;
  expect((await merge(little, brand._id)).body).toMatchObject({ isMoving: false });
  expect(await countWith('oBrand:Final')).toBe(513);
});

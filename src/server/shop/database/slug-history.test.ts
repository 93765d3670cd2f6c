import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../tests/support/admin.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeImage } from '../../../../tests/support/images.ts';
import { createCategory, deleteCategory } from '../../../contract/category-admin.ts';
import { listCategoryProducts, readProduct } from '../../../contract/product.ts';
import { deleteProduct, updateProduct } from '../../../contract/product-admin.ts';

const shop = await openShop();
const image = await makeImage();

test('[SLUG-2] a product that was renamed is found by every slug that it had, until another takes one; deleted, all of them are gone', async () => {
  const { token, create } = await createAdminClient(shop, image);
  const { product } = (await create({ name: 'Tea' })).body;
  const params = { id: product._id };
  const rename = (name: string) => shop.call(updateProduct, { token, params, body: { name, renewSlug: true } });
  const read = (slug: string) => shop.call(readProduct, { params: { slug } });
  expect((await read('tea')).status).toBe(200);
  await rename('Green Tea');
  await rename('Mint Tea');
  for (const slug of ['tea', 'green-tea', 'mint-tea'])
    expect((await read(slug)).body.product).toMatchObject([{ _id: product._id, slug: 'mint-tea' }]);
  // Cached under the old slug, and another product's from now on.
  const other = (await create({ name: 'Tea' })).body.product;
  expect(other.slug).toBe('tea');
  expect((await read('tea')).body.product).toMatchObject([{ _id: other._id }]);
  expect((await read('green-tea')).body.product).toMatchObject([{ _id: product._id }]);
  await shop.call(updateProduct, { token, params, body: { status: 'archived' } });
  expect(await read('green-tea')).toMatchObject({ status: 404, body: { code: 'product_not_found' } });
  await shop.call(deleteProduct, { token, params });
  for (const slug of ['green-tea', 'mint-tea']) expect(await read(slug)).toMatchObject({ status: 410, body: { code: 'product_gone' } });
  expect((await read('never')).status).toBe(404);
  await create({ name: 'Mint Tea' });
  expect((await read('mint-tea')).status).toBe(200);
});

test('[SLUG-2] a draft that was never shown leaves no trace', async () => {
  const { token, create } = await createAdminClient(shop, image);
  const { product } = (await create({ name: 'Secret', status: 'draft' })).body;
  await shop.call(deleteProduct, { token, params: { id: product._id } });
  expect((await shop.call(readProduct, { params: { slug: 'secret' } })).status).toBe(404);
});

test('[SLUG-2] a category, too, is found by the slugs that it had, and gone once it is deleted', async () => {
  const { token } = await createAdminClient(shop, image);
  const { category } = (await shop.call(createCategory, { token, body: { name: 'Hats' } })).body;
  const params = { id: category._id };
  const read = (slug: string) => shop.call(listCategoryProducts, { params: { slug } });
  expect((await read('hats')).status).toBe(200);
  // As a program with access to the database would: the admin's form leaves the slug.
  await shop.deps.db.execute(sql`update categories set slug = 'caps' where id = ${category._id}`);
  expect((await read('hats')).body.category).toMatchObject({ _id: category._id, slug: 'caps' });
  const other = (await shop.call(createCategory, { token, body: { name: 'Hats!' } })).body.category;
  expect((await read('hats')).body.category._id).toBe(other._id);
  await shop.call(deleteCategory, { token, params });
  expect(await read('caps')).toMatchObject({ status: 410, body: { code: 'category_gone' } });
});

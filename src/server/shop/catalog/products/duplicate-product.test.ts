import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { openShoeForm } from '../../../../../tests/support/shoe-form.ts';
import { readProduct } from '../../../../contract/product.ts';
import { deleteProduct, duplicateProduct, readAdminProduct, updateProduct } from '../../../../contract/product-admin.ts';

const shop = await openShopWithPayments();

test('[PWORK-10] a duplicate is a draft with the same contents, its own slug, no SKUs and no stock', async () => {
  const { product, token, read, save } = await openShoeForm(shop, await makeImage());
  await save({ sku: 'SHOE', attributes: [{ name: 'Material', value: 'Wool' }] });
  const original = await read();
  const duplicate = () => shop.call(duplicateProduct, { token, params: { id: product._id } });
  const [{ status, body }, second] = [await duplicate(), await duplicate()];
  expect(status).toBe(200);
  expect(body.product).toMatchObject({
    name: 'Copy of Shoe',
    slug: 'copy-of-shoe',
    status: 'draft',
    sku: null,
    quantity: 0,
    price: original.price,
    image: original.image,
    options: original.options,
    attributes: [{ name: 'Material', value: 'Wool' }],
  });
  expect(second.body.product.slug).toBe('copy-of-shoe-2');
  const { variants } = original;
  expect(body.product.variants).toMatchObject(
    variants.map(({ options, price, compareAtPrice }) => ({ options, price, compareAtPrice, sku: null, quantity: 0 })),
  );
  expect(body.product._id).not.toBe(product._id);
  // Each is changed and deleted by itself.
  await shop.call(updateProduct, { token, params: { id: body.product._id }, body: { name: 'Boot' } });
  expect((await shop.call(deleteProduct, { token, params: { id: product._id } })).status).toBe(200);
  expect((await shop.call(readAdminProduct, { token, params: { slug: 'copy-of-shoe' } })).body.product[0]).toMatchObject({
    name: 'Boot',
    image: original.image,
  });
  expect((await shop.call(readProduct, { params: { slug: 'copy-of-shoe' } })).status).toBe(404);
  expect(await shop.listFindings()).toEqual([]);
  expect((await shop.call(duplicateProduct, { token, params: { id: randomUUID() } })).status).toBe(404);
  const asCustomer = { token: (await shop.signUp()).token, params: { id: body.product._id } };
  expect((await shop.call(duplicateProduct, asCustomer)).status).toBe(403);
});

test('[INPUT-11] a product whose name is full and ends in an emoji can be duplicated', async () => {
  const { product, token, save } = await openShoeForm(shop, await makeImage());
  const name = `${'a'.repeat(191)}😀 and more`.slice(0, 200);
  expect((await save({ name })).status).toBe(200);
  const { status, body } = await shop.call(duplicateProduct, { token, params: { id: product._id } });
  expect([status, body.product?.name]).toEqual([200, `Copy of ${'a'.repeat(191)}😀`]);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { listFileNames } from '../../../../../tests/support/image-files.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../../tests/support/multipart-form.ts';
import { describedByName, makeCategory, makeProducts, toListed } from '../../../../../tests/support/products.ts';
import { takeFirst } from '../../../../../tests/support/projects.ts';
import { deleteCategory } from '../../../../contract/category-admin.ts';
import { IMAGE_WIDTHS } from '../../../../contract/limits.ts';
import { listProducts, readProduct } from '../../../../contract/product.ts';
import { createProduct, deleteProduct, replaceProductImage, updateProduct } from '../../../../contract/product-admin.ts';
import { categories } from '../../database/schema/category.ts';
import { orderLines, orders } from '../../database/schema/order.ts';
import { addProduct } from './product.service.ts';

const shop = await openShop();
const { uploadsDir } = shop;
const { db } = shop.deps;
const imageBytes = await makeImage();

const filesOf = (image: string) =>
  listFileNames(uploadsDir).filter((it) => it.startsWith(image.slice('/uploads/'.length, -'-640.webp'.length)));

test('[API-8] [ADM-8] [SLUG-1] an update changes the fields that it has; the slug stays, so that links keep working', async () => {
  const { create, update } = await createAdminClient(shop, imageBytes);
  const hats = await makeCategory(db, 'Hats');
  const { product } = (await create()).body;
  const change = { name: 'Black Tea', description: 'Strong.', price: 5.25, quantity: 0, shipping: 0 as const, category: hats };
  const answer = await update(product, change);
  expect(answer).toMatchObject({ status: 200, body: { success: true, message: 'Successfully Update' } });
  expect(answer.body.product).toEqual({ ...product, ...change, images: describedByName({ ...product, ...change }) });
  expect((await shop.call(readProduct, { params: { slug: 'tea' } })).body.product).toEqual([answer.body.product]);
});

test('[API-8] [ADM-8] a missing, empty or null price keeps the old one, as does missing shipping', async () => {
  const { create, update } = await createAdminClient(shop, imageBytes);
  const { product } = (await create()).body;
  for (const price of [undefined, '', null]) {
    expect((await update(product, { price, quantity: 3 })).body.product).toEqual({ ...product, quantity: 3 });
  }
  expect((await update(product, { shipping: undefined })).body.product.shipping).toBe(1);
  expect((await update(product, { price: 0 })).body.product.price).toBe(0);
});

test('[API-8] a slug is renewed on request if it is free, and stays if the name is the same', async () => {
  const { create, update } = await createAdminClient(shop, imageBytes);
  await create({ name: 'Black Tea' });
  const { product } = (await create()).body;
  const renewed = await update(product, { name: 'Black Tea', renewSlug: true });
  expect(renewed.body.product.slug).toBe('black-tea-2');
  expect((await update(product, { name: 'Black Tea', renewSlug: true })).body.product.slug).toBe('black-tea-2');
  expect((await update(product, { name: 'White', renewSlug: false })).body.product.slug).toBe('black-tea-2');
  expect((await shop.call(readProduct, { params: { slug: 'tea' } })).status).toBe(200);
});

test.each(
  takeFirst(
    [
      ['price', -1],
      ['price', 12.345],
      ['price', 1_000_000],
      ['price', '5'],
      ['price', true],
      ['price', [5]],
      ['price', { $inc: 1 }],
      ['quantity', 1.5],
      ['quantity', '5'],
      ['quantity', null],
      ['quantity', 1_000_001],
      ['shownQuantity', -1],
      ['shownQuantity', '3'],
      ['version', -1],
      ['version', 1.5],
      ['version', '1'],
      ['version', 2 ** 31],
      ['name', ['Tea']],
      ['name', { toString: 'Tea' }],
      ['name', ' '],
      ['description', 7],
      ['category', randomUUID()],
      ['shipping', '1'],
      ['shipping', true],
      ['renewSlug', 'yes'],
    ],
    8,
  ),
)('[API-8] [threat 25] an update with the %s %j is refused and changes nothing', async (field, value) => {
  const { create, update } = await createAdminClient(shop, imageBytes);
  const { product } = (await create()).body;
  const answer = await update(product, { name: 'Changed', [field]: value });
  expect(answer).toMatchObject({ status: 400, body: { success: false, issues: [{ path: field }] } });
  expect((await shop.call(listProducts)).body.products).toEqual([toListed(product)]);
});

test('[API-8] [threat 25] an update can’t set id, image or a prototype', async () => {
  const { token, create, update } = await createAdminClient(shop, imageBytes);
  const { product } = (await create()).body;
  const foreign = { _id: randomUUID(), id: randomUUID(), image: 'x', imageId: 'x', priceCents: 1, createdAt: 0 };
  expect((await update(product, foreign)).body.product).toEqual(product);
  const poisoned = await shop.send({
    method: 'PUT',
    url: `/api/v1/product/update-product/${product._id}`,
    headers: { authorization: token, 'content-type': 'application/json' },
    payload: '{"name":"x","description":"x","quantity":1,"__proto__":{"role":1},"constructor":{"prototype":{"role":1}}}',
  });
  expect(poisoned).toMatchObject({ status: 400, body: { success: false } });
  expect(({} as Record<string, unknown>).role).toBeUndefined();
});

test('[API-8] [API-9] a product that doesn’t exist can’t be changed or deleted', async () => {
  const { token, fields, create, update } = await createAdminClient(shop, imageBytes);
  const { product } = (await create()).body;
  const body = { ...fields, price: 1, quantity: 1, shipping: 0 };
  for (const id of [randomUUID(), 'not-a-uuid', '0', "' or 1=1 --"]) {
    const answers = [
      await shop.call(updateProduct, { token, params: { id }, body }),
      await shop.call(deleteProduct, { token, params: { id } }),
      await shop.call(replaceProductImage, { token, params: { id }, ...(await makeMultipartForm({}, imageBytes)) }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { success: false } });
  }
  expect((await update(product)).status).toBe(200);
});

test('[ADM-8] a new image replaces the old one, whose files stay for the orders that show it', async () => {
  const { token, create } = await createAdminClient(shop, imageBytes);
  const { product } = (await create()).body;
  const params = { id: product._id };
  const answer = await shop.call(replaceProductImage, { token, params, ...(await makeMultipartForm({}, await makeImage('png'))) });
  expect(answer.status).toBe(200);
  const { image } = answer.body.product;
  expect(image).not.toBe(product.image);
  expect(answer.body.product).toEqual({ ...product, image, images: describedByName({ ...product, image }) });
  expect(filesOf(answer.body.product.image)).toHaveLength(IMAGE_WIDTHS.length);
  expect(filesOf(product.image)).toHaveLength(IMAGE_WIDTHS.length);
  const none = await shop.call(replaceProductImage, { token, params, ...(await makeMultipartForm({ image: 'x' })) });
  expect(none).toMatchObject({ status: 400, body: { success: false, issues: [{ path: 'image' }] } });
});

test('[API-9] [ADM-7] a deleted product is gone, and deleting it again is a 404', async () => {
  const { token, create } = await createAdminClient(shop, imageBytes);
  const { product } = (await create()).body;
  const params = { id: product._id };
  const answers = await Promise.all([1, 2, 3].map(() => shop.call(deleteProduct, { token, params })));
  expect(answers.map((it) => it.status).sort()).toEqual([200, 404, 404]);
  expect(answers.find((it) => it.status === 200)?.body).toEqual({ success: true, message: 'Successfully deleted' });
  expect((await shop.call(readProduct, { params: { slug: 'tea' } })).status).toBe(410);
});

test('[API-9] [ORDER-3] an order keeps its items when the product is deleted', async () => {
  const { token, category } = await createAdminClient(shop, imageBytes);
  const { id: userId } = await shop.signUp();
  const [product] = await makeProducts(db, [{ categoryId: category, name: 'Tea' }]);
  if (!product) throw new Error('no product');
  const [id, at] = [randomUUID(), new Date()];
  await db.insert(orders).values({
    id,
    userId,
    number: 1001,
    status: 'paid',
    stock: 'sold',
    totalCents: 1000,
    address: 'x',
    provider: 'demo',
    createdAt: at,
    expiresAt: at,
  });
  const { slug, name, priceCents, imageId } = product;
  await db.insert(orderLines).values({ orderId: id, position: 0, productId: product.id, slug, name, priceCents, imageId, quantity: 2 });
  expect((await shop.call(deleteProduct, { token, params: { id: product.id } })).status).toBe(200);
  expect(await db.select().from(orderLines)).toMatchObject([{ productId: null, name: 'Tea', imageId, quantity: 2 }]);
});

test('[CATEG-1] [threat 47] if a category is deleted while products are added to it, either it stays or they are refused', async () => {
  const { token, category, create } = await createAdminClient(shop, imageBytes);
  const [deleted, ...made] = await Promise.all([
    shop.call(deleteCategory, { token, params: { id: category } }),
    ...[1, 2, 3].map(() => create()),
  ]);
  const total = made.filter((it) => it.status === 200).length;
  expect(deleted.status).toBe(total ? 409 : 200);
  for (const it of made) expect([200, 400]).toContain(it.status);
  for (const it of made) if (it.status === 400) expect(it.body.issues?.[0]?.path).toBe('category');
  expect((await shop.call(listProducts)).body.total).toBe(total);
});

test('[threat 47] if the category is deleted while the image is encoded, the answer is 400 and the image is deleted too', async () => {
  const { category } = await createAdminClient(shop, imageBytes);
  const before = listFileNames(uploadsDir).length;
  const input = { name: 'Tea', description: 'Green.', priceCents: 450, quantity: 7, shipping: 0 as const, categoryId: category };
  const adding = addProduct(shop.deps, input, await makeImage('png', { width: 2000, height: 2000 }));
  // The category is looked for first, so by now it was found; encoding takes longer than this.
  const deleting = new Promise<void>((resolve) => setTimeout(resolve, 20)).then(() => db.delete(categories));
  await expect(adding).rejects.toMatchObject({ code: 'invalid_request', issues: [{ path: 'category' }] });
  await deleting;
  expect(listFileNames(uploadsDir)).toHaveLength(before);
});

test('[GATE-3] only admins change products', async () => {
  const { fields, create } = await createAdminClient(shop, imageBytes);
  const { product } = (await create()).body;
  const shopper = await shop.signUp();
  const form = await makeMultipartForm(fields, imageBytes);
  const params = { id: product._id };
  const before = listFileNames(uploadsDir).length;
  for (const [token, status] of [
    [undefined, 401],
    ['x'.repeat(43), 401],
    [shopper.token, 403],
  ] as const) {
    const as = token ? { token } : {};
    const answers = [
      await shop.call(createProduct, { ...as, ...form }),
      await shop.call(updateProduct, { ...as, params, body: { ...fields, price: 0, quantity: 0, shipping: 0 } }),
      await shop.call(replaceProductImage, { ...as, params, ...form }),
      await shop.call(deleteProduct, { ...as, params }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status, body: { success: false } });
  }
  expect((await shop.call(listProducts)).body.products).toEqual([toListed(product)]);
  expect(listFileNames(uploadsDir)).toHaveLength(before);
});

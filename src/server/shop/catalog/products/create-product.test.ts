import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { listFileNames } from '../../../../../tests/support/image-files.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../../tests/support/multipart-form.ts';
import { IMAGE_WIDTHS } from '../../../../contract/limits.ts';
import { type DetailedProduct, listProducts, readProduct } from '../../../../contract/product.ts';
import { createProduct } from '../../../../contract/product-admin.ts';
import { addProduct } from './product.service.ts';

const shop = await openShop();
const { uploadsDir } = shop;
const { db, images } = shop.deps;
const imageBytes = await makeImage();

const filesOf = (image: string) =>
  listFileNames(uploadsDir).filter((it) => it.startsWith(image.slice('/uploads/'.length, -'-640.webp'.length)));

test('[API-7] [API-16] [ADM-6] an admin creates a product with an image, and a visitor finds it', async () => {
  const { category, create } = await createAdminClient(shop, imageBytes);
  const made = await create({ name: '  Green Tea  ', description: ' From the hills.\n' });
  expect(made.status).toBe(200);
  const product: DetailedProduct = {
    _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Green Tea',
    slug: 'green-tea',
    description: 'From the hills.',
    descriptionFormat: 'text',
    price: 4.5,
    quantity: 7,
    shipping: 1,
    category,
    image: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}-640\.webp$/),
    compareAtPrice: null,
    sku: null,
    weight: null,
    status: 'active',
    attributes: [],
    images: [{ url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}-640\.webp$/), alt: 'Green Tea' }],
  };
  expect(made.body).toEqual({ success: true, message: 'successfully created product', product, version: 1 });
  expect((await shop.call(readProduct, { params: { slug: 'green-tea' } })).body.product).toEqual([product]);
  expect(filesOf(made.body.product.image)).toHaveLength(IMAGE_WIDTHS.length);
});

test('[API-7] shipping may be missing or empty: it is 0 then', async () => {
  const { token, fields, create } = await createAdminClient(shop, imageBytes);
  const { shipping: _, ...rest } = fields;
  expect((await shop.call(createProduct, { token, ...(await makeMultipartForm(rest, imageBytes)) })).body.product.shipping).toBe(0);
  expect((await create({ shipping: '' })).body.product.shipping).toBe(0);
});

test.each(['0', '0.01', '0.29', '1.10', '64.1', '19.99', '4.35', '999999.99'])(
  '[CART-3] a price of %s is returned exactly to the cent',
  async (price) => {
    const { create } = await createAdminClient(shop, imageBytes);
    expect((await create({ price })).body.product.price).toBe(Number(price));
  },
);

test.each([
  '1e309',
  'NaN',
  '-1',
  '',
  '12.345',
  'Infinity',
  '-0.01',
  '1000000',
  '0x10',
  '1e2',
  ' 5',
  '5 ',
  '1,50',
  '$5',
  'true',
  'null',
  '٣',
  '9'.repeat(500),
])('[API-7] [threat 24] a price of %j is refused and nothing is kept', async (price) => {
  const { create } = await createAdminClient(shop, imageBytes);
  const answer = await create({ price });
  expect(answer).toMatchObject({ status: 400, body: { success: false, issues: [{ path: 'price' }] } });
  expect((await shop.call(listProducts)).body.total).toBe(0);
  expect(listFileNames(uploadsDir).filter((it) => it.startsWith('.'))).toEqual([]);
});

test.each([
  ['quantity', '1.5'],
  ['quantity', '-1'],
  ['quantity', ''],
  ['quantity', '1000001'],
  ['quantity', 'many'],
  ['shipping', '2'],
  ['shipping', 'Yes'],
  ['name', ''],
  ['name', ' \t '],
  ['name', 'x'.repeat(256)],
  ['name', 'a\u0000b'],
  ['description', ''],
  ['description', 'x'.repeat(50_001)],
  ['description', '\u0000'],
  ['category', ''],
  ['category', 'Shoes'],
  ['category', randomUUID()],
])('[API-7] a product with the %s %j is refused with what is wrong', async (field, value) => {
  const { create } = await createAdminClient(shop, imageBytes);
  const before = listFileNames(uploadsDir).length;
  const answer = await create({ [field]: value });
  expect(answer).toMatchObject({ status: 400, body: { success: false, issues: [{ path: field }] } });
  expect(listFileNames(uploadsDir)).toHaveLength(before);
});

test('[API-7] all missing fields are named at once', async () => {
  const { token } = await createAdminClient(shop, imageBytes);
  const { status, body } = await shop.call(createProduct, { token, ...(await makeMultipartForm({}, imageBytes)) });
  expect(status).toBe(400);
  expect(body.issues?.map((it) => it.path).sort()).toEqual(['category', 'description', 'name', 'price', 'quantity']);
});

test('[API-7] [ADM-6] a product without an image is refused', async () => {
  const { create } = await createAdminClient(shop, imageBytes);
  const refusal = { status: 400, body: { success: false, issues: [{ path: 'image', message: 'is required' }] } };
  expect(await create({}, null)).toMatchObject(refusal);
  expect(await create({}, { bytes: Buffer.alloc(0) })).toMatchObject(refusal);
  expect(await create({}, { bytes: imageBytes, field: 'photo' })).toMatchObject(refusal);
});

test('[SLUG-1] products with the same name created at the same time get different slugs', async () => {
  const { create } = await createAdminClient(shop, imageBytes);
  const answers = await Promise.all(['Tea', 'tea', 'Tea!', '«Tea»'].map((name) => create({ name })));
  expect(answers.map((it) => it.body.product?.slug).sort()).toEqual(['tea', 'tea-2', 'tea-3', 'tea-4']);
  expect((await create({ name: '茶' })).body.product.slug).toBe('cha');
  expect((await create({ name: '!?' })).body.product.slug).toBe('product');
});

test('[SAFE-8] [threat 21] a name written to break out of a query gives a harmless slug and is stored as typed', async () => {
  const { create } = await createAdminClient(shop, imageBytes);
  const name = "x'; drop table products; --";
  const { body } = await create({ name });
  expect(body.product).toMatchObject({ name, slug: 'x-drop-table-products' });
  // Its slug is part of the next one's query.
  expect((await create({ name })).body.product.slug).toBe('x-drop-table-products-2');
});

test('[TEXT-1] [threat 26] markup in a name or description is plain text, kept and returned unchanged as JSON', async () => {
  const { create } = await createAdminClient(shop, imageBytes);
  const name = '<img src=x onerror=alert(1)>';
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of somebody else's
  const description = '</script><script>alert(1)</script> {{7*7}} ${7*7} javascript:alert(1)';
  const made = await create({ name, description });
  expect(made.body.product).toMatchObject({ name, description });
  expect(made.headers['content-type']).toMatch(/^application\/json/);
  expect(made.headers['x-content-type-options']).toBe('nosniff');
});

test('an importer can add products with the date that it gives', async () => {
  const { category } = await createAdminClient(shop, imageBytes);
  const input = { name: ' Tea ', description: ' Green. ', priceCents: 450, quantity: 7, shipping: 0 as const, categoryId: category };
  const at = (day: string) => ({ db, images, now: () => new Date(day) });
  const { product: recent } = await addProduct(at('2021-01-01'), { ...input, name: 'Cup' }, imageBytes);
  const { product: old } = await addProduct(at('2020-01-01'), input, imageBytes);
  expect(old).toMatchObject({ name: 'Tea', slug: 'tea', price: 4.5, description: 'Green.' });
  expect((await shop.call(listProducts)).body.products.map((it) => it.name)).toEqual([recent.name, old.name]);
  await expect(addProduct(shop.deps, { ...input, categoryId: randomUUID() }, imageBytes)).rejects.toMatchObject({
    code: 'invalid_request',
  });
  await expect(addProduct(shop.deps, input, Buffer.from('no picture'))).rejects.toMatchObject({ code: 'invalid_image' });
});

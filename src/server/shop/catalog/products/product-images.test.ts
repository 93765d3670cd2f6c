/** Several pictures of a product: as an admin sends them, and as the shop answers. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../../tests/support/multipart-form.ts';
import { PRODUCT_IMAGES_MAX } from '../../../../contract/limits.ts';
import { listProducts, readProduct } from '../../../../contract/product.ts';
import { replaceProductImage, updateProduct, uploadImage } from '../../../../contract/product-admin.ts';
import { query } from '../../../platform/database/query.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import { unattachedImages } from '../../database/schema/catalog.ts';

const shop = await openShop();
const { db } = shop.deps;
const bytes = await makeImage();

async function openAdmin() {
  const client = await createAdminClient(shop, bytes);
  const { token } = client;
  const upload = async (file: Parameters<typeof makeMultipartForm>[1] = bytes) =>
    shop.call(uploadImage, { token, ...(await makeMultipartForm({}, file)) });
  const uploadMany = async (count: number) => {
    const urls: string[] = [];
    while (urls.length < count) urls.push((await upload()).body.image);
    return urls;
  };
  const save = (id: string, body: object) => shop.call(updateProduct, { token, params: { id }, body });
  const read = async (slug: string) => {
    const { body } = await shop.call(readProduct, { params: { slug } });
    return { ...body.product[0], version: body.version };
  };
  return { ...client, upload, uploadMany, save, read };
}

/** A product with pictures one, two and three. */
async function openProduct() {
  const client = await openAdmin();
  const { product } = (await client.create()).body;
  const [two = '', three = ''] = await client.uploadMany(2);
  const images = [{ url: product.image, alt: 'One' }, { url: two, alt: 'Two' }, { url: three }];
  const { body } = await client.save(product._id, { images });
  return { ...client, product: body.product, version: body.version, one: product.image, two, three };
}

test('[GAL-1] a product has as many images as are promised', async () => {
  const { create, read, save } = await openAdmin();
  const { product } = (await create()).body;
  const ids = Array.from({ length: PRODUCT_IMAGES_MAX - 1 }, () => randomUUID().replaceAll('-', ''));
  await db.insert(unattachedImages).values(ids.map((imageId) => ({ imageId, since: shop.deps.now() })));
  const images = [product.image, ...ids.map(imageUrl)].map((url, n) => ({ url, alt: `View ${n}` }));
  expect(await save(product._id, { images })).toMatchObject({ status: 200 });
  expect((await read(product.slug)).images).toEqual(images);
});

const countUnattached = () => db.$count(unattachedImages);

test('[GAL-1] a product with one image has a list of one, with the name as alternative text', async () => {
  const { create, read } = await openAdmin();
  const { product } = (await create({ name: ' Tea ' })).body;
  expect(product.images).toEqual([{ url: product.image, alt: 'Tea' }]);
  expect((await read(product.slug)).images).toEqual(product.images);
  const described = (await create({ alt: ' Leaves in a bowl ' })).body.product;
  expect(described.images).toEqual([{ url: described.image, alt: 'Leaves in a bowl' }]);
});

test('[GAL-1] [GAL-2] images are added, described and sorted by one call; lists show only the first', async () => {
  const { product, read, save, one, two, three } = await openProduct();
  expect(product.images).toEqual([
    { url: one, alt: 'One' },
    { url: two, alt: 'Two' },
    { url: three, alt: 'Tea' },
  ]);
  const reordered = await save(product._id, { images: [{ url: three, alt: 'Three' }, { url: one }] });
  expect(reordered).toMatchObject({ status: 200, body: { product: { image: three } } });
  const expected = [
    { url: three, alt: 'Three' },
    { url: one, alt: 'Tea' },
  ];
  expect(reordered.body.product.images).toEqual(expected);
  expect(await read(product.slug)).toMatchObject({ image: three, images: expected });
  const [listed] = (await shop.call(listProducts)).body.products;
  expect(listed).toMatchObject({ image: three });
  expect(listed).not.toHaveProperty('images');
  for (const { url } of expected) expect((await shop.send({ url })).headers['content-type']).toBe('image/webp');
});

test('[GAL-1] an alternative text that equals the name changes with it', async () => {
  const { product, save, one, two } = await openProduct();
  const images = [
    { url: one, alt: 'Tea' },
    { url: two, alt: ' Black Tea ' },
  ];
  expect((await save(product._id, { name: 'Black Tea', images })).body.product.images.map((it) => it.alt)).toEqual([
    'Black Tea',
    'Black Tea',
  ]);
  expect((await save(product._id, { name: 'White Tea' })).body.product.images.map((it) => it.alt)).toEqual(['White Tea', 'White Tea']);
});

test('[GAL-2] a product can be created with all its images in one call', async () => {
  const { create, uploadMany, read } = await openAdmin();
  const [two = '', three = ''] = await uploadMany(2);
  const moreImages = JSON.stringify([{ url: two, alt: 'Zwei ☕' }, { url: three }]);
  const { status, body } = await create({ alt: 'One', moreImages });
  expect(status).toBe(200);
  const expected = [
    { url: body.product.image, alt: 'One' },
    { url: two, alt: 'Zwei ☕' },
    { url: three, alt: 'Tea' },
  ];
  expect(body.product.images).toEqual(expected);
  expect(await read(body.product.slug)).toEqual({ ...body.product, version: body.version });
  expect(await countUnattached()).toBe(0);
});

test.each<[string, string, RegExp]>([
  ['no JSON', 'x', /^moreImages/],
  ['JSON that is no list', '{"0":{}}', /^moreImages/],
  ['null', 'null', /^moreImages/],
  ['texts', '["x"]', /^moreImages\.0/],
  ['half a list', '[{"url":', /^moreImages/],
  ['a list a thousand deep', '['.repeat(1000), /^moreImages/],
  ['an escaped NUL', String.raw`[{"url":"a\u0000"}]`, /^moreImages\.0\.url/],
  ['half a surrogate pair', String.raw`[{"url":"/uploads/x","alt":"\ud800"}]`, /^moreImages\.0\.alt/],
  ['a picture of another host', '[{"url":"https://example.com/a.png"}]', /^moreImages\.0\.url/],
  ['250 more', JSON.stringify(Array(PRODUCT_IMAGES_MAX).fill({ url: '/x' })), /^moreImages/],
])('[GAL-2] a product with %s for its further pictures is refused, and not made', async (_what, moreImages, path) => {
  const { create } = await openAdmin();
  const { status, body } = await create({ moreImages });
  expect({ status, body }).toMatchObject({ status: 400, body: { issues: [{ path: expect.stringMatching(path) }] } });
  expect((await shop.call(listProducts)).body.total).toBe(0);
});

const someUrl = `/uploads/${'ab'.repeat(16)}-640.webp`;

test.each<[string, (own: string[]) => unknown, string, string]>([
  ['none: the last picture stays', () => [], 'images', 'too_few'],
  ['251', () => Array(251).fill({ url: someUrl }), 'images', 'too_many'],
  ['no list', () => 'x', 'images', 'wrong_type'],
  ['nothing', () => null, 'images', 'wrong_type'],
  ['one without URL', () => [{ alt: 'x' }], 'images.0.url', 'required'],
  ['a number for its URL', () => [{ url: 1 }], 'images.0.url', 'wrong_type'],
  ['an empty URL', () => [{ url: '' }], 'images.0.url', 'unknown'],
  ['a URL of a megabyte', () => [{ url: 'x'.repeat(90_000) }], 'images.0.url', 'too_long'],
  ['a path that leads elsewhere', () => [{ url: '/uploads/../../etc/passwd' }], 'images.0.url', 'unknown'],
  ['a picture that was never uploaded', ([own]) => [{ url: own }, { url: someUrl }], 'images.1.url', 'unknown'],
  ['the same twice', ([own]) => [{ url: own }, { url: own?.replace('-640', '-320') }], 'images.1.url', 'invalid_choice'],
  ['a text of 513 characters', ([own]) => [{ url: own, alt: 'x'.repeat(513) }], 'images.0.alt', 'too_long'],
])('[GAL-2] an update to %s is refused, and nothing is changed', async (_what, makeImages, path, code) => {
  const { product, version, read, save, one, two, three } = await openProduct();
  const answer = await save(product._id, { name: 'Never', images: makeImages([one, two, three]) });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', issues: [{ path, code }] } });
  expect(await read(product.slug)).toEqual({ ...product, version });
});

test('[GAL-2] an image belongs to one product; another can’t take it, also when many try at once', async () => {
  const { create, save, uploadMany, read } = await openAdmin();
  const products = [await create({ name: 'A' }), await create({ name: 'B' }), await create({ name: 'C' })].map((it) => it.body.product);
  const [shared = ''] = await uploadMany(1);
  const answers = await Promise.all(products.map((it) => save(it._id, { images: [{ url: it.image }, { url: shared }] })));
  expect(answers.map((it) => it.status).sort()).toEqual([200, 400, 400]);
  const counts = await Promise.all(products.map(async (it) => (await read(it.slug)).images?.length));
  expect(counts.sort()).toEqual([1, 1, 2]);
  expect((await create({ name: 'D', moreImages: JSON.stringify([{ url: shared }]) })).body.issues).toMatchObject([
    { path: 'moreImages.0.url', code: 'unknown' },
  ]);
});

test('[GAL-2] [GATE-3] [UPLOAD-5] only admins upload images, and a file that isn’t one leaves nothing behind', async () => {
  const { upload } = await openAdmin();
  const form = await makeMultipartForm({}, bytes);
  const { token } = await shop.signUp();
  expect((await shop.call(uploadImage, form)).status).toBe(401);
  expect((await shop.call(uploadImage, { token, ...form })).status).toBe(403);
  expect(await upload(Buffer.from('no picture'))).toMatchObject({
    status: 400,
    body: { code: 'invalid_image', issues: [{ path: 'image' }] },
  });
  expect(await upload({ bytes, field: 'file' })).toMatchObject({ status: 400, body: { issues: [{ path: 'image', code: 'required' }] } });
  expect(await countUnattached()).toBe(0);
});

test('[GAL-3] a caller that knows one image per product replaces the first, and the others stay', async () => {
  const { product, read, token, one, two, three } = await openProduct();
  const form = await makeMultipartForm({}, bytes);
  const { status, body } = await shop.call(replaceProductImage, { token, params: { id: product._id }, ...form });
  expect(status).toBe(200);
  expect(body.product.image).not.toBe(one);
  expect(body.product.images).toEqual([
    { url: body.product.image, alt: 'Tea' },
    { url: two, alt: 'Two' },
    { url: three, alt: 'Tea' },
  ]);
  expect(await read(product.slug)).toEqual({ ...body.product, version: body.version });
  const unknown = await shop.call(replaceProductImage, { token, params: { id: randomUUID() }, ...form });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'product_not_found' } });
});

test('[GAL-4] [VERSION-2] a form older than the images gets a conflict and overwrites nothing', async () => {
  const { product, version, read, save, one, two } = await openProduct();
  const theirs = await save(product._id, { images: [{ url: two }, { url: one }], version });
  expect(theirs.body.version).toBeGreaterThan(version);
  const mine = await save(product._id, { images: [{ url: one }], version });
  expect(mine).toMatchObject({ status: 409, body: { code: 'version_conflict', current: { product: [theirs.body.product] } } });
  expect((await save(product._id, { name: 'Mine', version })).status).toBe(409);
  expect(await read(product.slug)).toEqual({ ...theirs.body.product, version: theirs.body.version });
});

test('[GAL-4] [VERSION-2] if two admins sort the same images at once, the second is told', async () => {
  const { product, version, read, save, one, two, three } = await openProduct();
  const orders = [
    [three, two, one],
    [two, three],
  ];
  const answers = await Promise.all(orders.map((urls) => save(product._id, { images: urls.map((url) => ({ url })), version })));
  expect(answers.map((it) => it.status).sort()).toEqual([200, 409]);
  const winner = answers.findIndex((it) => it.status === 200);
  expect((await read(product.slug)).images?.map((it) => it.url)).toEqual(orders[winner]);
});

test('[GAL-4] [VERSION-3] repeating a sorting whose answer was lost changes nothing', async () => {
  const { product, version, save, uploadMany, one, two } = await openProduct();
  const [four = ''] = await uploadMany(1);
  const body = { images: [{ url: two, alt: 'Second' }, { url: one }, { url: four }], version };
  const first = await save(product._id, body);
  const repeated = await save(product._id, body);
  expect(repeated).toMatchObject({ status: 200, body: first.body });
});

test('[GAL-4] a removed image can be put back by a form that still shows it', async () => {
  const { product, save, one, two, three } = await openProduct();
  await save(product._id, { images: [{ url: one }] });
  const answer = await save(product._id, { images: [{ url: three }, { url: two }, { url: one }] });
  expect(answer.body.product.images.map((it) => it.url)).toEqual([three, two, one]);
  expect(await countUnattached()).toBe(0);
});

test('[GAL-4] [VERSION-5] a call without images leaves them unchanged', async () => {
  const { product, version, update } = await openProduct();
  const { body } = await update(product, { description: 'Strong.', images: undefined });
  expect(body.product).toEqual({ ...product, description: 'Strong.' });
  expect(body.version).toBe(version + 1);
});

test('[GAL-4] [KEPT-1] [KEPT-2] a product is shown with its new images at once, also after a change by SQL', async () => {
  const { product, version, read, save, one, two, three } = await openProduct();
  expect((await read(product.slug)).images).toHaveLength(3);
  await save(product._id, { images: [{ url: one }, { url: three }, { url: two }] });
  expect((await read(product.slug)).images?.map((it) => it.url)).toEqual([one, three, two]);
  await save(product._id, { images: [{ url: one, alt: 'Another word' }, { url: three }, { url: two }] });
  expect((await read(product.slug)).images?.[0]?.alt).toBe('Another word');
  const before = (await read(product.slug)).version ?? version;
  await query(db, sql`update product_images set alt = 'By hand' where product_id = ${product._id} and position = 1`);
  await expect.poll(async () => (await read(product.slug)).images?.[1]?.alt).toBe('By hand');
  expect((await read(product.slug)).version).toBe(before + 1);
});

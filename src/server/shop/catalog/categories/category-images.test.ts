/** A category's own text and picture. */
import { utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { imagePath, listFileNames } from '../../../../../tests/support/image-files.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../../tests/support/multipart-form.ts';
import { listCategories } from '../../../../contract/category.ts';
import { createCategory, deleteCategory, updateCategory } from '../../../../contract/category-admin.ts';
import { IMAGE_ALT_MAX_LENGTH } from '../../../../contract/limits.ts';
import { listCategoryProducts } from '../../../../contract/product.ts';
import { updateProduct, uploadImage } from '../../../../contract/product-admin.ts';
import { HOUR } from '../../../../contract/values.ts';
import { cleanUpImages } from '../../content/media/cleanup.ts';
import { parseImageUrl } from '../../content/media/image-url.ts';

const shop = await openShop();
const bytes = await makeImage();

const countFiles = (url: string) => listFileNames(shop.uploadsDir).filter((it) => it.startsWith(String(parseImageUrl(url)))).length;
const cleanUp = (hours: number) => cleanUpImages(shop.deps.db, shop.deps.images, new Date(Date.now() + hours * HOUR));
const listed = async (id: string) => (await shop.call(listCategories)).body.category.find(({ _id }) => _id === id);

async function openCategory() {
  const { token } = await shop.signUp({ role: 1 });
  const { category } = (await shop.call(createCategory, { token, body: { name: 'Hats' } })).body;
  const params = { id: category._id };
  const upload = async () => (await shop.call(uploadImage, { token, ...(await makeMultipartForm({}, bytes)) })).body.image;
  const save = (body: Record<string, unknown>) => shop.call(updateCategory, { token, params, body: { name: 'Hats', ...body } });
  return { token, params, id: category._id, upload, save };
}

test('[CATP-1] [API-12] a category can have a text and an image, which everyone sees; missing fields stay, null removes', async () => {
  const { id, upload, save } = await openCategory();
  const url = await upload();
  const saved = await save({ description: '  For the road.\nAnd the stairs. ', image: { url, alt: ' A pair on a bench ' } });
  const own = { description: 'For the road.\nAnd the stairs.', ownImage: { url, alt: 'A pair on a bench' } };
  expect(saved.body).toMatchObject({ success: true, message: 'successfully updated', category: { ...own, version: 2 } });
  expect(await listed(id)).toMatchObject({ ...own, image: url });
  const page = await shop.call(listCategoryProducts, { params: { slug: 'hats' } });
  expect(page.body.category).toEqual({ _id: id, name: 'Hats', slug: 'hats', ...own });
  expect((await save({ name: 'Boots' })).body.category).toMatchObject({ name: 'Boots', ...own });
  expect((await save({ name: 'Boots', description: '', image: null })).body.category).toMatchObject({ description: '', ownImage: null });
  expect(await listed(id)).toMatchObject({ image: null });
});

test('[CATP-1] a category can be created with text and image, and its image is shown before those of its products', async () => {
  const { token, category, create } = await createAdminClient(shop, bytes);
  const url = (await shop.call(uploadImage, { token, ...(await makeMultipartForm({}, bytes)) })).body.image;
  const made = await shop.call(createCategory, { token, body: { name: 'Tea', description: 'Green.', image: { url } } });
  expect(made.body.category).toMatchObject({ description: 'Green.', ownImage: { url, alt: 'Tea' }, version: 1 });
  const { product } = (await create()).body;
  expect(await listed(category)).toMatchObject({ image: product.image, ownImage: null });
  await shop.call(updateProduct, { token, params: { id: product._id }, body: { category: made.body.category._id } });
  expect(await listed(made.body.category._id)).toMatchObject({ image: url, count: 1 });
});

test('[CATP-1] an alternative text that equals the name changes with the name', async () => {
  const { upload, save } = await openCategory();
  const image = { url: await upload(), alt: 'Hats' };
  await save({ image });
  expect((await save({ name: 'Boots', image })).body.category.ownImage).toEqual({ url: image.url, alt: 'Boots' });
});

test('[CATP-2] an image that isn’t an upload or belongs to another product or category is refused; two requests for one get it once', async () => {
  const { token, create } = await createAdminClient(shop, bytes);
  const { product } = (await create()).body;
  const one = await openCategory();
  const other = (await shop.call(createCategory, { token, body: { name: 'Bags' } })).body.category;
  const url = await one.upload();
  const invent = url.replace(/[0-9a-f]{32}/, 'f'.repeat(32));
  for (const wrong of [product.image, invent, 'https://example.com/a.png', '/etc/passwd', '']) {
    const answer = await one.save({ image: { url: wrong } });
    expect(answer, wrong).toMatchObject({ status: 400, body: { issues: [{ path: 'image', code: 'unknown' }] } });
  }
  const take = (id: string, name: string) => shop.call(updateCategory, { token, params: { id }, body: { name, image: { url } } });
  const answers = await Promise.all([take(one.id, 'Hats'), take(other._id, 'Bags')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const gives = await shop.call(updateProduct, { token, params: { id: product._id }, body: { images: [{ url }] } });
  expect(gives.status).toBe(400);
});

test.each([
  ['a text that is too long', { description: 'x'.repeat(2001) }, 'description'],
  ['a number for a text', { description: 7 }, 'description'],
  ['a NUL character', { description: 'a\u0000b' }, 'description'],
  ['a list of pictures', { image: [] }, 'image'],
  ['a picture as text', { image: 'a.webp' }, 'image'],
  ['an alternative text that is too long', { image: { url: '/', alt: 'x'.repeat(IMAGE_ALT_MAX_LENGTH + 1) } }, 'image.alt'],
])('[SAFE-5] %s is refused', async (_what, body, path) => {
  const { save } = await openCategory();
  const answer = await save(body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ success: false, issues: expect.arrayContaining([expect.objectContaining({ path })]) });
});

test('[CATP-2] customers and visitors can change no category', async () => {
  const { id, params } = await openCategory();
  const { token } = await shop.signUp();
  const body = { name: 'Hats', description: 'Mine.' };
  expect((await shop.call(updateCategory, { token, params, body })).status).toBe(403);
  expect((await shop.call(updateCategory, { params, body })).status).toBe(401);
  expect(await listed(id)).toMatchObject({ description: '', version: 1 });
});

test('[CATP-2] [RUN-5] the clean-up keeps a category’s image, and deletes a replaced one after a day', async () => {
  const { token, params, upload, save } = await openCategory();
  const [first, second] = [await upload(), await upload()];
  await save({ image: { url: first } });
  await save({ image: { url: second } });
  await cleanUp(23);
  expect([first, second].map(countFiles)).toEqual([6, 6]);
  expect((await save({ image: { url: first } })).status).toBe(200);
  for (const url of [first, second]) {
    for (const file of listFileNames(shop.uploadsDir).filter((it) => it.startsWith(String(parseImageUrl(url)))))
      utimesSync(imagePath(shop.uploadsDir, file), new Date(0), new Date(0));
  }
  await cleanUp(48);
  expect([first, second].map(countFiles)).toEqual([6, 0]);
  await shop.call(deleteCategory, { token, params });
  await cleanUp(48);
  expect(countFiles(first)).toBe(0);
});

test('[CATP-3] [VERSION-2] an outdated form overwrites neither text nor image; saving the same again is no conflict', async () => {
  const { upload, save } = await openCategory();
  const image = { url: await upload(), alt: 'A pair' };
  const mine = { description: 'Mine.', image, version: 1 };
  expect((await save(mine)).status).toBe(200);
  expect((await save(mine)).body.category).toMatchObject({ description: 'Mine.', version: 2 });
  const late = await save({ description: 'Late.', image: null, version: 1 });
  expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  expect(late.body).toMatchObject({ current: { category: { description: 'Mine.', ownImage: image, version: 2 } } });
});

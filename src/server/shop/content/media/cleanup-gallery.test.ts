/** What the clean-up makes of the pictures of a product that has several. */
import { utimesSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { imagePath, listFileNames } from '../../../../../tests/support/image-files.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../../tests/support/multipart-form.ts';
import { deleteProduct, replaceProductImage, updateProduct, uploadImage } from '../../../../contract/product-admin.ts';
import { DAY, HOUR } from '../../../../contract/values.ts';
import { query } from '../../../platform/database/query.ts';
import { cleanUpImages } from './cleanup.ts';
import { parseImageUrl } from './image-url.ts';

const shop = await openShop();
const { uploadsDir } = shop;
const { db, images } = shop.deps;
const bytes = await makeImage();

const countFiles = (url: string) => listFileNames(uploadsDir).filter((it) => it.startsWith(String(parseImageUrl(url)))).length;
const cleanUp = (hours: number) => cleanUpImages(db, images, new Date(Date.now() + hours * HOUR));

async function openProduct() {
  const client = await createAdminClient(shop, bytes);
  const { token } = client;
  const { product } = (await client.create()).body;
  const upload = async () => (await shop.call(uploadImage, { token, ...(await makeMultipartForm({}, bytes)) })).body.image;
  const params = { id: product._id };
  const save = (urls: string[]) => shop.call(updateProduct, { token, params, body: { images: urls.map((url) => ({ url })) } });
  return { token, params, one: product.image, two: await upload(), three: await upload(), upload, save };
}

test('[GAL-5] [RUN-5] the clean-up keeps every image of a product, and deletes all of them when the product is deleted', async () => {
  const { token, params, one, two, three, save } = await openProduct();
  await save([one, two, three]);
  await cleanUp(48);
  expect([one, two, three].map(countFiles)).toEqual([6, 6, 6]);
  expect((await shop.call(deleteProduct, { token, params })).status).toBe(200);
  await cleanUp(48);
  expect([one, two, three].map(countFiles)).toEqual([0, 0, 0]);
});

test('[GAL-5] an upload that no product uses is kept for a day, and then refused', async () => {
  const { one, two, three, save } = await openProduct();
  await cleanUp(23);
  expect([two, three].map(countFiles)).toEqual([6, 6]);
  expect((await save([one, two])).status).toBe(200);
  await cleanUp(25);
  expect([one, two, three].map(countFiles)).toEqual([6, 6, 0]);
  expect(await save([one, two, three])).toMatchObject({ status: 400, body: { issues: [{ path: 'images.2.url', code: 'unknown' }] } });
});

test('[GAL-5] an image removed from a product is kept for a day, too', async () => {
  const { token, params, one, two, save } = await openProduct();
  await save([one, two]);
  await shop.call(replaceProductImage, { token, params, ...(await makeMultipartForm({}, bytes)) });
  await cleanUp(23);
  expect([one, two].map(countFiles)).toEqual([6, 6]);
  await cleanUp(25);
  expect([one, two].map(countFiles)).toEqual([0, 6]);
});

test('[GAL-5] [STORAGE-3] an image that is added to a product while the clean-up runs is never deleted', async () => {
  const { one, upload, save } = await openProduct();
  const urls = [one];
  for (let round = 0; round < 9; round += 1) {
    urls.push(await upload());
    const old = new Date(Date.now() - 2 * HOUR);
    for (const name of listFileNames(uploadsDir)) utimesSync(imagePath(uploadsDir, name), old, old);
    // A time at which what is attached meanwhile is neither forgotten nor too young.
    await query(db, sql`update unattached_images set since = ${new Date(Date.now() - DAY + HOUR)}`);
    const [saved] = await Promise.all([save(urls), cleanUpImages(db, images, new Date())]);
    expect(saved.status).toBe(200);
  }
  expect(urls.map(countFiles)).toEqual(urls.map(() => 6));
});

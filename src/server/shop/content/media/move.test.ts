/** Images on their way from the folder to the bucket and back, while a shop serves them. */
import { afterAll, afterEach, expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { listFileNames } from '../../../../../tests/support/image-files.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { startS3, TEST_LIMITS } from '../../../../../tests/support/s3.ts';
import type { Stores } from '../../../platform/storage/open-storage.ts';
import { moveImages } from './move.ts';
import { openImageStores } from './store-image.ts';

const s3 = await startS3();
let stores: Stores | undefined;
const shop = await openShop({
  deps: (_defaults, dataDir) => {
    stores = openImageStores(dataDir, { s3: s3.config, writesTo: 's3' }, TEST_LIMITS);
    return { images: stores.current, imageStores: stores };
  },
});
afterEach(() => s3.failRequests(null));
afterAll(() => s3.close());

const toS3 = { from: 'folder', to: 's3' } as const;
const toFolder = { from: 's3', to: 'folder' } as const;
const never = new AbortController().signal;
const image = await makeImage();
const getStores = (): Stores => stores ?? expect.fail('the shop is not open');
const listBucket = async () => (await Array.fromAsync(getStores().s3?.list() ?? [])).flat().map(({ name }) => name);
const getStatus = async (url: string) => (await shop.app.inject({ method: 'GET', url })).statusCode;

/** Pictures in the folder, as before STORAGE_URL was set. */
async function fillFolder(count: number): Promise<string[]> {
  const { create } = await createAdminClient(shop, image);
  const urls: string[] = [];
  for (let n = 0; n < count; n += 1) urls.push((await create({ name: `Tea ${n}` })).body.product.image);
  await moveImages({ ...getStores(), writesTo: 'folder' }, toFolder, () => undefined, never);
  return urls;
}

test('[STORAGE-5] images move to the bucket and back while customers see them; the progress is shown, and none is ever missing', async () => {
  const urls = await fillFolder(4);
  expect([listFileNames(shop.uploadsDir).length, (await listBucket()).length]).toEqual([24, 0]);
  let isMoving = true;
  const watching = (async () => {
    const seen = new Set<number>();
    while (isMoving) for (const url of urls) seen.add(await getStatus(url));
    return seen;
  })();
  const steps: number[] = [];
  const result = await moveImages(getStores(), toS3, ({ moved, total }) => steps.push(moved / total), never);
  isMoving = false;
  expect(await watching).toEqual(new Set([200]));
  expect(result).toMatchObject({ moved: 24, total: 24 });
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(steps.at(-1)).toBe(1);
  expect([listFileNames(shop.uploadsDir).length, (await listBucket()).length]).toEqual([0, 24]);
});

test('[STORAGE-5] if the move is stopped or the store fails in the middle, nothing is lost, and the same command continues', {
  tags: ['full'],
}, async () => {
  const urls = await fillFolder(3);
  const aborting = new AbortController();
  await expect(moveImages(getStores(), toS3, () => aborting.abort(), aborting.signal)).rejects.toThrow('Run the same command');
  s3.failRequests((method) => (method === 'PUT' ? { status: 403, code: 'AccessDenied' } : null));
  await expect(moveImages(getStores(), toS3, () => undefined, never)).rejects.toMatchObject({ code: 'unavailable' });
  s3.failRequests(null);
  expect(listFileNames(shop.uploadsDir).length).toBeGreaterThan(0);
  for (const url of urls) expect(await getStatus(url)).toBe(200);
  await moveImages(getStores(), toS3, () => undefined, never);
  expect(listFileNames(shop.uploadsDir)).toEqual([]);
  for (const url of urls) expect(await getStatus(url)).toBe(200);
});

test('[STORAGE-5] an original is deleted only if its copy is identical', async () => {
  await fillFolder(1);
  const before = listFileNames(shop.uploadsDir);
  const { s3: bucket, ...rest } = getStores();
  if (!bucket) return expect.fail('there is no bucket');
  const damaging = { ...bucket, read: async () => Buffer.from('something else') };
  await expect(moveImages({ ...rest, s3: damaging }, toS3, () => undefined, never)).rejects.toThrow('differs from the original');
  expect(listFileNames(shop.uploadsDir)).toEqual(before);
});

test('[STORAGE-5] the move is refused without a bucket, or while new images are still written to the store to empty', async () => {
  await expect(moveImages({ ...getStores(), s3: null }, toS3, () => undefined, never)).rejects.toThrow('STORAGE_URL is not set');
  await expect(moveImages(getStores(), toFolder, () => undefined, never)).rejects.toThrow('Start it with STORAGE=folder first');
});

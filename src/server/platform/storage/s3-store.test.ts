/** Images in an object store, over the wire: a whole shop against s3rver, and what the store does wrong. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createAdminClient } from '../../../../tests/support/admin.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { listFileNames } from '../../../../tests/support/image-files.ts';
import { makeImage } from '../../../../tests/support/images.ts';
import { takeFirst } from '../../../../tests/support/projects.ts';
import { type Failure, SHORT_TIMEOUTS, startS3, TEST_LIMITS } from '../../../../tests/support/s3.ts';
import { listProducts } from '../../../contract/product.ts';
import { HOUR } from '../../../contract/values.ts';
import { cleanUpImages } from '../../shop/content/media/cleanup.ts';
import { imageFileName } from '../../shop/content/media/image-url.ts';
import { openImageStores, storeImage } from '../../shop/content/media/store-image.ts';
import { describeError } from '../log/serialize-error.ts';
import { findStorageError } from './open-storage.ts';
import { listObjects } from './s3-client.ts';

const s3 = await startS3();
const limits = { ...TEST_LIMITS };
const shop = await openShop({
  deps: () => {
    const imageStores = openImageStores('/nonexistent', { s3: s3.config, writesTo: 's3' }, limits);
    return { images: imageStores.current, imageStores };
  },
});
const { db, images } = shop.deps;
const image = await makeImage();
afterEach(async () => {
  s3.failRequests(null);
  Object.assign(limits, TEST_LIMITS);
  await images.delete(await listNames());
});
afterAll(() => s3.close());

/** Of all files in the bucket; each test begins with none. */
const listNames = async () => (await Array.fromAsync(images.list())).flat().map(({ name }) => name);
const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ method: 'GET', url, headers });
/** Of the first `times` requests of a method; absent: of all. */
const failing = (method: string, fault: Parameters<typeof s3.failRequests>[0] & {}, times = Number.POSITIVE_INFINITY) => {
  let left = times;
  s3.failRequests((requested, url) => (requested === method && left-- > 0 ? fault(requested, url) : null));
};

test('[STORAGE-1] a product’s images are stored in the bucket at every width, and served by the shop with ETag, ranges and a permanent cache', async () => {
  const { create } = await createAdminClient(shop, image);
  const url = (await create()).body.product.image;
  expect(await listNames()).toHaveLength(6);
  expect(listFileNames(shop.uploadsDir)).toEqual([]);
  const whole = await get(url);
  expect(whole.statusCode).toBe(200);
  expect(whole.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
  expect(whole.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-length': String(whole.rawPayload.length),
    etag: expect.stringMatching(/^"/),
  });
  const again = await get(url, { 'if-none-match': String(whole.headers.etag) });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  const part = await get(url, { range: 'bytes=0-9' });
  expect([part.statusCode, part.rawPayload]).toEqual([206, whole.rawPayload.subarray(0, 10)]);
  expect(part.headers['content-range']).toBe(`bytes 0-9/${whole.rawPayload.length}`);
});

test('[STORAGE-1] names that the shop never makes aren’t requested; a deleted image is a 404', async () => {
  const before = s3.requests.length;
  for (const url of ['/uploads/other.txt', '/uploads/..%2fsecret', '/uploads/%3flist-type=2'])
    expect((await get(url)).statusCode).toBe(404);
  expect(s3.requests.length).toBe(before);
  const gone = await get(`/uploads/${imageFileName('0'.repeat(32), 640)}`);
  expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store']);
});

test.each(
  takeFirst(
    [
      ['is cut off in the middle', 'truncate'],
      ['doesn’t come', 'hang'],
      ['is a closed connection', 'cut'],
      ['is a 503', { status: 503, code: 'SlowDown' }],
    ],
    2,
  ),
)('[STORAGE-2] if the store’s answer %s once, the image still arrives whole', async (_what, fault) => {
  const { create } = await createAdminClient(shop, image);
  /** Until it is met, nobody waits long. */
  const meet = (method: string, met: Failure | null) => {
    if (fault === 'hang') Object.assign(limits, SHORT_TIMEOUTS);
    const meetOnce = () => {
      Object.assign(limits, TEST_LIMITS);
      return met;
    };
    failing(method, meetOnce, 1);
  };
  meet('PUT', fault === 'truncate' ? null : fault);
  const url = (await create()).body.product.image;
  s3.failRequests(null);
  const whole = await get(url);
  meet('GET', fault);
  expect((await get(url)).rawPayload).toEqual(whole.rawPayload);
});

test.each(
  takeFirst(
    [
      ['without rights', { status: 403, code: 'AccessDenied' }, 503],
      ['that is full', { status: 507, code: 'XMinioStorageFull' }, 507],
      ['that is full by its quota', { status: 403, code: 'QuotaExceeded' }, 507],
      ['that fails', { status: 500, code: 'InternalError' }, 503],
      ['that doesn’t answer', 'hang', 503],
    ],
    2,
  ),
)('[STORAGE-2] with a store %s an upload is refused and leaves no product, and works again afterwards', async (_what, fault, status) => {
  const { create } = await createAdminClient(shop, image);
  const before = await listNames();
  // Four widths are stored before it begins.
  let stored = 0;
  s3.failRequests((method) => {
    if (method === 'PUT') stored += 1;
    return method === 'PUT' && stored > 4 ? fault : null;
  });
  if (fault === 'hang') Object.assign(limits, SHORT_TIMEOUTS);
  const refused = await create();
  s3.failRequests(null);
  Object.assign(limits, TEST_LIMITS);
  expect(refused.status).toBe(status);
  expect(JSON.stringify(refused.body)).not.toMatch(/AccessDenied|secret details|S3RVER|shop-images/);
  if (status === 503) expect(refused.headers['retry-after']).toBe('5');
  expect((await shop.call(listProducts)).body.total).toBe(0);
  expect(await listNames()).toEqual(before);
  expect((await create()).status).toBe(200);
});

test('[STORAGE-2] an image that can’t be read now is a 503 that nobody caches, not a 404', async () => {
  const { create } = await createAdminClient(shop, image);
  const url = (await create()).body.product.image;
  failing('GET', () => ({ status: 500, code: 'InternalError' }));
  const response = await get(url);
  expect([response.statusCode, response.headers['cache-control'], response.headers['retry-after']]).toEqual([503, 'no-store', '5']);
});

test('[STORAGE-2] wrong keys are reported at the start with the bucket’s name, and never with a key', async () => {
  const wrong = { ...s3.config, secretKey: 'a-wrong-secret' };
  const fault = await findStorageError(openImageStores('/nonexistent', { s3: wrong, writesTo: 's3' }, TEST_LIMITS));
  expect(describeError(fault)).toMatch(/bucket shop-images at 127\.0\.0\.1:\d+ was answered by 403 SignatureDoesNotMatch/);
  expect(describeError(fault)).not.toContain('a-wrong-secret');
  expect(await findStorageError(shop.deps.imageStores)).toBeNull();
});

test('[STORAGE-3] the clean-up goes through a bucket page by page and keeps used images', { tags: ['full'] }, async () => {
  const { create } = await createAdminClient(shop, image);
  const used = (await create()).body.product.image;
  const orphaned = await storeImage(images, image);
  // More than a page.
  const names = Array.from({ length: 1005 }, () => imageFileName(randomBytes(16).toString('hex'), 160));
  await images.put(names.map((name) => ({ name, bytes: Buffer.from('x') })));
  expect(await cleanUpImages(db, images, new Date())).toBe(0);
  expect(await cleanUpImages(db, images, new Date(Date.now() + 2 * HOUR))).toBeGreaterThanOrEqual(1011);
  const left = await listNames();
  expect(left).toHaveLength(6);
  expect(left).not.toContain(imageFileName(orphaned, 640));
  expect((await get(used)).statusCode).toBe(200);
});

test('[STORAGE-3] if the shop is killed between storing an image and saving its product, the image is never shown and later deleted', async () => {
  await storeImage(images, image);
  expect((await shop.call(listProducts)).body.total).toBe(0);
  await cleanUpImages(db, images, new Date(Date.now() + 2 * HOUR));
  expect(await listNames()).toEqual([]);
});

test('[STORAGE-3] a list continues after the exact last name, however the store writes it in XML', async () => {
  const asked: (string | undefined)[] = [];
  const toPage = (objects: string, isTruncated: boolean) =>
    `<?xml version="1.0"?>\n<ListBucketResult xmlns="http://s3.example/"><Marker/>${objects}<IsTruncated>${isTruncated}</IsTruncated></ListBucketResult>`;
  const pages = [
    toPage('<Contents><LastModified>2026-11-01T00:00:00Z</LastModified><Key>a &#38; b &lt;1&#x3E;</Key></Contents>', true),
    toPage('<Contents>\n<Key><![CDATA[b & c]]></Key>\n<Owner><ID>1</ID></Owner></Contents>', false),
  ];
  const answerWith = (texts: readonly string[]) => async (request: { query?: Record<string, string> }) => {
    asked.push(request.query?.marker);
    return { status: 200, headers: new Headers(), bytes: Buffer.from(texts[asked.length - 1] ?? '') };
  };
  const listed = (await Array.fromAsync(listObjects(answerWith(pages), ''))).flat();
  expect(listed.map(({ key }) => key)).toEqual(['a & b <1>', 'b & c']);
  expect(listed[0]?.modifiedAt).toEqual(new Date('2026-11-01T00:00:00Z'));
  expect(asked).toEqual([undefined, 'a & b <1>']);
});

test.each(['<html><body>Log in to the Wi-Fi</body></html>', '<ListBucketResult><Contents><Key>a</Key></Contents>', ''])(
  '[STORAGE-2] an incomplete list is never taken for an empty bucket: %s',
  async (text) => {
    const send = async () => ({ status: 200, headers: new Headers(), bytes: Buffer.from(text) });
    await expect(Array.fromAsync(listObjects(send, ''))).rejects.toMatchObject({ code: 'unavailable' });
  },
);

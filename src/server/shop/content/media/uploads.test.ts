import { rmSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { listFileNames } from '../../../../../tests/support/image-files.ts';
import { makeImage } from '../../../../../tests/support/images.ts';

const shop = await openShop();
const { uploadsDir } = shop;
const image = await makeImage();

test.each(['../../x', '/etc/cron.d/x', '..\\..\\x', 'C:\\x.png', '.', '..', 'x\u202egnp.exe', 'x'.repeat(5000), '%00.png', '<script>.png'])(
  '[UPLOAD-6] [threat 30] an image with the name %j is stored under a name of our own',
  async (name) => {
    const { create } = await createAdminClient(shop, image);
    const before = new Set(listFileNames(uploadsDir));
    const response = await create({}, { bytes: image, name });
    expect(response.status).toBe(200);
    const added = listFileNames(uploadsDir).filter((it) => !before.has(it));
    expect(added).toHaveLength(6);
    for (const it of added) expect(it).toMatch(/^[0-9a-f]{32}-\d+\.webp$/);
  },
);

test('[API-16] [UPLOAD-6] [threat 30] an image is served with a permanent cache, as an image and nothing else', async () => {
  const { create } = await createAdminClient(shop, image);
  const made = await create();
  const response = await shop.app.inject({ method: 'GET', url: made.body.product.image });
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(response.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
});

test('[LETTER-20] emails get a JPEG of a stored image, or a transparent PNG, which a page of another origin may show', async () => {
  const logo = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const { create } = await createAdminClient(shop, logo);
  const { image: url } = (await create()).body.product;
  for (const [name, type, channels] of [
    ['-160.jpg', 'image/jpeg', 3],
    ['-640.png', 'image/png', 4],
  ] as const) {
    const { statusCode, headers, rawPayload } = await shop.app.inject({ method: 'GET', url: url.replace('-640.webp', name) });
    expect([statusCode, headers['content-type'], headers['cross-origin-resource-policy']]).toEqual([200, type, 'cross-origin']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const found = await sharp(rawPayload).metadata();
    expect(found.channels, name).toBe(channels);
    // White under what was transparent, not black.
    if (channels === 3) expect((await sharp(rawPayload).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  }
  for (const name of ['-160.png', '-320.jpg', '-640.png.webp', '-160.jpeg'])
    expect((await shop.app.inject({ method: 'GET', url: url.replace('-640.webp', name) })).statusCode, name).toBe(404);
  expect((await shop.app.inject({ method: 'GET', url: `/uploads/${'0'.repeat(32)}-160.jpg` })).statusCode).toBe(404);
});

test('[LETTER-20] images for emails are converted once, and a flood of requests is refused before it overloads the shop', async () => {
  const { create } = await createAdminClient(shop, image);
  const { image: url } = (await create()).body.product;
  const get = (path: string) => shop.app.inject({ method: 'GET', url: path });
  const read = vi.spyOn(shop.deps.images, 'read');
  const logo = url.replace('-640.webp', '-640.png');
  const together = await Promise.all(Array.from({ length: 200 }, () => get(logo)));
  expect(new Set(together.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(read).toHaveBeenCalledTimes(1);
  read.mockRestore();

  const [, id = ''] = /([0-9a-f]{32})/.exec(url) ?? [];
  const names = Array.from({ length: 200 }, (_, index) => id.slice(0, 29) + index.toString(16).padStart(3, '0'));
  const bytes = (await shop.deps.images.read(`${id}-640.webp`)) ?? image;
  await shop.deps.images.put(names.map((name) => ({ name: `${name}-640.webp`, bytes })));
  const flood = await Promise.all(names.map((name) => get(`/uploads/${name}-640.png`)));
  const refused = flood.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { statusCode, headers } of refused) expect([statusCode, headers['retry-after'] !== undefined]).toEqual([503, true]);
  expect((await get(`/uploads/${names[199]}-640.png`)).statusCode).toBe(200);

  await shop.deps.images.delete([`${id}-640.webp`]);
  expect((await get(logo)).statusCode).toBe(404);
});

test.each([
  '/uploads/..%2f..%2fpackage.json',
  '/uploads/%2e%2e/%2e%2e/package.json',
  '/uploads/../../package.json',
  '/uploads/..%5c..%5cpackage.json',
  '/uploads/%2fetc%2fpasswd',
  '/uploads//etc/passwd',
  '/uploads/.hidden.webp',
  '/uploads/%2ehidden.webp',
  '/uploads/',
  '/uploads',
  '/uploads/nothing-640.webp',
  `/uploads/${'0'.repeat(32)}-640.webp`,
  '/uploads/%00',
  `/uploads/${'0'.repeat(32)}-640.webp%00.html`,
])('[UPLOAD-6] [threat 30] %s isn’t found', async (url) => {
  writeFileSync(`${uploadsDir}/.hidden.webp`, 'unfinished');
  const response = await shop.app.inject({ method: 'GET', url });
  rmSync(`${uploadsDir}/.hidden.webp`);
  expect(response.statusCode).toBe(404);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.body).not.toMatch(/storefront|root:|unfinished/);
});

import { existsSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { imagePath, listFileNames } from '../../../../../tests/support/image-files.ts';
import { makeHugePng, makeImage, makeNoiseImage } from '../../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../../tests/support/multipart-form.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { IMAGE_MAX_BYTES, IMAGE_WIDTHS } from '../../../../contract/limits.ts';
import { listProducts } from '../../../../contract/product.ts';
import { createProduct, uploadImage } from '../../../../contract/product-admin.ts';
import { HOUR } from '../../../../contract/values.ts';
import { products } from '../../database/schema/catalog.ts';
import { orderLines, orders } from '../../database/schema/order.ts';
import { cleanUpImages } from './cleanup.ts';
import { imageFileName } from './image-url.ts';
import { storeImage } from './store-image.ts';

const shop = await openShop();
const { uploadsDir } = shop;
const { db, images } = shop.deps;

const read = (imageId: string, width: number) => readFileSync(imagePath(uploadsDir, imageFileName(imageId, width)));
const readMetadata = (bytes: Buffer) => sharp(bytes).metadata();

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('[UPLOAD-4] a %s is kept as WebP at every width', async (format) => {
  const imageId = await storeImage(images, await makeImage(format, { width: 1600, height: 1200 }));
  expect(imageId).toMatch(/^[0-9a-f]{32}$/);
  for (const width of IMAGE_WIDTHS) {
    expect(await readMetadata(read(imageId, width))).toMatchObject({ format: 'webp', width, height: (width * 3) / 4 });
  }
});

test('[UPLOAD-4] a small image isn’t enlarged, but has a file for each width', async () => {
  const imageId = await storeImage(images, await makeImage('png', { width: 200, height: 100 }));
  const widths = await Promise.all(IMAGE_WIDTHS.map(async (width) => (await readMetadata(read(imageId, width))).width));
  expect(widths).toEqual([160, 200, 200, 200, 200, 200]);
});

test('[UPLOAD-4] a rotated photo is stored upright and without metadata', async () => {
  const bytes = await sharp(await makeImage('jpeg', { width: 400, height: 200 }))
    .withExif({ IFD0: { Copyright: 'secret owner', Orientation: '6' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(await readMetadata(bytes)).toMatchObject({ orientation: 6, width: 400 });
  const stored = await readMetadata(read(await storeImage(images, bytes), 160));
  expect(stored).toMatchObject({ width: 160, height: 320 });
  for (const part of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const) expect(stored[part]).toBeUndefined();
});

test('[UPLOAD-4] transparency is kept; grey, CMYK and 16-bit images are converted to sRGB', async () => {
  const clear = await sharp({ create: { width: 50, height: 50, channels: 4, background: '#ff000000' } })
    .png()
    .toBuffer();
  expect(await readMetadata(read(await storeImage(images, clear), 160))).toMatchObject({ hasAlpha: true });
  const red = sharp(await makeImage('png', { colour: '#ff0000' }));
  const unusualImages = [
    await red.clone().toColourspace('cmyk').jpeg().toBuffer(),
    await red.clone().toColourspace('rgb16').png().toBuffer(),
    await red.clone().png({ palette: true }).toBuffer(),
  ];
  for (const bytes of unusualImages) {
    const stored = read(await storeImage(images, bytes), 160);
    const { r, g, b } = (await sharp(stored).stats()).dominant;
    expect(r).toBeGreaterThan(200);
    expect(g).toBeLessThan(70);
    expect(b).toBeLessThan(70);
  }
  const grey = await red.clone().toColourspace('b-w').png().toBuffer();
  expect(await readMetadata(read(await storeImage(images, grey), 160))).toMatchObject({ format: 'webp', width: 60 });
});

test('[UPLOAD-4] only the first frame of an animation is kept', async () => {
  const frames = await Promise.all(['red', 'blue'].map((colour) => makeImage('png', { colour })));
  const bytes = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await readMetadata(bytes)).pages).toBe(2);
  const stored = read(await storeImage(images, bytes), 160);
  expect(await readMetadata(stored)).toMatchObject({ width: 60, height: 40 });
  expect((await sharp(stored).stats()).dominant.r).toBeGreaterThan(200);
});

test('[UPLOAD-4] an image two pixels wide or high with the maximum length becomes a small one', async () => {
  const tall = await storeImage(images, await makeImage('png', { width: 2, height: 16_383 }));
  expect((await readMetadata(read(tall, 1280))).height).toBeLessThanOrEqual(2560);
  const wide = await storeImage(images, await makeImage('png', { width: 16_383, height: 2 }));
  expect(await readMetadata(read(wide, 1280))).toMatchObject({ width: 1280, height: 1 });
});

test('[UPLOAD-4] [threat 27] a JPEG that contains a script is stored without it', async () => {
  const jpeg = await makeImage('jpeg');
  const script = Buffer.from('<script>alert(1)</script><?php system("id") ?>');
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), script]);
  const polyglot = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), script]);
  const imageId = await storeImage(images, polyglot);
  for (const width of IMAGE_WIDTHS) {
    const bytes = read(imageId, width);
    expect(bytes.includes('<script')).toBe(false);
    expect(bytes.includes('<?php')).toBe(false);
  }
});

const jpeg = await makeNoiseImage('jpeg');
const png = await makeNoiseImage('png');
const avif = await makeNoiseImage('avif');
/** The size in the header, 4 bytes for each side, is what is believed before anything is decoded. */
function enlargeAvif(): Buffer {
  const bytes = Buffer.from(avif);
  bytes.writeUInt32BE(60_000, bytes.indexOf('ispe') + 8);
  bytes.writeUInt32BE(60_000, bytes.indexOf('ispe') + 12);
  return bytes;
}
const heic = (brand: string, compatible: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 16 + compatible.length]), Buffer.from(`ftyp${brand}\0\0\0\0${compatible}`), Buffer.alloc(500, 7)]);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';

test.each<[string, Buffer]>([
  ['no bytes', Buffer.alloc(0)],
  ['one byte', Buffer.from([0xff])],
  ['text', Buffer.from('http://169.254.169.254/latest/meta-data')],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['an SVG', Buffer.from(svg)],
  ['an SVG with an XML declaration', Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`)],
  ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
  ['a PPM', Buffer.from('P3 1 1 255 0 0 0')],
  ['a Radiance image', Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\x01\x01\x01\x01')],
  ['a TIFF', await makeImage('tiff')],
  ['an AVIF that is cut off', avif.subarray(0, avif.length * 0.6)],
  ['an AVIF header and then nonsense', Buffer.concat([avif.subarray(0, 250), Buffer.alloc(5000, 7)])],
  ['an AVIF whose header says that it has billions of pixels', enlargeAvif()],
  ['a HEIC of an iPhone', heic('heic', 'mif1heicmiaf')],
  ['a JPEG that is cut off', jpeg.subarray(0, jpeg.length / 2)],
  ['a JPEG that lacks its last bytes', jpeg.subarray(0, jpeg.length * 0.99)],
  ['a PNG that is cut off', png.subarray(0, png.length / 2)],
  ['a WebP that is cut off', (await makeNoiseImage('webp')).subarray(0, 2000)],
  ['a GIF that is cut off', (await makeNoiseImage('gif')).subarray(0, 2000)],
  ['a JPEG header and then nonsense', Buffer.concat([jpeg.subarray(0, 300), Buffer.alloc(5000, 7)])],
  ['a PNG whose header lies about its size', Buffer.concat([png.subarray(0, 16), Buffer.from([0, 0, 255, 255]), png.subarray(20)])],
])('[UPLOAD-5] [threat 27] [fault 26] %s is refused, and nothing is left on the disk', async (_what, bytes) => {
  const before = listFileNames(uploadsDir);
  await expect(storeImage(images, bytes)).rejects.toMatchObject({ code: 'invalid_image', issues: [{ path: 'image' }] });
  expect(listFileNames(uploadsDir)).toEqual(before);
});

test('[UPLOAD-5] [INPUT-5] an AVIF of more than 13 megapixels, which would take more memory than other images, is refused before it is decoded', async () => {
  const large = await makeImage('avif', { width: 4000, height: 3400 });
  await expect(storeImage(images, large)).rejects.toMatchObject({ code: 'invalid_image', issues: [{ code: 'too_many_pixels' }] });
});

test('[UPLOAD-7] a HEIC photo is refused with advice for iPhones', async () => {
  for (const bytes of [heic('heic', 'mif1heicmiaf'), heic('mif1', 'heixmif1'), heic('hevc', 'msf1hevc')]) {
    const issues = [{ path: 'image', code: 'heic_image', message: expect.stringContaining('Most Compatible') }];
    await expect(storeImage(images, bytes)).rejects.toMatchObject({ code: 'invalid_image', issues });
  }
});

test('[UPLOAD-7] for an animation the answer says that its first frame is kept; for other images it doesn’t', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const frames = await Promise.all(['red', 'blue'].map((colour) => makeImage('png', { colour })));
  const join = () => sharp(frames, { join: { animated: true } });
  const upload = async (bytes: Buffer) => {
    const form = await makeMultipartForm({}, bytes);
    const { body, status } = await shop.call(uploadImage, { token, ...form } as never);
    return [status, (body as { isFirstFrame?: boolean }).isFirstFrame];
  };
  expect(await upload(await join().gif().toBuffer())).toEqual([200, true]);
  expect(await upload(await join().webp().toBuffer())).toEqual([200, true]);
  for (const format of ['png', 'gif', 'webp', 'avif', 'jpeg'] as const)
    expect(await upload(await makeImage(format))).toEqual([200, undefined]);
});

test.each([
  ['144 megapixels', { width: 12_000, height: 12_000 }],
  ['20 million pixels a row', { width: 20_000_000, height: 2 }],
  ['20 million rows', { width: 1, height: 20_000_000 }],
  ['a side longer than 16,383', { width: 16_384, height: 8 }],
  ['24 megapixels that would take 192 MB', { width: 6000, height: 4000, bits: 16, isInterlaced: true }],
] as const)('[UPLOAD-5] [INPUT-5] [threat 28] a small file with %s is refused before it is decoded', async (_what, size) => {
  const bomb = makeHugePng(size);
  expect(bomb.length).toBeLessThan(IMAGE_MAX_BYTES);
  const before = process.memoryUsage.rss();
  await expect(storeImage(images, bomb)).rejects.toMatchObject({ code: 'invalid_image', issues: [{ code: 'too_many_pixels' }] });
  expect(process.memoryUsage.rss() - before).toBeLessThan(30e6);
});

test('[UPLOAD-5] [threat 28] more than 5 MB are refused before decoding', async () => {
  await expect(storeImage(images, Buffer.alloc(IMAGE_MAX_BYTES + 1))).rejects.toMatchObject({ code: 'image_too_large' });
});

test('many concurrent uploads are all stored, each with its own id', { tags: ['full'] }, async () => {
  const bytes = await makeImage('jpeg', { width: 800, height: 600 });
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => storeImage(images, index % 3 ? bytes : Buffer.from('none'))),
  );
  const ids = results.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
  expect(new Set(ids).size).toBe(20);
  for (const imageId of ids) expect(await readMetadata(read(imageId, 320))).toMatchObject({ width: 320 });
});

/** Makes a file as old as that many hours. */
function setFileAge(name: string, hours: number): void {
  const at = new Date(Date.now() - hours * HOUR);
  const file = imagePath(uploadsDir, name);
  utimesSync(existsSync(file) ? file : path.join(uploadsDir, name), at, at);
}

test('[RUN-5] [fault 24] the clean-up deletes orphaned images older than an hour, and nothing else', async () => {
  const bytes = await makeImage();
  const [shown, ordered, orphaned, recent] = await Promise.all([1, 2, 3, 4].map(() => storeImage(images, bytes)));
  if (!shown || !ordered || !orphaned || !recent) throw new Error('an image is missing');
  const categoryId = await makeCategory(db);
  const [product] = await makeProducts(db, [{ categoryId, imageId: shown }]);
  const { id: userId } = await shop.signUp();
  const at = new Date();
  const order = {
    id: userId,
    userId,
    number: 1001,
    status: 'paid',
    stock: 'sold',
    totalCents: 100,
    address: 'x',
    provider: 'demo',
    createdAt: at,
    expiresAt: at,
  } as const;
  await db.insert(orders).values(order);
  const line = { orderId: order.id, position: 0, slug: 'x', name: 'x', priceCents: 100, quantity: 1 };
  await db.insert(orderLines).values({ ...line, imageId: ordered });

  const unfinished = [`.${'ab'.repeat(16)}-160.webp`, `.${shown}-160.webp`];
  const foreign = ['.gitkeep', 'logo.webp', 'notes.txt', `${'ab'.repeat(16)}-160.webp.bak`];
  for (const name of [...unfinished, ...foreign]) writeFileSync(path.join(uploadsDir, name), 'x');
  for (const name of listFileNames(uploadsDir)) setFileAge(name, 2);
  for (const width of IMAGE_WIDTHS) setFileAge(imageFileName(recent, width), 0.9);
  const filesOf = (imageId: string) => listFileNames(uploadsDir).filter((it) => it.startsWith(imageId)).length;

  await cleanUpImages(db, images, new Date());
  expect([shown, ordered, orphaned, recent].map(filesOf)).toEqual([6, 6, 0, 6]);
  const remaining = listFileNames(uploadsDir);
  for (const name of unfinished) expect(remaining).not.toContain(name);
  for (const name of foreign) expect(remaining).toContain(name);
  expect(await cleanUpImages(db, images, new Date())).toBe(0);

  if (product) await db.update(products).set({ imageId: recent });
  expect(await cleanUpImages(db, images, new Date(Date.now() + HOUR))).toBe(6);
  expect([shown, ordered, recent].map(filesOf)).toEqual([0, 6, 6]);
});

test('[RUN-5] [fault 24] a directory with more images than one batch is cleaned up completely, and images in use stay', {
  tags: ['full'],
}, async () => {
  const ids = Array.from({ length: 5200 }, (_, n) => n.toString(16).padStart(32, '0'));
  for (const id of ids) writeFileSync(path.join(uploadsDir, imageFileName(id, 640)), '');
  const shown = [0, 2600, 5199].map((n) => ids[n] ?? '');
  const categoryId = await makeCategory(db, 'Hats');
  await makeProducts(
    db,
    shown.map((imageId) => ({ categoryId, imageId })),
  );
  const isThere = (id: string) => existsSync(imagePath(uploadsDir, imageFileName(id, 640)));
  expect(await cleanUpImages(db, images, new Date(Date.now() + 2 * HOUR))).toBeGreaterThanOrEqual(ids.length - shown.length);
  expect(ids.filter(isThere)).toEqual(shown);
});

test('[fault 23] [threat 46] if images can’t be written, the answer is a 500 without paths, there is no product, and uploads work afterwards', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const fields = { name: 'Tea', description: 'Green.', price: '4.50', quantity: '7', category: await makeCategory(db, 'Teas') };
  const upload = async () => shop.call(createProduct, { token, ...(await makeMultipartForm(fields, await makeImage())) });
  const aside = `${uploadsDir}-aside`;
  renameSync(uploadsDir, aside);
  writeFileSync(uploadsDir, 'a file stands here');
  try {
    const response = await upload();
    expect(response.status).toBe(500);
    expect(Object.keys(response.body).sort()).toEqual(['code', 'message', 'success']);
    expect(response.body.success).toBe(false);
    expect(response.body.message).toMatch(/number: [0-9a-f-]{36}$/);
    expect(JSON.stringify(response.body)).not.toMatch(/ENOTDIR|\/tmp|at /);
  } finally {
    rmSync(uploadsDir);
    renameSync(aside, uploadsDir);
  }
  expect((await shop.call(listProducts)).body.total).toBe(0);
  expect((await upload()).status).toBe(200);
});

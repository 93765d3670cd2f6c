/** Rows of an import that name several images. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { openShop } from '../../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../../tests/support/images.ts';
import { listProducts, readProduct } from '../../../../../contract/product.ts';
import { importProducts, openImportFile } from '../rows/import-products.ts';

const shop = await openShop();
const home = mkdtempSync(path.join(os.tmpdir(), 'shop-import-images-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const SIZES = { 'front.png': [40, 40], 'side, left.png': [80, 20], 'top.png': [20, 80] } as const;
for (const [name, [width, height]] of Object.entries(SIZES))
  writeFileSync(path.join(home, name), await makeImage('png', { width, height }));
writeFileSync(path.join(home, 'text.png'), 'not a picture');

const importRows = async (...rows: string[]) => {
  const file = path.join(home, 'products.csv');
  const lines = rows.map((row, index) => `Lamp ${index + 1},Lamps,12.50,3,1,A good light,${row}`);
  writeFileSync(file, ['name,category,price,quantity,shipping,description,image,image_alt', ...lines].join('\n'));
  return importProducts(shop.deps, await openImportFile(file));
};

const readImages = async (slug: string) => (await shop.call(readProduct, { params: { slug } })).body.product[0]?.images ?? [];

test('[GAL-8] [IMPORT-1] a row can have several images with alternative texts, in their order', async () => {
  const { imported } = await importRows(
    '"front.png | side, left.png|top.png|","From the front || From above"',
    'top.png,',
    'top.png|front.png,',
  );
  expect(imported).toBe(3);
  const images = await readImages('lamp-1');
  expect(images.map((it) => it.alt)).toEqual(['From the front', 'Lamp 1', 'From above']);
  const [product] = (await shop.call(listProducts)).body.products;
  expect(product).toMatchObject({ name: 'Lamp 1', image: images[0]?.url });
  for (const { url } of images) expect((await shop.send({ url })).headers['content-type']).toBe('image/webp');
  expect(await readImages('lamp-2')).toHaveLength(1);
  expect((await readImages('lamp-3')).map((it) => it.alt)).toEqual(['Lamp 3', 'Lamp 3']);
});

test('[IMPORT-16] [UPLOAD-7] of an animation the first frame is imported, with a notice', async () => {
  const solid = (background: string) =>
    sharp({ create: { width: 8, height: 16, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all(['red', 'blue'].map(solid));
  writeFileSync(path.join(home, 'moving.gif'), await sharp(frames[0]).gif().toBuffer());
  const still = await importRows('moving.gif,');
  expect(still.notices).toEqual([]);
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  writeFileSync(path.join(home, 'moving.gif'), moving);
  const { notices, noticeCounts, imported } = await importRows('moving.gif,', 'front.png,');
  expect([imported, noticeCounts]).toEqual([2, { cut: 1 }]);
  expect(notices).toEqual([
    { kind: 'cut', row: 2, name: 'Lamp 1', column: 'image', reason: 'image moving.gif is animated: only the first frame is kept' },
  ]);
});

test.each([
  ['251 images', `${Array.from({ length: 251 }, (_, n) => `${n}.png`).join('|')},`, 'has 251 images: the first 250 are imported'],
  ['separators alone', '| |,', /^is imported without an image$/],
  ['more texts than images', 'front.png,One|Two', 'has 2 texts for 1 images: the others are left out'],
  ['a text of 513 characters', `front.png,${'x'.repeat(513)}`, 'is longer than 512 characters: the rest is left out'],
  ['a second image that is none', 'front.png|text.png,', /^image text.png: This isn't a readable JPEG/],
  ["a second image that isn't there", 'front.png|gone.png,', "image gone.png doesn't exist"],
  ['a second image outside the folder', 'front.png|../../etc/passwd,', /is outside of the image folder$/],
])('[GAL-8] [IMPORT-17] a row with %s is imported with what is possible, with a notice', async (_what, row, reason) => {
  const { imported, rejected, notices } = await importRows(row, 'front.png|top.png,');
  expect({ imported, rejected }).toEqual({ imported: 2, rejected: [] });
  expect(notices[0]).toMatchObject({ row: 2, name: 'Lamp 1', reason: expect.stringMatching(reason) });
  expect(await readImages('lamp-2')).toHaveLength(2);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { composeImage, IMAGE_SIZE, rendersDir, toHue } from './product-images.ts';

const shoe = readFileSync(path.join(rendersDir, '1f45f.webp'));

async function decodeImage(image: Buffer) {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => {
    const at = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * info.channels;
    return [...data.subarray(at, at + 3)];
  };
  return { info, pixel };
}

const lightness = (rgb: number[]) => (Math.max(...rgb) + Math.min(...rgb)) / 2 / 255;

test('each object is on a square background that is lighter in the middle, above a shadow', async () => {
  const { info, pixel } = await decodeImage(await composeImage(shoe, 220));
  expect([info.width, info.height, info.channels]).toEqual([IMAGE_SIZE, IMAGE_SIZE, 3]);
  expect(lightness(pixel(0, 0))).toBeCloseTo(0.88, 1);
  expect(lightness(pixel(0.5, 0.1))).toBeGreaterThan(lightness(pixel(0, 0)));
  expect(lightness(pixel(0.5, 0.81))).toBeLessThan(lightness(pixel(0.5, 0.95)) - 0.1);
});

test('the object fills 60 % of the square and keeps clear of its edge', async () => {
  const plain = await sharp({ create: { width: 200, height: 100, channels: 4, background: '#000000' } })
    .extend({ top: 20, bottom: 20, left: 20, right: 20, background: '#00000000' })
    .webp({ lossless: true })
    .toBuffer();
  const { pixel } = await decodeImage(await composeImage(plain, 0));
  expect(pixel(0.21, 0.48)).toEqual([0, 0, 0]);
  expect(pixel(0.79, 0.48)).toEqual([0, 0, 0]);
  expect(lightness(pixel(0.19, 0.48))).toBeGreaterThan(0.85);
  expect(lightness(pixel(0.81, 0.48))).toBeGreaterThan(0.85);
});

test('[GAL-10] a mirrored view shows the object the other way round, and a close one fills the square', async () => {
  const halves = await sharp({ create: { width: 100, height: 200, channels: 4, background: '#000000' } })
    .extend({ right: 100, background: '#ffffff' })
    .png()
    .toBuffer();
  const render = await sharp(halves).extend({ top: 20, bottom: 20, left: 20, right: 20, background: '#00000000' }).png().toBuffer();
  const whole = await decodeImage(await composeImage(render, 0));
  expect([whole.pixel(0.3, 0.48), whole.pixel(0.7, 0.48)].map(lightness)).toEqual([0, 1]);
  const mirrored = await decodeImage(await composeImage(render, 0, 'mirrored'));
  expect([mirrored.pixel(0.3, 0.48), mirrored.pixel(0.7, 0.48)].map(lightness)).toEqual([1, 0]);
  const close = await decodeImage(await composeImage(render, 0, 'close'));
  expect([close.pixel(0, 0.5), close.pixel(1, 0.5)].map(lightness)).toEqual([0, 1]);
  expect([close.info.width, close.info.height]).toEqual([IMAGE_SIZE, IMAGE_SIZE]);
});

test('neighbors in a grid of one to five columns have different hues', () => {
  for (let index = 0; index < 140; index += 1) {
    for (const step of [1, 2, 3, 4, 5]) {
      const difference = Math.abs(toHue(index) - toHue(index + step));
      expect(Math.min(difference, 360 - difference)).toBeGreaterThan(30);
    }
  }
});

test('[VAR-16] a shoe in another colour is the same shoe with its hue turned', async () => {
  const [red, turned] = await Promise.all([0, 120].map((turn) => composeImage(shoe, 220, 'whole', turn).then(decodeImage)));
  const at = [0.5, 0.6] as const;
  expect(turned?.pixel(...at)).not.toEqual(red?.pixel(...at));
  expect(turned?.pixel(0, 0)).toEqual(red?.pixel(0, 0));
});

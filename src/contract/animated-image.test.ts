import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isAnimatedImage, isHeicImage } from './animated-image.ts';

const frame = (background: string) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
const frames = [await frame('red'), await frame('blue')];
const still = frames[0] ?? Buffer.alloc(0);

/** A PNG with this chunk behind its header. */
const withChunk = (name: string) =>
  Buffer.concat([still.subarray(0, 33), Buffer.from([0, 0, 0, 0]), Buffer.from(`${name}crc.`), still.subarray(33)]);

test('[UPLOAD-7] GIF, WebP and PNG show by their structure whether they are animated', async () => {
  const join = () => sharp(frames, { join: { animated: true } });
  expect(isAnimatedImage(await join().gif().toBuffer())).toBe(true);
  expect(isAnimatedImage(await join().webp().toBuffer())).toBe(true);
  expect(isAnimatedImage(withChunk('acTL'))).toBe(true);
  expect(isAnimatedImage(withChunk('tEXt'))).toBe(false);
  for (const format of ['gif', 'webp', 'png', 'jpeg', 'avif'] as const)
    expect(isAnimatedImage(await sharp(still).toFormat(format).toBuffer()), format).toBe(false);
});

test('[UPLOAD-7] a truncated or empty image, or one with a false length, doesn’t stop the check', async () => {
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  for (let length = 0; length < gif.length; length += 1) isAnimatedImage(gif.subarray(0, length));
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('GIF8'),
    Buffer.from('GIF89a'),
    Buffer.alloc(4000, 0xff),
    still.subarray(0, 40),
    withChunk('tEXt').fill(0xff, 33, 37),
  ])
    expect([isAnimatedImage(bytes), isHeicImage(bytes)]).toEqual([false, false]);
});

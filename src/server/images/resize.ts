/** Turns whatever was uploaded into pictures of our own making, or refuses it. Nothing of the original's bytes is kept. */
import sharp, { type Sharp } from 'sharp';
import { IMAGE_MAX_BYTES, IMAGE_WIDTHS } from '../../contract/product.ts';
import { limitConcurrency } from '../concurrency-limit.ts';
import { AppError } from '../errors.ts';

const MAX_PIXELS = 40_000_000;
/** A picture taller than twice its width is made narrower, so that a strip of one pixel by millions stays small. */
const MAX_RATIO = 2;
const MAX_SECONDS = 20;
/** Each may hold a whole decoded picture, so few run at once. */
const MAX_CONCURRENT = 2;

// The list of what may be read is closed: formats that can name files, run scripts or were never asked for stay shut.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer', 'VipsForeignLoadNsgifBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

const limitEncoding = limitConcurrency(MAX_CONCURRENT);

function resize(image: Sharp, width: number): Sharp {
  return image.resize({ width, height: width * MAX_RATIO, fit: 'inside', withoutEnlargement: true });
}

function createInvalidImageError(message: string, cause?: unknown): AppError {
  return new AppError('invalid', message, { issues: [{ path: 'image', message }], cause });
}

/** The largest of our widths, decoded once: upright, in sRGB, without metadata. */
async function decode(bytes: Buffer) {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient().timeout({ seconds: MAX_SECONDS });
    return await resize(image, Math.max(...IMAGE_WIDTHS))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message))
      throw createInvalidImageError('The picture has more than 40 megapixels', error);
    throw createInvalidImageError("This isn't a JPEG, PNG, WebP or GIF picture that can be read", error);
  }
}

/**
 * One WebP for each of IMAGE_WIDTHS, in that order; a small original isn't blown up. Of an animation, the first picture.
 * Throws `too_large` above IMAGE_MAX_BYTES, and `invalid` for what isn't a whole picture in one of the four formats.
 */
export async function encodeImage(bytes: Buffer): Promise<{ width: number; webp: Buffer }[]> {
  if (bytes.length > IMAGE_MAX_BYTES) throw new AppError('too_large', 'The picture is larger than 5 MB');
  return limitEncoding(async () => {
    const { data, info } = await decode(bytes);
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const files: { width: number; webp: Buffer }[] = [];
    for (const width of IMAGE_WIDTHS) {
      files.push({ width, webp: await resize(sharp(data, { raw }), width).webp({ quality: 80, effort: 2 }).toBuffer() });
    }
    return files;
  });
}

/** Decodes an upload and encodes it anew as WebP at every width: no byte of the original is kept, so nothing hidden in it survives. */
import sharp, { type Sharp } from 'sharp';
import type { IssueCode } from '../../contract/error-codes.ts';
import { IMAGE_WIDTHS } from '../../contract/image-widths.ts';
import { IMAGE_MAX_BYTES } from '../../contract/limits.ts';
import { limitConcurrency } from '../concurrency-limit.ts';
import { AppError } from '../errors.ts';

const MAX_PIXELS = 40_000_000;
/** Height at most twice the width: an image of one pixel by millions would otherwise stay that tall. */
const MAX_RATIO = 2;
const MAX_SECONDS = 20;
/** Each holds a whole decoded image in memory: up to 160 MB at 40 megapixels. */
const MAX_CONCURRENT = 2;

// An allowlist of decoders: SVG, PDF and others can reference files or run scripts.
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

function createInvalidImageError(issueCode: IssueCode, message: string, cause?: unknown): AppError {
  return new AppError('invalid_image', message, { issues: [{ path: 'image', code: issueCode, message }], cause });
}

/** Decodes once, at the largest width: upright, in sRGB, without metadata. */
async function decode(bytes: Buffer) {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient().timeout({ seconds: MAX_SECONDS });
    return await resize(image, Math.max(...IMAGE_WIDTHS))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message))
      throw createInvalidImageError('too_many_pixels', 'The image has more than 40 megapixels', error);
    throw createInvalidImageError('unreadable_image', "This isn't a readable JPEG, PNG, WebP or GIF image", error);
  }
}

/**
 * One WebP per width of IMAGE_WIDTHS, in that order; smaller originals aren't enlarged. Of an animation, the first frame.
 * Throws `image_too_large` above IMAGE_MAX_BYTES, and `invalid_image` for what isn't a complete image in one of the four formats.
 */
export async function encodeImage(bytes: Buffer): Promise<{ width: number; webp: Buffer }[]> {
  if (bytes.length > IMAGE_MAX_BYTES) throw new AppError('image_too_large', 'The image is larger than 5 MB');
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

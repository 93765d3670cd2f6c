import { randomBytes } from 'node:crypto';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import sharp, { type Sharp } from 'sharp';
import { isHeicImage } from '../../../../contract/animated-image.ts';
import type { IssueCode } from '../../../../contract/errors.ts';
import { IMAGE_MAX_BYTES, IMAGE_WIDTHS } from '../../../../contract/limits.ts';
import { MEGABYTE } from '../../../../contract/values.ts';
import { AppError, createBusyError } from '../../../platform/errors.ts';
import { sendNotFound } from '../../../platform/http/errors.ts';
import { sendStored } from '../../../platform/http/pages/assets.ts';
import { limitConcurrency } from '../../../platform/process/concurrency-limit.ts';
import type { StorageConfig } from '../../../platform/settings/storage-config.ts';
import { CACHE_FOREVER, type ObjectStore } from '../../../platform/storage/object-store.ts';
import { openStores, type Stores } from '../../../platform/storage/open-storage.ts';
import type { S3Limits } from '../../../platform/storage/s3-client.ts';
import { type EmailImage, hasImageHost, IMAGE_FILE_PATTERN, imageFileName, parseEmailImage } from './image-url.ts';

/**
 * Stores product images: an upload is decoded and encoded again as WebP at every width, so that nothing hidden in the original survives. Each gets a
 * new id, and either all of its widths are stored or none.
 */
const MAX_PIXELS = 40_000_000;
/**
 * WebP's own limit per side. It also matters for memory: a strip of 20 million by 2 pixels has no more pixels than a photo, but takes
 * gigabytes, because buffers hold whole rows.
 */
const MAX_SIDE = 16_383;
/** For images that must be decoded as a whole: 40 megapixels with transparency, or half as many with 16 bits per color. */
const MAX_UNPACKED_BYTES = 4 * MAX_PIXELS;
/** Height at most twice the width, because an image that is one pixel wide would otherwise keep a height of millions. */
const MAX_RATIO = 2;
/** AVIF's decoder needs 18 bytes per pixel, others at most 4: 13 megapixels of AVIF need the same 250 MB as 40 of another format. */
const AVIF_WEIGHT = 4;
const MAX_SECONDS = 20;
/** Larger images take up to 250 MB each, so they are processed one at a time, besides two smaller ones of up to 60 MB. */
const LARGE_PIXELS = 10_000_000;
const MAX_CONCURRENT = { small: 2, large: 1 };

// An allowlist of decoders: SVG, PDF and others can reference files or run scripts.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

const limitSmall = limitConcurrency(MAX_CONCURRENT.small);
const limitLarge = limitConcurrency(MAX_CONCURRENT.large);
/** Anybody may ask for an email's image, and an ordinary shop is asked for few at a time. */
const limitConversion = limitConcurrency(1, { maxQueued: 50, createError: createBusyError });
/**
 * By file name: mail clients request an image whenever an email is opened, and every email of a shop has its logo. Requests for one name share
 * its conversion.
 */
const emailImages = new LRUCache<string, Buffer, EmailImage & { store: ObjectStore }>({
  maxSize: 8 * MEGABYTE,
  sizeCalculation: ({ length }) => length,
  fetchMethod: async (_name, _outdated, { context: { stored, format, store } }) => {
    const webp = await store.read(stored);
    return webp ? convertForEmail(webp, format) : undefined;
  },
});

function resize(image: Sharp, width: number): Sharp {
  return image.resize({ width, height: width * MAX_RATIO, fit: 'inside', withoutEnlargement: true });
}

function createInvalidImageError(issueCode: IssueCode, message: string, cause?: unknown): AppError {
  return new AppError('invalid_image', message, { issues: [{ path: 'image', code: issueCode, message }], cause });
}

const createTooLargeError = () =>
  createInvalidImageError('too_many_pixels', 'The image is too large: 40 megapixels (13 of an AVIF) and 16,383 pixels a side at most');

function createUnreadableError(bytes: Buffer, cause?: unknown): AppError {
  if (!isHeicImage(bytes))
    return createInvalidImageError('unreadable_image', "This isn't a readable JPEG, PNG, WebP, AVIF or GIF image", cause);
  const message = "HEIC images can't be read. Please save it as JPEG; iPhones do so with Settings › Camera › Formats › Most Compatible";
  return createInvalidImageError('heic_image', message, cause);
}

async function readHeader(bytes: Buffer) {
  // Of a HEIC image only the header could be read.
  if (isHeicImage(bytes)) throw createUnreadableError(bytes);
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw createUnreadableError(bytes, error);
  }
}

/** The number of pixels, read from the header before anything is decoded; those of an AVIF count by the memory that they take. */
async function countPixels(bytes: Buffer): Promise<number> {
  const { width, height, channels = 4, depth, format, isProgressive } = await readHeader(bytes);
  const pixels = width * height;
  const isUnpackedWhole = isProgressive || format === 'gif' || format === 'webp' || format === 'heif';
  const weight = format === 'heif' ? AVIF_WEIGHT : 1;
  const unpackedBytes = isUnpackedWhole ? weight * pixels * channels * (depth === 'ushort' ? 2 : 1) : 0;
  if (pixels > MAX_PIXELS || Math.max(width, height) > MAX_SIDE || unpackedBytes > MAX_UNPACKED_BYTES) throw createTooLargeError();
  return weight * pixels;
}

/** Decodes once, at the largest width: rotated upright, in sRGB, without metadata. */
async function decode(bytes: Buffer) {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient().timeout({ seconds: MAX_SECONDS });
    return await resize(image, Math.max(...IMAGE_WIDTHS))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw createUnreadableError(bytes, error);
  }
}

/**
 * One WebP per width of IMAGE_WIDTHS, in that order. Smaller originals aren't enlarged, and are encoded once for all widths above their
 * own. Animations give their first frame. Throws `image_too_large` above IMAGE_MAX_BYTES, and `invalid_image` unless it is a complete image
 * in one of the five formats.
 */
export async function encodeImage(bytes: Buffer): Promise<{ width: number; webp: Buffer }[]> {
  if (bytes.length > IMAGE_MAX_BYTES) throw new AppError('image_too_large', 'The image is larger than 5 MB');
  const limitEncoding = (await countPixels(bytes)) > LARGE_PIXELS ? limitLarge : limitSmall;
  return limitEncoding(async () => {
    const { data, info } = await decode(bytes);
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const files: { width: number; webp: Buffer }[] = [];
    for (const width of IMAGE_WIDTHS) {
      const previous = files.at(-1);
      const isSameAsPrevious = previous && info.width <= previous.width && info.height <= previous.width * MAX_RATIO;
      const encode = () => resize(sharp(data, { raw }), width).webp({ quality: 80, effort: 2 }).toBuffer();
      files.push({ width, webp: isSameAsPrevious ? previous.webp : await encode() });
    }
    return files;
  });
}

/** Makes another format of a stored image, without waiting for uploads: it is small. */
function convertForEmail(webp: Buffer, format: 'jpg' | 'png'): Promise<Buffer> {
  const image = sharp(webp);
  return limitConversion(() =>
    (format === 'png'
      ? image.png({ compressionLevel: 9, palette: true })
      : image.flatten({ background: '#ffffff' }).jpeg({ quality: 82 })
    ).toBuffer(),
  );
}

/** As emails show it (image-url.ts). Transparent photos get a white background, since JPEG has no transparency. */
async function sendEmailImage(store: ObjectStore, { stored, format }: EmailImage, reply: FastifyReply): Promise<FastifyReply> {
  // Looked up each time: an image that was deleted isn't served from memory.
  const bytes = (await store.find(stored)) && (await emailImages.fetch(`${stored}.${format}`, { context: { stored, format, store } }));
  if (!bytes) return sendNotFound(reply);
  // Mail clients in a browser embed it in their own pages.
  return reply
    .headers({ 'content-type': `image/${format === 'jpg' ? 'jpeg' : 'png'}`, 'cache-control': CACHE_FOREVER })
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(bytes);
}

export async function registerUploads(app: FastifyInstance, store: ObjectStore): Promise<void> {
  await app.register(async (uploads) => {
    await uploads.register(fastifyStatic, { root: import.meta.dirname, serve: false });
    uploads.get<{ Params: { name: string } }>('/uploads/:name', { schema: { hide: true } }, (request, reply) => {
      const emailImage = parseEmailImage(request.params.name);
      if (emailImage) return sendEmailImage(store, emailImage, reply);
      // If images have a host of their own, pages of another origin embed them.
      if (hasImageHost()) reply.header('cross-origin-resource-policy', 'cross-origin');
      return sendStored(store, request.params.name, request, reply);
    });
  });
}

/**
 * The folder `uploads` in the data directory, or this prefix in a bucket: the same path as in the URLs, so that an image host can serve the
 * bucket directly.
 */
export function openImageStores(dataDir: string, storage: StorageConfig, limits?: S3Limits): Stores {
  const name = 'uploads';
  return openStores(path.join(dataDir, name), storage, {
    name,
    pattern: IMAGE_FILE_PATTERN,
    contentType: () => 'image/webp',
    ...(limits && { limits }),
  });
}

/**
 * Stores an image as WebP at every width and returns its id, a new one that nothing shows until a row names it. Throws what `encodeImage`
 * and the store throw, and leaves no files behind.
 */
export async function storeImage(store: ObjectStore, bytes: Buffer, imageId = randomBytes(16).toString('hex')): Promise<string> {
  const files = await encodeImage(bytes);
  try {
    await store.put(files.map(({ width, webp }) => ({ name: imageFileName(imageId, width), bytes: webp })));
    return imageId;
  } catch (error) {
    // If deleting fails too, the first error is still the one to report: the cleanup job deletes the files later.
    await deleteImage(store, imageId).catch(() => undefined);
    throw error;
  }
}

/** Deletes all files of an image, unfinished ones too. */
export async function deleteImage(store: ObjectStore, imageId: string): Promise<void> {
  await store.delete(IMAGE_WIDTHS.map((width) => imageFileName(imageId, width)));
}

/** Stores the image, then calls `write` to save its id; if that fails, deletes the image again. */
export async function withStoredImage<T>(images: ObjectStore, bytes: Buffer, write: (imageId: string) => Promise<T>): Promise<T> {
  const imageId = await storeImage(images, bytes);
  try {
    return await write(imageId);
  } catch (error) {
    await deleteImage(images, imageId).catch(() => undefined);
    throw error;
  }
}

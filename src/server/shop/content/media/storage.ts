/** Stores product images: each upload gets a new id, and either all of its widths are stored or none. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { IMAGE_WIDTHS } from '../../../../contract/limits.ts';
import { sendStored } from '../../../platform/http/pages/assets.ts';
import type { StorageConfig } from '../../../platform/settings/storage-config.ts';
import type { ObjectStore } from '../../../platform/storage/object-store.ts';
import { openStores, type Stores } from '../../../platform/storage/open-storage.ts';
import type { S3Limits } from '../../../platform/storage/s3-client.ts';
import { hasImageHost, IMAGE_FILE_PATTERN, imageFileName } from './image-url.ts';
import { encodeImage } from './resize.ts';

/** Serves product images. */

export async function registerUploads(app: FastifyInstance, store: ObjectStore): Promise<void> {
  await app.register(async (uploads) => {
    await uploads.register(fastifyStatic, { root: import.meta.dirname, serve: false });
    uploads.get<{ Params: { name: string } }>('/uploads/:name', { schema: { hide: true } }, (request, reply) => {
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
    // If deleting fails too, the first error is still the one to report, and the cleanup job deletes the files later.
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

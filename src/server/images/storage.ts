/** The products' pictures on disk: a new name for every upload, all its widths or none. */
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { IMAGE_WIDTHS } from '../../contract/product.ts';
import { imageFileName } from './image-url.ts';
import { encodeImage } from './resize.ts';

/** Before a file is whole its name begins so, and the web doesn't serve it. */
export const TEMP_PREFIX = '.';

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the new names themselves outlive a power cut. */
async function syncDirectory(directory: string): Promise<void> {
  // Windows has no such call.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Resolves when every promise has ended; only then throws the first error, so that clean-up meets no late writer. */
async function waitForAll(tasks: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(tasks)) {
    if (result.status === 'rejected') throw result.reason;
  }
}

/**
 * Checks a picture by its content and keeps it as WebP at every width; gives its new id.
 * Throws what encodeImage throws, or the file system's error (ENOSPC…), and leaves nothing behind then.
 */
export async function storeImage(uploadsDir: string, bytes: Buffer): Promise<string> {
  const files = await encodeImage(bytes);
  const imageId = randomBytes(16).toString('hex');
  const targets = files.map(({ width, webp }) => {
    const name = imageFileName(imageId, width);
    return { webp, tempPath: path.join(uploadsDir, TEMP_PREFIX + name), finalPath: path.join(uploadsDir, name) };
  });
  try {
    await waitForAll(targets.map(({ tempPath, webp }) => writeDurably(tempPath, webp)));
    await waitForAll(targets.map(({ tempPath, finalPath }) => rename(tempPath, finalPath)));
    await syncDirectory(uploadsDir);
    return imageId;
  } catch (error) {
    // The first error says what went wrong; that a clean-up failed too would only hide it, and the sweep comes by.
    await deleteImage(uploadsDir, imageId).catch(() => undefined);
    throw error;
  }
}

/** Removes every file of a picture, finished or not. */
export async function deleteImage(uploadsDir: string, imageId: string): Promise<void> {
  const names = IMAGE_WIDTHS.map((width) => imageFileName(imageId, width));
  await waitForAll([...names, ...names.map((name) => TEMP_PREFIX + name)].map((name) => rm(path.join(uploadsDir, name), { force: true })));
}

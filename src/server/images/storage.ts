/** Stores product images on disk: each upload gets a new id, and either all of its widths are written or none. */
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { IMAGE_WIDTHS } from '../../contract/image-widths.ts';
import { imageFileName } from './image-url.ts';
import { encodeImage } from './resize.ts';

/** Prefix of a file while it is written; such files aren't served. */
export const TEMP_PREFIX = '.';

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes renames durable: without it a power failure can undo them. */
async function syncDirectory(directory: string): Promise<void> {
  // Windows can't sync directories.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Throws the first error only after all tasks have settled, so that no task writes while the clean-up deletes. */
async function waitForAll(tasks: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(tasks)) {
    if (result.status === 'rejected') throw result.reason;
  }
}

/**
 * Stores an image as WebP at every width and returns its new id.
 * Throws what `encodeImage` throws, or an error of the file system (ENOSPC…), and leaves no files behind.
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
    // If this fails too, the first error is still the one to report, and the clean-up job deletes the files later.
    await deleteImage(uploadsDir, imageId).catch(() => undefined);
    throw error;
  }
}

/** Deletes all files of an image, temporary ones too. */
export async function deleteImage(uploadsDir: string, imageId: string): Promise<void> {
  const names = IMAGE_WIDTHS.map((width) => imageFileName(imageId, width));
  await waitForAll([...names, ...names.map((name) => TEMP_PREFIX + name)].map((name) => rm(path.join(uploadsDir, name), { force: true })));
}

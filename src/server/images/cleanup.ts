/** Deletes orphaned images: those of deleted products, and what a crash left of an upload. */
import { opendir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { HOUR } from '../../contract/time.ts';
import type { Database } from '../database/connect.ts';
import { listOrderedImageIds, listShownImageIds } from './image.repository.ts';
import { IMAGE_FILE_PATTERN } from './image-url.ts';
import { TEMP_PREFIX } from './storage.ts';

/** An image is stored before the row of its product is written: a younger one may still be about to be used. */
const MIN_AGE = HOUR;

async function isExpired(file: string, now: Date): Promise<boolean> {
  const stats = await stat(file).catch(() => null);
  return stats !== null && now.getTime() - stats.mtimeMs > MIN_AGE;
}

interface StoredFile {
  file: string;
  /** Null: the temporary file of an unfinished upload, which no row uses. */
  imageId: string | null;
}

/** Files are checked against the database in batches: a large shop has millions. */
const BATCH_SIZE = 5000;

async function* listImageFiles(uploadsDir: string): AsyncGenerator<StoredFile[]> {
  let batch: StoredFile[] = [];
  for await (const { name } of await opendir(uploadsDir)) {
    const isTemporary = name.startsWith(TEMP_PREFIX);
    const imageId = IMAGE_FILE_PATTERN.exec(isTemporary ? name.slice(TEMP_PREFIX.length) : name)?.groups?.imageId;
    // Any other name: not a file of this module.
    if (!imageId) continue;
    batch.push({ file: path.join(uploadsDir, name), imageId: isTemporary ? null : imageId });
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function excludeUsed(files: StoredFile[], listUsed: (imageIds: string[]) => Promise<Set<string>>): Promise<StoredFile[]> {
  const imageIds = new Set(files.flatMap(({ imageId }) => imageId ?? []));
  if (imageIds.size === 0) return files;
  const used = await listUsed([...imageIds]);
  return files.filter(({ imageId }) => imageId === null || !used.has(imageId));
}

/** Deletes unused files older than an hour and returns their number. */
export async function cleanUpImages(db: Database, uploadsDir: string, now: Date): Promise<number> {
  const candidates: StoredFile[] = [];
  for await (const batch of listImageFiles(uploadsDir))
    for (const file of await excludeUsed(batch, (ids) => listShownImageIds(db, ids)))
      if (await isExpired(file.file, now)) candidates.push(file);
  const unused = await excludeUsed(candidates, (ids) => listOrderedImageIds(db, ids));
  for (const { file } of unused) await rm(file, { force: true });
  return unused.length;
}

/** Clears away the pictures that nothing points to: of deleted products, of uploads that a crash cut short. */
import { opendir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../database/connect.ts';
import { listOrderedImageIds, listShownImageIds } from './image.repository.ts';
import { IMAGE_FILE_PATTERN } from './image-url.ts';
import { TEMP_PREFIX } from './storage.ts';

/** An upload is stored before its product's row is written, so a young picture may only look forgotten. */
const MIN_AGE = 3_600_000;

async function isExpired(file: string, now: Date): Promise<boolean> {
  const stats = await stat(file).catch(() => null);
  return stats !== null && now.getTime() - stats.mtimeMs > MIN_AGE;
}

interface StoredFile {
  file: string;
  /** Null: an upload that isn't finished, which nothing points to. */
  imageId: string | null;
}

/** So many files are looked at together: a big shop has millions. */
const BATCH_SIZE = 5000;

async function* listImageFiles(uploadsDir: string): AsyncGenerator<StoredFile[]> {
  let batch: StoredFile[] = [];
  for await (const { name } of await opendir(uploadsDir)) {
    const isTemporary = name.startsWith(TEMP_PREFIX);
    const imageId = IMAGE_FILE_PATTERN.exec(isTemporary ? name.slice(TEMP_PREFIX.length) : name)?.groups?.imageId;
    // Without an id it is none of ours to delete.
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

/** Deletes what is older than an hour and unused; gives the number of files. */
export async function cleanUpImages(db: Database, uploadsDir: string, now: Date): Promise<number> {
  const candidates: StoredFile[] = [];
  for await (const batch of listImageFiles(uploadsDir))
    for (const file of await excludeUsed(batch, (ids) => listShownImageIds(db, ids)))
      if (await isExpired(file.file, now)) candidates.push(file);
  const unused = await excludeUsed(candidates, (ids) => listOrderedImageIds(db, ids));
  for (const { file } of unused) await rm(file, { force: true });
  return unused.length;
}

/** Clears away the pictures that nothing points to: of deleted products, of uploads that a crash cut short. */
import { opendir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../database/connect.ts';
import { IMAGE_FILE } from './address.ts';
import { listOrderedImageIds, listShownImageIds } from './image.repository.ts';
import { UNFINISHED } from './store.ts';

/** An upload is stored before its product's row is written, so a young picture may only look forgotten. */
const MIN_AGE = 3_600_000;

async function isOld(file: string, now: Date): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && now.getTime() - found.mtimeMs > MIN_AGE;
}

interface Found {
  file: string;
  /** Null: an upload that isn't finished, which nothing points to. */
  imageId: string | null;
}

/** So many files are looked at together: a big shop has millions. */
const BATCH = 5000;

async function* listPictures(uploadsDir: string): AsyncGenerator<Found[]> {
  let batch: Found[] = [];
  for await (const { name } of await opendir(uploadsDir)) {
    const isUnfinished = name.startsWith(UNFINISHED);
    const imageId = IMAGE_FILE.exec(isUnfinished ? name.slice(UNFINISHED.length) : name)?.groups?.imageId;
    // Without an id it is none of ours to delete.
    if (!imageId) continue;
    batch.push({ file: path.join(uploadsDir, name), imageId: isUnfinished ? null : imageId });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function without(found: Found[], listUsed: (imageIds: string[]) => Promise<Set<string>>): Promise<Found[]> {
  const imageIds = new Set(found.flatMap(({ imageId }) => imageId ?? []));
  if (imageIds.size === 0) return found;
  const used = await listUsed([...imageIds]);
  return found.filter(({ imageId }) => imageId === null || !used.has(imageId));
}

/** Deletes what is older than an hour and unused; gives the number of files. */
export async function sweepImages(db: Database, uploadsDir: string, now: Date): Promise<number> {
  const loose: Found[] = [];
  for await (const batch of listPictures(uploadsDir))
    for (const found of await without(batch, (ids) => listShownImageIds(db, ids))) if (await isOld(found.file, now)) loose.push(found);
  const unused = await without(loose, (ids) => listOrderedImageIds(db, ids));
  for (const { file } of unused) await rm(file, { force: true });
  return unused.length;
}

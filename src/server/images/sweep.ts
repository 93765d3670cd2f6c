/** Clears away the pictures that nothing points to: of deleted products, of uploads that a crash cut short. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../database/open.ts';
import { IMAGE_FILE } from './address.ts';
import { listUsedImageIds } from './image.repository.ts';
import { UNFINISHED } from './store.ts';

/** An upload is stored before its product's row is written, so a young picture may only look forgotten. */
const MIN_AGE = 3_600_000;

async function isOld(file: string, now: Date): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && now.getTime() - found.mtimeMs > MIN_AGE;
}

/** Deletes what is older than an hour and unused; gives the number of files. */
export async function sweepImages(db: Database, uploadsDir: string, now: Date): Promise<number> {
  const names = await readdir(uploadsDir);
  const used = await listUsedImageIds(db);
  let deleted = 0;
  for (const name of names) {
    const isUnfinished = name.startsWith(UNFINISHED);
    const imageId = IMAGE_FILE.exec(isUnfinished ? name.slice(UNFINISHED.length) : name)?.groups?.imageId;
    // Without an id it is none of ours to delete.
    if (!imageId || (!isUnfinished && used.has(imageId))) continue;
    const file = path.join(uploadsDir, name);
    if (!(await isOld(file, now))) continue;
    await rm(file, { force: true });
    deleted += 1;
  }
  return deleted;
}

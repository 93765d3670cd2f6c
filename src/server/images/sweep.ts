/** Clears away the pictures that nothing points to: of deleted products, of uploads that a crash cut short. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../database/open.ts';
import { listUsedImageIds } from './image.repository.ts';

/** An upload is stored before its product's row is written, so a young picture may only look forgotten. */
const MIN_AGE = 3_600_000;
/** Names that store.ts gives, whole or unfinished. Anything else in the directory isn't ours to delete. */
const OURS = /^(?<unfinished>\.?)(?<imageId>[0-9a-f]{32})-\d+\.webp$/;

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
    const parts = OURS.exec(name)?.groups;
    if (!parts?.imageId || (!parts.unfinished && used.has(parts.imageId))) continue;
    const file = path.join(uploadsDir, name);
    if (!(await isOld(file, now))) continue;
    await rm(file, { force: true });
    deleted += 1;
  }
  return deleted;
}

/** Moves the image files from one store to the other while the shop runs. Meanwhile the shop looks for files in both. */
import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../../platform/storage/object-store.ts';
import type { Stores } from '../../../platform/storage/open-storage.ts';

export type StoreKind = ObjectStore['kind'];

export interface MoveProgress {
  moved: number;
  /** Number of files at the beginning. */
  total: number;
  bytes: number;
}

/** Files that are moved at once. */
const CONCURRENCY = 8;

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * Copies a file, reads the copy back, and deletes the original only if both are equal. Returns the file's size; 0 if it no longer exists.
 */
async function moveFile(from: ObjectStore, to: ObjectStore, name: string): Promise<number> {
  const bytes = await from.read(name);
  if (!bytes) return 0;
  await to.put([{ name, bytes }]);
  const copy = await to.read(name);
  if (!copy || digest(copy) !== digest(bytes)) throw new Error(`The copy of ${name} differs from the original, which was kept`);
  await from.delete([name]);
  return bytes.length;
}

async function countFiles(store: ObjectStore): Promise<number> {
  let count = 0;
  for await (const page of store.list()) count += page.filter((it) => !it.isUnfinished).length;
  return count;
}

function selectStores(stores: Omit<Stores, 'current'>, from: StoreKind, to: StoreKind): [ObjectStore, ObjectStore] {
  const { s3, folder, writesTo } = stores;
  if (!s3) throw new Error('STORAGE_URL is not set: there is no bucket to move images to or from');
  if (from === to) throw new Error('Move from folder to s3, or from s3 to folder');
  if (writesTo !== to)
    throw new Error(`The shop stores new images in ${writesTo}. Start it with STORAGE=${to} first, so that nothing is left behind`);
  return from === 'folder' ? [folder, s3] : [s3, folder];
}

/**
 * If it is interrupted, it can be run again, because moved files are no longer in the source store. Throws an Error if the settings don't
 * match or a copy differs, and errors of the stores.
 */
export async function moveImages(
  stores: Omit<Stores, 'current'>,
  { from: fromKind, to: toKind }: { from: StoreKind; to: StoreKind },
  onProgress: (progress: MoveProgress) => void,
  signal: AbortSignal,
): Promise<MoveProgress> {
  const [from, to] = selectStores(stores, fromKind, toKind);
  const progress: MoveProgress = { moved: 0, total: await countFiles(from), bytes: 0 };
  for await (const page of from.list()) {
    const names = page.filter((it) => !it.isUnfinished).map(({ name }) => name);
    for (let start = 0; start < names.length; start += CONCURRENCY) {
      if (signal.aborted) throw new Error(`Stopped after ${progress.moved} files. Run the same command to continue.`);
      const sizes = await Promise.allSettled(names.slice(start, start + CONCURRENCY).map((name) => moveFile(from, to, name)));
      for (const it of sizes) {
        if (it.status === 'rejected') throw it.reason;
        progress.moved += 1;
        progress.bytes += it.value;
      }
      onProgress(progress);
    }
  }
  onProgress(progress);
  return progress;
}

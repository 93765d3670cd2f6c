/** Only the user who runs the shop may read the data directory: it contains password hashes, orders and emails. */
import type { Dirent } from 'node:fs';
import { chmod, lstat, mkdir, opendir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../log/logger.ts';

/** The permission bits of group and others. */
const OTHERS = 0o077;
/** Whether the file no longer exists, so that there is nothing to do. */
const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** From now on, whatever this process creates is accessible to its user only: directories 0700, files 0600. */
export function createFilesPrivately(): void {
  process.umask(OTHERS);
}

async function removeOthers(file: string): Promise<void> {
  const { mode } = await lstat(file);
  if (mode & OTHERS) await chmod(file, mode & 0o7777 & ~OTHERS);
}

async function* listEntries(directory: string, onError: (error: unknown) => void): AsyncGenerator<{ file: string; entry: Dirent }> {
  const entries = await opendir(directory).catch(onError);
  if (!entries) return;
  for await (const entry of entries) {
    const file = path.join(directory, entry.name);
    yield { file, entry };
    if (entry.isDirectory()) yield* listEntries(file, onError);
  }
}

/**
 * Removes the permissions of group and others from a directory and everything in it, which an older version, a restored backup or a manual
 * copy may have left. The directory itself comes first, which protects the rest at once. Symbolic links aren't followed, because they may
 * lead anywhere.
 */
export async function closeDataDir(dataDir: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const failures: unknown[] = [];
  const onError = (error: unknown) => {
    if (!isGone(error)) failures.push(error);
  };
  await mkdir(dataDir, { recursive: true });
  await removeOthers(dataDir).catch(onError);
  // One after the other: a large shop has millions of images, and meanwhile the first customers are served.
  for await (const { file, entry } of listEntries(dataDir, onError)) if (!entry.isSymbolicLink()) await removeOthers(file).catch(onError);
  if (failures.length)
    log.warn({ err: failures[0], files: failures.length }, 'files of the data directory may be open to other users of this machine');
}

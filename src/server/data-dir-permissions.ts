/** The data directory belongs to the user who runs the shop, and to nobody else on the machine: it holds passwords' hashes, orders, emails. */
import type { Dirent } from 'node:fs';
import { chmod, lstat, mkdir, opendir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from './logger.ts';

/** What group and others may do with a file. */
const OTHERS = 0o077;
/** Of an error here, what says that there is nothing to mend: the file is gone meanwhile. */
const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** From now on whatever this process creates is its user's alone: directories 0700, files 0600. */
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
 * Takes the permissions of group and others off a directory and all that is in it: what an older version, a restored backup or a copy
 * by hand has left open. The directory itself comes first, which closes the rest at once. Links aren't followed, as they may lead
 * anywhere.
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

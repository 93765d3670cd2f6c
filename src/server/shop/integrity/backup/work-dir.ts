/** A temporary folder in the data directory for a backup or a restore; one process at a time uses it. */
import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { lockDataDir } from '../../../platform/process/data-dir-lock.ts';
import { BackupError } from './backup-error.ts';

export async function withWorkDir<T>(dataDir: string, work: (directory: string) => Promise<T>): Promise<T> {
  const directory = path.join(dataDir, 'backup-work');
  const empty = async () => {
    for (const name of await readdir(directory))
      if (!name.startsWith('shop.lock')) await rm(path.join(directory, name), { recursive: true, force: true });
  };
  let unlock: () => void;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    unlock = lockDataDir(directory);
  } catch (cause) {
    const isHeld = cause instanceof Error && cause.message.includes('is in use by');
    if (isHeld) throw new BackupError('in_use', 'Another backup or restore is running. Wait until it has ended', { cause });
    throw new BackupError('target', `${directory} can't be written to`, { cause });
  }
  try {
    // Left by a process that was killed.
    await empty();
    return await work(directory).finally(empty);
  } finally {
    unlock();
  }
}

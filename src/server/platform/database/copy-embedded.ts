/**
 * Copies the embedded database's files while the shop is open. It has a single session, so reading all tables would block every sale for
 * long. Copying files takes milliseconds (less if the file system can share their blocks), and the copy is read elsewhere.
 */
import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';

export const copyFiles = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, errorOnExist: true, force: false, mode: constants.COPYFILE_FICLONE });

/** Returns for how many milliseconds others had to wait. */
export async function copyWhileQuiet(client: PGlite, directory: string, to: string): Promise<number> {
  // First writes what is only in memory to the files; other statements can run in between.
  await client.exec('checkpoint');
  // During a transaction nobody else has one open. Changes that the copy lacks are in its write-ahead log, as after a power failure.
  return client.transaction(async () => {
    const startedAt = performance.now();
    await copyFiles(directory, to);
    return Math.round(performance.now() - startedAt);
  });
}

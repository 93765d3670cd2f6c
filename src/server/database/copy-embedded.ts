/**
 * Copies the embedded database's files while the shop is open. It has one session, so a long read of all tables would hold up every sale;
 * copying files takes milliseconds (none are copied at all where the file system can share their blocks), and the copy is read elsewhere.
 */
import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';

export const copyFiles = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, errorOnExist: true, force: false, mode: constants.COPYFILE_FICLONE });

/** Returns for how many milliseconds others had to wait. */
export async function copyWhileQuiet(client: PGlite, directory: string, to: string): Promise<number> {
  // What is in memory only gets to the files before, while others may go on between two statements.
  await client.exec('checkpoint');
  // Within a transaction nobody else has one open. What the copy lacks is in its log, as after a power failure.
  return client.transaction(async () => {
    const startedAt = performance.now();
    await copyFiles(directory, to);
    return Math.round(performance.now() - startedAt);
  });
}

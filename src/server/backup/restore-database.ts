/** A backup's file into an empty database of either kind: made as the backup's version had it, filled, and then brought up to date. */

import type { MigrateOptions } from '../database/migrate.ts';
import { type Migration, readMigrations } from '../database/migration-files.ts';
import { writeRestoreState } from '../database/restore-state.ts';
import { readFunctions } from '../database/sql-functions.ts';
import type { SqlRunner } from '../database/sql-runner.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { BackupError } from './backup-error.ts';
import type { Header } from './backup-format.ts';
import { type Loader, openLoader } from './load-database.ts';
import { type BackupContents, readBackup } from './read-backup.ts';

export interface EmptyDatabase {
  runner: SqlRunner;
  migrate: (options: MigrateOptions) => Promise<unknown>;
}

/** Files on their way to the store at once. */
const IMAGES_AT_ONCE = 8;

/** What a database of the backup's version had; what it hasn't comes once its rows are there. Throws where this version is the older one. */
function selectMigrations({ migrations }: Header): Migration[] {
  const known = readMigrations();
  const had = new Set(migrations.map((it) => it.when));
  const selected = known.filter((it) => had.has(it.when));
  if (selected.length !== had.size)
    throw new BackupError('newer_version', 'The backup is of a newer version of the shop than this one. Restore it by that version');
  return selected;
}

/** Refuses a file that isn't whole, or of another version, before anything is touched. */
export function requireWholeBackup(file: string, passphrase: string | null): Promise<BackupContents> {
  return readBackup(file, passphrase, { header: async (header) => void selectMigrations(header) });
}

/** Triggers and what they call come after the rows; the search's own functions come before, as columns are computed by them. */
async function makeTables({ migrate }: EmptyDatabase, header: Header): Promise<void> {
  const migrations = selectMigrations(header);
  const functions = { ...readFunctions(), searchHash: header.searchHash, tableSql: '', hash: 'restoring' };
  await migrate({ migrations, functions, isRestoring: true });
}

function createImageWriter(images: ObjectStore | null) {
  let waiting: { name: string; bytes: Buffer }[] = [];
  const flush = async () => {
    const files = waiting;
    waiting = [];
    if (files.length) await images?.put(files);
  };
  const add = async (name: string, bytes: Buffer) => {
    if (!images) return;
    waiting.push({ name, bytes });
    if (waiting.length >= IMAGES_AT_ONCE) await flush();
  };
  return { add, flush };
}

/**
 * Killed at any moment it leaves a database that no shop opens, until this has run again. `images`: null where only the database is wanted.
 * The file has been read before (`requireWholeBackup`), and is compared with its manifest once more.
 */
export async function restoreDatabase(
  database: EmptyDatabase,
  file: string,
  { passphrase, images }: { passphrase: string | null; images: ObjectStore | null },
): Promise<BackupContents> {
  const { runner, migrate } = database;
  await writeRestoreState(runner, 'running');
  let loader: Loader | undefined;
  const writer = createImageWriter(images);
  try {
    const contents = await readBackup(file, passphrase, {
      header: async (header) => {
        await makeTables(database, header);
        loader = await openLoader(runner, header);
      },
      rows: async (table, bytes) => void (await loader?.loadRows(table, bytes)),
      sequences: async (sequences) => loader?.loadSequences(sequences),
      image: writer.add,
    });
    await writer.flush();
    await loader?.commit();
    await migrate({ isRestoring: true });
    await writeRestoreState(runner, 'copy');
    return contents;
  } catch (error) {
    await loader?.rollback();
    throw error;
  }
}

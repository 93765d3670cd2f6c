/**
 * Restores a backup file into an empty database of either kind: creates the tables of the backup's version, fills them, and then migrates
 * to this version.
 */
import { type MigrateOptions, writeRestoreState } from '../../../platform/database/migrate.ts';
import { type Migration, readMigrations } from '../../../platform/database/migration-files.ts';
import { readFunctions } from '../../../platform/database/sql-functions.ts';
import type { SqlRunner } from '../../../platform/database/sql-runner.ts';
import type { ObjectStore } from '../../../platform/storage/object-store.ts';
import { BackupError, type Header, type StoredKind } from './backup-format.ts';
import { type Loader, openLoader } from './load-database.ts';
import { type BackupContents, readBackup } from './read-backup.ts';

export interface EmptyDatabase {
  runner: SqlRunner;
  migrate: (options: MigrateOptions) => Promise<unknown>;
}

/** Files on their way to the store at once. */
const FILES_AT_ONCE = 8;

/**
 * The migrations that the backup's database had; later ones run once its rows are there. Throws if this version is older than the backup.
 */
function selectMigrations({ migrations }: Header): Migration[] {
  const known = readMigrations();
  const had = new Set(migrations.map((it) => it.when));
  const selected = known.filter((it) => had.has(it.when));
  if (selected.length !== had.size)
    throw new BackupError('newer_version', 'The backup is of a newer version of the shop than this one. Restore it by that version');
  return selected;
}

/** Refuses an incomplete file, or one of a newer version, before anything is touched. */
export function requireWholeBackup(file: string, passphrase: string | null): Promise<BackupContents> {
  return readBackup(file, passphrase, { header: async (header) => void selectMigrations(header) });
}

/** Triggers and their functions are created after the rows; the search functions before, because generated columns call them. */
async function makeTables({ migrate }: EmptyDatabase, header: Header): Promise<void> {
  const migrations = selectMigrations(header);
  const current = readFunctions();
  // The search words of an older backup are still valid if the same functions computed them.
  const derived = header.derived ?? (header.searchHash === current.searchHash ? current.derived : { ...current.derived, search: 0 });
  const functions = { ...current, derived, searchHash: header.searchHash, tableSql: '', hash: 'restoring' };
  await migrate({ migrations, functions, isRestoring: true });
}

/** Null: only the database is restored. */
export type RestoredStores = Record<StoredKind, ObjectStore> | null;

function createFileWriter(stores: RestoredStores) {
  let waiting: { kind: StoredKind; name: string; bytes: Buffer }[] = [];
  const flush = async () => {
    const byKind = Map.groupBy(waiting, ({ kind }) => kind);
    waiting = [];
    for (const [kind, files] of byKind) await stores?.[kind].put(files);
  };
  const add = async (kind: StoredKind, name: string, bytes: Buffer) => {
    if (!stores) return;
    waiting.push({ kind, name, bytes });
    if (waiting.length >= FILES_AT_ONCE) await flush();
  };
  return { add, flush };
}

/**
 * If it is killed, no shop opens the database until this has run again. The file must have
 * been checked before (`requireWholeBackup`); it is compared with its manifest once more.
 */
export async function restoreDatabase(
  database: EmptyDatabase,
  file: string,
  { passphrase, stores }: { passphrase: string | null; stores: RestoredStores },
): Promise<BackupContents> {
  const { runner, migrate } = database;
  await writeRestoreState(runner, 'running');
  let loader: Loader | undefined;
  const writer = createFileWriter(stores);
  try {
    const contents = await readBackup(file, passphrase, {
      header: async (header) => {
        await makeTables(database, header);
        loader = await openLoader(runner, header);
      },
      rows: async (table, bytes) => void (await loader?.loadRows(table, bytes)),
      sequences: async (sequences) => loader?.loadSequences(sequences),
      file: writer.add,
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

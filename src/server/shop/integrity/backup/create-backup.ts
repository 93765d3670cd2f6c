/** Makes a backup of the shop while it is open. It gets its name once it is complete and, if wanted, has been restored as a check. */
import { existsSync, statSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ADVISORY_LOCKS, TRY_LOCK } from '../../../platform/database/advisory-locks.ts';
import { openEmbeddedClient } from '../../../platform/database/connect.ts';
import { copyFiles } from '../../../platform/database/embedded-database.ts';
import { createEmbeddedRunner, createServerRunner, type SqlRunner } from '../../../platform/database/sql-runner.ts';
import type { PublicFetch } from '../../../platform/http/public-fetch.ts';
import { lockDataDir } from '../../../platform/process/data-dir.ts';
import { pausepoint } from '../../../platform/process/failpoints.ts';
import { openDownloadStores } from '../../../platform/storage/piece-store.ts';
import type { Keep } from '../../connections/backup-plan.ts';
import { openImageStores } from '../../content/media/store-image.ts';
import type { Finding } from '../verify.service.ts';
import {
  type BackupDestination,
  isS3Url,
  openFolderDestination,
  openS3Destination,
  type S3Keys,
  toDestinationError,
} from './backup-destination.ts';
import { BackupError, type Manifest, STEP_LINES } from './backup-format.ts';
import { connect } from './empty-database.ts';
import { isBackupName, makeBackupName, pruneBackups } from './keep-backups.ts';
import { checkFile, type RestoreContext } from './restore.ts';
import { withWorkDir } from './work-dir.ts';
import { writeBackup } from './write-backup.ts';

export interface BackupOptions {
  /** A file, a folder, or a URL in a bucket. */
  to: string;
  passphrase: string | null;
  s3Keys: S3Keys | null;
  /** Restore it into a scratch database and verify that. */
  check: boolean;
  /** Which backups to keep in the folder or bucket; null: all. */
  keep: Keep | null;
  /** If given, the bucket is reached by this, which refuses hosts outside of the public internet. */
  publicFetch?: PublicFetch;
  /**
   * For a running shop with the embedded database: copies its files, and returns for how many milliseconds it blocked other queries. Null:
   * no shop runs.
   */
  copyFromShop: ((to: string) => Promise<number>) | null;
}

export interface BackupResult {
  /** The path or URL of the backup, in the form that `restore` takes. */
  location: string;
  bytes: number;
  rows: number;
  images: number;
  /** For how many milliseconds nobody else could use the embedded database. */
  heldMs: number;
  /** Null where it wasn't checked. */
  findings: Finding[] | null;
  deleted: number;
  /** Why older ones couldn't be deleted. */
  notDeleted: string | null;
}

async function withServer<T>(url: string, timeout: number, work: (runner: SqlRunner) => Promise<T>): Promise<T> {
  const client = await connect(url, timeout);
  try {
    const { rows } = await client.query<{ isMine: boolean }>(TRY_LOCK, [ADVISORY_LOCKS.backup]);
    if (!rows[0]?.isMine) throw new BackupError('in_use', 'Another backup of this database is running. Wait until it has ended');
    await pausepoint('backup.begun');
    return await work(createServerRunner(client));
  } finally {
    await client.end();
  }
}

/** Reads a copy of the files, opened in a process of its own, so that the shop's only session is free again at once. */
async function withCopy<T>(
  dataDir: string,
  workDir: string,
  copyFromShop: BackupOptions['copyFromShop'],
  work: (runner: SqlRunner, heldMs: number) => Promise<T>,
): Promise<T> {
  const copy = path.join(workDir, 'copy');
  let heldMs = 0;
  if (copyFromShop) heldMs = await copyFromShop(copy);
  else {
    const database = path.join(dataDir, 'database');
    if (!existsSync(path.join(database, 'PG_VERSION')))
      throw new BackupError('target', `There is no shop in ${dataDir}. Set DATABASE_URL or DATA_DIR to the shop's own`);
    const unlock = lockDataDir(dataDir);
    await pausepoint('backup.begun');
    await copyFiles(database, copy).finally(unlock);
  }
  const client = await openEmbeddedClient(copy);
  try {
    return await work(createEmbeddedRunner(client), heldMs);
  } finally {
    await client.close();
    await rm(copy, { recursive: true, force: true });
  }
}

const isFolder = (target: string) =>
  target.endsWith('/') || target.endsWith(path.sep) || (existsSync(target) && statSync(target).isDirectory());

/** Opens the destination. `name` null: the name is made from the time. */
async function openDestination(
  { to, s3Keys, publicFetch }: BackupOptions,
  timeout: number,
  workDir: string,
): Promise<{ destination: BackupDestination; name: string | null }> {
  const tempName = `${Date.now()}-${process.pid}`;
  if (isS3Url(to)) {
    const last = path.posix.basename(URL.parse(to)?.pathname ?? '');
    const name = isBackupName(last) ? last : null;
    const url = name ? to.replace(`/${name}`, '/') : to;
    return {
      destination: openS3Destination(url, { s3Keys, timeout, ...(publicFetch && { publicFetch }) }, path.join(workDir, 'upload')),
      name,
    };
  }
  const target = path.resolve(to);
  if (isFolder(to)) return { destination: await openFolderDestination(target, tempName), name: null };
  if (existsSync(target)) throw new BackupError('target', `${target} is there already. Choose another name`);
  return { destination: await openFolderDestination(path.dirname(target), tempName), name: path.basename(target) };
}

const sumRows = ({ tables }: Manifest) => tables.reduce((sum, it) => sum + it.rows, 0);

/** A stored backup is good even if old ones can't be deleted, as in a bucket that allows no deletion. */
async function prune(destination: BackupDestination, keep: Keep | null): Promise<Pick<BackupResult, 'deleted' | 'notDeleted'>> {
  if (keep === null) return { deleted: 0, notDeleted: null };
  try {
    return { deleted: await pruneBackups(destination, keep), notDeleted: null };
  } catch (error) {
    const explained = toDestinationError('the place of backups', error);
    return { deleted: 0, notDeleted: explained instanceof Error ? explained.message : String(explained) };
  }
}

export function createBackup(options: BackupOptions, context: RestoreContext): Promise<BackupResult> {
  const { config, report } = context;
  const { passphrase } = options;
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  return withWorkDir(config.dataDir, async (workDir) => {
    const { destination, name } = await openDestination(options, config.timeLimits.backup, workDir);
    const { tempFile } = destination;
    const stores = { image: openImageStores(config.dataDir, config.storage), download: openDownloadStores(config.dataDir, config.storage) };
    const write = (runner: SqlRunner) => writeBackup(tempFile, { runner, stores, passphrase });
    try {
      report(STEP_LINES.reading);
      let heldMs = 0;
      const manifest = url
        ? await withServer(url, config.timeLimits.database.connect, write)
        : await withCopy(config.dataDir, workDir, options.copyFromShop, (runner, held) => {
            heldMs = held;
            return write(runner);
          });
      const { size: bytes } = await stat(tempFile);
      const findings = options.check ? (await checkFile({ file: tempFile, passphrase }, workDir, context)).findings : null;
      const isGood = !findings?.length;
      report(STEP_LINES.storing);
      const published = await destination.publish(name ?? makeBackupName(new Date(), { isEncrypted: passphrase !== null, isGood }));
      const pruned = await prune(destination, isGood ? options.keep : null);
      return { location: published, bytes, rows: sumRows(manifest), images: manifest.images, heldMs, findings, ...pruned };
    } catch (error) {
      throw toDestinationError(options.to, error);
    } finally {
      await rm(tempFile, { force: true });
    }
  });
}

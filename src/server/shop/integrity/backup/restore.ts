/** Restores a backup as the shop's own database, or checks one in a temporary database. */
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SECOND } from '../../../../contract/values.ts';
import { readRestoreState } from '../../../platform/database/migrate.ts';
import { createServerRunner } from '../../../platform/database/sql-runner.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import { lockDataDir } from '../../../platform/process/data-dir.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { openDownloadStores } from '../../../platform/storage/piece-store.ts';
import { openImageStores } from '../../content/media/store-image.ts';
import { type Finding, verifyShop } from '../verify.service.ts';
import { download, isS3Url, type S3Keys } from './backup-destination.ts';
import { BackupError, STEP_LINES } from './backup-format.ts';
import { connect, openEmbeddedTarget, openServerTarget, type RestoreTarget, withScratchDatabase } from './empty-database.ts';
import type { BackupContents } from './read-backup.ts';
import { type RestoredStores, requireWholeBackup, restoreDatabase } from './restore-database.ts';
import { DROP_ALL, dropAside, putBack, setAside, withWorkDir } from './work-dir.ts';

type Log = Pick<Logger, 'warn'>;

export interface RestoreContext {
  config: Config;
  log: Log;
  /** Tells an operator what is being done. */
  report: (line: string) => void;
}

export interface Restored extends BackupContents {
  /** What `verify` finds in it, as of the time of the backup. */
  findings: Finding[];
}

const openFileStores = ({ dataDir, storage }: Config): RestoredStores => ({
  image: openImageStores(dataDir, storage).current,
  download: openDownloadStores(dataDir, storage).current,
});

type Source = { file: string; passphrase: string | null };

async function fill(target: RestoreTarget, { file, passphrase }: Source, stores: RestoredStores) {
  const contents = await target.withEmpty((database) => restoreDatabase(database, file, { passphrase, stores }));
  const findings = await target.withShop((db) => verifyShop(db, new Date(contents.header.madeAt)));
  return { ...contents, findings };
}

/** Restores the backup next to the running shop, and runs `verify` on it. */
export async function checkFile(source: Source, workDir: string, { config, log, report }: RestoreContext): Promise<Restored> {
  report(STEP_LINES.checking);
  await requireWholeBackup(source.file, source.passphrase);
  report(STEP_LINES.restoring);
  return withScratchDatabase(config, workDir, log, (target) => fill(target, source, null));
}

/** What an operator must type to delete everything that is there. */
export const confirmationWords = (name: string) => `delete everything in ${name}`;

function requireConfirmation(name: string, given: string | null): void {
  if (given === confirmationWords(name)) return;
  throw new BackupError(
    'not_empty',
    `There is a shop in ${name} already. To lose all of it for the backup, add --replace "${confirmationWords(name)}"`,
  );
}

/** Restores next to the existing data, and moves it into place only when it is complete. */
async function restoreEmbedded(source: Source, workDir: string, { config, log, report }: RestoreContext, given: string | null) {
  const { dataDir } = config;
  const databaseDir = path.join(dataDir, 'database');
  const unlock = lockDataDir(dataDir);
  try {
    const isTaken = existsSync(path.join(databaseDir, 'PG_VERSION'));
    if (isTaken) requireConfirmation(dataDir, given);
    const directory = path.join(workDir, 'restored');
    const restored = await fill(openEmbeddedTarget(directory, log), source, openFileStores(config));
    if (existsSync(databaseDir)) {
      const before = `${databaseDir}-before-${Date.now()}`;
      await rename(databaseDir, before);
      if (isTaken) report(`What was there is in ${before} now: delete it when you are sure`);
    }
    await rename(path.join(directory, 'database'), databaseDir);
    return restored;
  } finally {
    unlock();
  }
}

/** A closed connection disappears from the server's list only a moment later. */
const LEAVING = 5 * SECOND;

/** Counts other connections that stay for longer than a moment. */
async function countOthers(client: pg.Client): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    const others = rows[0]?.others ?? 0;
    if (!others || performance.now() - startedAt > LEAVING) return others;
    await sleep(SECOND / 4);
  }
}

/** Throws if anybody else is connected, or if there is data that the operator hasn't agreed to delete. */
async function clearServer(client: pg.Client, given: string | null, report: RestoreContext['report']): Promise<void> {
  const others = await countOthers(client);
  const { rows: names } = await client.query<{ name: string }>('select current_database() as name');
  const name = names[0]?.name ?? '';
  if (others)
    throw new BackupError(
      'in_use',
      `The database ${name} has ${others} other connections. Stop every process of the shop, and what else uses it`,
    );
  const state = await readRestoreState(createServerRunner(client));
  if (state === 'running') {
    if (await putBack(client)) report('An earlier restore was cut short. What was there before it is back');
    // The database was empty before.
    else await client.query(DROP_ALL);
  }
  await dropAside(client);
  const { rows } = await client.query(
    "select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1",
  );
  if (rows.length) requireConfirmation(name, given);
  if (rows.length) await setAside(client);
  else await client.query(DROP_ALL);
}

async function withClient<T>(url: string, timeout: number, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url, timeout);
  return work(client).finally(() => client.end());
}

async function restoreServer(url: string, source: Source, { config, log, report }: RestoreContext, given: string | null) {
  const timeout = config.timeLimits.database.connect;
  await withClient(url, timeout, (client) => clearServer(client, given, report));
  try {
    const restored = await fill(openServerTarget(url, config, log), source, openFileStores(config));
    await withClient(url, timeout, dropAside);
    return restored;
  } catch (error) {
    // If this fails too, for example without a connection, the next restore does it first.
    if (await withClient(url, timeout, putBack).catch(() => false)) report('The restore failed. What was there before is back');
    throw error;
  }
}

interface RestoreOptions {
  /** A file, or its URL in a bucket. */
  from: string;
  passphrase: string | null;
  s3Keys: S3Keys | null;
  mode: 'check' | 'restore';
  /** The words by which an operator agrees to delete what is there. */
  replace: string | null;
}

export function restore({ from, passphrase, s3Keys, mode, replace }: RestoreOptions, context: RestoreContext): Promise<Restored> {
  const { config, report } = context;
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  return withWorkDir(config.dataDir, async (workDir) => {
    const file = isS3Url(from) ? path.join(workDir, 'download') : path.resolve(from);
    if (isS3Url(from)) await download(from, { s3Keys, timeout: config.timeLimits.backup }, file);
    const source = { file, passphrase };
    if (mode === 'check') return checkFile(source, workDir, context);
    report(STEP_LINES.checking);
    await requireWholeBackup(file, passphrase);
    report('Restoring it …');
    return url ? restoreServer(url, source, context, replace) : restoreEmbedded(source, workDir, context, replace);
  });
}

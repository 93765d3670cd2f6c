/** Settings of backups (BACKUP_…); see docs/operations.md. */
import path from 'node:path';
import { parseStorageUrl } from './storage-config.ts';

/** Where scheduled backups are stored, how they are encrypted, and how to access their bucket. */
export interface BackupConfig {
  /** A folder or the URL of a bucket; null: no scheduled backups. */
  readonly to: string | null;
  /** In milliseconds. */
  readonly every: number;
  readonly keep: number;
  /** Null: they aren't encrypted. */
  readonly passphrase: string | null;
  readonly s3Keys: { readonly accessKey: string; readonly secretKey: string } | null;
}

interface BackupSettings
  extends Record<
    'BACKUP_TO' | 'BACKUP_PASSPHRASE' | 'BACKUP_ACCESS_KEY' | 'BACKUP_SECRET_KEY' | 'STORAGE_ACCESS_KEY' | 'STORAGE_SECRET_KEY',
    string | undefined
  > {
  BACKUP_EVERY: number;
  BACKUP_KEEP: number;
}

const isBucket = (to: string | undefined) => to?.startsWith('s3://') ?? false;
/** A folder, whether or not it exists yet. */
const toFolder = (to: string) => `${path.resolve(to)}${path.sep}`;

/** What is wrong with BACKUP_TO; null: nothing. */
export function findBackupError({ BACKUP_TO: to, BACKUP_ACCESS_KEY, STORAGE_ACCESS_KEY }: Partial<BackupSettings>): string | null {
  if (!to || !isBucket(to)) return null;
  try {
    parseStorageUrl(to);
  } catch (error) {
    return `BACKUP_TO: ${error instanceof Error ? error.message : error}`;
  }
  return BACKUP_ACCESS_KEY || STORAGE_ACCESS_KEY ? null : 'BACKUP_TO: a bucket needs BACKUP_ACCESS_KEY and BACKUP_SECRET_KEY';
}

export function readBackupConfig(settings: BackupSettings): BackupConfig {
  const accessKey = settings.BACKUP_ACCESS_KEY ?? settings.STORAGE_ACCESS_KEY;
  const secretKey = settings.BACKUP_SECRET_KEY ?? settings.STORAGE_SECRET_KEY;
  return Object.freeze({
    to: settings.BACKUP_TO === undefined || isBucket(settings.BACKUP_TO) ? (settings.BACKUP_TO ?? null) : toFolder(settings.BACKUP_TO),
    every: settings.BACKUP_EVERY,
    keep: settings.BACKUP_KEEP,
    passphrase: settings.BACKUP_PASSPHRASE ?? null,
    s3Keys: accessKey && secretKey ? { accessKey, secretKey } : null,
  });
}

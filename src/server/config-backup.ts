/** Where backups go, of the settings BACKUP_…; see docs/operations.md. */

/** Where backups go, how they are kept from others' eyes, and how to reach their bucket. */
export interface BackupConfig {
  /** A folder or an address in a bucket; null: each command names its own. */
  readonly to: string | null;
  /** Null: they aren't encrypted. */
  readonly passphrase: string | null;
  readonly s3Keys: { readonly accessKey: string; readonly secretKey: string } | null;
}

type BackupSettings = Record<
  'BACKUP_TO' | 'BACKUP_PASSPHRASE' | 'BACKUP_ACCESS_KEY' | 'BACKUP_SECRET_KEY' | 'STORAGE_ACCESS_KEY' | 'STORAGE_SECRET_KEY',
  string | undefined
>;

export function readBackupConfig(settings: BackupSettings): BackupConfig {
  const accessKey = settings.BACKUP_ACCESS_KEY ?? settings.STORAGE_ACCESS_KEY;
  const secretKey = settings.BACKUP_SECRET_KEY ?? settings.STORAGE_SECRET_KEY;
  return Object.freeze({
    to: settings.BACKUP_TO ?? null,
    passphrase: settings.BACKUP_PASSPHRASE ?? null,
    s3Keys: accessKey && secretKey ? { accessKey, secretKey } : null,
  });
}

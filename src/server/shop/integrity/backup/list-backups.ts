/** The backups that are in the folder or bucket, as the settings show them. */
import path from 'node:path';
import type { StoredBackup } from '../../../../contract/backups.ts';
import type { Deps } from '../../../deps.ts';
import { createPublicFetch } from '../../../platform/http/public-fetch.ts';
import type { BackupPlan } from '../../connections/backup-plan.ts';
import { isS3Url, listFolder, openS3Destination, type StoredFile, toDestinationError } from './backup-destination.ts';
import { readChecked } from './backup-state.repository.ts';
import { readBackupName } from './keep-backups.ts';
import { TRIAL_LIMITS } from './try-destination.ts';

/** Throws if they can't be listed. `hosts`: of the own network, that owners may use. */
function listFiles({ to, s3Keys, isOwners }: BackupPlan, hosts: readonly string[]): Promise<StoredFile[]> {
  if (!isS3Url(to)) return listFolder(to);
  const publicFetch = isOwners ? { publicFetch: createPublicFetch({ privateHosts: hosts }) } : {};
  return openS3Destination(to, { s3Keys, timeout: TRIAL_LIMITS.readTimeout, ...publicFetch }, '', TRIAL_LIMITS).list();
}

/** A folder is made by the first backup. */
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

export async function listBackups({ db, connections }: Pick<Deps, 'db' | 'connections'>) {
  const { backupPlan: plan, server } = connections;
  if (!plan) return { backups: [], problem: null };
  try {
    const [files, checked] = [await listFiles(plan, server.backup.hosts), new Set(await readChecked(db))];
    const backups = files.flatMap(({ name, bytes }): StoredBackup[] => {
      const read = readBackupName(name);
      if (!read) return [];
      const check = read.isUnproven ? 'problems' : checked.has(name) ? 'good' : 'unchecked';
      return [{ name, bytes, madeAt: read.madeAt.toISOString(), check, isEncrypted: read.isEncrypted }];
    });
    return { backups: backups.sort((a, b) => b.madeAt.localeCompare(a.madeAt)), problem: null };
  } catch (error) {
    if (isMissing(error)) return { backups: [], problem: null };
    const explained = toDestinationError(isS3Url(plan.to) ? 'the bucket' : path.resolve(plan.to), error);
    return { backups: [], problem: explained instanceof Error ? explained.message : String(explained) };
  }
}

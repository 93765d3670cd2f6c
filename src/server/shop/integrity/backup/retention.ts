/** The names of backups, and which old ones are deleted. */
import type { BackupDestination } from './backup-destination.ts';

/** `unproven`: verify found problems in it. Such backups are kept in addition to good ones, never instead of them. */
const NAME_PATTERN = /^storefront-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z(?<unproven>-unproven)?\.tar\.gz(\.enc)?$/;

/** Names sort by time. */
export function makeBackupName(now: Date, { isEncrypted, isGood }: { isEncrypted: boolean; isGood: boolean }): string {
  const time = now.toISOString().replace(/[:.]/g, '-');
  return `storefront-${time}${isGood ? '' : '-unproven'}.tar.gz${isEncrypted ? '.enc' : ''}`;
}

export const isBackupName = (name: string): boolean => /\.tar\.gz(\.enc)?$/.test(name);

/** Call it after a good backup was made. Keeps the `keep` newest good ones, and as many unproven ones. Returns how many were deleted. */
export async function pruneBackups(destination: Pick<BackupDestination, 'list' | 'delete'>, keep: number): Promise<number> {
  const names = (await destination.list()).filter((name) => NAME_PATTERN.test(name)).sort();
  const isUnproven = (name: string) => NAME_PATTERN.exec(name)?.groups?.unproven !== undefined;
  const good = names.filter((name) => !isUnproven(name));
  const unproven = names.filter(isUnproven);
  const old = [...good.slice(0, -Math.max(1, keep)), ...unproven.slice(0, -Math.max(1, keep))];
  for (const name of old) await destination.delete(name);
  return old.length;
}

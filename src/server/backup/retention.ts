/** The names of backups, and which of them go. */
import type { BackupDestination } from './backup-destination.ts';

/** `unproven`: verify found something in it. It is kept beside the others, and never instead of a good one. */
const NAME_PATTERN = /^storefront-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z(?<unproven>-unproven)?\.tar\.gz(\.enc)?$/;

/** In the order of time, as text. */
export function makeBackupName(now: Date, { isEncrypted, isGood }: { isEncrypted: boolean; isGood: boolean }): string {
  const time = now.toISOString().replace(/[:.]/g, '-');
  return `storefront-${time}${isGood ? '' : '-unproven'}.tar.gz${isEncrypted ? '.enc' : ''}`;
}

export const isBackupName = (name: string): boolean => /\.tar\.gz(\.enc)?$/.test(name);

/** Called after a good one was made: leaves the `keep` newest good ones, and as many of the others. Returns how many went. */
export async function pruneBackups(place: Pick<BackupDestination, 'list' | 'delete'>, keep: number): Promise<number> {
  const names = (await place.list()).filter((name) => NAME_PATTERN.test(name)).sort();
  const isUnproven = (name: string) => NAME_PATTERN.exec(name)?.groups?.unproven !== undefined;
  const good = names.filter((name) => !isUnproven(name));
  const unproven = names.filter(isUnproven);
  const old = [...good.slice(0, -Math.max(1, keep)), ...unproven.slice(0, -Math.max(1, keep))];
  for (const name of old) await place.delete(name);
  return old.length;
}

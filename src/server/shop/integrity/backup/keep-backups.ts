/** The names of backups, and which old ones are deleted. */
import type { Keep } from '../../connections/backup-plan.ts';
import type { BackupDestination } from './backup-destination.ts';

/** `unproven`: verify found problems in it. Such backups are kept in addition to good ones, never instead of them. */
const NAME_PATTERN =
  /^storefront-(?<day>\d{4}-\d\d-\d\d)T(?<hour>\d\d)-(?<minute>\d\d)-(?<rest>\d\d-\d{3})Z(?<unproven>-unproven)?\.tar\.gz(?<encrypted>\.enc)?$/;

/** Names sort by time. */
export function makeBackupName(now: Date, { isEncrypted, isGood }: { isEncrypted: boolean; isGood: boolean }): string {
  const time = now.toISOString().replace(/[:.]/g, '-');
  return `storefront-${time}${isGood ? '' : '-unproven'}.tar.gz${isEncrypted ? '.enc' : ''}`;
}

export const isBackupName = (name: string): boolean => /\.tar\.gz(\.enc)?$/.test(name);

/** Null for a file that the shop didn't name. */
export function readBackupName(name: string): { madeAt: Date; isUnproven: boolean; isEncrypted: boolean } | null {
  const found = NAME_PATTERN.exec(name)?.groups;
  if (!found) return null;
  const { day, hour, minute, rest = '', unproven, encrypted } = found;
  const madeAt = new Date(`${day}T${hour}:${minute}:${rest.replace('-', '.')}Z`);
  return Number.isNaN(madeAt.getTime()) ? null : { madeAt, isUnproven: unproven !== undefined, isEncrypted: encrypted !== undefined };
}

const toDay = (name: string) => name.slice('storefront-'.length, 'storefront-'.length + 10);
/** The Monday that it begins with, as UTC has it. */
function toWeek(name: string): string {
  const day = new Date(`${toDay(name)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

/** Of `names`, which begin with the oldest. */
function findOld(names: string[], keep: Keep): string[] {
  if ('newest' in keep) return names.slice(0, -Math.max(1, keep.newest));
  const days = [...new Set(names.map(toDay))].slice(-Math.max(1, keep.days));
  const newestOfWeeks = [...new Map(names.map((name) => [toWeek(name), name])).values()];
  const weekly = new Set(keep.weeks ? newestOfWeeks.slice(-keep.weeks) : []);
  return names.filter((name) => !days.includes(toDay(name)) && !weekly.has(name));
}

/** Call it after a good backup was made. Good ones and unproven ones are counted separately. Returns how many were deleted. */
export async function pruneBackups(destination: Pick<BackupDestination, 'list' | 'delete'>, keep: Keep): Promise<number> {
  const names = (await destination.list())
    .map(({ name }) => name)
    .filter((name) => readBackupName(name))
    .sort();
  const isUnproven = (name: string) => readBackupName(name)?.isUnproven === true;
  const good = names.filter((name) => !isUnproven(name));
  const unproven = names.filter(isUnproven);
  const old = [...findOld(good, keep), ...findOld(unproven, keep)];
  for (const name of old) await destination.delete(name);
  return old.length;
}

import type { DashboardStats } from '../../../contract/reports.ts';
import { AlertIcon } from '../../kit/control-icons.tsx';
import { overview as words } from '../messages.ts';
import { formatDateTime } from '../parts/format-date.ts';

function describe({ lastGoodAt, isLate }: NonNullable<DashboardStats['backup']>): string {
  if (!lastGoodAt) return words.backupMissing;
  return isLate ? words.backupLate(formatDateTime(lastGoodAt)) : words.backup(formatDateTime(lastGoodAt));
}

/** When the last good backup was made; nothing where the shop makes none by itself. */
export function LastBackup({ backup }: Pick<DashboardStats, 'backup'>) {
  if (!backup) return null;
  return (
    <p className="flex items-center gap-2 text-small text-soft">
      {backup.isLate && <AlertIcon size={18} className="shrink-0 text-caution" />}
      {describe(backup)}
    </p>
  );
}

/** What keeps the shop from selling for real, and when it was backed up. */
import type { DashboardStats } from '../../../contract/reports.ts';
import { AlertIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { Panel } from '../../kit/panel.tsx';
import { formatDateTime } from '../parts/values.ts';
import { SETTINGS_PATH as SETTINGS } from '../settings/settings-menu.tsx';
import { overview as words } from './messages.ts';

function describe({ lastGoodAt, isLate }: NonNullable<DashboardStats['backup']>): string {
  if (!lastGoodAt) return words.backupMissing;
  return isLate ? words.backupLate(formatDateTime(lastGoodAt)) : words.backup(formatDateTime(lastGoodAt));
}

/** When the last good backup was made; nothing if the shop makes none itself. */
export function LastBackup({ backup }: Pick<DashboardStats, 'backup'>) {
  if (!backup) return null;
  return (
    <p className="flex items-center gap-2 text-small text-soft">
      {backup.isLate && <AlertIcon size={18} className="shrink-0 text-caution" />}
      {describe(backup)}
    </p>
  );
}

/** The page where an owner changes it; for the other warnings the advice says what to do. */
const PLACES: Partial<Record<DashboardStats['warnings'][number], [path: string, label: string]>> = {
  no_payments: [`${SETTINGS}/payments`, words.toPayments],
  test_payments: [`${SETTINGS}/payments`, words.toPayments],
  keys_lost: [`${SETTINGS}/payments`, words.toPayments],
  emails_to_files: [`${SETTINGS}/emails`, words.toEmails],
  no_backups: [`${SETTINGS}/backups`, words.toBackups],
  backups_late: [`${SETTINGS}/backups`, words.toFailedBackups],
  law_unmet: [`${SETTINGS}/law`, words.toLaw],
};

/** Those that the setup list has as steps. */
const STEPS: readonly DashboardStats['warnings'][number][] = ['no_payments', 'emails_to_files'];

export const omitSteps = (warnings: DashboardStats['warnings']) => warnings.filter((it) => !STEPS.includes(it));

/** Nothing if the shop is ready. */
export function SetupWarnings({ warnings }: Pick<DashboardStats, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <Panel title={words.setup} hint={words.setupHint}>
      <ul className="grid gap-x-6 gap-y-3 lg:grid-cols-3">
        {warnings.map((warning) => {
          const [what, advice] = words.setupWarnings[warning];
          const place = PLACES[warning];
          return (
            <li key={warning} className="flex min-w-0 gap-3">
              <AlertIcon size={18} className="mt-0.5 shrink-0 text-caution" />
              <div className="min-w-0">
                <p className="font-[600]">{what}</p>
                <p className="text-small text-soft">{advice}</p>
                {place && (
                  <Link to={place[0]} className="inline-flex min-h-6 items-center text-small text-accent hover:underline">
                    {place[1]}
                  </Link>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** What a new shop needs from its merchant, with links to the pages; it disappears once everything is done, or when it is hidden. */

import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { type DashboardStats, dismissSetup } from '../../../contract/reports.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { AlertIcon, CheckIcon, ChevronIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { Panel } from '../../kit/panel.tsx';
import { useRefusal } from '../../shared/hooks/use-form.ts';
import { LEGAL_PAGES_PATH } from '../pages/legal-page-names.ts';
import { formatDateTime } from '../parts/values.ts';
import { SETTINGS_PATH as SETTINGS } from '../settings/settings-menu.tsx';
import { overview as words } from './messages.ts';

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

/** Where an owner changes it; of others the advice says what to do. */
const PLACES: Partial<Record<DashboardStats['warnings'][number], [path: string, label: string]>> = {
  no_payments: [`${SETTINGS}/payments`, words.toPayments],
  test_payments: [`${SETTINGS}/payments`, words.toPayments],
  keys_lost: [`${SETTINGS}/payments`, words.toPayments],
  emails_to_files: [`${SETTINGS}/emails`, words.toEmails],
  no_backups: [`${SETTINGS}/backups`, words.toBackups],
  backups_late: [`${SETTINGS}/backups`, words.toFailedBackups],
};

/** What keeps this shop from selling for real; empty if it is ready. */
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

type Step = DashboardStats['setup'][number]['step'];

/** Each leads to its field, which takes the focus. */
const LINKS: Record<Step, string> = {
  name: `${SETTINGS}#name`,
  logo: `${SETTINGS}#logo`,
  contact: `${SETTINGS}#email`,
  legal: `${SETTINGS}#legalDetails`,
  about: `${LEGAL_PAGES_PATH}#about`,
  contact_page: `${LEGAL_PAGES_PATH}#contact`,
  policy: `${LEGAL_PAGES_PATH}#policy`,
  product: '/dashboard/admin/create-product',
  shipping: '/dashboard/admin/shipping',
  tax: `${SETTINGS}/tax`,
  notifications: `${SETTINGS}/notifications#email`,
  backups: `${SETTINGS}/backups`,
};

export function SetupList({ steps }: { steps: DashboardStats['setup'] }) {
  const refusal = useRefusal();
  const [isHidden, setIsHidden] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  if (isHidden || steps.length === 0) return null;

  const hide = async () => {
    setIsBusy(true);
    try {
      await api(dismissSetup);
      setIsHidden(true);
    } catch (error) {
      console.error(error);
      toast.error(words.dismissFailed);
    }
    setIsBusy(false);
  };

  return (
    <Panel
      title={words.setUp(steps.filter(({ isDone }) => isDone).length, steps.length)}
      action={
        <Button
          variant="secondary"
          size="small"
          disabled={refusal !== null}
          title={refusal ?? undefined}
          busy={isBusy}
          onClick={() => void hide()}
        >
          {words.dismissSetup}
        </Button>
      }
    >
      <ol className="-my-2 grid gap-x-8 lg:grid-cols-2">
        {steps.map(({ step, isDone }) => (
          <li key={step} className="border-b border-line last:border-b-0">
            {isDone ? <DoneStep step={step} /> : <OpenStep step={step} />}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const row = 'flex min-h-11 items-center gap-3 py-1.5';

function DoneStep({ step }: { step: Step }) {
  return (
    <span className={`${row} text-soft`}>
      <CheckIcon size={18} className="shrink-0 text-good" />
      <span className="min-w-0">{words.setupSteps[step]}</span>
      <span className="sr-only">{words.setUpDone}</span>
    </span>
  );
}

function OpenStep({ step }: { step: Step }) {
  return (
    <Link to={LINKS[step]} className={`${row} hover:text-accent`}>
      <span className="size-4.5 shrink-0 rounded-full border border-edge" />
      <span className="min-w-0 grow">{words.setupSteps[step]}</span>
      <ChevronIcon className="shrink-0 -rotate-90 text-soft" />
    </Link>
  );
}

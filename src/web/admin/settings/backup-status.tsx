/** The result of the last backup, the progress of the present one, and the list of backups. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import {
  BACKUP_STEPS,
  type BackupConnection,
  type BackupProgress,
  listBackups,
  readBackupProgress,
  type StoredBackup,
  startBackup,
} from '../../../contract/backups.ts';
import { MINUTE, SECOND } from '../../../contract/values.ts';
import { type Api, api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { AlertIcon, CheckIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge, type BadgeTone, Progress } from '../../kit/status.tsx';
import { AsyncContent, PanelSkeleton, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { formatDateTime } from '../parts/values.ts';
import { formatAge, formatSize, backups as words } from './backup-messages.ts';

const POLL_WHILE_RUNNING = 2 * SECOND;
const POLL = 30 * SECOND;
/** A requested backup starts within seconds, if jobs run at all. */
const WAITS_LONG = MINUTE;

export function BackupStatus({ connection: { isCopy, version } }: { connection: BackupConnection }) {
  const load = async (it: Api, signal: AbortSignal) => ({ ...(await it(readBackupProgress, { signal })), readAt: Date.now() });
  // A save may have begun a backup, whose steps are shown at once.
  const loaded = useLoad(`backup progress ${version}`, load, {
    repeat: (data) => (data?.progress.running ? POLL_WHILE_RUNNING : POLL),
    isLoadedOnReturn: true,
  });
  return (
    <AsyncContent state={{ ...loaded, isLoading: false }} skeleton={<PanelSkeleton className="h-40" />}>
      {({ progress, readAt }) => (
        <div className="flex flex-col gap-4">
          <Panel title={words.statusTitle}>
            {isCopy ? <p>{words.isCopy}</p> : <Status progress={progress} readAt={readAt} reload={loaded.reload} />}
          </Panel>
          <BackupList stamp={`${progress.lastGoodAt} ${progress.failure?.at}`} />
        </div>
      )}
    </AsyncContent>
  );
}

interface StatusProps {
  progress: BackupProgress;
  readAt: number;
  reload: () => Promise<void>;
}

function Status({ progress, readAt, reload }: StatusProps) {
  const [isBusy, setIsBusy] = useState(false);
  const start = async () => {
    setIsBusy(true);
    try {
      await api(startBackup);
      await reload();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : words.nowFailed);
    }
    setIsBusy(false);
  };
  return (
    <div className="flex flex-col gap-3">
      <LastBackup progress={progress} now={readAt} />
      <div role="status" className="empty:hidden">
        {progress.running && <Running running={progress.running} now={readAt} />}
      </div>
      {progress.failure && !progress.running && <Failure failure={progress.failure} />}
      {progress.notDeleted && <p className="text-small text-caution">{words.notDeleted}</p>}
      {!progress.running && (
        <div>
          <Button variant="secondary" className="min-h-11" busy={isBusy} onClick={() => void start()}>
            {words.now}
          </Button>
        </div>
      )}
    </div>
  );
}

function LastBackup({ progress: { lastGoodAt, isLate }, now }: { progress: BackupProgress; now: number }) {
  const isGood = lastGoodAt !== null && !isLate;
  return (
    <p className="flex gap-2">
      {isGood ? (
        <CheckIcon size={18} className="mt-0.5 shrink-0 text-good" />
      ) : (
        <AlertIcon size={18} className="mt-0.5 shrink-0 text-caution" />
      )}
      <span>
        {lastGoodAt ? words.lastGood(formatDateTime(lastGoodAt), formatAge(lastGoodAt, now)) : words.noGood}{' '}
        {lastGoodAt && isLate && words.late}
      </span>
    </p>
  );
}

interface RunningProps {
  running: NonNullable<BackupProgress['running']>;
  now: number;
}

function Running({ running: { step, startedAt }, now }: RunningProps) {
  if (step === 'waiting') {
    const isLong = now - new Date(startedAt).getTime() > WAITS_LONG;
    return (
      <div className="flex flex-col gap-2">
        <p>{isLong ? words.waitingLong : words.waiting}</p>
        {!isLong && <Progress label={words.progress} value={null} />}
      </div>
    );
  }
  const at = BACKUP_STEPS.indexOf(step);
  return (
    <div className="flex flex-col gap-2">
      <p className="font-[560]">{words.running(at + 1, BACKUP_STEPS.length)}</p>
      <Progress label={words.progress} value={(at + 0.5) / BACKUP_STEPS.length} />
      <p className="text-small text-soft">{words.steps[step]}</p>
    </div>
  );
}

function Failure({ failure: { at, reason, detail, attempts } }: { failure: NonNullable<BackupProgress['failure']> }) {
  const isSaid = reason === 'destination' || reason === 'unreadable';
  return (
    <div role="alert" className="rounded-control bg-danger/6 px-4 py-3">
      <p className="font-[560] text-danger">{words.failed(formatDateTime(at), attempts)}</p>
      <p className="mt-1">{words.failures[reason](detail)}</p>
      {isSaid && detail && (
        <p className="mt-1 text-small wrap-anywhere text-soft">
          <bdi>{detail}</bdi>
        </p>
      )}
      <p className="mt-1 text-small text-soft">{words.retry}</p>
    </div>
  );
}

const TONES: Record<StoredBackup['check'], BadgeTone> = { good: 'good', problems: 'caution', unchecked: 'quiet' };
const SHOWN = 10;

const createColumns = (now: number): Column<StoredBackup>[] => [
  {
    header: words.made,
    cell: ({ madeAt }) => (
      <span>
        {formatDateTime(madeAt)} <span className="block text-small font-normal text-soft">{formatAge(madeAt, now)}</span>
      </span>
    ),
  },
  { header: words.size, cell: ({ bytes }) => <span className="whitespace-nowrap tabular-nums">{formatSize(bytes)}</span> },
  { header: words.check, cell: ({ check }) => <Badge tone={TONES[check]}>{words.checks[check]}</Badge> },
  { header: words.file, cell: ({ name }) => <code className="text-small wrap-anywhere text-soft">{name}</code> },
];

/** `stamp`: changes whenever there may be another one. */
function BackupList({ stamp }: { stamp: string }) {
  const loaded = useLoad(`backups ${stamp}`, (it, signal) => it(listBackups, { signal }));
  const [isAll, setIsAll] = useState(false);
  const [now] = useState(() => Date.now());
  return (
    <Panel title={words.listTitle}>
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={2} />}>
        {({ backups, problem }) => (
          <>
            {problem && (
              <p role="alert" className="mb-3 text-danger">
                {words.listFailed} <bdi className="wrap-anywhere">{problem}</bdi>
              </p>
            )}
            {!backups.length && !problem && <p className="text-soft">{words.empty}</p>}
            {backups.length > 0 && (
              <DataTable
                caption={words.listTitle}
                columns={createColumns(now)}
                rows={isAll ? backups : backups.slice(0, SHOWN)}
                getRowKey={({ name }) => name}
                narrowLayout="list"
                isInPanel
              />
            )}
            {backups.length > SHOWN && !isAll && (
              <Button variant="secondary" size="small" className="mt-3" onClick={() => setIsAll(true)}>
                {words.showAll(backups.length)}
              </Button>
            )}
          </>
        )}
      </AsyncContent>
    </Panel>
  );
}

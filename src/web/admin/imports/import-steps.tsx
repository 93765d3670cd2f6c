/** What the steps of an import have in common: loading it, its state among the four steps, and the rows that were refused. */
import { useState } from 'react';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { exportRefusedRows, readProductImport } from '../../../contract/product-import.ts';
import type { ImportError, ImportStatus, ImportSummary, ProductImport } from '../../../contract/product-import-fields.ts';
import { SECOND } from '../../../contract/values.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { CheckIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge, type BadgeTone } from '../../kit/status.tsx';
import { formatCount } from '../../shared/format.ts';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { type LoadState, useLoad } from '../../shared/hooks/use-load.ts';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { productImport as words } from './messages.ts';

/** Loads an import, and again at intervals while it is being checked or imported. */
const POLL_MS = SECOND;

export type Loaded = ReplyOf<typeof readProductImport>;

const isMoving = ({ status }: ProductImport) => status === 'checking' || status === 'queued' || status === 'running';

export function useImport(id: string): LoadState<Loaded> {
  const revalidateShop = useRevalidateShop();
  const loaded: LoadState<Loaded> = useLoad(
    `product import ${id}`,
    async (api, signal) => {
      const reply = await api(readProductImport, { params: { id }, signal });
      // Categories may have been made, which the whole shop shows.
      if (loaded.data?.import.status === 'running' && !isMoving(reply.import)) void revalidateShop();
      return reply;
    },
    // Also after an error, such as a lost connection: the import continues on the server.
    { repeat: (data) => data !== null && isMoving(data.import) && POLL_MS },
  );
  return loaded;
}

/** How many errors are shown at first, so that what follows stays in sight. */
const SHOWN = 10;

type Numbered = ImportError & { key: string };

const COLUMNS: Column<Numbered>[] = [
  {
    header: words.row,
    cell: ({ row }) => (
      <span className="tabular-nums">
        <span className="sm:hidden">{words.row} </span>
        {row}
      </span>
    ),
  },
  { header: words.columnLabel, cell: ({ column }) => (column ? <bdi className="wrap-anywhere">{column}</bdi> : words.wholeRow) },
  { header: words.product, cell: ({ name }) => <bdi className="wrap-anywhere">{name || '–'}</bdi> },
  { header: words.reason, cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
];

interface ErrorListProps {
  shown: ProductImport;
  errors: ImportError[];
  errorCount: number;
}

/** The refused rows, and a link to download them for correction. */
export function ErrorList({ shown, errors, errorCount }: ErrorListProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (!errors.length) return null;
  const all = errors.map((error, index) => ({ ...error, key: String(index) }));
  const rows = isWhole ? all : all.slice(0, SHOWN);
  return (
    <Panel
      title={words.errors(errorCount)}
      hint={words.errorsHint}
      action={
        <DownloadButton fileName={words.refusedName(shown.fileName)} load={() => api(exportRefusedRows, { params: { id: shown._id } })}>
          {words.downloadRefused}
        </DownloadButton>
      }
    >
      <DataTable caption={words.errorTable} columns={COLUMNS} rows={rows} getRowKey={({ key }) => key} narrowLayout="list" isInPanel />
      {rows.length < all.length && (
        <Button variant="secondary" className="mt-4" onClick={() => setIsWhole(true)}>
          {words.showAll(all.length)}
        </Button>
      )}
      {isWhole && errorCount > errors.length && <p className="mt-3 text-small text-soft">{words.errorsShown(errors.length, errorCount)}</p>}
    </Panel>
  );
}

const OUTCOMES = ['created', 'updated', 'unchanged', 'refused'] as const;

export function ImportCounts({ counts }: { counts: Pick<ImportSummary, (typeof OUTCOMES)[number]> }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {OUTCOMES.map((outcome) => (
        <div key={outcome} className="rounded-card border border-line bg-raised p-4">
          <dt className="text-small text-soft">{words.counts[outcome]}</dt>
          <dd className={classNames('text-title font-[640] tabular-nums', outcome === 'refused' && counts.refused > 0 && 'text-caution')}>
            {formatCount(counts[outcome])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const TONES: Record<ImportStatus, BadgeTone> = {
  uploading: 'quiet',
  checking: 'accent',
  ready: 'quiet',
  queued: 'accent',
  running: 'accent',
  done: 'good',
  cancelled: 'quiet',
  failed: 'caution',
};

export function StatusBadge({ status, hasProblem }: { status: ImportStatus; hasProblem: boolean }) {
  return <Badge tone={hasProblem ? 'caution' : TONES[status]}>{words.status[status]}</Badge>;
}

const STEPS: Record<ImportStatus, number> = {
  uploading: 0,
  checking: 1,
  ready: 1,
  queued: 2,
  running: 2,
  done: 3,
  cancelled: 3,
  failed: 3,
};

/** Where an import is among its four steps. */
export function ImportSteps({ status }: { status: ImportStatus }) {
  const current = STEPS[status];
  return (
    <ol aria-label={words.steps} className="mb-6 flex flex-wrap gap-x-6 gap-y-2 text-small">
      {words.stepNames.map((name, index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          className={classNames('flex items-center gap-2', index === current ? 'font-[600]' : 'text-soft')}
        >
          <span
            aria-hidden="true"
            className={classNames(
              'flex size-6 items-center justify-center rounded-full tabular-nums',
              index === current ? 'bg-accent text-raised' : index < current ? 'bg-accent-ground text-accent' : 'bg-line/70',
            )}
          >
            {index < current ? <CheckIcon size={14} /> : index + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}

import type { ImportStatus, ImportSummary } from '../../../contract/product-import-fields.ts';
import { classNames } from '../../kit/class-names.ts';
import { CheckIcon } from '../../kit/icons.tsx';
import { Badge, type BadgeTone } from '../../kit/status.tsx';
import { formatCount } from '../../shared/format.ts';
import { productImport as words } from './messages.ts';

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

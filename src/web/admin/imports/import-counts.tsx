import type { ImportSummary } from '../../../contract/product-import-fields.ts';
import { classNames } from '../../kit/class-names.ts';
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

import type { ImportSample } from '../../../contract/product-import-fields.ts';
import { Badge } from '../../kit/badge.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Panel } from '../../kit/panel.tsx';
import { productImport as words } from './messages.ts';

const TONES = { created: 'good', updated: 'accent', unchanged: 'quiet' } as const;

const COLUMNS: Column<ImportSample>[] = [
  { header: words.product, cell: ({ name }) => <bdi className="wrap-anywhere">{name}</bdi> },
  { header: words.row, cell: ({ row }) => <span className="tabular-nums">{row}</span> },
  { header: words.outcome, cell: ({ outcome }) => <Badge tone={TONES[outcome]}>{words.outcomes[outcome]}</Badge> },
  {
    header: words.changes,
    cell: ({ values }) => (
      <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-small max-sm:justify-end">
        {values.map(({ field, before, after }) => (
          <li key={field} className="wrap-anywhere">
            {words.value(words.valueName(field), before, after)}
          </li>
        ))}
      </ul>
    ),
  },
];

/** The first products of a file, as they would be after the import. */
export function SampleList({ samples }: { samples: ImportSample[] }) {
  if (!samples.length) return null;
  return (
    <Panel title={words.preview} hint={words.previewHint}>
      <DataTable
        caption={words.previewTable}
        columns={COLUMNS}
        rows={samples}
        getRowKey={({ row }) => String(row)}
        narrowLayout="list"
        isInPanel
      />
    </Panel>
  );
}

/** A checked file: how it is read, what an import would change, and the button to start it. */

import { useState } from 'react';
import { cancelProductImport, startProductImport, updateProductImport } from '../../../contract/product-import.ts';
import type { ImportError, ImportNotice, ImportSample, ProductImport } from '../../../contract/product-import-fields.ts';
import { api } from '../../api.ts';
import { classNames } from '../../kit/class-names.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { common } from '../../shared/messages/common.ts';
import { ActionButton } from '../parts/controls.tsx';
import { ChoicesPanel, isStockAsked, OpenQuestions, toBody, useChoices } from './choices-panel.tsx';
import { ColumnTable, NewFields } from './column-table.tsx';
import { columnWords } from './column-words.ts';
import { ErrorList, ImportCounts, type Loaded } from './import-steps.tsx';
import { productImport as words } from './messages.ts';
import { NoticeList } from './notice-list.tsx';

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
function SampleList({ samples }: { samples: ImportSample[] }) {
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

const STICKY = 'sticky top-17 z-20 rounded-card border border-line bg-raised px-4 py-3 shadow-float';

interface ReadyImportProps {
  shown: ProductImport;
  errors: ImportError[];
  errorCount: number;
  notices: ImportNotice[];
  noticeCounts: Loaded['noticeCounts'];
  reload: () => Promise<void>;
}

export function ReadyImport({ shown, errors, errorCount, notices, noticeCounts, reload }: ReadyImportProps) {
  const { choices, change, changeField, isChanged } = useChoices(shown);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const params = { id: shown._id };
  const act = async (call: () => Promise<unknown>) => {
    setIsBusy(true);
    setFailure(null);
    try {
      await call();
      await reload();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : common.serverError);
    }
    setIsBusy(false);
  };
  const count = shown.created + shown.updated;
  return (
    <div className="flex flex-col gap-6">
      {shown.problem && (
        <p role="alert" className="rounded-control bg-caution/8 px-4 py-3 text-caution wrap-anywhere">
          {shown.problem}
        </p>
      )}
      {!shown.problem && <ImportCounts counts={shown} />}
      {!shown.problem && <OpenQuestions shown={shown} choices={choices} change={change} />}
      {/* Visible wherever on the page a setting was changed. */}
      <div className={classNames('flex flex-wrap items-center gap-3', isChanged && STICKY)}>
        {isChanged ? (
          <ActionButton busy={isBusy} onClick={() => void act(() => api(updateProductImport, { params, body: toBody(choices, shown) }))}>
            {words.recheck}
          </ActionButton>
        ) : (
          <ActionButton
            busy={isBusy}
            disabled={shown.problem !== null || count === 0 || isStockAsked(shown)}
            onClick={() => void act(() => api(startProductImport, { params }))}
          >
            {words.start(shown)}
          </ActionButton>
        )}
        <ActionButton variant="secondary" disabled={isBusy} onClick={() => void act(() => api(cancelProductImport, { params }))}>
          {words.discard}
        </ActionButton>
        <p role="status" className="text-small text-soft">
          {isChanged ? words.recheckHint : count === 0 && !shown.problem ? words.nothingToDo : isStockAsked(shown) ? words.stockFirst : ''}
        </p>
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {failure}
      </p>
      <NewFields shown={shown} hint={columnWords.newFieldsHint} />
      <ErrorList shown={shown} errors={errors} errorCount={errorCount} />
      <NoticeList
        id={shown._id}
        notices={notices}
        counts={noticeCounts}
        hosts={{ allowed: choices.imageHosts, allow: (host) => change({ imageHosts: [...choices.imageHosts, host] }) }}
      />
      <ChoicesPanel shown={shown} choices={choices} change={change} />
      {choices.fields && shown.columns.length > 0 && <ColumnTable shown={shown} choices={choices} changeField={changeField} />}
      <SampleList samples={shown.samples} />
    </div>
  );
}

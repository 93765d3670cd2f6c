import type { ProductImport } from '../../../contract/product-import-fields.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import type { Choices } from './choices.ts';
import { productImport as words } from './messages.ts';

interface ColumnTableProps {
  shown: ProductImport;
  choices: Choices;
  changeField: (column: number, field: string | null) => void;
}

interface FileColumn {
  index: number;
  title: string;
  example: string;
}

/** What each column of the file is. */
export function ColumnTable({ shown, choices, changeField }: ColumnTableProps) {
  const rows = shown.columns.map(({ title, example }, index) => ({ index, title: title || words.untitled(index), example }));
  const columns: Column<FileColumn>[] = [
    { header: words.column, cell: ({ title }) => <bdi className="wrap-anywhere">{title}</bdi> },
    { header: words.example, cell: ({ example }) => <bdi className="wrap-anywhere text-small text-soft">{example || '–'}</bdi> },
    {
      header: words.field,
      cell: ({ index, title }) => (
        <span className="relative block w-full max-w-64 max-sm:text-left">
          <select
            aria-label={words.fieldOf(title)}
            value={choices.fields?.[index] ?? ''}
            onChange={({ target }) => changeField(index, target.value || null)}
            className="input h-10 min-h-0 appearance-none py-1 pr-10"
          >
            <option value="">{words.leftOut}</option>
            {shown.fields.map(({ name, isRequired }) => {
              const label = words.fieldName(name, shown.format);
              return (
                <option key={name} value={name}>
                  {isRequired ? words.required(label) : label}
                </option>
              );
            })}
          </select>
          <ChevronIcon className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-soft" />
        </span>
      ),
    },
  ];
  return (
    <Panel title={words.columns} hint={words.columnsHint}>
      <DataTable
        caption={words.columns}
        columns={columns}
        rows={rows}
        getRowKey={({ index }) => String(index)}
        narrowLayout="list"
        isInPanel
      />
    </Panel>
  );
}

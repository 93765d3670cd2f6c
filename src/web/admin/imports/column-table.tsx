/** The columns of a file, each with what it is read as, and the custom fields that they become. */
import type { ProductImport } from '../../../contract/product-import-fields.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import type { Choices } from './choices-panel.tsx';
import { columnWords, nameField, nameOwn } from './column-words.ts';
import { productImport as words } from './messages.ts';

/** The fields of the format, what the column alone can be, and the merchant's other custom fields. */
function FieldOptions({ shown, own }: { shown: ProductImport; own: readonly string[] }) {
  const isOfShop = (name: string) => name.startsWith('field:');
  const options = (isWanted: (name: string) => boolean) =>
    shown.fields.flatMap(({ name, isRequired }) => {
      const label = nameField(name, shown);
      return isWanted(name)
        ? [
            <option key={name} value={name}>
              {isRequired ? words.required(label) : label}
            </option>,
          ]
        : [];
    });
  const others = options((name) => isOfShop(name) && !own.includes(name));
  return (
    <>
      {own.length > 0 && (
        <optgroup label={columnWords.ofColumn}>
          {own.map((name) => (
            <option key={name} value={name}>
              {nameOwn(name, shown)}
            </option>
          ))}
        </optgroup>
      )}
      <optgroup label={columnWords.ofFormat}>{options((name) => !isOfShop(name))}</optgroup>
      {others.length > 0 && <optgroup label={columnWords.ofShop}>{others}</optgroup>}
    </>
  );
}

/** The custom fields that an import makes, or has made. */
export function NewFields({ shown, hint }: { shown: ProductImport; hint: string }) {
  const fields = shown.customFields?.filter(({ isNew }) => isNew) ?? [];
  if (!fields.length) return null;
  return (
    <Panel title={columnWords.newFields} hint={hint}>
      <ul className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {fields.map((field) => (
          <li key={field.key} className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
            <bdi className="font-[560] wrap-anywhere">{field.name}</bdi>
            <span className="text-small text-soft">{columnWords.typeOf(field)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface ColumnTableProps {
  shown: ProductImport;
  choices: Choices;
  changeField: (column: number, field: string | null) => void;
}

interface FileColumn {
  index: number;
  title: string;
  example: string;
  own: readonly string[];
}

/** What each column of the file is. */
export function ColumnTable({ shown, choices, changeField }: ColumnTableProps) {
  const rows = shown.columns.map(({ title, example, own = [] }, index) => ({ index, title: title || words.untitled(index), example, own }));
  const columns: Column<FileColumn>[] = [
    { header: words.column, cell: ({ title }) => <bdi className="wrap-anywhere">{title}</bdi> },
    { header: words.example, cell: ({ example }) => <bdi className="wrap-anywhere text-small text-soft">{example || '–'}</bdi> },
    {
      header: words.field,
      cell: ({ index, title, own }) => (
        <span className="relative block w-full max-w-64 max-sm:text-left">
          <select
            aria-label={words.fieldOf(title)}
            value={choices.fields?.[index] ?? ''}
            onChange={({ target }) => changeField(index, target.value || null)}
            className="input h-10 min-h-0 appearance-none py-1 pr-10"
          >
            <option value="">{words.leftOut}</option>
            <FieldOptions shown={shown} own={own} />
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

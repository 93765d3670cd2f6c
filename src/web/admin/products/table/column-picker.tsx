/** Which columns the table has; remembered in this browser. */
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { showColumn, TABLE_COLUMNS, useProductsView } from '../../../state/product-table.ts';
import { productTable as words } from '../messages.ts';

export function ColumnPicker() {
  const { hidden } = useProductsView();
  const root = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);

  const close = () => {
    if (root.current) root.current.open = false;
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Element && !root.current?.contains(relatedTarget)) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    close();
    summary.current?.focus();
  };

  return (
    <details ref={root} onBlur={onBlur} onKeyDown={onKeyDown} className="relative">
      <summary ref={summary} className="button button-secondary h-full list-none [&::-webkit-details-marker]:hidden">
        {words.columns}
      </summary>
      <fieldset className="absolute top-full right-0 z-30 mt-2 w-48 rounded-card border border-line bg-raised p-2 shadow-float max-sm:right-auto max-sm:left-0">
        <legend className="sr-only">{words.columns}</legend>
        {TABLE_COLUMNS.map((column) => (
          <label key={column} className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-control px-2 hover:bg-line/60">
            <input
              type="checkbox"
              checked={!hidden.includes(column)}
              onChange={(event) => showColumn(column, event.target.checked)}
              className="size-4 accent-accent"
            />
            {words.columnNames[column]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

// biome-ignore-all lint/a11y/noRedundantRoles: laid out as blocks, some browsers forget that these are rows and cells
/** A table that becomes a list of cards on narrow screens, each value beside its column's name. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Figures and buttons stand at the end of the line. */
  isEnd?: boolean;
}

interface DataTableProps<Row> {
  /** What the table shows, for those who can't see its place. */
  caption: string;
  /** The first one names the row. */
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** What it becomes on narrow screens: cards, a list for inside a card, or still a table where the columns are few. */
  narrow?: 'cards' | 'list' | 'table';
  /** On the page it has a frame of its own; in a panel the panel is its frame. */
  isInPanel?: boolean;
}

/** The head stays in sight: below the bar of the page, or at the top of the panel's own scrolling part. */
const stickyHead = 'sticky z-10 bg-raised shadow-[inset_0_-1px_0_var(--color-line)]';

const framed = {
  box: 'sm:rounded-card sm:border sm:border-line sm:bg-raised',
  head: 'top-16 sm:first:rounded-tl-card sm:last:rounded-tr-card',
  cell: 'sm:first:pl-5 sm:last:pr-5',
  hover: 'sm:group-hover/row:bg-ground sm:group-last/row:first:rounded-bl-card sm:group-last/row:last:rounded-br-card',
};

const stacked = {
  table: 'max-sm:block',
  head: 'max-sm:sr-only',
  body: 'max-sm:flex max-sm:flex-col',
  row: 'max-sm:flex max-sm:flex-col max-sm:gap-0.5',
  cell: 'max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:py-0.5 max-sm:text-right',
  label: 'max-sm:before:content-[attr(data-head)] max-sm:before:shrink-0 max-sm:before:text-soft',
  name: 'max-sm:block max-sm:pt-0 max-sm:pb-1 max-sm:font-[600]',
};

const cards = {
  body: 'max-sm:gap-3',
  row: 'max-sm:rounded-card max-sm:border max-sm:bg-raised max-sm:p-4 sm:last:border-b-0',
};

export function DataTable<Row>({ caption, columns, rows, keyOf, narrow = 'cards', isInPanel = false }: DataTableProps<Row>) {
  const isStacked = narrow !== 'table';
  const isCards = narrow === 'cards';
  const frame = isInPanel ? undefined : framed;
  const whole = frame && !isStacked && 'max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-raised max-sm:px-4';
  const cell = classNames('py-2 pr-4 text-left align-middle max-sm:pr-0 last:pr-0 transition-colors', frame?.cell);
  return (
    <div className={classNames(frame?.box, whole)}>
      <table role="table" className={classNames('w-full border-separate border-spacing-0', isStacked && stacked.table)}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className={classNames(isStacked && stacked.head)}>
          <tr role="row" className="text-small text-soft">
            {columns.map((column) => (
              <th
                key={column.head}
                role="columnheader"
                scope="col"
                className={classNames(
                  cell,
                  stickyHead,
                  frame ? frame.head : 'top-0',
                  'font-[500] whitespace-nowrap',
                  column.isEnd && 'text-right',
                )}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={classNames(isStacked && stacked.body, isCards && cards.body)}>
          {rows.map((row, index) => (
            <tr
              key={keyOf(row)}
              role="row"
              className={classNames(
                'group/row border-line',
                narrow === 'list' && 'max-sm:border-b max-sm:py-3 max-sm:last:border-b-0',
                isStacked && stacked.row,
                isCards && cards.row,
              )}
            >
              {columns.map((column, place) => {
                const edge = index < rows.length - 1 && (isStacked ? 'sm:border-b sm:border-line' : 'border-b border-line');
                return place === 0 ? (
                  <th
                    key={column.head}
                    role="rowheader"
                    scope="row"
                    className={classNames(cell, edge, frame?.hover, 'font-[500]', isStacked && stacked.name)}
                  >
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.head}
                    role="cell"
                    data-head={column.head}
                    className={classNames(
                      cell,
                      edge,
                      frame?.hover,
                      column.isEnd && 'figures whitespace-nowrap text-right',
                      isStacked && stacked.cell,
                      isStacked && stacked.label,
                    )}
                  >
                    {column.cell(row)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

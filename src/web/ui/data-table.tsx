// biome-ignore-all lint/a11y/noRedundantRoles: laid out as blocks, some browsers forget that these are rows and cells
/** A table that becomes a list of cards on narrow screens, each value beside its column's name. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the end of the line. */
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
}

export function DataTable<Row>({ caption, columns, rows, keyOf, narrow = 'cards' }: DataTableProps<Row>) {
  const isStacked = narrow !== 'table';
  const stacked = {
    table: isStacked && 'max-sm:block',
    head: isStacked && 'max-sm:sr-only',
    body: isStacked && 'max-sm:flex max-sm:flex-col',
    row: isStacked && 'max-sm:flex max-sm:flex-col max-sm:gap-0.5',
    cell: isStacked && 'max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:py-0.5 max-sm:text-right',
    label: isStacked && 'max-sm:before:content-[attr(data-head)] max-sm:before:shrink-0 max-sm:before:text-soft',
    name: isStacked && 'max-sm:block max-sm:pt-0 max-sm:pb-1 max-sm:font-[600]',
  };
  const isCards = narrow === 'cards';
  const edge = isCards ? 'max-sm:rounded-card max-sm:border max-sm:bg-raised max-sm:p-4 sm:last:border-b-0' : 'last:border-b-0';
  const cell = 'py-2.5 pr-4 last:pr-0 max-sm:pr-0 text-left align-middle';
  return (
    <table role="table" className={classNames('w-full border-collapse', stacked.table)}>
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className={classNames(stacked.head)}>
        <tr role="row" className="border-b border-line text-small text-soft">
          {columns.map((column) => (
            <th
              key={column.head}
              role="columnheader"
              scope="col"
              className={classNames(cell, 'font-[500] whitespace-nowrap', column.isEnd && 'text-right')}
            >
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={classNames(stacked.body, isCards && 'max-sm:gap-3')}>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            className={classNames('border-b border-line', narrow === 'list' && 'max-sm:py-3', edge, stacked.row)}
          >
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.head} role="rowheader" scope="row" className={classNames(cell, 'font-[500]', stacked.name)}>
                  {column.cell(row)}
                </th>
              ) : (
                <td
                  key={column.head}
                  role="cell"
                  data-head={column.head}
                  className={classNames(cell, column.isEnd && 'figures whitespace-nowrap text-right', stacked.cell, stacked.label)}
                >
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// biome-ignore-all lint/a11y/noRedundantRoles: with display: block, some browsers drop the table roles
/** A table that becomes cards or a list on narrow screens, each value beside its column's header. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Column<Row> {
  header: string;
  /** Shown in place of the header's words: a button that sorts, a checkbox. */
  head?: ReactNode;
  /** How the rows are sorted by it. */
  sorted?: 'ascending' | 'descending' | undefined;
  cell: (row: Row) => ReactNode;
  /** For numbers and buttons. */
  isEndAligned?: boolean;
  /** On cards its value comes below the header: for texts, and lists of several lines. */
  isBelowHeader?: boolean;
  /** Left out where the table has many columns and less room than on wide screens; cards have it. */
  isForWideTables?: boolean;
}

interface DataTableProps<Row> {
  /** Describes the table to screen readers. */
  caption: string;
  /** The first column is the row's header. */
  columns: Column<Row>[];
  rows: Row[];
  getRowKey: (row: Row) => string;
  /** On narrow screens: a card per row, a list inside a panel, or still a table if it has few columns. */
  narrowLayout?: 'cards' | 'list' | 'table';
  /** On its own the table has a frame; in a panel it doesn't. */
  isInPanel?: boolean;
  /** It may have more columns than fit: then it scrolls sideways, and its head goes with the page. */
  isScrollable?: boolean;
}

/** The head stays visible: below the page's header, or at the top of a scrolling panel. */
const stickyHead = 'sticky z-10 bg-raised shadow-[inset_0_-1px_0_var(--color-line)]';

const frameClasses = {
  box: 'sm:rounded-card sm:border sm:border-line sm:bg-raised',
  head: 'top-14 sm:first:rounded-tl-card sm:last:rounded-tr-card',
  cell: 'sm:first:pl-5 sm:last:pr-5',
  hover: 'sm:group-hover/row:bg-ground sm:group-last/row:first:rounded-bl-card sm:group-last/row:last:rounded-br-card',
};

const stackedClasses = {
  table: 'max-sm:block',
  head: 'max-sm:sr-only',
  body: 'max-sm:flex max-sm:flex-col',
  row: 'max-sm:flex max-sm:flex-col max-sm:gap-0.5',
  cell: 'max-sm:flex max-sm:py-0.5',
  beside: 'max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:text-right',
  below: 'max-sm:flex-col max-sm:gap-1',
  label: 'max-sm:before:content-[attr(data-head)] max-sm:before:shrink-0 max-sm:before:text-soft',
  name: 'max-sm:block max-sm:pt-0 max-sm:pb-1 max-sm:font-[600]',
};

const cardClasses = {
  body: 'max-sm:gap-3',
  row: 'max-sm:rounded-card max-sm:border max-sm:bg-raised max-sm:p-4 sm:last:border-b-0',
};

export function DataTable<Row>({
  caption,
  columns,
  rows,
  getRowKey,
  narrowLayout = 'cards',
  isInPanel = false,
  isScrollable = false,
}: DataTableProps<Row>) {
  const isStacked = narrowLayout !== 'table';
  const isCards = narrowLayout === 'cards';
  const frame = isInPanel ? undefined : frameClasses;
  const framedTable = frame && !isStacked && 'max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-raised max-sm:px-4';
  const cell = classNames('py-2 pr-4 text-left align-middle max-sm:pr-0 last:pr-0 transition-colors', frame?.cell);
  return (
    <div className={classNames(frame?.box, framedTable, isScrollable && 'sm:overflow-x-auto')}>
      <table role="table" className={classNames('w-full border-separate border-spacing-0', isStacked && stackedClasses.table)}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className={classNames(isStacked && stackedClasses.head)}>
          <tr role="row" className="text-small text-soft">
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                aria-sort={column.sorted}
                className={classNames(
                  cell,
                  stickyHead,
                  frame && !isScrollable ? frame.head : 'top-0',
                  'font-[500] whitespace-nowrap',
                  column.isEndAligned && 'text-right',
                  column.isForWideTables && 'sm:max-[75rem]:hidden',
                )}
              >
                {column.head ?? column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={classNames(isStacked && stackedClasses.body, isCards && cardClasses.body)}>
          {rows.map((row, index) => (
            <tr
              key={getRowKey(row)}
              role="row"
              className={classNames(
                // A link in it may cover the row.
                'group/row relative border-line',
                narrowLayout === 'list' && 'max-sm:border-b max-sm:py-3 max-sm:last:border-b-0',
                isStacked && stackedClasses.row,
                isCards && cardClasses.row,
              )}
            >
              {columns.map((column, columnIndex) => {
                const edge = index < rows.length - 1 && (isStacked ? 'sm:border-b sm:border-line' : 'border-b border-line');
                return columnIndex === 0 ? (
                  <th
                    key={column.header}
                    role="rowheader"
                    scope="row"
                    className={classNames(cell, edge, frame?.hover, 'font-[500]', isStacked && stackedClasses.name)}
                  >
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.header}
                    role="cell"
                    data-head={column.header}
                    className={classNames(
                      cell,
                      edge,
                      frame?.hover,
                      column.isEndAligned && 'tabular-nums whitespace-nowrap text-right',
                      column.isForWideTables && 'sm:max-[75rem]:hidden',
                      isStacked && stackedClasses.cell,
                      isStacked && stackedClasses[column.isBelowHeader ? 'below' : 'beside'],
                      isStacked && stackedClasses.label,
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

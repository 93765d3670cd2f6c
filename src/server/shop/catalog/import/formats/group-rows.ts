/** Rows of a file that are about the same thing, wherever they stand: the variants of a product, the lines of an order. */
import { cutText } from '../../../../../contract/values.ts';
import type { CsvRow, FormatRow } from './format.ts';

interface Grouping {
  /** Named where a row has none. */
  column: string;
  /** Empty: the row names nothing. */
  keyOf: (row: FormatRow) => string;
  maxRows: number;
}

/** Counts the rows of each group, so that one is complete when its last row has been read. */
async function countRows(rows: AsyncIterable<FormatRow>, keyOf: Grouping['keyOf']): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const row of rows) {
    const key = keyOf(row);
    if (key && !row.error) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** A row that can't be read is refused alone: the other rows of its group are imported. */
export async function* groupRows(
  open: () => AsyncIterable<FormatRow>,
  { column, keyOf, maxRows }: Grouping,
): AsyncGenerator<CsvRow | { rows: FormatRow[]; fraction: number }> {
  const left = await countRows(open(), keyOf);
  const groups = new Map<string, FormatRow[]>();
  for await (const row of open()) {
    const key = keyOf(row);
    const { fraction } = row;
    if (row.error || !key) {
      yield { row: row.row, cells: {}, error: row.error ?? `${column} is required`, fraction };
      continue;
    }
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    if (group.length <= maxRows) group.push(row);
    const rest = (left.get(key) ?? 1) - 1;
    left.set(key, rest);
    if (rest > 0) continue;
    groups.delete(key);
    const error = `${column} ${cutText(key, 80)} has more than ${maxRows.toLocaleString('en')} rows`;
    if (group.length > maxRows) yield { row: group[0]?.row ?? row.row, cells: {}, error, fraction };
    else yield { rows: group, fraction };
  }
}

/** Describes a row's errors in words, with the column of each. */
import type { Issue } from '../../../../../contract/errors.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { CsvRow } from '../formats/format.ts';

/** Words for the author of the file, which replace those for programs. */
const WORDS: Partial<Record<Issue['code'], (limit: number) => string>> = {
  not_a_number: () => 'must be a number, such as 12.50',
  not_an_integer: () => 'must be a whole number',
  too_small: (limit) => `must be ${limit} or more`,
  too_large: (limit) => `must be ${limit} or less`,
  not_above: (limit) => `must be above ${limit}`,
  too_long: (limit) => `must have ${limit} characters at most`,
};

export interface RowError {
  row: number;
  /** The column's title in the file. Empty: the whole row. */
  column: string;
  reason: string;
}

/** The row and column title of a field. */
function locate({ row, columns = {}, variantRows }: CsvRow, { path }: Issue): { row: number; column: string; label: string } {
  const [name = '', index, part] = path.split('.');
  const ofVariant = name === 'variants' && variantRows ? columns[`variants.${part}`] : undefined;
  const column = ofVariant ?? columns[name] ?? name;
  const isNested = index !== undefined && !variantRows;
  return { row: (ofVariant && variantRows?.[Number(index)]) || row, column, label: isNested ? path : column };
}

/** One error for each invalid field. Null for errors that the row didn't cause, such as a full disk, which the next row would meet too. */
export function listRowErrors(row: CsvRow, error: unknown): RowError[] | null {
  if (!(error instanceof AppError) || error.status >= 500) return null;
  const issues = error.issues ?? [];
  const [only] = issues;
  if (!only) return [{ row: row.row, column: '', reason: error.message }];
  const isSaidOtherwise = issues.length === 1 && error.message !== `${only.path} ${only.message}`;
  return issues.map((issue) => {
    const { label, ...cell } = locate(row, issue);
    return { ...cell, reason: isSaidOtherwise ? error.message : `${label} ${WORDS[issue.code]?.(issue.limit ?? 0) ?? issue.message}` };
  });
}

/** All errors in one sentence; null as in listRowErrors. */
export const describeRowError = (row: CsvRow, error: unknown): string | null =>
  listRowErrors(row, error)
    ?.map((error) => (error.row === row.row ? error.reason : `row ${error.row}: ${error.reason}`))
    .join('; ') ?? null;

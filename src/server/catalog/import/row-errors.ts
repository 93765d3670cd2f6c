/** What is wrong with a row, in words and by the column where it stands. */
import type { Issue } from '../../../contract/schemas/common.ts';
import { AppError } from '../../errors.ts';
import type { CsvRow } from './formats/format.ts';

/** For who wrote the file, in place of what a program is told. */
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
  /** As the file titles it. Empty: the whole row. */
  column: string;
  reason: string;
}

/** Where a field stands, and what it is called there. */
function locate({ row, columns = {}, variantRows }: CsvRow, { path }: Issue): { row: number; column: string; label: string } {
  const [name = '', index, part] = path.split('.');
  const ofVariant = name === 'variants' && variantRows ? columns[`variants.${part}`] : undefined;
  const column = ofVariant ?? columns[name] ?? name;
  const isNested = index !== undefined && !variantRows;
  return { row: (ofVariant && variantRows?.[Number(index)]) || row, column, label: isNested ? path : column };
}

/** One for each field at error; null for errors that aren't the row's, such as a full disk, which would hit the next row too. */
export function listRowErrors(row: CsvRow, error: unknown): RowError[] | null {
  if (!(error instanceof AppError) || error.status >= 500) return null;
  const issues = error.issues ?? [];
  const [only] = issues;
  if (!only) return [{ row: row.row, column: '', reason: error.message }];
  const isSaidOtherwise = issues.length === 1 && error.message !== `${only.path} ${only.message}`;
  return issues.map((issue) => {
    const { label, ...place } = locate(row, issue);
    return { ...place, reason: isSaidOtherwise ? error.message : `${label} ${WORDS[issue.code]?.(issue.limit ?? 0) ?? issue.message}` };
  });
}

/** All of it in a sentence; null as above. */
export const describeRowError = (row: CsvRow, error: unknown): string | null =>
  listRowErrors(row, error)
    ?.map((error) => (error.row === row.row ? error.reason : `row ${error.row}: ${error.reason}`))
    .join('; ') ?? null;

/** Imports whose rows are each one thing of the shop: a customer, an order, a code. They are planned and written batch by batch. */
import type { ImportedValue, ImportSample, RowOutcome } from '../../../../../contract/product-import-fields.ts';
import { cutText } from '../../../../../contract/values.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { ImportPreview } from '../../../database/schema/bulk-changes.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import { listRowErrors, type RowError } from '../rows/plan-rows.ts';
import type { CheckContext, KindWork } from './kind.ts';
import type { ImportRow } from './product-import.repository.ts';
import type { RowResult } from './write-plans.ts';

/** What a kind knows of the import. `db`: the batch's transaction, once it is written. */
export interface RowContext extends Omit<CheckContext, 'db'> {
  db: Database;
  import: ImportRow;
}

export interface PlannedRow<T> {
  row: CsvRow;
  name: string;
  outcome: RowOutcome;
  /** Shown in the preview. */
  values: Record<string, string | number | null | undefined>;
  notices: RowNotice[];
  what: T;
}

export interface RefusedRow {
  row: CsvRow;
  name: string;
  errors: RowError[];
}

export type Planned<T> = PlannedRow<T> | RefusedRow;

export interface RowKind<T> {
  /** Columns whose cell only one row of a file may have, in any case. */
  unique: readonly string[];
  nameOf: (cells: CsvRow['cells']) => string;
  plan: (context: RowContext, rows: CsvRow[]) => Promise<Planned<T>[]>;
  /** Those that aren't unchanged. In the batch's transaction. */
  write: (context: RowContext, planned: PlannedRow<T>[]) => Promise<void>;
}

const SAMPLES = 8;
const TEXT_LENGTH = 80;

const isRefused = <T>(it: Planned<T>): it is RefusedRow => 'errors' in it;

/** Under the title that the column has in the file. */
export const locate = ({ columns = {} }: CsvRow, column: string): string => columns[column] ?? column;

export function refuse(row: CsvRow, name: string, column: string, reason: string): RefusedRow {
  return { row, name, errors: [{ row: row.row, column: column && locate(row, column), reason }] };
}

/** `planOne` throws `invalid_request` for a row that can't come in. */
export function planEach<T>(rows: CsvRow[], nameOf: RowKind<T>['nameOf'], planOne: (row: CsvRow) => Planned<T>): Planned<T>[] {
  return rows.map((row) => {
    const name = cutText(nameOf(row.cells), TEXT_LENGTH);
    if (row.error !== null) return refuse(row, name, row.errorColumn ?? '', row.error);
    try {
      const planned = planOne(row);
      if (isRefused(planned)) return planned;
      const notices = planned.notices.map((it) => ({ ...it, ...(it.column && { column: locate(row, it.column) }) }));
      return { ...planned, name, notices: [...(row.notices ?? []), ...notices] };
    } catch (error) {
      const errors = listRowErrors(row, error);
      if (!errors) throw error;
      return { row, name, errors };
    }
  });
}

const toResult = <T>(it: Planned<T>): RowResult =>
  isRefused(it)
    ? { row: it.row, name: it.name, outcome: 'refused', errors: it.errors }
    : { row: it.row, name: it.name, outcome: it.outcome, notices: it.notices };

function toSample<T>({ row, name, outcome, values }: PlannedRow<T>): ImportSample {
  const shown = Object.entries(values).flatMap(([field, value]): ImportedValue[] =>
    value === null || value === undefined || value === '' ? [] : [{ field, before: null, after: cutText(String(value), TEXT_LENGTH) }],
  );
  return { row: row.row, name, outcome, values: outcome === 'unchanged' ? [] : shown };
}

/** Only the merchant knows which of two rows is right: the second is refused. */
function createDuplicateFinder(unique: readonly string[]): (row: CsvRow) => CsvRow {
  const seen = new Map<string, number>();
  return (row) => {
    if (row.error !== null) return row;
    for (const column of unique) {
      const cell = row.cells[column];
      const key = `${column} ${cell?.toLowerCase()}`;
      const first = seen.get(key);
      if (cell && first !== undefined)
        return { ...row, error: `${cutText(cell, TEXT_LENGTH)} is already in row ${first}`, errorColumn: locate(row, column) };
      if (cell) seen.set(key, row.row);
    }
    return row;
  };
}

export function createKindWork<T>({ unique, plan, write }: RowKind<T>): KindWork {
  return {
    createDuplicateFinder: () => createDuplicateFinder(unique),
    startCheck: async (deps, row) => {
      const samples: ImportSample[] = [];
      return {
        check: async (rows) => {
          const planned = await plan({ ...deps, import: row }, rows);
          for (const it of planned) if (samples.length < SAMPLES && !isRefused(it)) samples.push(toSample(it));
          return planned.map(toResult);
        },
        finish: (): ImportPreview => ({ samples, hosts: [], newCategories: [], newCategoryCount: 0 }),
      };
    },
    startRun: async (deps, row) => async (rows) => async (tx) => {
      const context = { ...deps, db: tx, import: row };
      const planned = await plan(context, rows);
      const changed = planned.filter((it): it is PlannedRow<T> => !isRefused(it) && it.outcome !== 'unchanged');
      if (changed.length) await write(context, changed);
      return planned.map(toResult);
    },
  };
}

/** A cell that says something impossible: the row is refused, under the column's title in the file. */
export function createCellError(path: string, message: string): AppError {
  return new AppError('invalid_request', `${path} ${message}`, { issues: [{ path, code: 'invalid_format', message }] });
}

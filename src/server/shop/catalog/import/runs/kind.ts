/**
 * What an import of one kind does with the rows of its file. Uploading, checking, importing batch by batch, going on after a kill, and telling what
 * became of each row is the same for all kinds. The kinds are handed in: most of them know rooms above this one.
 */
import type { ImportKind } from '../../../../../contract/product-import-fields.ts';
import type { Deps } from '../../../../deps.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { ImportPreview } from '../../../database/schema/bulk-changes.ts';
import type { CsvRow } from '../formats/format.ts';
import type { NewField } from '../reading/guess-fields.ts';
import type { ImportRow } from './product-import.repository.ts';
import type { RowResult } from './write-plans.ts';

export type CheckContext = Pick<Deps, 'db' | 'now' | 'publicUrl'>;
export type RunContext = CheckContext & Pick<Deps, 'images' | 'downloads' | 'publicFetch'>;

export interface Check {
  /** What would become of the rows. Nothing is written. */
  check: (rows: CsvRow[]) => Promise<RowResult[]>;
  finish: () => ImportPreview;
}

/** `index`: the place of the first row among all of the file. What takes long is done first; what it returns writes, in the batch's transaction. */
export type RunBatch = (rows: CsvRow[], index: number) => Promise<(tx: Database) => Promise<RowResult[]>>;

export interface KindWork {
  /** Called for every row in the order of the file: one that has what an earlier row has is refused, or changed. */
  createDuplicateFinder: () => (row: CsvRow) => CsvRow;
  /** `newFields`: the custom fields that the file has values of. */
  startCheck: (deps: CheckContext, row: ImportRow, newFields: readonly NewField[]) => Promise<Check>;
  startRun: (deps: RunContext, row: ImportRow, signal: AbortSignal, newFields: readonly NewField[]) => Promise<RunBatch>;
}

export type ImportKinds = Record<ImportKind, KindWork>;

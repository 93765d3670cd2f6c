/**
 * Reads a product file as rows of the shop's own columns, in a thread of its own: a file of nothing but commas takes seconds of work, during
 * which nobody else would be served (read-thread.ts is what the thread runs, translate-rows.ts what it does).
 */

import type { CsvRow } from '../formats/format.ts';
import { type CsvFile, type CsvRecord, openCsvFile } from './csv.ts';
import { type FileForm, getFormat, type ImportChoices, type ImportPlan, requireColumns } from './match-columns.ts';
import { readInThread } from './thread-reader.ts';

export { getFormat, type ImportChoices, type ImportPlan, openCsvFile };

const toForm = ({ dialect, formatName, header, examples, mapping, numbers }: ImportPlan): FileForm => ({
  ...{ dialect, formatName, header, examples, mapping, numbers },
});

/**
 * Doesn't check whether required columns are there. Throws `invalid_request` for what is no CSV file, and for one whose first row can't be
 * read or has too many columns.
 */
export async function matchFile(file: CsvFile, choices: ImportChoices = {}): Promise<ImportPlan> {
  let found: FileForm | undefined;
  for await (const form of readInThread<FileForm>(file, { kind: 'match', choices })) found = form;
  if (!found) throw new Error('a file has a form');
  return { ...found, file, format: getFormat(found.formatName) };
}

/** Skips blank rows. Throws `invalid_request` if required columns are missing. */
export async function* readRows(plan: ImportPlan, now = new Date()): AsyncGenerator<CsvRow> {
  requireColumns(plan);
  yield* readInThread<CsvRow>(plan.file, { kind: 'rows', form: toForm(plan), now: now.getTime() });
}

/** These rows of the file as they stand in it, by their numbers. */
export async function* readRecordsAt({ file, dialect }: ImportPlan, rows: ReadonlySet<number>): AsyncGenerator<CsvRecord> {
  yield* readInThread<CsvRecord>(file, { kind: 'records', dialect, rows: [...rows] });
}

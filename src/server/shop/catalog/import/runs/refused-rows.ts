/**
 * The refused rows as they were in the file, to be corrected and uploaded again. An import ignores the three additional columns that say
 * why.
 */
import type { Database } from '../../../../platform/database/connect.ts';
import { writeCsvRow } from '../../../../platform/http/csv.ts';
import { readRecordsAt } from '../reading/read-rows.ts';
import { matchUpload } from './import-file.ts';
import { type ImportRow, listStoredErrors } from './product-import.repository.ts';

const REASON_COLUMNS = ['Refused row', 'Refused column', 'Refused because'];

interface Reasons {
  columns: string[];
  reasons: string[];
}

/** By row of the file. If a product was refused, its correct rows have no errors. */
async function groupErrors(db: Database, importId: string): Promise<Map<number, Reasons>> {
  const byRow = new Map<number, Reasons>();
  const open = (row: number): Reasons => {
    const reasons = byRow.get(row) ?? { columns: [], reasons: [] };
    byRow.set(row, reasons);
    return reasons;
  };
  for (const { row, column, reason, rows } of await listStoredErrors(db, importId)) {
    for (const other of rows ?? []) open(other);
    const entry = open(row);
    if (column) entry.columns.push(column);
    entry.reasons.push(reason);
  }
  return byRow;
}

export async function* exportRefusedRows(db: Database, row: ImportRow): AsyncGenerator<string> {
  const refused = await groupErrors(db, row.id);
  const plan = await matchUpload(db, row);
  const { header } = plan;
  // The file may itself be a download of refused rows, and have these columns already.
  const kept = header.flatMap((title, index) => (REASON_COLUMNS.includes(title) ? [] : [index]));
  yield writeCsvRow([...kept.map((index) => header[index] ?? ''), ...REASON_COLUMNS]);
  for await (const { row: line, record } of readRecordsAt(plan, new Set(refused.keys()))) {
    const found = line === 1 ? undefined : refused.get(line);
    if (!found) continue;
    const reasons = [line, [...new Set(found.columns)].join(', '), found.reasons.join('; ')];
    yield writeCsvRow([...kept.map((index) => record[index] ?? ''), ...reasons]);
  }
}

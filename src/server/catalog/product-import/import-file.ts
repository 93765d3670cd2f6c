/** Reads the rows of an uploaded file in batches, and refuses each row that repeats an earlier one. */
import type { Database } from '../../database/connect.ts';
import { parseImageUrl } from '../../images/image-url.ts';
import type { CsvRow } from '../import/formats/format.ts';
import type { PlanOptions } from '../import/plan-rows.ts';
import { type ImportPlan, matchFile, readRows } from '../import/read-rows.ts';
import { createDuplicateFinder } from '../import/row-duplicates.ts';
import { listImageNames } from '../import/row-images.ts';
import type { ImportRow, StoredError } from './product-import.repository.ts';
import { openUpload } from './upload.repository.ts';
import type { RowResult } from './write-plans.ts';

/** Throws `invalid_request` for what is no CSV file. */
export function matchUpload(db: Database, { id, size, format, mapping }: ImportRow): Promise<ImportPlan> {
  return matchFile(openUpload(db, id, size), { ...(format && { format }), ...(mapping && { mapping }) });
}

export const toPlanOptions = ({ match, replacesImages, createsCategories, imageHosts }: ImportRow): PlanOptions => ({
  match,
  replacesImages,
  createsCategories,
  hosts: new Set(imageHosts),
});

export interface BatchSize {
  rows: number;
  /** How many images on other hosts the rows of one batch may name, so that fetching them doesn't take long. */
  images: number;
}

/** `after`: how many rows are skipped. Throws `invalid_request` if required columns are missing. */
export async function* readBatches(plan: ImportPlan, size: BatchSize, after = 0): AsyncGenerator<CsvRow[]> {
  const findDuplicate = createDuplicateFinder();
  let batch: CsvRow[] = [];
  let images = 0;
  let index = 0;
  for await (const row of readRows(plan)) {
    const duplicate = findDuplicate(row);
    index += 1;
    if (index <= after) continue;
    batch.push(duplicate ? { ...row, error: duplicate.reason, errorColumn: duplicate.column } : row);
    images += listImageNames(row.cells.image).filter((name) => parseImageUrl(name) === null).length;
    if (batch.length < size.rows && images < size.images) continue;
    yield batch;
    [batch, images] = [[], 0];
  }
  if (batch.length) yield batch;
}

/** The errors of a refused product; the first one names all of its rows. */
export function toStoredErrors({ row, ...result }: RowResult): StoredError[] {
  if (result.outcome !== 'refused') return [];
  const name = row.cells.name ?? '';
  return result.errors.map((error, index) => ({ ...error, name, rows: index === 0 ? (row.rows ?? [row.row]) : null }));
}

export function countOutcomes(results: RowResult[]): Record<'created' | 'updated' | 'unchanged' | 'refused', number> {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

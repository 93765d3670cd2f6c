/** The files of imports: reads uploaded ones in batches, and writes the download of refused rows and the sample file. */

import { MEGABYTE } from '../../../../../contract/values.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { writeCsvRow } from '../../../../platform/http/csv.ts';
import { absoluteImageUrl, parseImageUrl } from '../../../content/media/image-url.ts';
import { findNewestImageId } from '../../products/product.repository.ts';
import { parseDownloads } from '../formats/extra-cells.ts';
import type { CsvRow } from '../formats/format.ts';
import { CSV_COLUMNS, listImageNames } from '../formats/own-format.ts';
import { findPlaceholder } from '../images/placeholder-image.ts';
import type { NewField } from '../reading/guess-fields.ts';
import type { ImportPlan } from '../reading/match-columns.ts';
import { matchFile, readRecordsAt, readRows } from '../reading/read-rows.ts';
import type { PlanOptions } from '../rows/plan-rows.ts';
import { type ImportRow, listStoredErrors, type StoredError } from './product-import.repository.ts';
import { openUpload } from './upload.repository.ts';
import type { RowResult } from './write-plans.ts';

/** The sample file has the shop's own columns. Uploaded without changes, it creates two drafts. */
const COLUMNS = [...CSV_COLUMNS.required, ...CSV_COLUMNS.optional];
const ANY_IMAGE = 'https://example.com/images/mug.jpg';

const ROWS: Record<string, string>[] = [
  {
    name: 'Stoneware mug',
    description: 'A mug for 300 ml, safe in the dishwasher.',
    price: '14.50',
    quantity: '25',
    category: 'Kitchen',
    shipping: '1',
    compare_at_price: '18.00',
    sku: 'MUG-300',
    weight: '380',
    status: 'draft',
    attributes: 'Material: Stoneware | Made in: Portugal',
  },
  {
    name: 'Linen shirt',
    description: 'A light shirt in **two sizes**.\n\n- 100% linen\n- Wash at 30°',
    description_format: 'markdown',
    price: '49.00',
    quantity: '0',
    category: 'Shirts',
    shipping: '1',
    status: 'draft',
    options: 'Size: S, M',
    variants: 'S: 49.00, 5, SHIRT-S; M: 52.00, 3, SHIRT-M',
  },
];

export async function* exportImportSample(db: Database, origin: string): AsyncGenerator<string> {
  // An image that the shop has needn't be fetched, so the sample works without changes.
  const imageId = await findNewestImageId(db);
  const image = imageId ? absoluteImageUrl(imageId, origin) : ANY_IMAGE;
  yield writeCsvRow(COLUMNS);
  for (const row of ROWS) yield writeCsvRow(COLUMNS.map((column) => (column === 'image' ? image : (row[column] ?? ''))));
}

/** Added to the refused rows, which are otherwise as in the file, to be corrected and uploaded again. An import ignores these columns. */
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

/** Throws `invalid_request` for what is no CSV file. */
export function matchUpload(db: Database, { id, size, kind, format, mapping, numbers }: ImportRow): Promise<ImportPlan> {
  const choices = { ...(kind && { kind }), ...(format && { format }), ...(mapping && { mapping }), ...(numbers && { numbers }) };
  return matchFile(openUpload(db, id, size), choices);
}

export const toPlanOptions = async (
  db: Database,
  { match, replacesImages, createsCategories, imageHosts, uncountedStock, hidesImageless }: ImportRow,
  newFields: readonly NewField[],
): Promise<PlanOptions> => ({
  ...{ match, replacesImages, createsCategories, uncountedStock, hidesImageless, newFields },
  hosts: new Set(imageHosts),
  placeholderId: await findPlaceholder({ db }),
});

export interface BatchSize {
  rows: number;
  /** How many images on other hosts the rows of one batch may name, so that fetching them doesn't take long. */
  images: number;
}

/** In characters. Products with thousands of variants are written one by one, so few of them make a batch. */
const MAX_VARIANTS_LENGTH = MEGABYTE;

/** `after`: how many rows are skipped. Throws `invalid_request` if required columns are missing. */
export async function* readBatches(
  plan: ImportPlan,
  findDuplicate: (row: CsvRow) => CsvRow,
  size: BatchSize,
  after = 0,
): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = [];
  let images = 0;
  let length = 0;
  let index = 0;
  for await (const row of readRows(plan)) {
    const kept = findDuplicate(row);
    index += 1;
    if (index <= after) continue;
    batch.push(kept);
    images +=
      listImageNames(row.cells.image).filter((name) => parseImageUrl(name) === null).length + parseDownloads(row.cells.downloads).length;
    length += row.cells.variants?.length ?? 0;
    if (batch.length < size.rows && images < size.images && length < MAX_VARIANTS_LENGTH) continue;
    yield batch;
    [batch, images, length] = [[], 0, 0];
  }
  if (batch.length) yield batch;
}

/** The errors of a refused product, of which the first names all of its rows, or the notices about one that comes in or stays as it is. */
export function toStoredErrors({ row, name = row.cells.name ?? '', ...result }: RowResult): StoredError[] {
  if (result.outcome === 'refused')
    return result.errors.map((error, index) => ({ ...error, name, kind: null, rows: index === 0 ? (row.rows ?? [row.row]) : null }));
  return result.notices.map(({ kind, reason, host, column = '', row: line = row.row }) => ({
    row: line,
    column,
    reason,
    name,
    kind,
    host,
    rows: null,
  }));
}

export function countOutcomes(results: RowResult[]): Record<'created' | 'updated' | 'unchanged' | 'refused', number> {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

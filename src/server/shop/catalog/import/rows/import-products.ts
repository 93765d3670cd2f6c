/** Imports products from a CSV file and a folder of images, row by row. A bad row is reported and stops no other. */
import path from 'node:path';
import type { ImportMatch, ImportNoticeKind, RowOutcome } from '../../../../../contract/product-import-fields.ts';
import { SECOND } from '../../../../../contract/values.ts';
import type { Deps } from '../../../../deps.ts';
import { createPublicFetch, type PublicFetch } from '../../../../platform/http/public-fetch.ts';
import { forEachConcurrently } from '../for-each-concurrently.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import { fetchImage, readImageFile } from '../images/fetch-images.ts';
import { requirePlaceholder } from '../images/placeholder-image.ts';
import { findImageHost } from '../images/plan-images.ts';
import { openCsvFile } from '../reading/csv.ts';
import type { NewField } from '../reading/guess-fields.ts';
import type { ImportChoices, ImportPlan } from '../reading/match-columns.ts';
import { matchFile, readRows } from '../reading/read-rows.ts';
import { createNewFields } from './field-cells.ts';
import { createCategoryFinder } from './find-categories.ts';
import { createRow, updateRow } from './import-row.ts';
import { listProductNames } from './match.repository.ts';
import { createDuplicateFinder, createRowSequencer } from './match-rows.ts';
import { describeRowError, prepareRows } from './plan-rows.ts';
import type { FoundProduct } from './row-change.ts';

type Context = Pick<Deps, 'db' | 'images' | 'now'>;

/** They are printed, and sent by the running shop in one message. */
const MAX_NOTICES = 20_000;

export interface RejectedRow {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  name: string;
  reason: string;
}

export interface ImportNotice extends RowNotice {
  row: number;
  name: string;
}

export interface ImportProgress {
  imported: number;
  rejected: number;
  /** How much of the file has been read, 0 to 1. */
  fraction: number;
}

export interface ImportSource {
  rows: AsyncIterable<CsvRow>;
  /** `image` is what the row names, `index` counts rows from 0. */
  readImage: (image: string, index: number) => Promise<Buffer>;
  /** Called once the row is done: its images aren't needed any more. */
  release?: (index: number) => void;
}

export interface ImportOptions extends ImportSource {
  /** Instead of readImage: gives the id of an unattached image, whose files are made later. */
  reserveImage?: (image: string, index: number) => Promise<string>;
  /** Skips rows whose name an existing product has. */
  skipExisting?: boolean;
  /** Updates existing products that rows match, instead of creating a product from each row. */
  match?: ImportMatch;
  /** The quantity of products whose stock the file doesn't track. */
  uncountedStock?: number | null;
  /** New products without an image are imported as drafts. */
  hidesImageless?: boolean;
  /** The custom fields that the file has values of: those that are missing are made. */
  newFields?: readonly NewField[];
  onProgress?: (progress: ImportProgress) => void;
  /** Aborted: no further row is begun, and the import ends with an Error. */
  signal?: AbortSignal;
}

export interface ImportResult {
  imported: number;
  skipped: number;
  /** Existing products that were changed. */
  updated: number;
  unchanged: number;
  /** In the order of the file. */
  rejected: RejectedRow[];
  /** The first notices about imported products, in the order of the file. */
  notices: ImportNotice[];
  noticeCounts: Partial<Record<ImportNoticeKind, number>>;
}

interface ImageSources {
  /** Folder of images that are named by file name; absent: that of the CSV file. */
  folder?: string | undefined;
  /** Hosts from which images that are named by URL may be fetched. */
  hosts?: readonly string[];
  publicFetch?: PublicFetch;
  /** What was chosen by hand for files with this first row. */
  findChoices?: (header: string[]) => Promise<ImportChoices | null>;
}

/** A CSV file with its images. Throws an Error if it doesn't exist. */
export async function openImportFile(
  file: string,
  { folder = path.dirname(file), hosts = [], publicFetch = createPublicFetch(), findChoices }: ImageSources = {},
): Promise<ImportSource & Pick<ImportOptions, 'newFields'> & { plan: ImportPlan }> {
  const found = await matchFile(await openCsvFile(file), { kind: 'products' });
  const choices = await findChoices?.(found.header);
  const plan = choices ? await matchFile(found.file, { ...choices, kind: 'products' }) : found;
  const allowed = new Set(hosts.map((it) => it.toLowerCase()));
  const readImage = (image: string) => (findImageHost(image) ? fetchImage(publicFetch, allowed, image) : readImageFile(folder, image));
  return { plan, rows: readRows(plan), readImage, newFields: plan.customFields };
}

/**
 * The first row becomes the newest product and each further one is a second older, so that lists show them in the file's order.
 * Throws an Error if the file lacks columns, and whatever the database or the disk throws.
 */
export async function importProducts(deps: Context, options: ImportOptions): Promise<ImportResult> {
  const {
    rows,
    readImage,
    reserveImage,
    release,
    onProgress,
    signal,
    match = 'none',
    uncountedStock = null,
    hidesImageless = false,
    newFields = [],
  } = options;
  await createNewFields(deps, newFields);
  const categories = createCategoryFinder(deps);
  const newest = deps.now().getTime();
  const result: ImportResult = { imported: 0, skipped: 0, updated: 0, unchanged: 0, rejected: [], notices: [], noticeCounts: {} };
  let fractionRead = 0;
  const reportProgress = (fraction: number) => onProgress?.({ imported: result.imported, rejected: result.rejected.length, fraction });

  // Rows are imported concurrently and share it.
  let placeholder: Promise<string> | undefined;
  const findPlaceholder = () => {
    placeholder ??= requirePlaceholder(deps);
    return placeholder;
  };

  const importRow = async (
    row: CsvRow,
    index: number,
    found: FoundProduct | null,
  ): Promise<{ outcome: RowOutcome; notices: RowNotice[] }> => {
    const context = {
      categories,
      readImage: (name: string) => (reserveImage ?? readImage)(name, index),
      uncountedStock,
      hidesImageless,
      requirePlaceholder: findPlaceholder,
    };
    if (found) return updateRow(deps, row, found, context);
    return { outcome: 'created', notices: await createRow({ ...deps, now: () => new Date(newest - index * SECOND) }, row, context) };
  };

  const processRow = async (row: CsvRow, index: number, found: FoundProduct | null) => {
    const name = row.cells.name ?? '';
    try {
      if (row.error === null) {
        const { outcome, notices } = await importRow(row, index, found);
        result[outcome === 'created' ? 'imported' : outcome] += 1;
        for (const it of notices) {
          result.noticeCounts[it.kind] = (result.noticeCounts[it.kind] ?? 0) + 1;
          if (result.notices.length < MAX_NOTICES) result.notices.push({ ...it, row: it.row ?? row.row, name });
        }
      } else result.rejected.push({ row: row.row, name, reason: row.error });
    } catch (error) {
      const reason = describeRowError(row, error);
      if (reason === null) throw error;
      result.rejected.push({ row: row.row, name, reason });
    }
    // Rows may finish out of order; progress must not go back.
    fractionRead = Math.max(fractionRead, Math.min(row.fraction, 0.99));
    reportProgress(fractionRead);
  };

  const findDuplicate = createDuplicateFinder();
  const takeTurn = createRowSequencer(deps.db, match);
  const existing = options.skipExisting ? await listProductNames(deps.db) : new Set<string>();
  await forEachConcurrently(rows, async (read, index, inTurn) => {
    const [row = read] = await prepareRows(deps.db, [findDuplicate(read)], newFields);
    if (signal?.aborted) throw new Error(`The import was stopped after ${result.imported} products. Use --skip-existing to continue.`);
    if (existing.has(row.cells.name ?? '')) {
      result.skipped += 1;
      release?.(index);
      return;
    }
    // If several rows have one SKU, the first gets it: each waits for the one before.
    await takeTurn(row, null, inTurn, (found) => processRow(row, index, found)).finally(() => release?.(index));
  });
  if (result.rejected.length) await categories.removeEmpty();
  result.rejected.sort((a, b) => a.row - b.row);
  result.notices.sort((a, b) => a.row - b.row);
  reportProgress(1);
  return result;
}

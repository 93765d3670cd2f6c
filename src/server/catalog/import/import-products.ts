/** Brings products in from a CSV file and a folder of pictures: row by row, and a bad row stops none of the others. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as Type from 'typebox';
import { createCategory } from '../../../contract/schemas/category.ts';
import { createProduct } from '../../../contract/schemas/product.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { createValidator } from '../../http/validate.ts';
import { addProduct } from '../product/product.service.ts';
import { createCategoryFinder } from './category-finder.ts';
import { type CsvRow, readCsv } from './csv.ts';
import { readImageFile } from './image-file.ts';
import { listProductNames } from './import.repository.ts';

const COLUMNS = { required: ['name', 'description', 'price', 'quantity', 'category', 'image'], optional: ['shipping'] };
/** While one row's picture is encoded, the next one's is read. */
const CONCURRENCY = 3;
const SECOND = 1000;
/** Stands in for the category until the rest of the row is known to be good: a bad row makes no category. */
const PLACEHOLDER_CATEGORY_ID = '00000000-0000-4000-8000-000000000000';

type Context = Pick<Deps, 'db' | 'uploadsDir' | 'now'>;

export interface RejectedRow {
  /** As a spreadsheet counts: the heading is row 1. */
  row: number;
  name: string;
  reason: string;
}

export interface ImportProgress {
  imported: number;
  rejected: number;
  /** How much of the file is read, 0 to 1. */
  fraction: number;
}

export interface ImportOptions {
  file: string;
  /** Where the pictures are; without it, the folder of the file. */
  imagesDir?: string;
  /** Gives a row's picture instead of reading it from imagesDir; `place` counts the rows from 0. */
  readImage?: (image: string, index: number) => Promise<Buffer>;
  /** Pass by the rows whose name a product of the shop has already. */
  skipExisting?: boolean;
  onProgress?: (progress: ImportProgress) => void;
}

export interface ImportResult {
  imported: number;
  skipped: number;
  /** In the order of the file. */
  rejected: RejectedRow[];
}

const validateCategory = createValidator(Type.Object({ category: createCategory.body.properties.name }), 'body', true);
const validateProduct = createValidator(createProduct.body, 'body', true);

/** What is wrong with the row, or null where the fault lies with the shop and the next row would fare no better. */
function getRejectionReason(error: unknown): string | null {
  if (!(error instanceof AppError) || error.status >= 500) return null;
  const issues = error.issues ?? [];
  return issues.length > 1 ? issues.map(({ path: issuePath, message }) => `${issuePath} ${message}`).join('; ') : error.message;
}

/**
 * The first row becomes the newest product, each further one a second older, so that the file's order is the shop's.
 * Throws an Error where the file isn't there or lacks columns, and whatever the database or the disk throws.
 */
export async function importProducts(deps: Context, options: ImportOptions): Promise<ImportResult> {
  const { file, imagesDir = path.dirname(file), onProgress } = options;
  const readImage = options.readImage ?? ((image) => readImageFile(imagesDir, image));
  const categories = createCategoryFinder(deps);
  const newest = deps.now().getTime();
  const result: ImportResult = { imported: 0, skipped: 0, rejected: [] };
  let fractionRead = 0;
  const reportProgress = (fraction: number) => onProgress?.({ imported: result.imported, rejected: result.rejected.length, fraction });

  const importRow = async (cells: CsvRow['cells'], index: number) => {
    const { category } = validateCategory(cells);
    const { price, shipping = 0, ...product } = validateProduct({ ...cells, category: PLACEHOLDER_CATEGORY_ID });
    if (!cells.image) throw new AppError('invalid_request', 'image is required');
    const image = await readImage(cells.image, index);
    const categoryId = await categories.find(category);
    const rowContext = { ...deps, now: () => new Date(newest - index * SECOND) };
    await addProduct(rowContext, { ...product, shipping, priceCents: Math.round(price * 100), categoryId }, image);
  };

  const processRow = async ({ row, cells, error: rowError, fraction }: CsvRow, index: number) => {
    try {
      if (rowError) throw new AppError('invalid_request', rowError);
      await importRow(cells, index);
      result.imported += 1;
    } catch (error) {
      const reason = getRejectionReason(error);
      if (reason === null) throw error;
      result.rejected.push({ row, name: cells.name ?? '', reason });
    }
    // The last row may be ready before the one ahead of it.
    fractionRead = Math.max(fractionRead, Math.min(fraction, 0.99));
    reportProgress(fractionRead);
  };

  const existing = options.skipExisting ? await listProductNames(deps.db) : new Set<string>();
  await mkdir(deps.uploadsDir, { recursive: true });
  await forEachConcurrently(readCsv(file, COLUMNS), async (row, index) => {
    if (existing.has(row.cells.name ?? '')) {
      result.skipped += 1;
      return;
    }
    await processRow(row, index);
  });
  if (result.rejected.length) await categories.removeEmpty();
  result.rejected.sort((a, b) => a.row - b.row);
  reportProgress(1);
  return result;
}

/** AT_ONCE of them side by side; the first failure stops it once those that run have ended. */
async function forEachConcurrently<T>(items: AsyncIterable<T>, work: (item: T, index: number) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let index = 0;
  for await (const item of items) {
    const task = work(item, index)
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => running.delete(task));
    running.add(task);
    index += 1;
    if (running.size >= CONCURRENCY) await Promise.race(running);
    if (failures.length) break;
  }
  await Promise.all(running);
  if (failures.length) throw failures[0];
}

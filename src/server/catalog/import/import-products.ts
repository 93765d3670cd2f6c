/** Imports products from a CSV file and a folder of images, row by row. A bad row is reported and stops no other. */

import path from 'node:path';
import * as Type from 'typebox';
import { toCents } from '../../../contract/money.ts';
import { createCategory } from '../../../contract/schemas/category.ts';
import { createProduct } from '../../../contract/schemas/product.ts';
import { SECOND } from '../../../contract/time.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { createValidator } from '../../http/validate.ts';
import { addProduct } from '../product/product.service.ts';
import { toColumns } from '../product/product-input.ts';
import { createCategoryFinder } from './category-finder.ts';
import { type CsvRow, readCsv } from './csv.ts';
import { CSV_COLUMNS, parseAttributes } from './csv-columns.ts';
import { readImageFile } from './image-file.ts';
import { listProductNames } from './import.repository.ts';
import { getFirstImage, parseRowImages, uploadMoreImages } from './row-images.ts';
import { nameVariantImages, parseVariantCells } from './variant-cells.ts';

/** Rows in work at once: while one image is encoded, the next is read. */
const CONCURRENCY = 3;
/** Takes the category's place while the rest of the row is validated, so that a bad row creates no category. */
const PLACEHOLDER_CATEGORY_ID = '00000000-0000-4000-8000-000000000000';

type Context = Pick<Deps, 'db' | 'images' | 'now'>;

export interface RejectedRow {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  name: string;
  reason: string;
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
}

export interface ImportOptions extends ImportSource {
  /** Skip rows whose name a product of the shop has already. */
  skipExisting?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Aborted: no further row is begun, and the import ends with an Error. */
  signal?: AbortSignal;
}

export interface ImportResult {
  imported: number;
  skipped: number;
  /** In the order of the file. */
  rejected: RejectedRow[];
}

const validateCategory = createValidator(Type.Object({ category: createCategory.body.properties.name }), 'body', true);
const validateProduct = createValidator(createProduct.body, 'body', true);

/** What is wrong with the row; null for other errors, such as a full disk, which would hit the next row too. */
function getRejectionReason(error: unknown): string | null {
  if (!(error instanceof AppError) || error.status >= 500) return null;
  const issues = error.issues ?? [];
  return issues.length > 1 ? issues.map(({ path: issuePath, message }) => `${issuePath} ${message}`).join('; ') : error.message;
}

/** A CSV file and the folder of its images, which is its own unless another is named. */
export function openImportFile(file: string, imagesDir: string = path.dirname(file)): ImportSource {
  return { rows: readCsv(file, CSV_COLUMNS), readImage: (image) => readImageFile(imagesDir, image) };
}

/**
 * The first row becomes the newest product and each further one is a second older, so that lists show them in the file's order.
 * Throws an Error where the file isn't there or lacks columns, and whatever the database or the disk throws.
 */
export async function importProducts(deps: Context, options: ImportOptions): Promise<ImportResult> {
  const { rows, readImage, onProgress, signal } = options;
  const categories = createCategoryFinder(deps);
  const newest = deps.now().getTime();
  const result: ImportResult = { imported: 0, skipped: 0, rejected: [] };
  let fractionRead = 0;
  const reportProgress = (fraction: number) => onProgress?.({ imported: result.imported, rejected: result.rejected.length, fraction });

  const importRow = async (cells: CsvRow['cells'], index: number) => {
    const { category } = validateCategory(cells);
    const { compare_at_price: compareAtPrice = '', attributes = '', options: _options, variants: _variants, ...rest } = cells;
    const names = parseRowImages(cells);
    const fields = {
      ...rest,
      ...names,
      ...parseVariantCells(cells),
      compareAtPrice,
      attributes: parseAttributes(attributes),
      category: PLACEHOLDER_CATEGORY_ID,
    };
    const { shipping = 0, ...product } = validateProduct(fields);
    const firstImage = getFirstImage(cells.image);
    if (!firstImage) throw new AppError('invalid_request', 'image is required');
    const image = await readImage(firstImage, index);
    const moreImages = await uploadMoreImages(deps, names.moreImages, (name) => readImage(name, index));
    const categoryId = await categories.find(category);
    const rowContext = { ...deps, now: () => new Date(newest - index * SECOND) };
    const columns = { ...toColumns(product), shipping, priceCents: toCents(product.price), categoryId };
    const variants = product.variants && nameVariantImages(product.variants, moreImages);
    await addProduct(rowContext, { ...columns, moreImages, ...(variants && { variants }) }, image);
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
    // Rows may finish out of order; progress must not go back.
    fractionRead = Math.max(fractionRead, Math.min(fraction, 0.99));
    reportProgress(fractionRead);
  };

  /** Of several rows with one SKU the first has it: each waits for the one before. */
  const rowsBySku = new Map<string, Promise<void>>();
  const processInTurn = async (row: CsvRow, index: number) => {
    const sku = row.cells.sku?.trim().toLowerCase();
    if (!sku) return processRow(row, index);
    const processed = (rowsBySku.get(sku) ?? Promise.resolve()).then(() => processRow(row, index));
    rowsBySku.set(sku, processed);
    await processed;
    if (rowsBySku.get(sku) === processed) rowsBySku.delete(sku);
  };

  const existing = options.skipExisting ? await listProductNames(deps.db) : new Set<string>();
  await forEachConcurrently(rows, async (row, index) => {
    if (signal?.aborted) throw new Error(`The import was stopped after ${result.imported} products. With --skip-existing it goes on.`);
    if (existing.has(row.cells.name ?? '')) {
      result.skipped += 1;
      return;
    }
    await processInTurn(row, index);
  });
  if (result.rejected.length) await categories.removeEmpty();
  result.rejected.sort((a, b) => a.row - b.row);
  reportProgress(1);
  return result;
}

/** Runs `work` for CONCURRENCY items at once. After a failure no more is started, and once the running ones have ended it is thrown. */
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

/** Brings products in from a CSV file and a folder of pictures: row by row, and a bad row stops none of the others. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as Type from 'typebox';
import { createCategory } from '../../contract/category.ts';
import { createProduct } from '../../contract/product.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { createValidator } from '../http/validate.ts';
import { addProduct } from '../product/product.service.ts';
import { categoryFinder } from './category-finder.ts';
import { type CsvRow, readCsv } from './csv.ts';
import { readImageFile } from './image-file.ts';
import { listProductNames } from './import.repository.ts';

const COLUMNS = { required: ['name', 'description', 'price', 'quantity', 'category', 'image'], optional: ['shipping'] };
/** While one row's picture is encoded, the next one's is read. */
const AT_ONCE = 3;
const SECOND = 1000;
/** Stands in for the category until the rest of the row is known to be good: a bad row makes no category. */
const ANY_CATEGORY = '00000000-0000-4000-8000-000000000000';

type Context = Pick<Deps, 'db' | 'uploadsDir' | 'now'>;

export interface Refused {
  /** As a spreadsheet counts: the heading is row 1. */
  row: number;
  name: string;
  reason: string;
}

export interface ImportProgress {
  imported: number;
  refused: number;
  /** How much of the file is read, 0 to 1. */
  part: number;
}

export interface ImportOptions {
  file: string;
  /** Where the pictures are; without it, the folder of the file. */
  imagesDir?: string;
  /** Gives a row's picture instead of reading it from imagesDir; `place` counts the rows from 0. */
  readImage?: (image: string, place: number) => Promise<Buffer>;
  /** Pass by the rows whose name a product of the shop has already. */
  skipExisting?: boolean;
  onProgress?: (progress: ImportProgress) => void;
}

export interface ImportResult {
  imported: number;
  skipped: number;
  /** In the order of the file. */
  refused: Refused[];
}

function checkerOf<S extends Type.TSchema>(schema: S | undefined): (value: unknown) => Type.Static<S> {
  if (!schema) throw new Error('this endpoint takes no body');
  return createValidator(schema, 'body', true);
}

const checkCategory = checkerOf(createCategory.body && Type.Object({ category: createCategory.body.properties.name }));
const checkProduct = checkerOf(createProduct.body);

/** What is wrong with the row, or null where the fault lies with the shop and the next row would fare no better. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof AppError) || error.status >= 500) return null;
  const issues = error.issues ?? [];
  return issues.length > 1 ? issues.map(({ path: at, message }) => `${at} ${message}`).join('; ') : error.message;
}

/**
 * The first row becomes the newest product, each further one a second older, so that the file's order is the shop's.
 * Throws an Error where the file isn't there or lacks columns, and whatever the database or the disk throws.
 */
export async function importProducts(deps: Context, options: ImportOptions): Promise<ImportResult> {
  const { file, imagesDir = path.dirname(file), onProgress } = options;
  const readImage = options.readImage ?? ((image) => readImageFile(imagesDir, image));
  const categories = categoryFinder(deps);
  const newest = deps.now().getTime();
  const result: ImportResult = { imported: 0, skipped: 0, refused: [] };
  let read = 0;
  const report = (part: number) => onProgress?.({ imported: result.imported, refused: result.refused.length, part });

  const importRow = async (cells: CsvRow['cells'], place: number) => {
    const { category } = checkCategory(cells);
    const { price, shipping = 0, ...product } = checkProduct({ ...cells, category: ANY_CATEGORY });
    if (!cells.image) throw new AppError('invalid', 'image is required');
    const image = await readImage(cells.image, place);
    const categoryId = await categories.find(category);
    const at = { ...deps, now: () => new Date(newest - place * SECOND) };
    await addProduct(at, { ...product, shipping, priceCents: Math.round(price * 100), categoryId }, image);
  };

  const takeRow = async ({ row, cells, fault, part }: CsvRow, place: number) => {
    try {
      if (fault) throw new AppError('invalid', fault);
      await importRow(cells, place);
      result.imported += 1;
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      result.refused.push({ row, name: cells.name ?? '', reason });
    }
    // The last row may be ready before the one ahead of it.
    read = Math.max(read, Math.min(part, 0.99));
    report(read);
  };

  const existing = options.skipExisting ? await listProductNames(deps.db) : new Set<string>();
  await mkdir(deps.uploadsDir, { recursive: true });
  await eachOf(readCsv(file, COLUMNS), async (row, place) => {
    if (existing.has(row.cells.name ?? '')) {
      result.skipped += 1;
      return;
    }
    await takeRow(row, place);
  });
  if (result.refused.length) await categories.removeEmpty();
  result.refused.sort((a, b) => a.row - b.row);
  report(1);
  return result;
}

/** AT_ONCE of them side by side; the first failure stops it once those that run have ended. */
async function eachOf<T>(items: AsyncIterable<T>, work: (item: T, place: number) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let place = 0;
  for await (const item of items) {
    const one = work(item, place)
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => running.delete(one));
    running.add(one);
    place += 1;
    if (running.size >= AT_ONCE) await Promise.race(running);
    if (failures.length) break;
  }
  await Promise.all(running);
  if (failures.length) throw failures[0];
}

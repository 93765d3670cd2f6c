/** Plans what rows of an uploaded file would change. Nothing is written: both the check of a file and the import itself use it. */
import { setImmediate } from 'node:timers/promises';
import { toCents } from '../../../../../contract/money.ts';
import type { ImportMatch } from '../../../../../contract/product-import-fields.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { AppError } from '../../../../platform/errors.ts';
import { listCategoryIds } from '../../categories/category.repository.ts';
import { endSale, refuseOwnValues } from '../../products/product-change.service.ts';
import { listTakenSkus } from '../../products/variant.repository.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import { findOwnImages, type ImageRules } from '../images/image-names.ts';
import { hasImages, isUsable, isWithoutImage, noteImages, type PlannedImage, planImages } from '../images/plan-images.ts';
import { matchRows } from './match-rows.ts';
import { type FoundProduct, planRowChange, type RowChange } from './row-change.ts';
import { listRowErrors, type RowError } from './row-errors.ts';
import { type NewRowFields, parseNewRow } from './row-fields.ts';
import { noteNewProduct } from './row-notices.ts';

/** Images are named as in the row, those that the product can't get as well. */
export type RowPlan =
  | { kind: 'refused'; row: CsvRow; errors: RowError[] }
  | { kind: 'unchanged'; row: CsvRow; found: FoundProduct }
  | { kind: 'create'; row: CsvRow; fields: NewRowFields; images: PlannedImage[]; notices: RowNotice[] }
  | { kind: 'update'; row: CsvRow; found: FoundProduct; change: RowChange; images: PlannedImage[] | null; notices: RowNotice[] };

export interface PlanOptions {
  match: ImportMatch;
  replacesImages: boolean;
  createsCategories: boolean;
  hosts: ReadonlySet<string>;
  /** How many there are of what the file doesn't count; null: it wasn't said. */
  uncountedStock: number | null;
  /** New products without an image come in as drafts. */
  hidesImageless: boolean;
  /** The picture that stands for none. */
  placeholderId: string | null;
  /** Locks the matched products, and reads their state after that. */
  isLocked?: boolean;
}

interface Known extends ImageRules, Omit<PlanOptions, 'match' | 'hosts'> {
  categories: ReadonlyMap<string, string>;
  takenSkus: ReadonlySet<string>;
}

function requireCategory(name: string | undefined, { categories, createsCategories }: Known): void {
  if (name === undefined || createsCategories || categories.has(name)) return;
  const message = `the category ${name} isn't there`;
  throw new AppError('invalid_request', message, { issues: [{ path: 'category', code: 'unknown', message }] });
}

/** `current`: what the product has. */
function requireFreeSku(sku: string | null | undefined, current: string | null, { takenSkus }: Known): void {
  const wanted = sku?.trim().toLowerCase();
  if (!wanted || wanted === current?.toLowerCase() || !takenSkus.has(wanted)) return;
  const message = `there is already a product with the SKU ${sku}`;
  throw new AppError('sku_taken', message, { issues: [{ path: 'sku', code: 'taken', message }] });
}

function planNew(row: CsvRow, known: Known): RowPlan {
  const fields = parseNewRow(row, known.uncountedStock ?? 0);
  const images = planImages(row, known);
  requireCategory(fields.category, known);
  requireFreeSku(fields.sku, null, known);
  const notices = noteNewProduct(row, fields, known);
  const isWithout = !images.some(isUsable);
  notices.push(
    ...noteImages(
      row,
      images.flatMap(({ problem }) => problem ?? []),
      isWithout,
    ),
  );
  if (isWithout && known.hidesImageless) fields.status = 'draft';
  return { kind: 'create', row, fields, images, notices };
}

/**
 * Throws `invalid_request` if the price before the sale isn't above the price, and if the row sets a value that belongs to the product's
 * variants.
 */
function planFields({ product, ...found }: FoundProduct, row: CsvRow, known: Known, replacesImages: boolean): RowChange {
  const change = planRowChange({ product, ...found }, row, { replacesImages, stock: known.uncountedStock ?? 0 });
  if (change.variants) return change;
  if (product.options) refuseOwnValues(change, change.quantity !== undefined);
  const compareAtCents = product.compareAtPrice === null ? null : toCents(product.compareAtPrice);
  return { ...change, ...endSale({ priceCents: toCents(product.price), compareAtCents }, change) };
}

/** A product that has no image gets those of the file; others only if they are to be replaced. */
function planNewImages(row: CsvRow, found: FoundProduct, known: Known): PlannedImage[] | null {
  const isWanted = !found.variantId && (known.replacesImages || isWithoutImage(found, known.placeholderId));
  const images = isWanted ? planImages(row, known) : [];
  const usable = images.filter(isUsable);
  return usable.length && !hasImages(found, usable) ? images : null;
}

function planChange(row: CsvRow, found: FoundProduct, known: Known): RowPlan {
  const images = planNewImages(row, found, known);
  const change = planFields(found, row, known, images !== null);
  requireCategory(change.category, known);
  requireFreeSku(change.sku, found.product.sku, known);
  if (!images && !Object.keys(change).length) return { kind: 'unchanged', row, found };
  const notices = (row.notices ?? []).filter(({ isOfNew }) => !isOfNew);
  notices.push(...noteImages(row, images?.flatMap(({ problem }) => problem ?? []) ?? [], false));
  return { kind: 'update', row, found, change, images, notices };
}

/** Milliseconds of planning after which other requests have a turn. */
const TURN = 20;

export async function planRows(db: Database, rows: CsvRow[], options: PlanOptions): Promise<RowPlan[]> {
  const found = await matchRows(db, rows, options.match, options.isLocked);
  const names = [...new Set(rows.flatMap(({ cells, defaults }) => cells.category ?? defaults?.category ?? []))];
  // Otherwise the row would have matched that product.
  const isFoundBySku = options.match === 'auto' || options.match === 'sku';
  const skus = isFoundBySku ? [] : rows.flatMap(({ cells }) => cells.sku ?? []);
  const known: Known = {
    ...options,
    ownIds: await findOwnImages(db, rows),
    categories: options.createsCategories ? new Map() : await listCategoryIds(db, names),
    takenSkus: skus.length ? await listTakenSkus(db, skus, null) : new Set(),
  };
  const plan = (row: CsvRow, index: number): RowPlan => {
    if (row.error !== null) return { kind: 'refused', row, errors: [{ row: row.row, column: row.errorColumn ?? '', reason: row.error }] };
    try {
      const product = found[index];
      return product ? planChange(row, product, known) : planNew(row, known);
    } catch (error) {
      const errors = listRowErrors(row, error);
      if (!errors) throw error;
      return { kind: 'refused', row, errors };
    }
  };
  const plans: RowPlan[] = [];
  let since = performance.now();
  for (const [index, row] of rows.entries()) {
    plans.push(plan(row, index));
    // Products may have thousands of variants each: others come in between.
    if (performance.now() - since < TURN) continue;
    await setImmediate();
    since = performance.now();
  }
  return plans;
}

/** Categories that products would be put into. */
export const listCategoryNames = (plans: RowPlan[]): string[] => [
  ...new Set(
    plans.flatMap((plan) => (plan.kind === 'create' ? plan.fields.category : plan.kind === 'update' ? (plan.change.category ?? []) : [])),
  ),
];

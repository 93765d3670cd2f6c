/** Plans what rows of an uploaded file would change. Nothing is written: both the check of a file and the import itself use it. */

import { setImmediate } from 'node:timers/promises';
import type { Issue } from '../../../../../contract/errors.ts';
import { toCents } from '../../../../../contract/money.ts';
import type { ImportMatch } from '../../../../../contract/product-import-fields.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { AppError } from '../../../../platform/errors.ts';
import { type CategoryPaths, readCategoryPaths } from '../../categories/category-path.ts';
import { endSale, refuseOwnValues } from '../../products/product-change.service.ts';
import { listTakenSkus } from '../../products/variant.repository.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import {
  findOwnImages,
  hasImages,
  type ImageRules,
  isUsable,
  isWithoutImage,
  notePlannedImages,
  type PlannedImage,
  planImages,
} from '../images/plan-images.ts';
import type { NewField } from '../reading/guess-fields.ts';
import { type Extras, hasExtras, type KnownExtras, noteExtras, planExtras, readKnownExtras } from './extras.ts';
import { type KnownFields, readKnownFields, tidyFieldCells } from './field-cells.ts';
import { matchRows, resolveRelated } from './match-rows.ts';
import { type FoundProduct, planRowChange, type RowChange } from './row-change.ts';
import { type NewRowFields, parseNewRow } from './row-fields.ts';
import { noteNewProduct } from './row-notices.ts';
import { resolveSafety } from './safety-cells.ts';

/** Words for the merchant, which replace those for programs. */
const WORDS: Partial<Record<Issue['code'], (limit: number) => string>> = {
  not_a_number: () => 'must be a number, such as 12.50',
  not_an_integer: () => 'must be a whole number',
  too_small: (limit) => `must be ${limit} or more`,
  too_large: (limit) => `must be ${limit} or less`,
  not_above: (limit) => `must be above ${limit}`,
  too_long: (limit) => `must have ${limit} characters at most`,
};

export interface RowError {
  row: number;
  /** The column's title in the file. Empty: the whole row. */
  column: string;
  reason: string;
}

/** The row and column title of a field. */
function locate({ row, columns = {}, variantRows }: CsvRow, { path }: Issue): { row: number; column: string; label: string } {
  const [name = '', index, part] = path.split('.');
  if (name === 'customFields' && index) {
    const title = columns[`field:${index}`] ?? `field:${index}`;
    return { row, column: title, label: title };
  }
  const ofVariant = name === 'variants' && variantRows ? columns[`variants.${part}`] : undefined;
  const column = ofVariant ?? columns[name] ?? name;
  const isNested = index !== undefined && !variantRows;
  return { row: (ofVariant && variantRows?.[Number(index)]) || row, column, label: isNested ? path : column };
}

/** One error for each invalid field. Null for errors that the row didn't cause, such as a full disk, which the next row would meet too. */
export function listRowErrors(row: CsvRow, error: unknown): RowError[] | null {
  if (!(error instanceof AppError) || error.status >= 500) return null;
  const issues = error.issues ?? [];
  const [only] = issues;
  if (!only) return [{ row: row.row, column: '', reason: error.message }];
  const hasOwnMessage = issues.length === 1 && error.message !== `${only.path} ${only.message}`;
  return issues.map((issue) => {
    const { label, ...cell } = locate(row, issue);
    return { ...cell, reason: hasOwnMessage ? error.message : `${label} ${WORDS[issue.code]?.(issue.limit ?? 0) ?? issue.message}` };
  });
}

/** All errors in one sentence; null as in listRowErrors. */
export const describeRowError = (row: CsvRow, error: unknown): string | null =>
  listRowErrors(row, error)
    ?.map((error) => (error.row === row.row ? error.reason : `row ${error.row}: ${error.reason}`))
    .join('; ') ?? null;

/** Images are named as in the row, including those that the product can't get. */
export type RowPlan =
  | { kind: 'refused'; row: CsvRow; errors: RowError[] }
  | { kind: 'unchanged'; row: CsvRow; found: FoundProduct }
  | { kind: 'create'; row: CsvRow; fields: NewRowFields; images: PlannedImage[]; extras: Extras; notices: RowNotice[] }
  | {
      kind: 'update';
      row: CsvRow;
      found: FoundProduct;
      change: RowChange;
      images: PlannedImage[] | null;
      extras: Extras;
      notices: RowNotice[];
    };

export interface PlanOptions {
  match: ImportMatch;
  replacesImages: boolean;
  createsCategories: boolean;
  hosts: ReadonlySet<string>;
  /** The quantity of products whose stock the file doesn't track; null: none was chosen. */
  uncountedStock: number | null;
  /** New products without an image are imported as drafts. */
  hidesImageless: boolean;
  /** The placeholder image. */
  placeholderId: string | null;
  /** The custom fields that the file has values of. */
  newFields: readonly NewField[];
  /** Locks the matched products, and reads their state after that. */
  isLocked?: boolean;
}

interface Known extends ImageRules, Omit<PlanOptions, 'match' | 'hosts' | 'newFields'> {
  fields: KnownFields;
  extras: KnownExtras;
  /** Null: missing ones are created. */
  categories: CategoryPaths | null;
  takenSkus: ReadonlySet<string>;
}

function requireCategories(
  { category, furtherCategories = [] }: Pick<RowChange, 'category' | 'furtherCategories'>,
  { categories }: Known,
): void {
  for (const text of [...(category === undefined ? [] : [category]), ...furtherCategories]) {
    if (!categories || categories.find(text)) continue;
    const message = `the category ${text} doesn't exist`;
    throw new AppError('invalid_request', message, { issues: [{ path: 'category', code: 'unknown', message }] });
  }
}

/** `current`: what the product has. */
function requireFreeSku(sku: string | null | undefined, current: string | null, { takenSkus }: Known): void {
  const wanted = sku?.trim().toLowerCase();
  if (!wanted || wanted === current?.toLowerCase() || !takenSkus.has(wanted)) return;
  const message = `there is already a product with the SKU ${sku}`;
  throw new AppError('sku_taken', message, { issues: [{ path: 'sku', code: 'taken', message }] });
}

function planNew(row: CsvRow, known: Known): RowPlan {
  const fields = parseNewRow(row, known.uncountedStock ?? 0, known.fields);
  const images = planImages(row, known);
  requireCategories(fields, known);
  requireFreeSku(fields.sku, null, known);
  const notices = noteNewProduct(row, fields, known);
  const isWithout = !images.some(isUsable);
  const extras = planExtras(row, null, known.extras);
  notices.push(...notePlannedImages(row, images, isWithout), ...noteExtras(row, extras, known.extras, known.hosts));
  if (isWithout && known.hidesImageless) fields.status = 'draft';
  return { kind: 'create', row, fields, images, extras, notices };
}

/**
 * Throws `invalid_request` if the compare-at price isn't above the price, and if the row sets a value that belongs to the product's
 * variants.
 */
function planFields({ product, ...found }: FoundProduct, row: CsvRow, known: Known, replacesImages: boolean): RowChange {
  const change = planRowChange({ product, ...found }, row, known.fields, { replacesImages, stock: known.uncountedStock ?? 0 });
  if (change.variants) return change;
  refuseOwnValues({ hasOptions: Boolean(product.options), isBundle: false }, change, change.quantity !== undefined);
  const compareAtCents = product.compareAtPrice === null ? null : toCents(product.compareAtPrice);
  return { ...change, ...endSale({ priceCents: toCents(product.price), compareAtCents }, change) };
}

/** A product that has no image gets those of the file; others only if they are to be replaced. */
function planNewImages(row: CsvRow, found: FoundProduct, known: Known): PlannedImage[] | null {
  const isWanted = !found.variantId && (known.replacesImages || isWithoutImage(found.product, known.placeholderId));
  const images = isWanted ? planImages(row, known) : [];
  const usable = images.filter(isUsable);
  return usable.length && !hasImages(found.product, usable) ? images : null;
}

function planChange(row: CsvRow, found: FoundProduct, known: Known): RowPlan {
  const images = planNewImages(row, found, known);
  const change = planFields(found, row, known, images !== null);
  requireCategories(change, known);
  requireFreeSku(change.sku, found.product.sku, known);
  const extras = planExtras(row, found, known.extras);
  if (!images && !Object.keys(change).length && !hasExtras(extras)) return { kind: 'unchanged', row, found };
  const notices = (row.notices ?? []).filter(({ isOfNew }) => !isOfNew);
  notices.push(...notePlannedImages(row, images ?? [], false), ...noteExtras(row, extras, known.extras, known.hosts));
  return { kind: 'update', row, found, change, images, extras, notices };
}

/** What rows name in the shop: other products, and values of custom fields. */
export const prepareRows = async (db: Database, rows: CsvRow[], newFields: readonly NewField[]): Promise<CsvRow[]> =>
  tidyFieldCells(db, await resolveSafety(db, await resolveRelated(db, rows)), newFields);

/** Milliseconds of planning after which other requests are served. */
const TURN = 20;

export async function planRows(db: Database, rows: CsvRow[], options: PlanOptions): Promise<RowPlan[]> {
  const found = await matchRows(db, rows, options.match, options.isLocked);
  // Otherwise the row would have matched that product.
  const isFoundBySku = options.match === 'auto' || options.match === 'sku';
  const skus = isFoundBySku ? [] : rows.flatMap(({ cells }) => cells.sku ?? []);
  const known: Known = {
    ...options,
    ownIds: await findOwnImages(db, rows),
    fields: await readKnownFields(db, rows, options.newFields),
    extras: await readKnownExtras(db, rows, found),
    categories: options.createsCategories ? null : await readCategoryPaths(db),
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
    // Products may have thousands of variants each, so other requests are served in between.
    if (performance.now() - since < TURN) continue;
    await setImmediate();
    since = performance.now();
  }
  return plans;
}

/** Categories that products would be put into, as the file names them. */
export const listCategoryPaths = (plans: RowPlan[]): string[] => [
  ...new Set(
    plans.flatMap((plan) => {
      const { category, furtherCategories = [] }: Pick<RowChange, 'category' | 'furtherCategories'> =
        plan.kind === 'create' ? plan.fields : plan.kind === 'update' ? plan.change : {};
      return [...(category === undefined ? [] : [category]), ...furtherCategories];
    }),
  ),
];

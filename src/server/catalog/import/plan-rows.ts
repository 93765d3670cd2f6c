/** Plans what rows of an uploaded file would change. Nothing is written: both the check of a file and the import itself use it. */
import { toCents } from '../../../contract/money.ts';
import type { ProductImageInput } from '../../../contract/product.ts';
import type { ImportMatch } from '../../../contract/product-import-choices.ts';
import type { Database } from '../../database/connect.ts';
import { AppError } from '../../errors.ts';
import { imageUrl, parseImageUrl } from '../../images/image-url.ts';
import { listCategoryIds } from '../category/category.repository.ts';
import { endSale, refuseOwnValues } from '../product/product-change.service.ts';
import { listTakenSkus } from '../product/variant.repository.ts';
import type { CsvRow } from './formats/format.ts';
import { findOwnImages, type ImageRules, resolveImageName } from './image-names.ts';
import { matchRows } from './match-rows.ts';
import { createNoImageError, type FoundProduct, planRowChange, type RowChange } from './row-change.ts';
import { listRowErrors, type RowError } from './row-errors.ts';
import { type NewRowFields, parseNewRow } from './row-fields.ts';
import { listImageNames, parseRowImages } from './row-images.ts';

/** Images are named as in the row. */
export type RowPlan =
  | { kind: 'refused'; row: CsvRow; errors: RowError[] }
  | { kind: 'unchanged'; row: CsvRow; found: FoundProduct }
  | { kind: 'create'; row: CsvRow; fields: NewRowFields; images: ProductImageInput[] }
  | { kind: 'update'; row: CsvRow; found: FoundProduct; change: RowChange; images: ProductImageInput[] | null };

export interface PlanOptions {
  match: ImportMatch;
  replacesImages: boolean;
  createsCategories: boolean;
  hosts: ReadonlySet<string>;
  /** Locks the matched products, and reads their state after that. */
  isLocked?: boolean;
}

interface Known extends ImageRules, Pick<PlanOptions, 'replacesImages' | 'createsCategories'> {
  categories: ReadonlyMap<string, string>;
  takenSkus: ReadonlySet<string>;
}

function toImages(cells: CsvRow['cells']): ProductImageInput[] {
  const [first] = listImageNames(cells.image);
  const { alt, moreImages } = parseRowImages(cells);
  return first ? [{ url: first, alt }, ...moreImages] : [];
}

function requireCategory(name: string | undefined, { categories, createsCategories }: Known): void {
  if (name === undefined || createsCategories || categories.has(name)) return;
  const message = `the category ${name} isn't there`;
  throw new AppError('invalid_request', message, { issues: [{ path: 'category', code: 'unknown', message }] });
}

function requireImages(images: ProductImageInput[], known: Known): void {
  for (const { url } of images) resolveImageName(url, known);
  const message = 'names an image twice';
  if (new Set(images.map(({ url }) => url)).size < images.length)
    throw new AppError('invalid_request', `image ${message}`, { issues: [{ path: 'image', code: 'invalid_choice', message }] });
}

/** `current`: what the product has. */
function requireFreeSku(sku: string | null | undefined, current: string | null, { takenSkus }: Known): void {
  const wanted = sku?.trim().toLowerCase();
  if (!wanted || wanted === current?.toLowerCase() || !takenSkus.has(wanted)) return;
  const message = `there is already a product with the SKU ${sku}`;
  throw new AppError('sku_taken', message, { issues: [{ path: 'sku', code: 'taken', message }] });
}

function planNew(row: CsvRow, known: Known): RowPlan {
  const fields = parseNewRow(row);
  const images = toImages(row.cells);
  if (!images.length) throw createNoImageError();
  requireImages(images, known);
  requireCategory(fields.category, known);
  requireFreeSku(fields.sku, null, known);
  return { kind: 'create', row, fields, images };
}

/** If the product already has these images in this order, nothing changes. */
function hasImages({ product }: FoundProduct, images: ProductImageInput[]): boolean {
  const isSame = ({ url, alt }: ProductImageInput, index: number) => {
    const stored = product.images[index];
    const id = parseImageUrl(url);
    return stored !== undefined && id !== null && imageUrl(id) === stored.url && (alt || product.name) === stored.alt;
  };
  return images.length === product.images.length && images.every(isSame);
}

/**
 * Throws `invalid_request` if the price before the sale isn't above the price, and if the row sets a value that belongs to the product's
 * variants.
 */
function planFields({ product, ...found }: FoundProduct, row: CsvRow, replacesImages: boolean): RowChange {
  const change = planRowChange({ product, ...found }, row, replacesImages);
  if (change.variants) return change;
  if (product.options) refuseOwnValues(change, change.quantity !== undefined);
  const compareAtCents = product.compareAtPrice === null ? null : toCents(product.compareAtPrice);
  return { ...change, ...endSale({ priceCents: toCents(product.price), compareAtCents }, change) };
}

function planChange(row: CsvRow, found: FoundProduct, known: Known): RowPlan {
  const named = known.replacesImages && !found.variantId ? toImages(row.cells) : [];
  const images = named.length && !hasImages(found, named) ? named : null;
  const change = planFields(found, row, images !== null);
  requireCategory(change.category, known);
  requireFreeSku(change.sku, found.product.sku, known);
  if (images) requireImages(images, known);
  return images || Object.keys(change).length ? { kind: 'update', row, found, change, images } : { kind: 'unchanged', row, found };
}

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
  return rows.map((row, index): RowPlan => {
    if (row.error !== null) return { kind: 'refused', row, errors: [{ row: row.row, column: row.errorColumn ?? '', reason: row.error }] };
    try {
      const product = found[index];
      return product ? planChange(row, product, known) : planNew(row, known);
    } catch (error) {
      const errors = listRowErrors(row, error);
      if (!errors) throw error;
      return { kind: 'refused', row, errors };
    }
  });
}

/** Categories that products would be put into. */
export const listCategoryNames = (plans: RowPlan[]): string[] => [
  ...new Set(
    plans.flatMap((plan) => (plan.kind === 'create' ? plan.fields.category : plan.kind === 'update' ? (plan.change.category ?? []) : [])),
  ),
];

/**
 * Saves an admin's product form. If somebody else has changed the product since the form was opened, nothing is written, and the error
 * contains the current state.
 */

import { isDeepStrictEqual } from 'node:util';
import type { Issue } from '../../../../contract/errors.ts';
import { toDollars } from '../../../../contract/money.ts';
import {
  type Attribute,
  type DescriptionFormat,
  type ProductImageInput,
  type ProductOption,
  type ProductStatus,
  toStatus,
  type VariantsInput,
} from '../../../../contract/product-fields.ts';
import type { StockPolicyInput } from '../../../../contract/stock-policy.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { addUnattachedImages, takeUnattachedImages } from '../../content/media/image.repository.ts';
import { parseImageUrl } from '../../content/media/image-url.ts';
import { editStock, hasStockEdit } from '../../inventory/stock-edit.repository.ts';
import { setStockPolicy } from '../../inventory/stock-policy.repository.ts';
import { countOnHand, getStockChange, parseStockPolicy } from '../../inventory/stock-policy.ts';
import { withBrandIds } from '../brands/brand.service.ts';
import { toDescriptionColumns } from './description.ts';
import * as repository from './product.repository.ts';
import type { MoreDetails, ProductDetails } from './product-details.ts';
import { requirePeriod, requirePossibleStock, requireUnit } from './product-input.ts';
import { type DetailedRow, type ImageRow, listImages } from './product-row.repository.ts';
import { dropVariantImages } from './variant.repository.ts';
import { listOpenStockChanges, planVariants, requirePossiblePlan, writeVariants } from './variant-change.service.ts';

function createImagesError(path: string, index: number, code: 'unknown' | 'invalid_choice', message: string): AppError {
  const issue: Issue = { path: `${path}.${index}.url`, code, message };
  return new AppError('invalid_request', `Image ${index + 1} ${message}`, { issues: [issue] });
}

const createUnknownError = (path: string, index: number) =>
  createImagesError(path, index, 'unknown', 'no longer exists: please upload it again');

/** `path`: of the field, for errors. Throws `invalid_request` for URLs that aren't images of this shop, and for images that occur twice. */
export function parseImages(images: ProductImageInput[], path: string): ImageRow[] {
  const seen = new Set<string>();
  return images.map(({ url, alt = '' }, index) => {
    const imageId = parseImageUrl(url);
    if (!imageId) throw createUnknownError(path, index);
    if (seen.has(imageId)) throw createImagesError(path, index, 'invalid_choice', 'occurs twice');
    seen.add(imageId);
    return { imageId, alt: alt.trim() };
  });
}

/** An alternative text that equals the product's name is stored as empty: the name is shown then, and stays right when it changes. */
export function withoutNames(images: ImageRow[], names: string[]): ImageRow[] {
  return images.map((it) => (names.includes(it.alt) ? { ...it, alt: '' } : it));
}

export function areSameImages(one: ImageRow[], other: ImageRow[]): boolean {
  const isSame = (image: ImageRow, index: number) => image.imageId === other[index]?.imageId && image.alt === other[index]?.alt;
  return one.length === other.length && one.every(isSame);
}

/**
 * Gives `images` to a product that has `current`. New ones must have been uploaded and belong to no other product. Removed ones can be put
 * back for a day, so that a form opened earlier can still be saved. Throws `invalid_request`.
 */
export async function attachImages(tx: Database, current: ImageRow[], images: ImageRow[], path: string, at: Date): Promise<void> {
  const ids = new Set(current.map(({ imageId }) => imageId));
  const added = images.filter(({ imageId }) => !ids.has(imageId));
  const taken = await takeUnattachedImages(
    tx,
    added.map(({ imageId }) => imageId),
  );
  const missing = added.find(({ imageId }) => !taken.has(imageId));
  if (missing) throw createUnknownError(path, images.indexOf(missing));
  await detachImages(tx, current, images, at);
}

/** `kept`: the images that the product keeps. */
export async function detachImages(tx: Database, current: ImageRow[], kept: ImageRow[], at: Date): Promise<void> {
  const keptIds = new Set(kept.map(({ imageId }) => imageId));
  const removed = current.flatMap(({ imageId }) => (keptIds.has(imageId) ? [] : [imageId]));
  await addUnattachedImages(tx, removed, at);
}

/** Absent fields stay as they are. */
export interface ProductChange extends Partial<ProductDetails>, MoreDetails {
  name?: string;
  description?: string;
  descriptionFormat?: DescriptionFormat;
  /** As in ProductInput. */
  descriptionText?: string;
  priceCents?: number;
  /** Null ends the sale. If absent, the sale ends if the price rises to this price. */
  compareAtCents?: number | null;
  sku?: string | null;
  weightGrams?: number | null;
  status?: ProductStatus;
  /** Null: without a beginning, or an end. */
  publishFrom?: Date | null;
  publishUntil?: Date | null;
  /** All attributes, in their order. */
  attributes?: Attribute[];
  shipping?: 0 | 1;
  categoryId?: string;
  /** All further ones, ascending. */
  furtherCategoryIds?: string[];
  slug?: string;
  /** All images, in their order. */
  images?: ImageRow[];
  /** A new image, stored already, that replaces the first one. */
  firstImage?: ImageRow;
  /** Of a product without options; null: counted. */
  stock?: StockPolicyInput | null;
  quantity?: number;
  /** The quantity that the form showed when it was opened: the stock changes by the difference. If absent, `quantity` becomes the stock. */
  shownQuantity?: number;
  /** `[]` removes all options. */
  options?: ProductOption[];
  /** All variants of the product; others are deleted. */
  variants?: VariantsInput;
  /** Version of the product when the form was opened; if absent, no conflict is detected. */
  version?: number;
}

export const createProductNotFound = (): AppError => new AppError('product_not_found', 'This product no longer exists');

/** Throws `product_not_found`. */
export async function requireProduct(db: Database, id: string): Promise<repository.VersionedProduct> {
  const found = await repository.findProduct(db, id);
  if (!found) throw createProductNotFound();
  return found;
}

/** Throws `invalid_request` unless the compare-at price is above the price. */
export function requireSale(priceCents: number, compareAtCents: number): void {
  if (compareAtCents > priceCents) return;
  const limit = toDollars(priceCents);
  const issues = [{ path: 'compareAtPrice', code: 'not_above' as const, message: `must be > ${limit}`, limit }];
  throw new AppError('invalid_request', 'The compare-at price must be above the price', { issues });
}

function toReply(row: DetailedRow) {
  const { product, version } = repository.toVersioned(row);
  return { product: [product], version };
}

/** If the price rises to the compare-at price, the sale ends, so that callers that know nothing of sales can change prices. */
export function endSale(
  current: Pick<DetailedRow, 'priceCents' | 'compareAtCents'>,
  { priceCents = current.priceCents, compareAtCents }: Pick<ProductChange, 'priceCents' | 'compareAtCents'>,
): Pick<ProductChange, 'compareAtCents'> {
  if (compareAtCents) requireSale(priceCents, compareAtCents);
  const isOver = compareAtCents === undefined && current.compareAtCents !== null && current.compareAtCents <= priceCents;
  return isOver ? { compareAtCents: null } : {};
}

/** The main category is none of the further ones: the database would leave it out, and the same form sent again would be a change. */
function placeIn(current: DetailedRow, { categoryId = current.category, furtherCategoryIds }: ProductChange) {
  return furtherCategoryIds && { furtherCategoryIds: furtherCategoryIds.filter((id) => id !== categoryId) };
}

/** The columns whose values differ, so that saving the same values again changes nothing. */
function listChangedColumns(current: DetailedRow, change: ProductChange, [first]: ImageRow[]) {
  const {
    quantity: _q,
    shownQuantity: _s,
    stock: _p,
    version: _v,
    images: _i,
    firstImage: _f,
    options: _o,
    variants: _vs,
    ...rest
  } = change;
  const { description, descriptionFormat, descriptionText, ...written } = rest;
  const stored = { ...current, categoryId: current.category, weightGrams: current.weight, status: toStatus(current.status) };
  const texts = toDescriptionColumns({ description, descriptionFormat, descriptionText }, current);
  const columns = {
    ...written,
    ...texts,
    ...placeIn(current, change),
    ...endSale(current, change),
    ...(first && { imageId: first.imageId, imageAlt: first.alt }),
  };
  const isStored = (name: string, value: unknown) => isDeepStrictEqual(value, stored[name as keyof typeof stored]);
  return Object.fromEntries(Object.entries(columns).filter(([name, value]) => !isStored(name, value)));
}

/** The product's images after the change. */
function chooseImages(current: DetailedRow, { images, firstImage, name = current.name }: ProductChange): ImageRow[] {
  if (images) return withoutNames(images, [current.name, name]);
  return firstImage ? [...withoutNames([firstImage], [current.name, name]), ...current.moreImages] : listImages(current);
}

async function writeImages(tx: Database, current: DetailedRow, images: ImageRow[], change: ProductChange, at: Date): Promise<void> {
  if (change.images) await attachImages(tx, listImages(current), images, 'images', at);
  else await detachImages(tx, listImages(current), images, at);
  const more = images.slice(1);
  if (!areSameImages(more, current.moreImages)) await repository.replaceMoreImages(tx, current._id, more);
  await dropVariantImages(
    tx,
    current._id,
    images.map(({ imageId }) => imageId),
  );
}

/** Without price and stock, which a product with options gets from its variants. */
const withoutOwnValues = ({
  priceCents: _p,
  compareAtCents: _c,
  quantity: _q,
  shownQuantity: _s,
  stock: _stock,
  ...change
}: ProductChange): ProductChange => change;

/** A product with options gets its price and stock from its variants, so values sent for the product itself must equal the current ones. */
export function refuseOwnValues(columns: object, hasStockChange: boolean): void {
  const priceFields = Object.entries({ priceCents: 'price', compareAtCents: 'compareAtPrice', stock: 'stock' });
  const paths = priceFields.flatMap(([column, field]) => (column in columns ? [field] : []));
  if (hasStockChange) paths.push('quantity');
  if (!paths.length) return;
  const message = 'is set by its variants: change it there';
  throw new AppError('invalid_request', `The product has options: its ${paths.join(' and ')} ${message}`, {
    issues: paths.map((path) => ({ path, code: 'not_allowed', message })),
  });
}

/**
 * Throws `product_not_found`; `version_conflict` if the product was changed after the form was opened, unless it already has the values
 * that were sent, as when a request is repeated after its response was lost; `insufficient_stock` if more would be removed than there is;
 * and what attachImages, planVariants and requirePossiblePlan throw.
 */
export async function writeProductChange(tx: Database, id: string, sent: ProductChange, at: Date): Promise<repository.VersionedProduct> {
  const [change = sent] = await withBrandIds<ProductChange>(tx, [sent], at);
  const current = await repository.lockProduct(tx, id);
  if (!current) throw createProductNotFound();
  const images = chooseImages(current, change);
  const product = {
    id,
    options: current.options,
    variants: current.variants,
    quantity: current.quantity,
    stockPolicy: current.stockPolicy,
    onHand: current.onHand,
    imageIds: images.map(({ imageId }) => imageId),
  };
  const plan = planVariants(product, change);
  const own = plan?.options ? withoutOwnValues(change) : change;
  const columns = listChangedColumns(current, own, images);
  if ('publishFrom' in columns || 'publishUntil' in columns)
    requirePeriod(
      change.publishFrom === undefined ? current.publishFrom : change.publishFrom,
      change.publishUntil === undefined ? current.publishUntil : change.publishUntil,
    );
  if ('contents' in columns || 'contentsUnit' in columns) requireUnit({ ...current, ...columns });
  const stockEdit = { productId: id, variantId: null, change: getStockChange(current, own), productVersion: change.version, at };
  const isOvertaken = change.version !== undefined && change.version !== current.version;
  const isStockDone = stockEdit.change === 0 || (isOvertaken && (await hasStockEdit(tx, stockEdit)));
  const areImagesChanged = !areSameImages(images, listImages(current));
  const variantStock = plan ? await listOpenStockChanges(tx, id, plan, isOvertaken ? change.version : undefined) : [];
  const policy = own.stock === undefined ? current.stockPolicy : parseStockPolicy(own.stock, 'stock');
  const isPolicyChanged = !isDeepStrictEqual(policy, current.stockPolicy);
  const isChanged = areImagesChanged || Object.keys(columns).length > 0 || isPolicyChanged || plan?.isChanged === true;
  if (isOvertaken && (isChanged || !isStockDone || variantStock.length)) throw createVersionConflict(toReply(current));
  if (current.options && !plan) refuseOwnValues({ ...columns, ...(isPolicyChanged && { stock: policy }) }, !isStockDone);
  if (plan) {
    requirePossiblePlan({ ...plan, stockChanges: variantStock }, toReply(current));
    // First removes the product's SKU, because a variant may take it over.
    if ('sku' in columns && current.sku) await repository.updateProduct(tx, id, { sku: null });
    await writeVariants(tx, product, plan, variantStock, stockEdit);
  }
  if (!isStockDone) {
    requirePossibleStock('quantity', countOnHand(current), stockEdit.change, toReply(current));
    await editStock(tx, stockEdit);
  }
  if (isPolicyChanged) await setStockPolicy(tx, id, policy, countOnHand(current) + (isStockDone ? 0 : stockEdit.change));
  if (areImagesChanged) await writeImages(tx, current, images, change, at);
  if (isChanged) await repository.updateProduct(tx, id, { ...columns, updatedAt: at });
  return requireProduct(tx, id);
}

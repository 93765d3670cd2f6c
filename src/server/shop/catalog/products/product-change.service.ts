/**
 * Saves an admin's product form. If somebody else has changed the product since the form was opened, nothing is written, and the error
 * contains the current state.
 */

import { isDeepStrictEqual } from 'node:util';
import type { BundlePartInput } from '../../../../contract/bundle.ts';
import type { CustomFields, CustomFieldsInput } from '../../../../contract/custom-field-values.ts';
import { toDollars } from '../../../../contract/money.ts';
import {
  type Attribute,
  type DescriptionFormat,
  type ProductOption,
  type ProductStatus,
  toStatus,
  type VariantsInput,
} from '../../../../contract/product-fields.ts';
import type { StockPolicyInput } from '../../../../contract/stock-policy.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { applySentValues } from '../../fields/field-values.service.ts';
import { editStock, hasStockEdit } from '../../inventory/stock-edit.repository.ts';
import { setStockPolicy } from '../../inventory/stock-policy.repository.ts';
import { countOnHand, getStockChange, parseStockPolicy } from '../../inventory/stock-policy.ts';
import { withBrandIds } from '../brands/brand.service.ts';
import { EMPTY_STOCK, lockParts, planBundle, toOwnStock, writeBundle } from '../bundles/bundle-change.service.ts';
import { withKnownSafety } from '../safety/safety.service.ts';
import { toDescriptionColumns } from './description.ts';
import * as repository from './product.repository.ts';
import type { MoreDetails, ProductDetails } from './product-details.ts';
import { areSameImages, chooseImages, type ImageChange, writeImages } from './product-images.ts';
import { requirePeriod, requirePossibleStock, requireUnit } from './product-input.ts';
import { type DetailedRow, type ImageRow, listImages } from './product-row.repository.ts';
import { listOpenStockChanges, planVariants, requirePossiblePlan, withCheckedFields, writeVariants } from './variant-change.service.ts';

/** Absent fields stay as they are. */
export interface ProductChange extends Partial<ProductDetails>, MoreDetails, ImageChange {
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
  /** Values of the merchant's fields; null clears one. */
  customFields?: CustomFieldsInput;
  shipping?: 0 | 1;
  categoryId?: string;
  /** All further ones, ascending. */
  furtherCategoryIds?: string[];
  slug?: string;
  /** Of a product without options; null: counted. */
  stock?: StockPolicyInput | null;
  quantity?: number;
  /** The quantity that the form showed when it was opened: the stock changes by the difference. If absent, `quantity` becomes the stock. */
  shownQuantity?: number;
  /** All parts of a bundle; `[]`: it is none. */
  parts?: BundlePartInput[];
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
function listChangedColumns(current: DetailedRow, change: ProductChange & { custom?: CustomFields | null }, [first]: ImageRow[]) {
  const {
    quantity: _q,
    shownQuantity: _s,
    stock: _p,
    version: _v,
    images: _i,
    firstImage: _f,
    options: _o,
    variants: _vs,
    parts: _parts,
    customFields: _c,
    ...rest
  } = change;
  const { description, descriptionFormat, descriptionText, ...written } = rest;
  const stored = { ...current, categoryId: current.category, weightGrams: current.weight, status: toStatus(current.status) };
  const texts = toDescriptionColumns({ description, descriptionFormat, descriptionText }, current);
  const columns = {
    ...written,
    ...texts,
    ...placeIn(current, change),
    ...(change.relatedProductIds && { relatedProductIds: change.relatedProductIds.filter((id) => id !== current._id) }),
    ...endSale(current, change),
    ...(first && { imageId: first.imageId, imageAlt: first.alt }),
  };
  const isStored = (name: string, value: unknown) => isDeepStrictEqual(value, stored[name as keyof typeof stored]);
  return Object.fromEntries(Object.entries(columns).filter(([name, value]) => !isStored(name, value)));
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

interface Kind {
  hasOptions: boolean;
  isBundle: boolean;
}

/**
 * A product with options gets its price and stock from its variants, and a bundle its stock from its parts, so values sent for the product itself
 * must equal the current ones.
 */
export function refuseOwnValues({ hasOptions, isBundle }: Kind, columns: object, hasStockChange: boolean): void {
  if (!hasOptions && !isBundle) return;
  const fields = Object.entries({ ...(hasOptions && { priceCents: 'price', compareAtCents: 'compareAtPrice' }), stock: 'stock' });
  const paths = fields.flatMap(([column, field]) => (column in columns ? [field] : []));
  if (hasStockChange) paths.push('quantity');
  if (!paths.length) return;
  const message = `is set by its ${hasOptions ? 'variants' : 'parts'}: change it there`;
  throw new AppError(
    'invalid_request',
    `The product ${hasOptions ? 'has options' : 'is a bundle'}: its ${paths.join(' and ')} ${message}`,
    {
      issues: paths.map((path) => ({ path, code: 'not_allowed', message })),
    },
  );
}

/**
 * Throws `product_not_found`; `version_conflict` if the product was changed after the form was opened, unless it already has the values
 * that were sent, as when a request is repeated after its response was lost; `insufficient_stock` if more would be removed than there is;
 * and what attachImages, planVariants, planBundle and requirePossiblePlan throw.
 */
export async function writeProductChange(tx: Database, id: string, sent: ProductChange, at: Date): Promise<repository.VersionedProduct> {
  const [withBrand = sent] = await withBrandIds<ProductChange>(tx, await withKnownSafety(tx, [sent]), at);
  await lockParts(tx, id, sent.parts);
  const current = await repository.lockProduct(tx, id);
  if (!current) throw createProductNotFound();
  const change = await withCheckedFields(tx, withBrand, current.variants);
  const images = chooseImages(current, change);
  const imageIds = images.map(({ imageId }) => imageId);
  const plan = planVariants({ id, options: current.options, variants: current.variants, imageIds }, change);
  const hasOptions = plan ? plan.options !== null : current.options !== null;
  const bundle = await planBundle(tx, { ...current, id, hasOptions }, change.parts);
  // What has no stock of its own any more, or not yet, is as if nothing were there.
  const stock = bundle && current.isBundle ? EMPTY_STOCK : current;
  const own = plan?.options ? withoutOwnValues(change) : bundle ? toOwnStock(change, bundle) : change;
  const custom = await applySentValues(tx, 'product', change.customFields, current.custom);
  const columns = listChangedColumns(current, { ...own, ...custom }, images);
  if ('publishFrom' in columns || 'publishUntil' in columns)
    requirePeriod(
      change.publishFrom === undefined ? current.publishFrom : change.publishFrom,
      change.publishUntil === undefined ? current.publishUntil : change.publishUntil,
    );
  if ('contents' in columns || 'contentsUnit' in columns) requireUnit({ ...current, ...columns });
  const stockEdit = { productId: id, variantId: null, change: getStockChange(stock, own), productVersion: change.version, at };
  const isOvertaken = change.version !== undefined && change.version !== current.version;
  const isStockDone = stockEdit.change === 0 || (isOvertaken && (await hasStockEdit(tx, stockEdit)));
  const areImagesChanged = !areSameImages(images, listImages(current));
  const variantStock = plan ? await listOpenStockChanges(tx, id, plan, isOvertaken ? change.version : undefined) : [];
  const policy = own.stock === undefined ? stock.stockPolicy : parseStockPolicy(own.stock, 'stock');
  const isPolicyChanged = !isDeepStrictEqual(policy, stock.stockPolicy);
  const areOthersChanged = bundle !== null || plan?.isChanged === true;
  const isChanged = areImagesChanged || Object.keys(columns).length > 0 || isPolicyChanged || areOthersChanged;
  if (isOvertaken && (isChanged || !isStockDone || variantStock.length)) throw createVersionConflict(toReply(current));
  if (!plan && !bundle) {
    const kind = { hasOptions, isBundle: current.isBundle };
    refuseOwnValues(kind, { ...columns, ...(isPolicyChanged && { stock: policy }) }, !isStockDone);
  }
  if (bundle) await writeBundle(tx, { ...current, id }, bundle, { productVersion: change.version, at });
  if (plan) {
    requirePossiblePlan({ ...plan, stockChanges: variantStock }, toReply(current));
    // First removes the product's SKU, because a variant may take it over.
    if ('sku' in columns && current.sku) await repository.updateProduct(tx, id, { sku: null });
    await writeVariants(tx, { ...current, ...stock, id }, plan, variantStock, stockEdit);
  }
  if (!isStockDone) {
    requirePossibleStock('quantity', countOnHand(stock), stockEdit.change, toReply(current));
    await editStock(tx, stockEdit);
  }
  if (isPolicyChanged) await setStockPolicy(tx, id, policy, countOnHand(stock) + (isStockDone ? 0 : stockEdit.change));
  if (areImagesChanged) await writeImages(tx, current, images, change, at);
  if (isChanged) await repository.updateProduct(tx, id, { ...columns, updatedAt: at });
  return requireProduct(tx, id);
}

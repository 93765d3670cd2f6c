/** Converts the values of a call or an import row to a product's columns. */
import type { Issue } from '../../../../contract/errors.ts';
import { isGtin, normalizeGtin } from '../../../../contract/gtin.ts';
import { STOCK_MAX } from '../../../../contract/limits.ts';
import { toCents } from '../../../../contract/money.ts';
import type { DetailName } from '../../../../contract/product-details.ts';
import { type Attribute, type ProductState, toStatus, type VariantsInput } from '../../../../contract/product-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findUniqueViolation } from '../../../platform/database/pg-errors.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireGoogleCategory } from '../categories/google-categories.ts';
import { readSentDetails, withoutDetails } from './product-details.ts';
import { listTakenSkus } from './variant.repository.ts';

const INDEXES = ['products_sku_key', 'product_variants_sku_key'];

export const isSkuTaken = (error: unknown): boolean => INDEXES.includes(findUniqueViolation(error) ?? '');

interface SentSkus {
  /** Null: a new one. */
  productId: string | null;
  /** The product's new SKU. */
  sku: string | null | undefined;
  variants: VariantsInput | undefined;
}

/** Names the SKUs that are taken, because the database's error doesn't. */
export async function createSkuTakenError(db: Database, { productId, sku, variants = [] }: SentSkus): Promise<AppError> {
  const own = sku?.trim();
  const sent = variants.map((it) => it.sku?.trim() ?? '');
  const taken = await listTakenSkus(db, [own ?? '', ...sent].filter(Boolean), productId);
  const createIssue = (path: string): Issue => ({ path, code: 'taken', message: 'is taken' });
  const issues = sent.flatMap((it, index) => {
    const isOwn = it !== '' && it.toLowerCase() === own?.toLowerCase();
    return isOwn || taken.has(it.toLowerCase()) ? [createIssue(`variants.${index}.sku`)] : [];
  });
  if (!issues.length || taken.has(own?.toLowerCase() ?? '')) issues.unshift(createIssue('sku'));
  const names = issues.map(({ path }) => (path === 'sku' ? own : sent[Number(path.split('.')[1])]));
  return new AppError('sku_taken', `There is already a product with the SKU ${names.join(', ')}`, { issues });
}

/**
 * Throws if a stock of `quantity` can't change by this number: `insufficient_stock`, with the current product, or `invalid_request`.
 * `path` is the path of the field in the request.
 */
export function requirePossibleStock(path: string, quantity: number, change: number, current: object): void {
  if (change < 0 && quantity + change < 0) {
    const message = `Only ${quantity} are in stock now, so it can't go down by ${-change}`;
    const issues = [{ path, code: 'insufficient_stock' as const, message, limit: quantity }];
    throw new AppError('insufficient_stock', message, { issues, current });
  }
  if (change > 0 && quantity + change > STOCK_MAX) {
    const issues = [{ path, code: 'too_large' as const, message: `must be <= ${STOCK_MAX}`, limit: STOCK_MAX }];
    throw new AppError('invalid_request', `The stock can't be above ${STOCK_MAX}`, { issues });
  }
}

type WireDetails = { [Name in DetailName]?: string | (Name extends 'minimumAge' ? number : never) | null };

interface WireFields extends WireDetails {
  /** Empty: unchanged. */
  price?: number | '' | null;
  /** Empty means none, here and in the fields below. */
  compareAtPrice?: number | '' | null;
  sku?: string | null;
  weight?: number | '' | null;
  attributes?: Attribute[];
  furtherCategories?: string[];
  status?: ProductState;
  publishFrom?: string | null;
  publishUntil?: string | null;
  brand?: string | null;
  tags?: string[];
  cost?: number | '' | null;
  contents?: number | '' | null;
  relatedProducts?: string[];
}

export const createBarcodeIssue = (path: string): Issue => ({
  path,
  code: 'wrong_check_digit',
  message: 'is no barcode of 8, 12, 13 or 14 digits: one of them is wrong or missing',
});

/** Throws `invalid_request` for what is no GTIN. */
function readBarcode(barcode: string): string {
  const digits = normalizeGtin(barcode);
  if (isGtin(digits)) return digits;
  const issue = createBarcodeIssue('barcode');
  throw new AppError('invalid_request', `${issue.path} ${issue.message}`, { issues: [issue] });
}

const toDate = (time: string | null): Date | null => (time ? new Date(time) : null);

/** Throws `invalid_request` if it would end before it begins. */
export function requirePeriod(from: Date | null, until: Date | null): void {
  if (!from || !until || until > from) return;
  const issues = [{ path: 'publishUntil', code: 'ends_before_start' as const, message: 'must be after the start' }];
  throw new AppError('invalid_request', 'A product must be published from before it is published until', { issues });
}

const tidyIds = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

/** As functions/category_tree.sql stores them, so that the same ones in another order change nothing. */
const tidyFurther = (ids: readonly string[]): string[] => tidyIds(ids).sort();

/** Without spaces at their ends, and those that differ in case alone once. */
function tidyTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags.map((it) => it.trim().replace(/\s+/g, ' '))) if (!byKey.has(tag.toLowerCase())) byKey.set(tag.toLowerCase(), tag);
  return [...byKey.values()];
}

/** Throws `invalid_request` for contents whose unit isn't known. */
export function requireUnit({ contents, contentsUnit }: { contents?: number | null; contentsUnit?: string | null }): void {
  if (!contents || contentsUnit) return;
  const issues = [{ path: 'contentsUnit', code: 'required' as const, message: 'is required where there are contents' }];
  throw new AppError('invalid_request', 'Contents need a unit, such as g or ml', { issues });
}

/** Fields that are absent stay absent. */
export function toColumns<T extends WireFields>({
  price,
  compareAtPrice,
  sku,
  weight,
  attributes,
  furtherCategories,
  status,
  publishFrom,
  publishUntil,
  brand,
  tags,
  cost,
  contents,
  relatedProducts,
  ...rest
}: T) {
  return {
    ...withoutDetails(rest),
    ...readSentDetails(rest),
    ...(rest.barcode?.trim() && { barcode: readBarcode(rest.barcode) }),
    ...(rest.googleCategory?.trim() && { googleCategory: requireGoogleCategory(rest.googleCategory) }),
    ...(typeof price === 'number' && { priceCents: toCents(price) }),
    // A compare-at price of 0 means no sale.
    ...(compareAtPrice !== undefined && { compareAtCents: compareAtPrice ? toCents(compareAtPrice) : null }),
    ...(sku !== undefined && { sku: sku || null }),
    ...(weight !== undefined && { weightGrams: typeof weight === 'number' ? weight : null }),
    ...(furtherCategories && { furtherCategoryIds: tidyFurther(furtherCategories) }),
    ...(status && { status: toStatus(status) }),
    ...(publishFrom !== undefined && { publishFrom: toDate(publishFrom) }),
    ...(publishUntil !== undefined && { publishUntil: toDate(publishUntil) }),
    ...(brand !== undefined && { brandName: brand?.trim() || null }),
    ...(tags && { tags: tidyTags(tags) }),
    ...(cost !== undefined && { costCents: typeof cost === 'number' ? toCents(cost) : null }),
    ...(contents !== undefined && { contents: typeof contents === 'number' ? contents : null }),
    ...(relatedProducts && { relatedProductIds: tidyIds(relatedProducts) }),
    ...(attributes && { attributes: attributes.map(({ name, value }) => ({ name: name.trim(), value: value.trim() })) }),
  };
}

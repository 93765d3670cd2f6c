/** Parses a row's cells, validates them like a request that creates or changes a product, and compares them with the product that the row matches. */

import { isDeepStrictEqual } from 'node:util';
import * as Type from 'typebox';
import { normalizeGtin } from '../../../../../contract/gtin.ts';
import { CATEGORY_LEVELS_MAX, CATEGORY_NAME_MAX_LENGTH, FURTHER_CATEGORIES_MAX } from '../../../../../contract/limits.ts';
import { toCents } from '../../../../../contract/money.ts';
import type { DetailedProduct } from '../../../../../contract/product.ts';
import { type AdminProduct, createProductSchemas as createProduct } from '../../../../../contract/product-admin.ts';
import { type ProductImageInput, toStatus, type VariantsInput } from '../../../../../contract/product-fields.ts';
import { countOnHand, type StockPolicy, type StockPolicyInput } from '../../../../../contract/stock-policy.ts';
import { createValidator } from '../../../../platform/http/validate.ts';
import { parseImageUrl } from '../../../content/media/image-url.ts';
import { parseStockPolicy } from '../../../inventory/stock-policy.ts';
import type { CategoryPaths } from '../../categories/category-path.ts';
import { type DescriptionInput, hasDescription } from '../../products/description.ts';
import { type ProductChange, requireSale } from '../../products/product-change.service.ts';
import { DETAIL_NAMES, toColumnName } from '../../products/product-details.ts';
import { requirePeriod, toColumns } from '../../products/product-input.ts';
import { parseVariants } from '../../products/variant-input.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import { listImageNames, parseAttributes, parseFurtherCategories, parseRowImages, parseStockPolicyCell } from '../formats/own-format.ts';
import { parseVariantCells } from '../formats/variant-cells.ts';

interface Rules {
  uncountedStock: number | null;
}

function noteStock({ columns, isUncounted }: CsvRow, { quantity, variants, stock }: NewRowFields, { uncountedStock }: Rules): RowNotice[] {
  // What is sold below zero, or isn't counted, isn't sold out.
  const isSold = stock ? stock.policy !== 'counted' : variants?.some((it) => it.stock && it.stock.policy !== 'counted');
  const column = columns?.[variants ? 'variants.quantity' : 'quantity'] ?? columns?.quantity ?? 'quantity';
  const total = variants ? variants.reduce((sum, it) => sum + it.quantity, 0) : quantity;
  if (isUncounted && uncountedStock !== null)
    return [{ kind: 'guessed', column, reason: `isn't tracked in the file: ${uncountedStock.toLocaleString('en')} here, as you chose` }];
  if (isUncounted) {
    const what = total > 0 ? 'some variants are imported as sold out' : 'it is imported as sold out';
    return [{ kind: 'no_stock', column, reason: `isn't tracked in the file: ${what}, until you enter the stock` }];
  }
  return total === 0 && !isSold ? [{ kind: 'no_stock', column, reason: 'is sold out in the file' }] : [];
}

export function noteNewProduct(row: CsvRow, fields: NewRowFields, rules: Rules): RowNotice[] {
  const notices = [...(row.notices ?? []), ...noteStock(row, fields, rules)];
  const status = fields.status && toStatus(fields.status);
  const isHidden = status !== undefined && status !== 'active';
  const column = (name: 'publishFrom' | 'publishUntil') => row.columns?.[name] ?? name;
  const now = Date.now();
  if (fields.publishUntil && Date.parse(fields.publishUntil) <= now)
    notices.push({ kind: 'hidden', column: column('publishUntil'), reason: 'is no longer published: its time is over' });
  else if (fields.publishFrom && Date.parse(fields.publishFrom) > now)
    notices.push({ kind: 'hidden', column: column('publishFrom'), reason: `is shown from ${fields.publishFrom}` });
  if (isHidden && !notices.some(({ kind }) => kind === 'hidden')) {
    const what = status === 'archived' ? 'archived' : 'a draft';
    notices.push({ kind: 'hidden', column: row.columns?.status ?? 'status', reason: `is ${what} in the file and here` });
  }
  return notices;
}

/** A product that a row matches. */
export interface FoundProduct {
  product: AdminProduct;
  /** Which categories the file means. */
  paths: CategoryPaths;
  /** The id of the variant, if the row's SKU is that of a variant. */
  variantId: string | null;
}

/** The values to write; empty: nothing changes. */
export interface RowChange extends Omit<ProductChange, 'categoryId' | 'furtherCategoryIds' | 'slug' | 'images' | 'firstImage' | 'version'> {
  /** The category's path as the file has it. */
  category?: string;
  /** All further ones. */
  furtherCategories?: string[];
}

/** Each path of the file means one of the product's further categories, and the other way round. The main one needn't be named again. */
function areSameCategories(texts: readonly string[], { product: { category, furtherCategories = [] }, paths }: FoundProduct): boolean {
  const further = texts.filter((text) => !paths.isSame(text, category));
  return (
    further.every((text) => furtherCategories.some((id) => paths.isSame(text, id))) &&
    furtherCategories.every((id) => further.some((text) => paths.isSame(text, id)))
  );
}

type Variant = NonNullable<DetailedProduct['variants']>[number];

const isSamePolicy = (sent: StockPolicyInput | null, stored: StockPolicy | undefined) =>
  isDeepStrictEqual(parseStockPolicy(sent, 'stock'), parseStockPolicy(stored ?? null, 'stock'));

const isSameVariant = (sent: VariantsInput[number], stored: Variant | undefined) =>
  stored !== undefined &&
  isDeepStrictEqual(sent.options, stored.options) &&
  sent.price === stored.price &&
  sent.quantity === countOnHand(stored) &&
  (sent.stock === undefined || isSamePolicy(sent.stock, stored.stock)) &&
  (sent.image === undefined || sent.image === stored.image) &&
  (sent.sku === undefined || (sent.sku || null) === stored.sku) &&
  (sent.barcode === undefined || normalizeGtin(sent.barcode ?? '') === (stored.barcode ?? '')) &&
  (sent.compareAtPrice === undefined || (sent.compareAtPrice || null) === stored.compareAtPrice);

const toChoiceKey = (options: Record<string, string>) => JSON.stringify(Object.entries(options).sort());

/** Changes price, compare-at price, stock and barcode of the variant whose SKU the row has. */
function planVariantChange({ variants = [] }: DetailedProduct, variantId: string, cells: CsvRow['cells']): RowChange {
  const { price, compareAtPrice, quantity, stock, barcode } = parseChangedRow({ cells: { ...cells, image: '', image_alt: '' } }, () => 0);
  let isChanged = false;
  const sent = variants.map(({ image: _image, ...stored }) => {
    if (stored._id !== variantId) return { ...stored, shownQuantity: stored.quantity };
    const changed = {
      ...stored,
      ...(typeof price === 'number' && { price }),
      ...(compareAtPrice !== undefined && { compareAtPrice: compareAtPrice || null }),
      quantity: quantity ?? countOnHand(stored),
      ...(stock !== undefined && !isSamePolicy(stock, stored.stock) && { stock }),
      ...(barcode && { barcode: normalizeGtin(barcode) }),
    };
    // If the price rises to the compare-at price, the sale ends.
    if (compareAtPrice === undefined && changed.compareAtPrice !== null && changed.compareAtPrice <= changed.price)
      changed.compareAtPrice = null;
    isChanged = !isDeepStrictEqual(changed, { ...stored, quantity: countOnHand(stored) });
    return { ...changed, shownQuantity: countOnHand(stored) };
  });
  return isChanged ? { variants: sent } : {};
}

/** Replaces positions among the row's images by URLs of the product's images; images that the product doesn't have are left out. */
function findVariantImages(variants: VariantsInput, row: CsvRow, { images }: DetailedProduct): VariantsInput {
  const names = listImageNames(row.cells.image);
  return variants.map(({ image: position, ...variant }) => {
    const id = parseImageUrl(names[Number(position) - 1] ?? '');
    const found = id === null ? undefined : images.find(({ url }) => parseImageUrl(url) === id);
    return found ? { ...variant, image: found.url } : variant;
  });
}

const toShownQuantity = (there: number | undefined) => (there === undefined ? {} : { shownQuantity: there });
/** A cell that differs is plain text, unless its row says otherwise. */
function planDescription(
  { description, descriptionFormat, descriptionText }: DescriptionInput,
  product: DetailedProduct,
): DescriptionInput {
  const isOther = description !== undefined && !hasDescription(description, product.description, product.descriptionFormat);
  const format = descriptionFormat ?? (isOther ? 'text' : product.descriptionFormat);
  if (!isOther && format === product.descriptionFormat) return {};
  const planned = { description: description ?? product.description, descriptionFormat: format };
  return description !== undefined && descriptionText !== undefined ? { ...planned, descriptionText } : planned;
}

/**
 * Throws `invalid_request` for values that can't be written. Images are handled elsewhere. `replacesImages`: the row's images replace the
 * product's, and variants still refer to theirs by position. `stock`: the quantity of new variants that the file doesn't track.
 */
export function planRowChange(
  found: FoundProduct,
  row: CsvRow,
  { replacesImages = false, stock = 0 }: { replacesImages?: boolean; stock?: number } = {},
): RowChange {
  const { product, paths, variantId } = found;
  if (variantId && !row.cells.options) return planVariantChange(product, variantId, row.cells);
  const stored = product.variants ?? [];
  const quantities = new Map(stored.map((it) => [toChoiceKey(it.options), countOnHand(it)]));
  const findStock = (options: Record<string, string>) => quantities.get(toChoiceKey(options)) ?? stock;
  const {
    category,
    furtherCategories,
    options,
    variants,
    stock: policy,
    quantity,
    moreImages: _more,
    alt: _alt,
    ...fields
  } = parseChangedRow(row, findStock);
  const { name, description, descriptionFormat, ...columns } = toColumns(fields);
  const current = { ...toColumns(product), shipping: product.shipping };
  // If a product has options, its price and stock are those of its variants. A file with all columns only repeats them, so they are
  // ignored.
  const { priceCents: _p, compareAtCents: _c, ...withoutOwn } = columns;
  const own = Object.entries(variants ? withoutOwn : columns);
  const change: RowChange = Object.fromEntries(
    own.filter(([column, value]) => !isDeepStrictEqual(value, current[column as keyof typeof current])),
  );
  const there = countOnHand(product);
  if (!variants && quantity !== undefined && quantity !== there) Object.assign(change, { quantity, shownQuantity: there });
  if (!variants && policy !== undefined && !isSamePolicy(policy, product.stock)) change.stock = policy;
  if (name !== undefined && name.trim() !== product.name) change.name = name;
  Object.assign(change, planDescription({ description, descriptionFormat, descriptionText: row.descriptionText }, product));
  if (category !== undefined && !paths.isSame(category, product.category)) change.category = category;
  if (furtherCategories && !areSameCategories(furtherCategories, found)) change.furtherCategories = furtherCategories;
  if (!options || !variants) return change;
  const sent = replacesImages ? variants : findVariantImages(variants, row, product);
  const isSame =
    isDeepStrictEqual(options, product.options) && sent.length === stored.length && sent.every((it, n) => isSameVariant(it, stored[n]));
  if (isSame) return change;
  const shown = sent.map((it) => ({ ...it, ...toShownQuantity(quantities.get(toChoiceKey(it.options))) }));
  return { ...change, options, variants: shown };
}

type NewFields = Omit<Type.Static<typeof createProduct.body>, 'slug'>;

/** Categories by their paths. */
export type RowFields = Omit<Partial<NewFields>, 'category' | 'furtherCategories'> & {
  category?: string;
  furtherCategories?: string[];
  moreImages: ProductImageInput[];
};
export type NewRowFields = RowFields & Omit<NewFields, 'furtherCategories'>;

/** Of a list in JSON too, whose signs count. */
const CategoryPath = Type.String({ minLength: 1, maxLength: 2 * CATEGORY_LEVELS_MAX * CATEGORY_NAME_MAX_LENGTH, pattern: '\\S' });
// A handle of another shop may be no slug here: it is made one later.
const { slug: _slug, ...fieldsOfRow } = createProduct.body.properties;
const NewRow = Type.Object({
  ...fieldsOfRow,
  category: CategoryPath,
  furtherCategories: Type.Optional(Type.Array(CategoryPath, { maxItems: FURTHER_CATEGORIES_MAX })),
});
const validateNew = createValidator(NewRow, 'body', true);
const validateChange = createValidator(Type.Partial(NewRow), 'body', true);

function parseCells(cells: CsvRow['cells']) {
  const {
    compare_at_price: compareAtPrice,
    description_format: descriptionFormat,
    attributes,
    further_categories: further,
    options: _options,
    variants: _variants,
    image: _image,
    image_alt: _alt,
    quantity,
    slug: _slug,
    publish_from: publishFrom,
    publish_until: publishUntil,
    stock_policy: policy,
    ...rest
  } = cells;
  return {
    ...rest,
    // Each variant has its own quantity. The sum that an export writes may be more than one product can have.
    // Nor is a number below zero, as an export writes it of what was sold before it was there.
    ...(!(cells.options && cells.variants) && quantity !== undefined && !(policy && quantity.startsWith('-')) && { quantity }),
    ...(policy !== undefined && { stock: parseStockPolicyCell(policy) }),
    ...parseRowImages(cells),
    ...parseVariantCells(cells),
    ...(compareAtPrice !== undefined && { compareAtPrice }),
    ...(descriptionFormat !== undefined && { descriptionFormat: descriptionFormat.toLowerCase() }),
    ...(further !== undefined && { furtherCategories: parseFurtherCategories(further) }),
    ...(publishFrom !== undefined && { publishFrom }),
    ...(publishUntil !== undefined && { publishUntil }),
    ...(attributes !== undefined && { attributes: parseAttributes(attributes) }),
    ...Object.fromEntries(DETAIL_NAMES.flatMap((name) => (cells[toColumnName(name)] ? [[name, cells[toColumnName(name)]]] : []))),
  };
}

/** The quantity of a variant for which the file has none. */
type FindStock = (options: Record<string, string>) => number;

interface VariantWithoutStock {
  options: Record<string, string>;
  stock?: unknown;
}

/** `policy`: that of the row, for all variants that have none of their own. */
function withStock(variants: unknown[] | undefined, findStock: FindStock, policy: unknown): unknown[] | undefined {
  const isVariant = (it: unknown): it is VariantWithoutStock & { quantity?: unknown } =>
    typeof it === 'object' && it !== null && 'options' in it;
  return variants?.map((it) => {
    if (!isVariant(it)) return it;
    const stock = it.stock ?? policy;
    const isBelowZero = stock !== undefined && typeof it.quantity === 'string' && it.quantity.startsWith('-');
    return {
      ...it,
      ...((it.quantity === undefined || isBelowZero) && { quantity: String(findStock(it.options)) }),
      ...(stock !== undefined && { stock }),
    };
  });
}

/** Requires that options and variants fit each other, and that compare-at prices are above the prices. */
function requireConsistent({ options, variants, price, compareAtPrice, publishFrom, publishUntil }: Partial<NewFields>): void {
  const plain = variants?.map(({ image: _image, ...rest }) => rest);
  if (options || plain) parseVariants(options ?? [], plain ?? [], []);
  else if (typeof price === 'number' && compareAtPrice) requireSale(toCents(price), toCents(compareAtPrice));
  if (publishFrom && publishUntil) requirePeriod(new Date(publishFrom), new Date(publishUntil));
}

/**
 * Throws `invalid_request` for a row that can't become a product. Its image is checked later. `stock`: the quantity of products that the
 * file doesn't track.
 */
export function parseNewRow({ cells, defaults = {}, isUncounted }: CsvRow, stock: number): NewRowFields {
  const parsed = parseCells({ ...defaults, ...(isUncounted && { quantity: String(stock) }), ...cells });
  const { stock: policy, ...rest } = parsed;
  const variants = withStock(parsed.variants, () => stock, policy);
  const quantity = (variants || policy !== undefined) && { quantity: '0' };
  const fields = validateNew({ ...quantity, ...(variants ? { ...rest, variants } : parsed) });
  requireConsistent(fields);
  return { ...fields, moreImages: fields.moreImages ?? [] };
}

/** Throws `invalid_request` for values that can't be written to an existing product. */
export function parseChangedRow({ cells }: Pick<CsvRow, 'cells'>, findStock: FindStock): RowFields {
  const parsed = parseCells(cells);
  const { stock: policy, ...rest } = parsed;
  const variants = withStock(parsed.variants, findStock, policy);
  const fields = validateChange(variants ? { ...rest, variants } : parsed);
  requireConsistent(fields);
  return { ...fields, moreImages: fields.moreImages ?? [] };
}

/** Replaces the variants' image positions by the URLs of the row's images. */
export function nameVariantImages(variants: VariantsInput, urls: (string | null)[]): VariantsInput {
  return variants.map((variant) => (variant.image ? { ...variant, image: urls[Number(variant.image) - 1] ?? null } : variant));
}

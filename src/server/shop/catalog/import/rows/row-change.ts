/** Compares a row with the product that it matches: what the row changes. */

import { isDeepStrictEqual } from 'node:util';
import { normalizeGtin } from '../../../../../contract/gtin.ts';
import type { DetailedProduct } from '../../../../../contract/product.ts';
import type { AdminProduct } from '../../../../../contract/product-admin.ts';
import type { VariantsInput } from '../../../../../contract/product-fields.ts';
import { countOnHand, type StockPolicy, type StockPolicyInput } from '../../../../../contract/stock-policy.ts';
import { parseImageUrl } from '../../../content/media/image-url.ts';
import { parseStockPolicy } from '../../../inventory/stock-policy.ts';
import type { CategoryPaths } from '../../categories/category-path.ts';
import { type DescriptionInput, hasDescription } from '../../products/description.ts';
import type { ProductChange } from '../../products/product-change.service.ts';
import { requireUnit, toColumns } from '../../products/product-input.ts';
import type { CsvRow } from '../formats/format.ts';
import { listImageNames } from '../formats/own-format.ts';
import { type NamedPart, namePart } from '../formats/part-cells.ts';
import { hasFieldValues, type KnownFields, planFieldValues, withTypedFields } from './field-cells.ts';
import { parseChangedRow } from './row-fields.ts';

/** A product that a row matches. */
export interface FoundProduct {
  product: AdminProduct;
  /** Which categories the file means. */
  paths: CategoryPaths;
  /** The id of the variant, if the row's SKU is that of a variant. */
  variantId: string | null;
}

/** The values to write; empty: nothing changes. */
export interface RowChange
  extends Omit<ProductChange, 'categoryId' | 'furtherCategoryIds' | 'slug' | 'images' | 'firstImage' | 'version' | 'parts'> {
  /** All parts of a bundle, as the file names them. */
  namedParts?: NamedPart[];
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

type Variant = NonNullable<AdminProduct['variants']>[number];

const isSamePolicy = (sent: StockPolicyInput | null, stored: StockPolicy | undefined) =>
  isDeepStrictEqual(parseStockPolicy(sent, 'stock'), parseStockPolicy(stored ?? null, 'stock'));

const isSameVariant = (sent: VariantsInput[number], stored: Variant | undefined) =>
  stored !== undefined &&
  isDeepStrictEqual(sent.options, stored.options) &&
  sent.price === stored.price &&
  sent.quantity === countOnHand(stored) &&
  (sent.stock === undefined || isSamePolicy(sent.stock, stored.stock)) &&
  (sent.image === undefined || sent.image === stored.image) &&
  hasFieldValues(sent.customFields, stored.customFields) &&
  (sent.sku === undefined || (sent.sku || null) === stored.sku) &&
  (sent.cost === undefined || sent.cost === (stored.cost ?? null)) &&
  (sent.contents === undefined || sent.contents === (stored.contents ?? null)) &&
  (sent.taxClass === undefined || (sent.taxClass || null) === (stored.taxClass ?? null)) &&
  (sent.barcode === undefined || normalizeGtin(sent.barcode ?? '') === (stored.barcode ?? '')) &&
  (sent.compareAtPrice === undefined || (sent.compareAtPrice || null) === stored.compareAtPrice);

const toChoiceKey = (options: Record<string, string>) => JSON.stringify(Object.entries(options).sort());

/** Changes price, compare-at price, cost, tax class, stock, barcode and contents of the variant whose SKU the row has. */
function planVariantChange({ variants = [] }: AdminProduct, variantId: string, cells: CsvRow['cells']): RowChange {
  const row = parseChangedRow({ cells: { ...cells, image: '', image_alt: '' } }, () => 0);
  const { price, compareAtPrice, quantity, stock, barcode, cost, taxClass, contents } = row;
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
      ...(typeof cost === 'number' && { cost }),
      ...(typeof contents === 'number' && { contents }),
      ...(taxClass && { taxClass }),
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
  known: KnownFields,
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
    parts,
    customFields,
    ...fields
  } = parseChangedRow(row, findStock);
  const { name, description, descriptionFormat, ...columns } = toColumns(fields);
  const current = {
    ...toColumns({ relatedProducts: [], tags: [], ...product, brand: product.brand?.name ?? null }),
    shipping: product.shipping,
  };
  const isBundle = Boolean(product.parts ?? parts);
  // If a product has options, its price and stock are those of its variants. A file with all columns only repeats them, so they are
  // ignored.
  const { priceCents: _p, compareAtCents: _c, ...withoutOwn } = columns;
  const own = Object.entries(variants ? withoutOwn : columns);
  const change: RowChange = Object.fromEntries(
    own.filter(([column, value]) => !isDeepStrictEqual(value, current[column as keyof typeof current])),
  );
  const there = countOnHand(product);
  // Nor does a bundle have stock of its own.
  if (!variants && !isBundle && quantity !== undefined && quantity !== there) Object.assign(change, { quantity, shownQuantity: there });
  if (!variants && !isBundle && policy !== undefined && !isSamePolicy(policy, product.stock)) change.stock = policy;
  if (parts && !isDeepStrictEqual(parts, product.parts?.map(namePart))) change.namedParts = parts;
  if (name !== undefined && name.trim() !== product.name) change.name = name;
  Object.assign(change, planDescription({ description, descriptionFormat, descriptionText: row.descriptionText }, product));
  if (category !== undefined && !paths.isSame(category, product.category)) change.category = category;
  if (furtherCategories && !areSameCategories(furtherCategories, found)) change.furtherCategories = furtherCategories;
  if ('contents' in change || 'contentsUnit' in change)
    requireUnit({ contents: product.contents ?? null, contentsUnit: product.contentsUnit ?? null, ...change });
  Object.assign(change, planFieldValues(known, customFields, product.customFields));
  if (!options || !variants) return change;
  const typed = withTypedFields(known, variants);
  const sent = replacesImages ? typed : findVariantImages(typed, row, product);
  const isSame =
    isDeepStrictEqual(options, product.options) && sent.length === stored.length && sent.every((it, n) => isSameVariant(it, stored[n]));
  if (isSame) return change;
  const shown = sent.map((it) => ({ ...it, ...toShownQuantity(quantities.get(toChoiceKey(it.options))) }));
  return { ...change, options, variants: shown };
}

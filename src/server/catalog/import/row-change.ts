/** What a row changes of the product that it has found: nothing of what is so already is written. */
import { isDeepStrictEqual } from 'node:util';
import type { DetailedProduct } from '../../../contract/product.ts';
import type { VariantsInput } from '../../../contract/variant.ts';
import { AppError } from '../../errors.ts';
import type { ProductChange } from '../product/product-change.service.ts';
import { toColumns } from '../product/product-input.ts';
import type { CsvRow } from './formats/format.ts';
import { parseChangedRow } from './row-fields.ts';

/** A product that a row was found to be about. */
export interface FoundProduct {
  product: DetailedProduct;
  categoryName: string;
  /** The row's SKU is that of a variant. */
  variantId: string | null;
}

/** What is to be written; empty: nothing. */
export interface RowChange extends Omit<ProductChange, 'categoryId' | 'slug' | 'images' | 'firstImage' | 'shownQuantity' | 'version'> {
  /** By its name. */
  category?: string;
}

const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

type Variant = NonNullable<DetailedProduct['variants']>[number];

const isSameVariant = (sent: VariantsInput[number], stored: Variant | undefined) =>
  stored !== undefined &&
  isDeepStrictEqual(sent.options, stored.options) &&
  sent.price === stored.price &&
  sent.quantity === stored.quantity &&
  (sent.sku === undefined || (sent.sku || null) === stored.sku) &&
  (sent.compareAtPrice === undefined || (sent.compareAtPrice || null) === stored.compareAtPrice);

/** Price, price before a sale and stock of the one variant that the row names by its SKU. */
function planVariantChange({ variants = [] }: DetailedProduct, variantId: string, cells: CsvRow['cells']): RowChange {
  const { price, compareAtPrice, quantity } = parseChangedRow({ cells: { ...cells, image: '', image_alt: '' } }, () => '0');
  let isChanged = false;
  const sent = variants.map(({ image: _image, ...stored }) => {
    if (stored._id !== variantId) return { ...stored, shownQuantity: stored.quantity };
    const changed = {
      ...stored,
      ...(typeof price === 'number' && { price }),
      ...(compareAtPrice !== undefined && { compareAtPrice: compareAtPrice || null }),
      ...(quantity !== undefined && { quantity }),
    };
    // A sale ends where the price rises to what it was before.
    if (compareAtPrice === undefined && changed.compareAtPrice !== null && changed.compareAtPrice <= changed.price)
      changed.compareAtPrice = null;
    isChanged = !isDeepStrictEqual(changed, stored);
    return { ...changed, shownQuantity: stored.quantity };
  });
  return isChanged ? { variants: sent } : {};
}

/** Throws `invalid_request` for what can't be written. Pictures are another matter. */
export function planRowChange({ product, categoryName, variantId }: FoundProduct, row: CsvRow): RowChange {
  if (variantId && !row.cells.options) return planVariantChange(product, variantId, row.cells);
  const stored = product.variants ?? [];
  const findStock = (options: Record<string, string>) => String(stored.find((it) => isDeepStrictEqual(it.options, options))?.quantity ?? 0);
  const { category, options, variants, moreImages: _more, alt: _alt, ...fields } = parseChangedRow(row, findStock);
  const { name, description, ...columns } = toColumns(fields);
  const current = { ...toColumns(product), quantity: product.quantity, shipping: product.shipping, status: product.status };
  // Price and stock of a product with options are its variants', and in a file of all columns only repeat them.
  const { priceCents: _p, compareAtCents: _c, quantity: _q, ...withoutOwn } = columns;
  const own = Object.entries(variants ? withoutOwn : columns);
  const change: RowChange = Object.fromEntries(
    own.filter(([column, value]) => !isDeepStrictEqual(value, current[column as keyof typeof current])),
  );
  if (name !== undefined && name.trim() !== product.name) change.name = name;
  if (description !== undefined && description.trim() !== product.description) change.description = description;
  if (category !== undefined && !isSameText(category.trim(), categoryName)) change.category = category;
  if (!options || !variants) return change;
  const isSame =
    isDeepStrictEqual(options, product.options) &&
    variants.length === stored.length &&
    variants.every((it, n) => isSameVariant(it, stored[n]));
  return isSame ? change : { ...change, options, variants: variants.map(({ image: _image, ...rest }) => rest) };
}

/** For rows that are to become products, and have no picture to become one with. */
export const createNoImageError = (): AppError =>
  new AppError('invalid_request', 'image is required', { issues: [{ path: 'image', code: 'required', message: 'is required' }] });

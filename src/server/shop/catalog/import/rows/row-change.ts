/** Finds out what a row changes in the product that it matches. Values that are the same already aren't written. */
import { isDeepStrictEqual } from 'node:util';
import type { DetailedProduct } from '../../../../../contract/product.ts';
import type { VariantsInput } from '../../../../../contract/product-fields.ts';
import { parseImageUrl } from '../../../content/media/image-url.ts';
import type { ProductChange } from '../../products/product-change.service.ts';
import { toColumns } from '../../products/product-input.ts';
import type { CsvRow } from '../formats/format.ts';
import { listImageNames } from '../images/row-images.ts';
import { parseChangedRow } from './row-fields.ts';

/** A product that a row matches. */
export interface FoundProduct {
  product: DetailedProduct;
  categoryName: string;
  /** The id of the variant, if the row's SKU is that of a variant. */
  variantId: string | null;
}

/** The values to write; empty: nothing changes. */
export interface RowChange extends Omit<ProductChange, 'categoryId' | 'slug' | 'images' | 'firstImage' | 'shownQuantity' | 'version'> {
  /** The category's name. */
  category?: string;
}

const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

type Variant = NonNullable<DetailedProduct['variants']>[number];

const isSameVariant = (sent: VariantsInput[number], stored: Variant | undefined) =>
  stored !== undefined &&
  isDeepStrictEqual(sent.options, stored.options) &&
  sent.price === stored.price &&
  sent.quantity === stored.quantity &&
  (sent.image === undefined || sent.image === stored.image) &&
  (sent.sku === undefined || (sent.sku || null) === stored.sku) &&
  (sent.compareAtPrice === undefined || (sent.compareAtPrice || null) === stored.compareAtPrice);

const toChoiceKey = (options: Record<string, string>) => JSON.stringify(Object.entries(options).sort());

/** Changes price, price before the sale and stock of the variant whose SKU the row has. */
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
    // If the price rises to the price before the sale, the sale ends.
    if (compareAtPrice === undefined && changed.compareAtPrice !== null && changed.compareAtPrice <= changed.price)
      changed.compareAtPrice = null;
    isChanged = !isDeepStrictEqual(changed, stored);
    return { ...changed, shownQuantity: stored.quantity };
  });
  return isChanged ? { variants: sent } : {};
}

/** Positions among the row's images become URLs of the product's; what isn't an image of the product is left out. */
function findVariantImages(variants: VariantsInput, row: CsvRow, { images }: DetailedProduct): VariantsInput {
  const names = listImageNames(row.cells.image);
  return variants.map(({ image: position, ...variant }) => {
    const id = parseImageUrl(names[Number(position) - 1] ?? '');
    const found = id === null ? undefined : images.find(({ url }) => parseImageUrl(url) === id);
    return found ? { ...variant, image: found.url } : variant;
  });
}

/**
 * Throws `invalid_request` for values that can't be written. Images are handled elsewhere: `replacesImages`, if the row's replace the
 * product's; then the variants name theirs by position still. `stock`: of new variants that the file doesn't count.
 */
export function planRowChange(
  { product, categoryName, variantId }: FoundProduct,
  row: CsvRow,
  { replacesImages = false, stock = 0 }: { replacesImages?: boolean; stock?: number } = {},
): RowChange {
  if (variantId && !row.cells.options) return planVariantChange(product, variantId, row.cells);
  const stored = product.variants ?? [];
  const quantities = new Map(stored.map((it) => [toChoiceKey(it.options), it.quantity]));
  const findStock = (options: Record<string, string>) => String(quantities.get(toChoiceKey(options)) ?? stock);
  const { category, options, variants, moreImages: _more, alt: _alt, ...fields } = parseChangedRow(row, findStock);
  const { name, description, ...columns } = toColumns(fields);
  const current = { ...toColumns(product), quantity: product.quantity, shipping: product.shipping, status: product.status };
  // If a product has options, its price and stock are those of its variants. A file with all columns only repeats them, so they are
  // ignored.
  const { priceCents: _p, compareAtCents: _c, quantity: _q, ...withoutOwn } = columns;
  const own = Object.entries(variants ? withoutOwn : columns);
  const change: RowChange = Object.fromEntries(
    own.filter(([column, value]) => !isDeepStrictEqual(value, current[column as keyof typeof current])),
  );
  if (name !== undefined && name.trim() !== product.name) change.name = name;
  if (description !== undefined && description.trim() !== product.description) change.description = description;
  if (category !== undefined && !isSameText(category.trim(), categoryName)) change.category = category;
  if (!options || !variants) return change;
  const sent = replacesImages ? variants : findVariantImages(variants, row, product);
  const isSame =
    isDeepStrictEqual(options, product.options) && sent.length === stored.length && sent.every((it, n) => isSameVariant(it, stored[n]));
  return isSame ? change : { ...change, options, variants: sent };
}

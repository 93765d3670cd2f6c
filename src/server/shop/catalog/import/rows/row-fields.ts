/** Parses a row's cells, and validates them like a request that creates or changes a product. */

import * as Type from 'typebox';
import {
  BUNDLE_COUNT_MAX,
  BUNDLE_PARTS_MAX,
  CATEGORY_LEVELS_MAX,
  CATEGORY_NAME_MAX_LENGTH,
  FURTHER_CATEGORIES_MAX,
  SLUG_MAX_LENGTH,
} from '../../../../../contract/limits.ts';
import { toCents } from '../../../../../contract/money.ts';
import { createProductSchemas as createProduct } from '../../../../../contract/product-admin.ts';
import type { ProductImageInput, VariantsInput } from '../../../../../contract/product-fields.ts';
import { createValidator } from '../../../../platform/http/validate.ts';
import { requireSale } from '../../products/product-change.service.ts';
import { DETAIL_NAMES, toColumnName } from '../../products/product-details.ts';
import { requirePeriod, requireUnit } from '../../products/product-input.ts';
import { parseVariants } from '../../products/variant-input.ts';
import type { CsvRow } from '../formats/format.ts';
import {
  parseAttributes,
  parseFurtherCategories,
  parseJsonList,
  parseRowImages,
  parseStockPolicyCell,
  parseTags,
} from '../formats/own-format.ts';
import { type NamedPart, parseParts } from '../formats/part-cells.ts';
import { parseVariantCells } from '../formats/variant-cells.ts';
import { type KnownFields, planFieldValues, readFieldCells, withTypedFields } from './field-cells.ts';

type NewFields = Omit<Type.Static<typeof createProduct.body>, 'slug' | 'parts'>;

/** Categories by their paths. */
export type RowFields = Omit<Partial<NewFields>, 'category' | 'furtherCategories'> & {
  category?: string;
  furtherCategories?: string[];
  moreImages: ProductImageInput[];
  /** Of a bundle. */
  parts?: NamedPart[];
};
export type NewRowFields = RowFields & Omit<NewFields, 'furtherCategories'>;

/** Of a list in JSON too, whose signs count. */
const CategoryPath = Type.String({ minLength: 1, maxLength: 2 * CATEGORY_LEVELS_MAX * CATEGORY_NAME_MAX_LENGTH, pattern: '\\S' });
// A handle of another shop may be no slug here: it is made one later.
const { slug: _slug, parts: _parts, ...fieldsOfRow } = createProduct.body.properties;
const NewRow = Type.Object({
  ...fieldsOfRow,
  category: CategoryPath,
  furtherCategories: Type.Optional(Type.Array(CategoryPath, { maxItems: FURTHER_CATEGORIES_MAX })),
  parts: Type.Optional(
    Type.Array(
      Type.Object({
        sku: Type.String({ minLength: 1, maxLength: SLUG_MAX_LENGTH }),
        count: Type.Integer({ minimum: 1, maximum: BUNDLE_COUNT_MAX }),
      }),
      { maxItems: BUNDLE_PARTS_MAX },
    ),
  ),
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
    parts,
    tags,
    related_products: related,
    collections: _collections,
    downloads: _downloads,
    ...rest
  } = cells;
  return {
    ...rest,
    ...readFieldCells(cells),
    // Each variant has its own quantity. The sum that an export writes may be more than one product can have.
    // Nor is a number below zero, as an export writes it of what was sold before it was there.
    ...(!(cells.options && cells.variants) && quantity !== undefined && !(policy && quantity.startsWith('-')) && { quantity }),
    ...(policy !== undefined && { stock: parseStockPolicyCell(policy) }),
    ...(parts?.trim() && { parts: parseParts(parts) }),
    ...parseRowImages(cells),
    ...parseVariantCells(cells),
    ...(compareAtPrice !== undefined && { compareAtPrice }),
    ...(descriptionFormat !== undefined && { descriptionFormat: descriptionFormat.toLowerCase() }),
    ...(further !== undefined && { furtherCategories: parseFurtherCategories(further) }),
    ...(publishFrom !== undefined && { publishFrom }),
    ...(publishUntil !== undefined && { publishUntil }),
    ...(tags !== undefined && { tags: parseTags(tags) }),
    ...(related !== undefined && { relatedProducts: parseJsonList(related) ?? [] }),
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
export function parseNewRow({ cells, defaults = {}, isUncounted }: CsvRow, stock: number, known: KnownFields): NewRowFields {
  const parsed = parseCells({ ...defaults, ...(isUncounted && { quantity: String(stock) }), ...cells });
  const { stock: policy, ...rest } = parsed;
  const variants = withStock(parsed.variants, () => stock, policy);
  const quantity = (variants || policy !== undefined) && { quantity: '0' };
  const fields = validateNew({ ...quantity, ...(variants ? { ...rest, variants } : parsed) });
  requireConsistent(fields);
  requireUnit({ contents: fields.contents || null, contentsUnit: fields.contentsUnit ?? null });
  const typed = fields.variants && { variants: withTypedFields(known, fields.variants) };
  const { customFields, ...others } = fields;
  return { ...others, ...planFieldValues(known, customFields, undefined), ...typed, moreImages: fields.moreImages ?? [] };
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

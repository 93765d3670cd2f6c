/** Parses a row's cells, and validates them like a call that creates or changes a product. */
import * as Type from 'typebox';
import { createCategorySchemas as createCategory } from '../../../../../contract/category.ts';
import { toCents } from '../../../../../contract/money.ts';
import { createProductSchemas as createProduct } from '../../../../../contract/product-admin.ts';
import type { ProductImageInput, VariantsInput } from '../../../../../contract/product-fields.ts';
import { createValidator } from '../../../../platform/http/validate.ts';
import { requireSale } from '../../products/product-change.service.ts';
import { parseVariants } from '../../products/variant-input.ts';
import type { CsvRow } from '../formats/format.ts';
import { parseRowImages } from '../images/row-images.ts';
import { parseAttributes } from '../reading/csv-columns.ts';
import { parseVariantCells } from './variant-cells.ts';

type NewFields = Type.Static<typeof createProduct.body>;

/** The category by its name. */
export type RowFields = Omit<Partial<NewFields>, 'category'> & { category?: string; moreImages: ProductImageInput[] };
export type NewRowFields = RowFields & NewFields;

const CategoryName = createCategory.body.properties.name;
const NewRow = Type.Object({ ...createProduct.body.properties, category: CategoryName });
const validateNew = createValidator(NewRow, 'body', true);
const validateChange = createValidator(Type.Partial(NewRow), 'body', true);

function parseCells(cells: CsvRow['cells']) {
  const {
    compare_at_price: compareAtPrice,
    attributes,
    options: _options,
    variants: _variants,
    image: _image,
    image_alt: _alt,
    quantity,
    ...rest
  } = cells;
  return {
    ...rest,
    // Each variant has its own. The sum that an export writes beside them may be more than one product can have.
    ...(!(cells.options && cells.variants) && quantity !== undefined && { quantity }),
    ...parseRowImages(cells),
    ...parseVariantCells(cells),
    ...(compareAtPrice !== undefined && { compareAtPrice }),
    ...(attributes !== undefined && { attributes: parseAttributes(attributes) }),
  };
}

/** Finds the quantity of a variant for which the file has none, as other shops' formats may leave it out. */
type FindStock = (options: Record<string, string>) => string;

function withStock(variants: unknown[] | undefined, findStock: FindStock): unknown[] | undefined {
  const hasNone = (it: unknown): it is { options: Record<string, string> } =>
    typeof it === 'object' && it !== null && !('quantity' in it) && 'options' in it;
  return variants?.map((it) => (hasNone(it) ? { ...it, quantity: findStock(it.options) } : it));
}

/** Requires that options and variants fit each other, and that prices before a sale are above the prices. */
function requireConsistent({ options, variants, price, compareAtPrice }: Partial<NewFields>): void {
  const plain = variants?.map(({ image: _image, ...rest }) => rest);
  if (options || plain) parseVariants(options ?? [], plain ?? [], []);
  else if (typeof price === 'number' && compareAtPrice) requireSale(toCents(price), toCents(compareAtPrice));
}

/**
 * Throws `invalid_request` for a row that can't become a product. Its image is checked later. `stock`: how many there are of what the file
 * doesn't count.
 */
export function parseNewRow({ cells, defaults = {}, isUncounted }: CsvRow, stock: number): NewRowFields {
  const parsed = parseCells({ ...defaults, ...(isUncounted && { quantity: String(stock) }), ...cells });
  const variants = withStock(parsed.variants, () => String(stock));
  const fields = validateNew({ ...(variants && { quantity: '0' }), ...parsed, ...(variants && { variants }) });
  requireConsistent(fields);
  return { ...fields, moreImages: fields.moreImages ?? [] };
}

/** Throws `invalid_request` for values that can't be written to an existing product. */
export function parseChangedRow({ cells }: Pick<CsvRow, 'cells'>, findStock: FindStock): RowFields {
  const parsed = parseCells(cells);
  const variants = withStock(parsed.variants, findStock);
  const fields = validateChange({ ...parsed, ...(variants && { variants }) });
  requireConsistent(fields);
  return { ...fields, moreImages: fields.moreImages ?? [] };
}

/** Replaces the variants' image positions by the URLs of the row's images. */
export function nameVariantImages(variants: VariantsInput, urls: (string | null)[]): VariantsInput {
  return variants.map((variant) => (variant.image ? { ...variant, image: urls[Number(variant.image) - 1] ?? null } : variant));
}

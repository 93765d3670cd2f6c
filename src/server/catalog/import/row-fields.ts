/** What a row says of a product, checked like a call that makes or changes one. */
import * as Type from 'typebox';
import { toCents } from '../../../contract/money.ts';
import type { ProductImageInput } from '../../../contract/product.ts';
import { createCategory } from '../../../contract/schemas/category.ts';
import { createProduct } from '../../../contract/schemas/product-admin.ts';
import type { VariantsInput } from '../../../contract/variant.ts';
import { createValidator } from '../../http/validate.ts';
import { requireSale } from '../product/product-change.service.ts';
import { parseVariants } from '../product/variant-input.ts';
import { parseAttributes } from './csv-columns.ts';
import type { CsvRow } from './formats/format.ts';
import { parseRowImages } from './row-images.ts';
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
    ...rest
  } = cells;
  return {
    ...rest,
    ...parseRowImages(cells),
    ...parseVariantCells(cells),
    ...(compareAtPrice !== undefined && { compareAtPrice }),
    ...(attributes !== undefined && { attributes: parseAttributes(attributes) }),
  };
}

/** Where a variant has no quantity, as formats of other shops may leave it out. */
type FindStock = (options: Record<string, string>) => string;

function withStock(variants: unknown[] | undefined, findStock: FindStock): unknown[] | undefined {
  const hasNone = (it: unknown): it is { options: Record<string, string> } =>
    typeof it === 'object' && it !== null && !('quantity' in it) && 'options' in it;
  return variants?.map((it) => (hasNone(it) ? { ...it, quantity: findStock(it.options) } : it));
}

/** Options and variants that fit each other, and prices before a sale that are above the price. */
function requireConsistent({ options, variants, price, compareAtPrice }: Partial<NewFields>): void {
  const plain = variants?.map(({ image: _image, ...rest }) => rest);
  if (options || plain) parseVariants(options ?? [], plain ?? [], []);
  else if (typeof price === 'number' && compareAtPrice) requireSale(toCents(price), toCents(compareAtPrice));
}

/** Throws `invalid_request` for what can't become a product. Whether it has a picture is asked later. */
export function parseNewRow({ cells, defaults = {} }: Pick<CsvRow, 'cells' | 'defaults'>): NewRowFields {
  const parsed = parseCells({ ...defaults, ...cells });
  const variants = withStock(parsed.variants, () => '0');
  const fields = validateNew({ ...parsed, ...(variants && { variants }) });
  requireConsistent(fields);
  return { ...fields, moreImages: fields.moreImages ?? [] };
}

/** Throws `invalid_request` for what can't be written to a product that is there. */
export function parseChangedRow({ cells }: Pick<CsvRow, 'cells'>, findStock: FindStock): RowFields {
  const parsed = parseCells(cells);
  const variants = withStock(parsed.variants, findStock);
  const fields = validateChange({ ...parsed, ...(variants && { variants }) });
  requireConsistent(fields);
  return { ...fields, moreImages: fields.moreImages ?? [] };
}

/** Takes the images' URLs for their places among the row's. */
export function nameVariantImages(variants: VariantsInput, urls: (string | null)[]): VariantsInput {
  return variants.map((variant) => (variant.image ? { ...variant, image: urls[Number(variant.image) - 1] ?? null } : variant));
}

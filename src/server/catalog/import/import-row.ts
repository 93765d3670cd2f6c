/** Creates a product from a row, or updates the product that the row matches. */

import { toCents } from '../../../contract/money.ts';
import type { ProductImageInput } from '../../../contract/product.ts';
import type { RowOutcome } from '../../../contract/product-import-choices.ts';
import type { Deps } from '../../deps.ts';
import { imageUrl } from '../../images/image-url.ts';
import { addProduct, addUpload, changeProduct, type ProductInput } from '../product/product.service.ts';
import { toColumns } from '../product/product-input.ts';
import type { createCategoryFinder } from './category-finder.ts';
import type { CsvRow } from './formats/format.ts';
import { createNoImageError, type FoundProduct, planRowChange } from './row-change.ts';
import { type NewRowFields, nameVariantImages, parseNewRow } from './row-fields.ts';
import { listImageNames } from './row-images.ts';

type Context = Pick<Deps, 'db' | 'images' | 'now'>;
type ReadImage = (name: string) => Promise<Buffer>;

interface RowContext {
  categories: ReturnType<typeof createCategoryFinder>;
  readImage: ReadImage;
}

/** One after the other, so that a row needs no more memory than its largest image. */
async function uploadImages(deps: Context, images: ProductImageInput[], readImage: ReadImage): Promise<ProductImageInput[]> {
  const uploaded: ProductImageInput[] = [];
  for (const { url: name, ...rest } of images) uploaded.push({ ...rest, url: imageUrl(await addUpload(deps, await readImage(name))) });
  return uploaded;
}

/** `moreImages`: the stored images that replace the names in the fields. */
export function toProductInput(
  { cells: { slug } }: CsvRow,
  { category: _name, shipping = 0, ...fields }: NewRowFields,
  { categoryId, moreImages }: { categoryId: string; moreImages: ProductImageInput[] },
): ProductInput {
  const columns = { ...toColumns(fields), shipping, priceCents: toCents(fields.price), categoryId };
  // The first image may have no URL yet: a variant without its own image is shown with it anyway.
  const variants = fields.variants && nameVariantImages(fields.variants, [null, ...moreImages.map(({ url }) => url)]);
  return { ...columns, moreImages, ...(variants && { variants }), ...(slug && { slug }) };
}

export async function createRow(deps: Context, row: CsvRow, { categories, readImage }: RowContext): Promise<RowOutcome> {
  const fields = parseNewRow(row);
  const [firstImage] = listImageNames(row.cells.image);
  if (!firstImage) throw createNoImageError();
  const image = await readImage(firstImage);
  const moreImages = await uploadImages(deps, fields.moreImages, readImage);
  const input = toProductInput(row, fields, { categoryId: await categories.find(fields.category), moreImages });
  await addProduct(deps, input, image);
  return 'created';
}

/** Leaves the images unchanged. */
export async function updateRow(
  deps: Context,
  row: CsvRow,
  found: FoundProduct,
  { categories }: Pick<RowContext, 'categories'>,
): Promise<RowOutcome> {
  const { category, ...change } = planRowChange(found, row);
  if (category === undefined && !Object.keys(change).length) return 'unchanged';
  const categoryId = category === undefined ? undefined : await categories.find(category);
  await changeProduct(deps, found.product._id, { ...change, ...(categoryId && { categoryId }) });
  return 'updated';
}

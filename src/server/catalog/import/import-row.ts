/** Makes a product of a row, or changes the one that it is about. */

import { toCents } from '../../../contract/money.ts';
import type { ProductImageInput } from '../../../contract/product.ts';
import type { Deps } from '../../deps.ts';
import { imageUrl } from '../../images/image-url.ts';
import { addProduct, addUpload, changeProduct } from '../product/product.service.ts';
import { toColumns } from '../product/product-input.ts';
import type { createCategoryFinder } from './category-finder.ts';
import type { CsvRow } from './formats/format.ts';
import { createNoImageError, type FoundProduct, planRowChange } from './row-change.ts';
import { nameVariantImages, parseNewRow } from './row-fields.ts';
import { listImageNames, parseRowImages } from './row-images.ts';

type Context = Pick<Deps, 'db' | 'images' | 'now'>;
type ReadImage = (name: string) => Promise<Buffer>;

export type RowOutcome = 'created' | 'updated' | 'unchanged';

interface RowContext {
  categories: ReturnType<typeof createCategoryFinder>;
  readImage: ReadImage;
}

/** One after the other: so a row takes no more memory than its largest. */
async function uploadImages(deps: Context, images: ProductImageInput[], readImage: ReadImage): Promise<ProductImageInput[]> {
  const uploaded: ProductImageInput[] = [];
  for (const { url: name, ...rest } of images) uploaded.push({ ...rest, url: imageUrl(await addUpload(deps, await readImage(name))) });
  return uploaded;
}

/** `id`: that of the product, so that a row which is imported again after a crash makes no second one. */
export async function createRow(
  deps: Context,
  row: CsvRow,
  { categories, readImage, id }: RowContext & { id?: string },
): Promise<RowOutcome> {
  const { category, shipping = 0, ...product } = parseNewRow(row);
  const [firstImage] = listImageNames(row.cells.image);
  if (!firstImage) throw createNoImageError();
  const image = await readImage(firstImage);
  const moreImages = await uploadImages(deps, product.moreImages, readImage);
  const categoryId = await categories.find(category);
  const columns = { ...toColumns(product), shipping, priceCents: toCents(product.price), categoryId };
  // The first one has no URL yet: a variant without an image is shown with it.
  const variants = product.variants && nameVariantImages(product.variants, [null, ...moreImages.map(({ url }) => url)]);
  const { slug } = row.cells;
  await addProduct(deps, { ...columns, moreImages, ...(variants && { variants }), ...(slug && { slug }), ...(id && { id }) }, image);
  return 'created';
}

/** The pictures stay, unless they are to be replaced by those of the row. */
export async function updateRow(
  deps: Context,
  row: CsvRow,
  found: FoundProduct,
  { categories, readImage, replacesImages }: RowContext & { replacesImages: boolean },
): Promise<RowOutcome> {
  const { category, ...change } = planRowChange(found, row);
  const names = replacesImages && !found.variantId ? listImageNames(row.cells.image) : [];
  if (!names.length && category === undefined && !Object.keys(change).length) return 'unchanged';
  const { alt, moreImages } = parseRowImages(row.cells);
  const [first = ''] = names;
  const images = names.length ? await uploadImages(deps, [{ url: first, alt }, ...moreImages], readImage) : null;
  const categoryId = category === undefined ? undefined : await categories.find(category);
  await changeProduct(deps, found.product._id, { ...change, ...(images && { images }), ...(categoryId && { categoryId }) });
  return 'updated';
}

/** Creates a product from a row, or updates the product that the row matches. */
import { isAnimatedImage } from '../../../../../contract/animated-image.ts';
import { toCents } from '../../../../../contract/money.ts';
import type { RowOutcome } from '../../../../../contract/product-import-fields.ts';
import { cutText } from '../../../../../contract/values.ts';
import type { Deps } from '../../../../deps.ts';
import { AppError } from '../../../../platform/errors.ts';
import { takeUnattachedImages } from '../../../content/media/image.repository.ts';
import { imageUrl } from '../../../content/media/image-url.ts';
import { addProductWithImage, addUpload, changeProduct, type ProductInput } from '../../products/product.service.ts';
import { toColumns } from '../../products/product-input.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import { listImageNames } from '../formats/own-format.ts';
import { noteAnimations, noteImages } from '../images/plan-images.ts';
import { planExtras, readKnownExtras } from './extras.ts';
import { readKnownFields } from './field-cells.ts';
import type { CategoryFinder, RowCategories } from './find-categories.ts';
import { createSources, findParts } from './match.repository.ts';
import { type FoundProduct, planRowChange } from './row-change.ts';
import { type NewRowFields, nameVariantImages, parseNewRow } from './row-fields.ts';
import { noteNewProduct } from './row-notices.ts';
import { addToCollections } from './write-extras.ts';

type Context = Pick<Deps, 'db' | 'images' | 'now'>;
/** The image, or the id of one that the shop has. */
type ReadImage = (name: string) => Promise<Buffer | string>;

interface RowContext {
  categories: CategoryFinder;
  readImage: ReadImage;
  uncountedStock: number | null;
  hidesImageless: boolean;
  /** The id of the placeholder image. */
  requirePlaceholder: () => Promise<string>;
}

/** The stored images of a product, in the order in which the row names them. */
export interface StoredImages {
  /** Null: the product can't get it. */
  ids: (string | null)[];
  alts: string[];
  /** Shown by a product that gets none. */
  placeholderId: string;
}

/** Each image once, even if the row names it twice. */
export function listStoredImages({ ids, alts, placeholderId }: StoredImages): { imageId: string; alt: string }[] {
  const images = new Map<string, string>();
  for (const [index, id] of ids.entries()) if (id && !images.has(id)) images.set(id, alts[index] ?? '');
  return images.size ? [...images].map(([imageId, alt]) => ({ imageId, alt })) : [{ imageId: placeholderId, alt: '' }];
}

/** Variants refer to images by their position in the row. What a file says nothing of is shipped, as nearly all that shops sell. */
export function toProductInput(
  { cells: { slug }, descriptionText }: CsvRow,
  { category: _path, furtherCategories: _paths, parts: _named, shipping = 1, ...fields }: NewRowFields,
  { images, ...placed }: RowCategories & { images: StoredImages },
): ProductInput {
  const texts = descriptionText === undefined ? {} : { descriptionText };
  const columns = { ...toColumns(fields), ...texts, shipping, priceCents: toCents(fields.price), ...placed };
  const [first, ...more] = listStoredImages(images);
  // A variant without an image of its own is shown with the first one anyway.
  const urls = images.ids.map((id) => (id === null || id === first?.imageId ? null : imageUrl(id)));
  const variants = fields.variants && nameVariantImages(fields.variants, urls);
  const moreImages = more.map(({ imageId, alt }) => ({ url: imageUrl(imageId), alt }));
  return { ...columns, alt: first?.alt ?? '', moreImages, ...(variants && { variants }), ...(slug && { slug: decodeSlug(slug) }) };
}

/** Handles in other scripts may be encoded as in URLs: `%E3%82%AB`. */
function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** One after the other, so that a row needs no more memory than its largest image. Reports those that can't be read or are animated. */
async function uploadImages(deps: Context, names: string[], readImage: ReadImage) {
  const byName = new Map<string, string | null>();
  const problems: string[] = [];
  const animated: string[] = [];
  for (const name of new Set(names)) {
    try {
      const image = await readImage(name);
      byName.set(name, typeof image === 'string' ? image : await addUpload(deps, image));
      if (typeof image !== 'string' && isAnimatedImage(image)) animated.push(name);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      byName.set(name, null);
      problems.push(error.message.startsWith('image ') ? error.message : `image ${cutText(name, 300)}: ${error.message}`);
    }
  }
  return { ids: names.map((name) => byName.get(name) ?? null), problems, animated };
}

/** The command fetches no files that are sold: they are uploaded on the product's page. Returns whether anything changed. */
async function writeRowExtras(
  { db, now }: Context,
  row: CsvRow,
  found: FoundProduct | null,
  productId: string,
  notices: RowNotice[],
): Promise<boolean> {
  if (!row.cells.collections && !row.cells.downloads) return false;
  const extras = planExtras(row, found, await readKnownExtras(db, [row], [found]));
  if (extras.downloads.length)
    notices.push({
      kind: 'dropped',
      reason: 'comes in without its files: import the file in the browser, or upload them on the product’s page',
    });
  await db.transaction((tx) =>
    addToCollections(tx, [{ row, productId, extras }], now(), (_row, notice) => void (notice && notices.push(notice))),
  );
  return extras.collections.length > 0;
}

/** Returns the notices about the product. */
export async function createRow(deps: Context, row: CsvRow, { categories, readImage, ...rules }: RowContext): Promise<RowNotice[]> {
  const fields = parseNewRow(row, rules.uncountedStock ?? 0, await readKnownFields(deps.db, [row]));
  const notices = noteNewProduct(row, fields, rules);
  const { ids, problems, animated } = await uploadImages(deps, listImageNames(row.cells.image), readImage);
  const isWithout = ids.every((id) => id === null);
  notices.push(...noteImages(row, problems, isWithout), ...noteAnimations(row, animated));
  if (isWithout && rules.hidesImageless) fields.status = 'draft';
  const images = {
    ids,
    alts: [fields.alt ?? '', ...fields.moreImages.map(({ alt = '' }) => alt)],
    placeholderId: isWithout ? await rules.requirePlaceholder() : '',
  };
  const input = toProductInput(row, fields, { ...(await categories.findAll(fields)), images });
  const [first] = listStoredImages(images);
  const parts = await findParts(deps.db, fields.parts);
  const { product } = await addProductWithImage(deps, { ...input, ...parts }, first?.imageId ?? '');
  await takeUnattachedImages(deps.db, [first?.imageId ?? '']);
  if (row.source) await createSources(deps.db, [{ source: row.source, productId: product._id }]);
  await writeRowExtras(deps, row, null, product._id, notices);
  return notices;
}

/** Leaves the images unchanged. */
export async function updateRow(
  deps: Context,
  row: CsvRow,
  found: FoundProduct,
  { categories, uncountedStock }: Pick<RowContext, 'categories' | 'uncountedStock'>,
): Promise<{ outcome: RowOutcome; notices: RowNotice[] }> {
  const planned = planRowChange(found, row, await readKnownFields(deps.db, [row]), { stock: uncountedStock ?? 0 });
  const notices = (row.notices ?? []).filter(({ isOfNew }) => !isOfNew);
  const isPlaced = await writeRowExtras(deps, row, found, found.product._id, notices);
  if (!Object.keys(planned).length) return isPlaced ? { outcome: 'updated', notices } : { outcome: 'unchanged', notices: [] };
  const { category: _path, furtherCategories: _paths, namedParts, ...change } = planned;
  const others = { ...(await categories.findChanged(planned)), ...(await findParts(deps.db, namedParts)) };
  await changeProduct(deps, found.product._id, { ...change, ...others });
  return { outcome: 'updated', notices };
}

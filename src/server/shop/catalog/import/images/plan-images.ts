/** Which of the images that a row names the product can get. Those it can't are told; they refuse no product. */
import type { ProductImageInput } from '../../../../../contract/product-fields.ts';
import { cutText } from '../../../../../contract/values.ts';
import { AppError } from '../../../../platform/errors.ts';
import { imageUrl, parseImageUrl } from '../../../content/media/image-url.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import type { FoundProduct } from '../rows/row-change.ts';
import { type ImageRules, resolveImageName } from './image-names.ts';
import { listImageNames, parseRowImages } from './row-images.ts';

/** An image as the row names it. */
export interface PlannedImage extends ProductImageInput {
  /** Why the product can't get it. */
  problem?: string;
}

/** All that the row names, in its order: its variants name theirs by their places. */
export function planImages({ cells }: Pick<CsvRow, 'cells'>, rules: ImageRules): PlannedImage[] {
  const [first] = listImageNames(cells.image);
  if (!first) return [];
  const { alt, moreImages } = parseRowImages(cells);
  return [{ url: first, alt }, ...moreImages].map((image) => {
    try {
      resolveImageName(image.url, rules);
      return image;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ...image, problem: error.message };
    }
  });
}

export const isUsable = ({ problem }: PlannedImage): boolean => problem === undefined;

/** The first of several problems, with their number: a product may have 250 images on a host that isn't allowed. */
export function noteImages({ columns }: CsvRow, problems: readonly string[], isWithoutAny: boolean): RowNotice[] {
  const column = columns?.image ?? 'image';
  const [first] = problems;
  const reason = first && `${first}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}`;
  if (isWithoutAny) return [{ kind: 'no_image', column, reason: `comes in without an image${reason ? `: ${reason}` : ''}` }];
  return reason ? [{ kind: 'dropped', column, reason }] : [];
}

/** Images of which the first frame alone is kept, the first of them by name. */
export function noteAnimations({ columns }: CsvRow, names: readonly string[]): RowNotice[] {
  const [first] = names;
  if (first === undefined) return [];
  const more = names.length > 1 ? ` (and so do ${names.length - 1} more)` : '';
  return [
    { kind: 'cut', column: columns?.image ?? 'image', reason: `image ${cutText(first, 300)} moves${more}: only the first frame is kept` },
  ];
}

/** If the product already has these images in this order, nothing changes. */
export function hasImages({ product }: FoundProduct, images: ProductImageInput[]): boolean {
  const isSame = ({ url, alt }: ProductImageInput, index: number) => {
    const stored = product.images[index];
    const id = parseImageUrl(url);
    return stored !== undefined && id !== null && imageUrl(id) === stored.url && (alt || product.name) === stored.alt;
  };
  return images.length === product.images.length && images.every(isSame);
}

/** It shows the picture that stands for none. */
export const isWithoutImage = ({ product }: FoundProduct, placeholderId: string | null): boolean =>
  placeholderId !== null && product.images.length === 1 && parseImageUrl(product.images[0]?.url ?? '') === placeholderId;

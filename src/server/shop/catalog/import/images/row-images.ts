/**
 * The images that a row names, main image first: `front.png | side.png`; and their alternative texts in `image_alt`, in the same order:
 * `Seen from the front | From the side`, or as a list in JSON.
 */
import { PRODUCT_IMAGES_MAX } from '../../../../../contract/limits.ts';
import type { ProductImageInput } from '../../../../../contract/product-fields.ts';
import { AppError } from '../../../../platform/errors.ts';
import { parseJsonList, writeList } from '../reading/csv-columns.ts';

const SEPARATOR = '|';

export interface RowImages {
  alt: string;
  /** With file names instead of URLs. */
  moreImages: ProductImageInput[];
}

const createImagesError = (path: string, message: string) =>
  new AppError('invalid_request', message, { issues: [{ path, code: 'too_many', message }] });

function parseAlts(cell: string): string[] {
  const list = parseJsonList(cell);
  if (list?.every((it) => typeof it === 'string')) return list.map((it) => it.trim());
  return cell.split(SEPARATOR).map((it) => it.trim());
}

/** Empty if no image has a text of its own. */
export const writeAlts = (alts: string[]): string => (alts.some(Boolean) ? writeList(alts, alts.join(' | '), parseAlts) : '');

/** Throws `invalid_request` if there are too many images, or more texts than images. */
export function parseRowImages({ image = '', image_alt: alts = '' }: Record<string, string>): RowImages {
  const names = listImageNames(image);
  const texts = parseAlts(alts);
  if (names.length > PRODUCT_IMAGES_MAX)
    throw createImagesError('image', `image names ${names.length} images, and a product has ${PRODUCT_IMAGES_MAX} at most`);
  if (alts && texts.length > names.length)
    throw createImagesError('image_alt', `image_alt has ${texts.length} texts for ${names.length} images`);
  return { alt: texts[0] ?? '', moreImages: names.slice(1).map((name, index) => ({ url: name, alt: texts[index + 1] ?? '' })) };
}

/** Their names, in their order. */
export const listImageNames = (cell = ''): string[] => cell.split(SEPARATOR).flatMap((it) => it.trim() || []);

/** The images that a row names, the first one first: `front.png | side.png`, and in `image_alt`, in the same order, what they show. */
import { PRODUCT_IMAGES_MAX } from '../../../contract/limits.ts';
import type { ProductImageInput } from '../../../contract/product.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { imageUrl } from '../../images/image-url.ts';
import { addUpload } from '../product/product.service.ts';

const SEPARATOR = '|';

export interface RowImages {
  alt: string;
  /** With file names in place of URLs. */
  moreImages: ProductImageInput[];
}

/** Throws `invalid_request` where there are too many, or more texts than images. */
export function parseRowImages({ image = '', image_alt: alts = '' }: Record<string, string>): RowImages {
  const names = image.split(SEPARATOR).flatMap((it) => it.trim() || []);
  const texts = alts.split(SEPARATOR).map((it) => it.trim());
  if (names.length > PRODUCT_IMAGES_MAX)
    throw new AppError('invalid_request', `image names ${names.length} pictures, and a product has ${PRODUCT_IMAGES_MAX} at most`);
  if (alts && texts.length > names.length)
    throw new AppError('invalid_request', `image_alt has ${texts.length} texts for ${names.length} pictures`);
  return { alt: texts[0] ?? '', moreImages: names.slice(1).map((name, index) => ({ url: name, alt: texts[index + 1] ?? '' })) };
}

/** The name of the first image, where the row names one. */
export const getFirstImage = (cell = ''): string | undefined =>
  cell
    .split(SEPARATOR)
    .find((it) => it.trim())
    ?.trim();

/** Stores the further images, one after the other: so a row takes no more memory than its largest. */
export async function uploadMoreImages(
  deps: Pick<Deps, 'db' | 'images' | 'now'>,
  images: ProductImageInput[],
  readImage: (name: string) => Promise<Buffer>,
): Promise<ProductImageInput[]> {
  const uploaded: ProductImageInput[] = [];
  for (const { url: name, ...rest } of images) uploaded.push({ ...rest, url: imageUrl(await addUpload(deps, await readImage(name))) });
  return uploaded;
}

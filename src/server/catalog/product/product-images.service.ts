/** A product's pictures as a client names them, and which of them a product may be given. */
import type { ProductImageInput } from '../../../contract/product.ts';
import type { Issue } from '../../../contract/schemas/common.ts';
import type { Database } from '../../database/connect.ts';
import { AppError } from '../../errors.ts';
import { addUnattachedImages, takeUnattachedImages } from '../../images/image.repository.ts';
import { parseImageUrl } from '../../images/image-url.ts';
import type { ImageRow } from './product-row.repository.ts';

function createImagesError(path: string, index: number, code: 'unknown' | 'invalid_choice', message: string): AppError {
  const issue: Issue = { path: `${path}.${index}.url`, code, message };
  return new AppError('invalid_request', `Picture ${index + 1} ${message}`, { issues: [issue] });
}

const createUnknownError = (path: string, index: number) =>
  createImagesError(path, index, 'unknown', "isn't there any more: please upload it again");

/** `path`: of the field, for errors. Throws `invalid_request` for what is no picture of this shop, and for one that is named twice. */
export function parseImages(images: ProductImageInput[], path: string): ImageRow[] {
  const seen = new Set<string>();
  return images.map(({ url, alt = '' }, index) => {
    const imageId = parseImageUrl(url);
    if (!imageId) throw createUnknownError(path, index);
    if (seen.has(imageId)) throw createImagesError(path, index, 'invalid_choice', 'is there twice');
    seen.add(imageId);
    return { imageId, alt: alt.trim() };
  });
}

/** A product's name as alternative text is none of its own: it is what is read where there is none, and follows the name. */
export function withoutNames(images: ImageRow[], names: string[]): ImageRow[] {
  return images.map((it) => (names.includes(it.alt) ? { ...it, alt: '' } : it));
}

export function areSameImages(one: ImageRow[], other: ImageRow[]): boolean {
  const isSame = (image: ImageRow, index: number) => image.imageId === other[index]?.imageId && image.alt === other[index]?.alt;
  return one.length === other.length && one.every(isSame);
}

/**
 * Gives `images` to a product that has `current`: what is new to it must have been uploaded, and not be given to another product yet.
 * What it loses may be put back for a day, so that a form that shows it can still be saved. Throws `invalid_request`.
 */
export async function attachImages(tx: Database, current: ImageRow[], images: ImageRow[], path: string, at: Date): Promise<void> {
  const ids = new Set(current.map(({ imageId }) => imageId));
  const added = images.filter(({ imageId }) => !ids.has(imageId));
  const taken = await takeUnattachedImages(
    tx,
    added.map(({ imageId }) => imageId),
  );
  const missing = added.find(({ imageId }) => !taken.has(imageId));
  if (missing) throw createUnknownError(path, images.indexOf(missing));
  await detachImages(tx, current, images, at);
}

/** `kept`: what the product has from now on. */
export async function detachImages(tx: Database, current: ImageRow[], kept: ImageRow[], at: Date): Promise<void> {
  const keptIds = new Set(kept.map(({ imageId }) => imageId));
  const removed = current.flatMap(({ imageId }) => (keptIds.has(imageId) ? [] : [imageId]));
  await addUnattachedImages(tx, removed, at);
}

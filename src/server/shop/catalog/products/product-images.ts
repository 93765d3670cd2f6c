/** The images that a product is given, keeps and loses. */
import type { Issue } from '../../../../contract/errors.ts';
import type { ProductImageInput } from '../../../../contract/product-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { addUnattachedImages, takeUnattachedImages } from '../../content/media/image.repository.ts';
import { parseImageUrl } from '../../content/media/image-url.ts';
import { replaceMoreImages } from './product.repository.ts';
import { type DetailedRow, type ImageRow, listImages } from './product-row.repository.ts';
import { dropVariantImages } from './variant.repository.ts';

/** Absent fields stay as they are. */
export interface ImageChange {
  name?: string;
  /** All images, in their order. */
  images?: ImageRow[];
  /** A new image, stored already, that replaces the first one. */
  firstImage?: ImageRow;
}

function createImagesError(path: string, index: number, code: 'unknown' | 'invalid_choice', message: string): AppError {
  const issue: Issue = { path: `${path}.${index}.url`, code, message };
  return new AppError('invalid_request', `Image ${index + 1} ${message}`, { issues: [issue] });
}

const createUnknownError = (path: string, index: number) =>
  createImagesError(path, index, 'unknown', 'no longer exists: please upload it again');

/** `path`: of the field, for errors. Throws `invalid_request` for URLs that aren't images of this shop, and for images that occur twice. */
export function parseImages(images: ProductImageInput[], path: string): ImageRow[] {
  const seen = new Set<string>();
  return images.map(({ url, alt = '' }, index) => {
    const imageId = parseImageUrl(url);
    if (!imageId) throw createUnknownError(path, index);
    if (seen.has(imageId)) throw createImagesError(path, index, 'invalid_choice', 'occurs twice');
    seen.add(imageId);
    return { imageId, alt: alt.trim() };
  });
}

/** An alternative text that equals the product's name is stored as empty: the name is shown then, and stays right when it changes. */
export function withoutNames(images: ImageRow[], names: string[]): ImageRow[] {
  return images.map((it) => (names.includes(it.alt) ? { ...it, alt: '' } : it));
}

export function areSameImages(one: ImageRow[], other: ImageRow[]): boolean {
  const isSame = (image: ImageRow, index: number) => image.imageId === other[index]?.imageId && image.alt === other[index]?.alt;
  return one.length === other.length && one.every(isSame);
}

/**
 * Gives `images` to a product that has `current`. New ones must have been uploaded and belong to no other product. Removed ones can be put
 * back for a day, so that a form opened earlier can still be saved. Throws `invalid_request`.
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

/** `kept`: the images that the product keeps. */
export async function detachImages(tx: Database, current: ImageRow[], kept: ImageRow[], at: Date): Promise<void> {
  const keptIds = new Set(kept.map(({ imageId }) => imageId));
  const removed = current.flatMap(({ imageId }) => (keptIds.has(imageId) ? [] : [imageId]));
  await addUnattachedImages(tx, removed, at);
}

/** The product's images after the change. */
export function chooseImages(current: DetailedRow, { images, firstImage, name = current.name }: ImageChange): ImageRow[] {
  if (images) return withoutNames(images, [current.name, name]);
  return firstImage ? [...withoutNames([firstImage], [current.name, name]), ...current.moreImages] : listImages(current);
}

export async function writeImages(tx: Database, current: DetailedRow, images: ImageRow[], change: ImageChange, at: Date): Promise<void> {
  if (change.images) await attachImages(tx, listImages(current), images, 'images', at);
  else await detachImages(tx, listImages(current), images, at);
  const more = images.slice(1);
  if (!areSameImages(more, current.moreImages)) await replaceMoreImages(tx, current._id, more);
  await dropVariantImages(
    tx,
    current._id,
    images.map(({ imageId }) => imageId),
  );
}

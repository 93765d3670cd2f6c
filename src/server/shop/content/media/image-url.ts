import { AppError } from '../../../platform/errors.ts';

/** The uploaded image of a request that needs one. Throws `invalid_request`. */
export function requireImage(image: Buffer | null): Buffer {
  if (image) return image;
  const issues = [{ path: 'image', code: 'required' as const, message: 'is required' }];
  throw new AppError('invalid_request', 'Please choose an image', { issues });
}

/** The width in the URLs that the API returns, such as `<imageId>-640.webp`; the storefront derives those of the other widths. */
export const DEFAULT_WIDTH = 640;

export function imageFileName(imageId: string, width: number): string {
  return `${imageId}-${width}.webp`;
}

let imageHost = '';

/** Set once, before the shop opens: the origin of all image URLs, such as a CDN; null: images are paths on the shop's own host. */
export function setImageHost(origin: string | null): void {
  imageHost = origin ?? '';
}

export const hasImageHost = (): boolean => imageHost !== '';

export function imageUrl(imageId: string): string {
  return `${imageHost}/uploads/${imageFileName(imageId, DEFAULT_WIDTH)}`;
}

/** For use outside of the shop's own pages, such as on a payment page. */
export function absoluteImageUrl(imageId: string, shopOrigin: string): string {
  return hasImageHost() ? imageUrl(imageId) : shopOrigin + imageUrl(imageId);
}

/** Only files with such names are served and cleaned up. */
export const IMAGE_FILE_PATTERN = /^(?<imageId>[0-9a-f]{32})-\d+\.webp$/;

const IMAGE_URL_PATTERN = /\/uploads\/(?<imageId>[0-9a-f]{32})-\d+\.webp$/;

/** The id in an image's URL, at any width and on any host, because the image host may have changed since. Null for any other text. */
export function parseImageUrl(url: string): string | null {
  return IMAGE_URL_PATTERN.exec(url)?.groups?.imageId ?? null;
}

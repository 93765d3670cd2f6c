/** File names and URLs of images: `<imageId>-<width>.webp`, one file per width. */

/** The width that the API returns; the storefront derives the URLs of the others from it. */
export const DEFAULT_WIDTH = 640;

export function imageFileName(imageId: string, width: number): string {
  return `${imageId}-${width}.webp`;
}

let imageHost = '';

/** Set once, before the shop opens: the origin of all images' URLs, such as that of a CDN; null: the shop's own, so that they are paths. */
export function setImageHost(origin: string | null): void {
  imageHost = origin ?? '';
}

export const hasImageHost = (): boolean => imageHost !== '';

export function imageUrl(imageId: string): string {
  return `${imageHost}/uploads/${imageFileName(imageId, DEFAULT_WIDTH)}`;
}

/** For those who aren't on the shop's own pages, such as a payment page. */
export function absoluteImageUrl(imageId: string, shopOrigin: string): string {
  return hasImageHost() ? imageUrl(imageId) : shopOrigin + imageUrl(imageId);
}

/** Only files with such names are served and cleaned up. */
export const IMAGE_FILE_PATTERN = /^(?<imageId>[0-9a-f]{32})-\d+\.webp$/;

const IMAGE_URL_PATTERN = /\/uploads\/(?<imageId>[0-9a-f]{32})-\d+\.webp$/;

/** The id in the URL of an image, at any width and on any host: the images' own may have changed since. Null in any other text. */
export function parseImageUrl(url: string): string | null {
  return IMAGE_URL_PATTERN.exec(url)?.groups?.imageId ?? null;
}

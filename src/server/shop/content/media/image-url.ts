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

const EMAIL_WIDTHS = { jpg: 160, png: 640 } as const;

/**
 * For emails, since Outlook for Windows shows no WebP: photos as JPEG, logos as PNG. The shop's own host makes them of the stored files. Null
 * for the URL of no image of the shop.
 */
export function emailImageUrl(url: string, shopOrigin: string, format: keyof typeof EMAIL_WIDTHS): string | null {
  const imageId = parseImageUrl(url);
  return imageId && `${shopOrigin}/uploads/${imageId}-${EMAIL_WIDTHS[format]}.${format}`;
}

const EMAIL_FILE_PATTERN = /^(?<stored>[0-9a-f]{32}-(?:160(?=\.jpg)|640(?=\.png)))\.(?<format>jpg|png)$/;

export interface EmailImage {
  stored: string;
  format: keyof typeof EMAIL_WIDTHS;
}

/** The stored file of which an email's image is made; null for any other name. */
export function parseEmailImage(name: string): EmailImage | null {
  const { stored, format } = EMAIL_FILE_PATTERN.exec(name)?.groups ?? {};
  return stored && (format === 'jpg' || format === 'png') ? { stored: `${stored}.webp`, format } : null;
}

/** Only files with such names are served and cleaned up. */
export const IMAGE_FILE_PATTERN = /^(?<imageId>[0-9a-f]{32})-\d+\.webp$/;

const IMAGE_URL_PATTERN = /\/uploads\/(?<imageId>[0-9a-f]{32})-\d+\.webp$/;

/** The id in an image's URL, at any width and on any host, because the image host may have changed since. Null for any other text. */
export function parseImageUrl(url: string): string | null {
  return IMAGE_URL_PATTERN.exec(url)?.groups?.imageId ?? null;
}

/** File names and URLs of images: `<imageId>-<width>.webp`, one file per width. */

/** The width that the API returns; the storefront derives the URLs of the others from it. */
export const DEFAULT_WIDTH = 640;

export function imageFileName(imageId: string, width: number): string {
  return `${imageId}-${width}.webp`;
}

export function imageUrl(imageId: string): string {
  return `/uploads/${imageFileName(imageId, DEFAULT_WIDTH)}`;
}

/** Only files with such names are served and cleaned up. */
export const IMAGE_FILE_PATTERN = /^(?<imageId>[0-9a-f]{32})-\d+\.webp$/;

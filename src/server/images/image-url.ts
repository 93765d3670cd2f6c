/** Where a picture is found: an id of the picture's own, one file a width. */

/** The width that stands in the API; the storefront derives the others from it. */
export const DEFAULT_WIDTH = 640;

export function imageFileName(imageId: string, width: number): string {
  return `${imageId}-${width}.webp`;
}

export function imageUrl(imageId: string): string {
  return `/uploads/${imageFileName(imageId, DEFAULT_WIDTH)}`;
}

/** Nothing else in the uploads directory is served or swept. */
export const IMAGE_FILE_PATTERN = /^(?<imageId>[0-9a-f]{32})-\d+\.webp$/;

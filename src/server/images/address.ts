/** Where a picture is found: an id of the picture's own, one file a width. */

/** The width that stands in the API; the storefront derives the others from it. */
export const MAIN_WIDTH = 640;

export function imageFile(imageId: string, width: number): string {
  return `${imageId}-${width}.webp`;
}

export function imageAddress(imageId: string): string {
  return `/uploads/${imageFile(imageId, MAIN_WIDTH)}`;
}

/** Nothing else in the uploads directory is served or swept. */
export const IMAGE_FILE = /^(?<imageId>[0-9a-f]{32})-\d+\.webp$/;

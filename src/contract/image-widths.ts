/** Every product image is stored as WebP at each of these widths, in pixels. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1280] as const;

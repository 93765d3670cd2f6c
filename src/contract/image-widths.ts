/**
 * How products' pictures are framed in the shop: `whole` shows all of each in a square, the others cut each to fill a frame of this width
 * and height.
 */
export const IMAGE_FRAMES = ['whole', '1:1', '4:5', '4:3'] as const;

/** Every product image is stored as WebP at each of these widths, in pixels. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1280] as const;

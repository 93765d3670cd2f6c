/** Generates small images. */
import sharp from 'sharp';

export interface ImageOptions {
  width?: number;
  height?: number;
  /** Any CSS colour. */
  colour?: string;
}

export function makeImage(
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff' = 'jpeg',
  { width = 60, height = 40, colour = 'teal' }: ImageOptions = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour }, limitInputPixels: false })
    .toFormat(format)
    .toBuffer();
}

/** An image of noise, which hardly compresses: for tests of file sizes and truncated files. */
export function makeNoiseImage(
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg',
  { width = 900, height = 600 }: ImageOptions = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 50 } } })
    .toFormat(format)
    .toBuffer();
}

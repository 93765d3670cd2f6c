/** Images of the demo's products: a rendered object on a tinted background, above a soft elliptic shadow. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { findAsset } from '../../platform/process/asset-path.ts';
import { type ImageView, parseName } from './demo-catalog.ts';

/** Pixels. The renders have 256, so a larger image would show no more detail and take longer to encode. */
export const IMAGE_SIZE = 800;
/** The object's longer side, as a fraction of the image's. */
const OBJECT_SCALE = 0.6;
/** For a close-up, whose edges are cut off. */
const CLOSE_SCALE = 1.3;
/** The vertical position of their centers, as a fraction from the top. */
const OBJECT_CENTER = 0.48;
const SHADOW_CENTER = 0.81;
/** Percent, as in hsl(). */
const CENTER_LIGHTNESS = 97;
const EDGE_LIGHTNESS = 88;
const SATURATION = 38;
/** Lightness steps of the background, from its center to its edge. */
const LEVELS = 256;
const SHADOW_LIGHTNESS = 38;
const SHADOW_STRENGTH = 0.36;
/** Degrees between the hues of two successive products: multiples of this angle stay far apart, so that neighbors in a grid differ. */
const GOLDEN_ANGLE = 137.508;

type Rgb = [number, number, number];

/** The package's thousands of renders, named by their emoji's code point: `1f45f.webp`. */
const findPackagedRenders = () =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets');

/** A build contains the renders that the catalog names, so it needs no package. */
export const rendersDir = findAsset('shop/seed/renders') ?? findPackagedRenders();

/** Degrees. `index`: the product's position in the catalog, from 0. */
export function toHue(index: number): number {
  // The first product is a running shoe; 12° is a warm red.
  return (12 + index * GOLDEN_ANGLE) % 360;
}

function toRgb(hue: number, saturation: number, lightness: number): Rgb {
  const l = lightness / 100;
  const spread = (saturation / 100) * Math.min(l, 1 - l);
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    return 255 * (l - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}

function blend(below = 0, above = 0, opacity = 0): number {
  return below + (above - below) * opacity;
}

/** Each pixel's distance from the center, scaled to 0 … LEVELS - 1. */
function measureBackground(size: number): Uint8Array {
  const levels = new Uint8Array(size * size);
  const middle = size / 2;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const t = Math.min(1, Math.hypot(x - middle, y - middle * 0.92) / (size * 0.68));
      levels[y * size + x] = Math.round(ease(t) * (LEVELS - 1));
    }
  }
  return levels;
}

/** Computed once, because it is the same for every image. */
let cachedLevels: Uint8Array | null = null;

/** RGB, 3 bytes a pixel, row by row. */
function paintBackground(hue: number): Buffer {
  cachedLevels ??= measureBackground(IMAGE_SIZE);
  const levels = cachedLevels;
  const background = Buffer.allocUnsafe(levels.length * 3);
  const shades = new Uint8Array(LEVELS * 3);
  for (let level = 0; level < LEVELS; level += 1) {
    shades.set(toRgb(hue, SATURATION, CENTER_LIGHTNESS - ((CENTER_LIGHTNESS - EDGE_LIGHTNESS) * level) / (LEVELS - 1)), level * 3);
  }
  let at = 0;
  for (const level of levels) {
    const from = level * 3;
    background[at] = shades[from] ?? 0;
    background[at + 1] = shades[from + 1] ?? 0;
    background[at + 2] = shades[from + 2] ?? 0;
    at += 3;
  }
  return background;
}

/** `width`: that of the object that casts the shadow. */
function paintShadow(background: Buffer, hue: number, width: number): void {
  const shadow = toRgb(hue, SATURATION, SHADOW_LIGHTNESS);
  const half = { x: Math.max(width * 0.5, IMAGE_SIZE * 0.14), y: IMAGE_SIZE * 0.03 };
  const floor = SHADOW_CENTER * IMAGE_SIZE;
  const across = Array.from({ length: IMAGE_SIZE }, (_, x) => Math.exp(-1.6 * ((x - IMAGE_SIZE / 2) / half.x) ** 4));
  for (let y = Math.floor(floor - 2.2 * half.y); y < floor + 2.2 * half.y; y += 1) {
    const strength = SHADOW_STRENGTH * Math.exp(-1.6 * ((y - floor) / half.y) ** 2);
    for (const [x, part] of across.entries()) {
      for (const [channel, dark] of shadow.entries()) {
        const at = (y * IMAGE_SIZE + x) * 3 + channel;
        background[at] = blend(background[at], dark, strength * part);
      }
    }
  }
}

/** The middle of the object, enlarged to the size of the image. */
function cutClose(object: Sharp): Sharp {
  const side = Math.round(IMAGE_SIZE * CLOSE_SCALE);
  const offset = Math.round((side - IMAGE_SIZE) / 2);
  return object
    .resize({ width: side, height: side, fit: 'contain', background: '#00000000', kernel: 'lanczos3' })
    .extract({ left: offset, top: offset, width: IMAGE_SIZE, height: IMAGE_SIZE });
}

/** A square PNG of a render with a transparent background. `turn`: by how many degrees the object's own hue is turned. */
export async function composeImage(render: Buffer, hue: number, view: ImageView = 'whole', turn = 0): Promise<Buffer> {
  const side = Math.round(IMAGE_SIZE * OBJECT_SCALE);
  const whole = sharp(render)
    .trim({ threshold: 8 })
    .flop(view === 'mirrored');
  const trimmed = turn ? whole.modulate({ hue: turn }) : whole;
  const object = await (view === 'close'
    ? cutClose(trimmed)
    : trimmed.resize({ width: side, height: side, fit: 'inside', kernel: 'lanczos3' })
  )
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = object.info;
  const background = paintBackground(hue);
  if (view !== 'close') paintShadow(background, hue, width);
  return (
    sharp(background, { raw: { width: IMAGE_SIZE, height: IMAGE_SIZE, channels: 3 } })
      .composite([
        {
          input: object.data,
          raw: { width, height, channels },
          left: Math.round((IMAGE_SIZE - width) / 2),
          top: view === 'close' ? 0 : Math.round(IMAGE_SIZE * OBJECT_CENTER - height / 2),
        },
      ])
      .removeAlpha()
      // Uncompressed, because the resizer decodes it again at once.
      .png({ compressionLevel: 0 })
      .toBuffer()
  );
}

/** `name`: the render's name in the product's row, and which view of it; `index`: the row's position in the catalog. */
export async function renderDemoImage(name: string, index: number): Promise<Buffer> {
  const { view, hue, file } = parseName(name);
  return composeImage(await readFile(path.join(rendersDir, path.basename(file))), toHue(index), view, hue);
}

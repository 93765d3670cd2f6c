/** Reads the image that a row names. Only files inside one folder can be read. */

import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { IMAGE_MAX_BYTES } from '../../../../../contract/limits.ts';
import type { Deps } from '../../../../deps.ts';
import { AppError } from '../../../../platform/errors.ts';
import { PLACEHOLDER_SETTING } from '../../../content/media/image.repository.ts';
import { storeImage } from '../../../content/media/storage.ts';
import { findSetting, saveSetting } from '../../../settings/settings.repository.ts';

/**
 * The picture that products without an image show, since every page, email and feed shows one. It is drawn and stored once, when the first such
 * product is imported.
 */

const SIDE = 1200;
const GROUND = 0xee;
const LINE = 0xc4;

/** A framed landscape, as programs show it for a picture that is missing: hills, a sun, a frame. */
function isLine(x: number, y: number): boolean {
  const [left, top, right, bottom, width] = [380, 430, 820, 770, 18];
  const isInside = x >= left && x <= right && y >= top && y <= bottom;
  const isFrame = isInside && (x < left + width || x > right - width || y < top + width || y > bottom - width);
  const isSun = (x - 500) ** 2 + (y - 530) ** 2 < 34 ** 2;
  const isHill = isInside && (y > 770 - (220 - Math.abs(x - 660) * 1.25) || y > 770 - (120 - Math.abs(x - 490) * 1.2)) && y < bottom;
  return isFrame || isSun || isHill;
}

function drawPlaceholder(): Promise<Buffer> {
  const pixels = Buffer.alloc(SIDE * SIDE, GROUND);
  for (let y = 400; y < 800; y += 1) for (let x = 350; x < 850; x += 1) if (isLine(x, y)) pixels[y * SIDE + x] = LINE;
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .toColourspace('srgb')
    .png()
    .toBuffer();
}

const readId = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'imageId' in value && typeof value.imageId === 'string' ? value.imageId : null;

/** Null: no product has needed it yet. */
export const findPlaceholder = async ({ db }: Pick<Deps, 'db'>): Promise<string | null> =>
  readId(await findSetting(db, PLACEHOLDER_SETTING));

/** Its id. If two processes store it at once, the later one stays. */
export async function requirePlaceholder({ db, images }: Pick<Deps, 'db' | 'images'>): Promise<string> {
  const found = await findPlaceholder({ db });
  if (found) return found;
  const imageId = await storeImage(images, await drawPlaceholder());
  await saveSetting(db, PLACEHOLDER_SETTING, { imageId });
  return imageId;
}

function createInvalidImageError(message: string, cause?: unknown): AppError {
  return new AppError('invalid_request', message, { cause });
}

/** Resolves symbolic links before it checks, so that a link can't lead out of the folder. */
async function resolveInside(directory: string, name: string): Promise<string> {
  const outsideError = createInvalidImageError(`image ${name} lies outside the folder of images`);
  const requested = path.resolve(directory, name);
  const isInside = (root: string, file: string) => file.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
  if (!isInside(path.resolve(directory), requested)) throw outsideError;
  const realFile = await realpath(requested);
  if (!isInside(await realpath(directory), realFile)) throw outsideError;
  return realFile;
}

/** Throws AppError `invalid_request` for whatever can't be read as a file of 1 byte to IMAGE_MAX_BYTES inside the folder. */
export async function readImageFile(directory: string, name: string): Promise<Buffer> {
  if (name.includes('\u0000')) throw createInvalidImageError('image must not hold a NUL character');
  try {
    const realFile = await resolveInside(directory, name);
    const stats = await stat(realFile);
    if (!stats.isFile()) throw createInvalidImageError(`image ${name} isn't a file`);
    if (stats.size === 0) throw createInvalidImageError(`image ${name} is empty`);
    if (stats.size > IMAGE_MAX_BYTES) throw createInvalidImageError(`image ${name} is larger than 5 MB`);
    return await readFile(realFile);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') throw createInvalidImageError(`image ${name} isn't there`, error);
    throw createInvalidImageError(`image ${name} can't be read (${code || 'unknown reason'})`, error);
  }
}

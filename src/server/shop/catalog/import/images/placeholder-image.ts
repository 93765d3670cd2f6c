/**
 * The image of products that have none, since every page, email and feed shows one. It is drawn and stored once, when the first such product is
 * imported.
 */
import sharp from 'sharp';
import type { Deps } from '../../../../deps.ts';
import { PLACEHOLDER_SETTING } from '../../../content/media/image.repository.ts';
import { storeImage } from '../../../content/media/store-image.ts';
import { findSetting, saveSetting } from '../../../settings/settings.repository.ts';

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

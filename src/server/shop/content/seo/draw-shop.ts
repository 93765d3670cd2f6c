/**
 * Draws what stands for the shop where no page is: its icon, and the picture of a shared link. From the logo, or from the name on the accent.
 * Letters come from a font file of our own, as a container has none.
 */
import { createRequire } from 'node:module';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { chooseAccentColors } from '../../../../contract/settings.ts';

/** What they are made of. */
export interface ShopMark {
  name: string;
  /** `#rrggbb`; empty: the shop's own. */
  accentColor: string;
  /** A WebP at a width of its own; null: there is none. */
  logo: Buffer | null;
}

interface Size {
  width: number;
  height: number;
}

const PAPER = '#ffffff';
const FONT_FILE = createRequire(import.meta.url).resolve('@expo-google-fonts/geist/700Bold/Geist_700Bold.ttf');
/** What the font file has. Of other scripts a machine may have no letters, and would draw boxes. */
const IS_DRAWABLE = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Number}\p{Punctuation}\p{Symbol}\p{Zs}]+$/u;
const IS_PICTOGRAPH = /\p{Extended_Pictographic}/u;
const canDraw = (text: string) => IS_DRAWABLE.test(text.normalize('NFC')) && !IS_PICTOGRAPH.test(text);

/** A logo that is wider would be a line in a square. */
const WIDEST_ICON_LOGO = 3;
const ICON_SIZE = 180;
const SHARE_SIZE: Size = { width: 1200, height: 630 };

const readInitial = ({ name }: ShopMark): string => [...name.trim()][0] ?? '';
const shrink = ({ width, height }: Size, share: number): Size => ({ width: Math.round(width * share), height: Math.round(height * share) });

const toOverlay = async (image: Sharp): Promise<OverlayOptions> => {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width: info.width, height: info.height, channels: 4 } };
};

export function escapeXml(text: string): string {
  return text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Stands for letters that can't be drawn. */
function drawDisc(color: string, { width, height }: Size): OverlayOptions {
  const side = Math.min(width, height);
  const alphaAt = (pixel: number) => {
    const away = Math.hypot((pixel % side) + 0.5 - side / 2, Math.floor(pixel / side) + 0.5 - side / 2);
    return Math.round(255 * Math.min(Math.max(side / 2 - away, 0), 1));
  };
  const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const input = Buffer.from(Array.from({ length: side * side }, (_, pixel) => [...rgb, alphaAt(pixel)]).flat());
  return { input, raw: { width: side, height: side, channels: 4 } };
}

function drawLetters(letters: string, color: string, box: Size): OverlayOptions | Promise<OverlayOptions> {
  if (!canDraw(letters)) return drawDisc(color, box);
  const text = `<span foreground="${color}">${escapeXml(letters)}</span>`;
  return toOverlay(sharp({ text: { text, font: 'Geist Bold', fontfile: FONT_FILE, align: 'center', rgba: true, ...box } }));
}

const drawLogo = (logo: Buffer, box: Size) => toOverlay(sharp(logo).resize({ ...box, fit: 'inside' }));

/** The mark stands in the middle. */
const paint = ({ width, height }: Size, background: string, mark: OverlayOptions): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .composite([mark])
    .png({ compressionLevel: 9 })
    .toBuffer();

/** The logo as an icon, if it isn't much wider than tall. */
async function findIconLogo({ logo }: ShopMark): Promise<Buffer | null> {
  if (!logo) return null;
  const { width, height } = await sharp(logo).metadata();
  return width <= WIDEST_ICON_LOGO * height ? logo : null;
}

/** A square to its edges, as telephones round it themselves. */
export async function drawTouchIcon(shop: ShopMark): Promise<Buffer> {
  const size = { width: ICON_SIZE, height: ICON_SIZE };
  const logo = await findIconLogo(shop);
  if (logo) return paint(size, PAPER, await drawLogo(logo, shrink(size, 0.84)));
  const { ground, letters } = chooseAccentColors(shop.accentColor);
  return paint(size, ground, await drawLetters(readInitial(shop), letters, shrink(size, 0.5)));
}

/** The initial as text, which a browser draws in any script, or the logo within. */
export async function drawIcon(shop: ShopMark): Promise<string> {
  const logo = await findIconLogo(shop);
  const { ground, letters } = chooseAccentColors(shop.accentColor);
  const frame = (fill: string, inner: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${fill}"/>${inner}</svg>`;
  if (logo) {
    const png = await sharp(logo).resize({ width: 128, height: 128, fit: 'inside' }).png().toBuffer();
    return frame(PAPER, `<image x="4" y="4" width="56" height="56" href="data:image/png;base64,${png.toString('base64')}"/>`);
  }
  const text = escapeXml(readInitial(shop));
  return frame(
    ground,
    `<text x="32" y="33" fill="${letters}" font-family="system-ui,sans-serif" font-weight="700" font-size="38" text-anchor="middle" dominant-baseline="central">${text}</text>`,
  );
}

/** What a link to the shop shows where it is shared. */
export async function drawShareImage(shop: ShopMark): Promise<Buffer> {
  if (shop.logo) return paint(SHARE_SIZE, PAPER, await drawLogo(shop.logo, shrink(SHARE_SIZE, 0.6)));
  const { ground, letters } = chooseAccentColors(shop.accentColor);
  return paint(SHARE_SIZE, ground, await drawLetters(shop.name.trim(), letters, { width: 960, height: 240 }));
}

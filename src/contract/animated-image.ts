/**
 * What an image is, by its structure alone: whether it moves, and whether it is a phone's HEIC. The shop keeps the first frame of an animation, so whoever uploads one is told: forms
 * when the file is chosen, programs in the answer.
 */

const readText = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** Blocks follow each other; a color table of 3 × 2^(n+1) bytes may come before the first one and before each frame. */
function countGifFrames(bytes: Uint8Array): number {
  const at = (index: number) => bytes[index] ?? 0;
  const tableSize = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  const skipSubBlocks = (from: number) => {
    let index = from;
    while (index < bytes.length && at(index) !== 0) index += at(index) + 1;
    return index + 1;
  };
  let frames = 0;
  let index = 13 + tableSize(at(10));
  while (index < bytes.length && frames < 2) {
    const kind = at(index);
    if (kind === 0x21) index = skipSubBlocks(index + 2);
    else if (kind === 0x2c) {
      frames += 1;
      index = skipSubBlocks(index + 11 + tableSize(at(index + 9)));
    } else break;
  }
  return frames;
}

/** An animated PNG has a chunk `acTL` before its pixels. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let index = 8; index + 8 <= bytes.length; index += 12 + view.getUint32(index)) {
    const name = readText(bytes, index + 4, index + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
  }
  return false;
}

export function isAnimatedImage(bytes: Uint8Array): boolean {
  if (readText(bytes, 0, 4) === 'GIF8') return countGifFrames(bytes) > 1;
  if (readText(bytes, 1, 4) === 'PNG') return isAnimatedPng(bytes);
  if (readText(bytes, 8, 16) === 'WEBPVP8X') return ((bytes[20] ?? 0) & 0x02) !== 0;
  return readText(bytes, 4, 12) === 'ftypavis';
}

/** Photos of iPhones, by the brands that the file names: they are compressed by HEVC, which needs a licence to be read. */
export function isHeicImage(bytes: Uint8Array): boolean {
  const brands = readText(bytes, 4, Math.min(bytes[3] ?? 0, 64));
  return brands.startsWith('ftyp') && /hei[cxms]|hev[cxms]/.test(brands) && !brands.includes('avif');
}

/** What is said of a file before it is uploaded. The server checks its content again. */
import { isAnimatedImage } from '../../../contract/animated-image.ts';
import { IMAGE_MAX_BYTES } from '../../../contract/limits.ts';
import { products as words } from '../messages.ts';

/** Without HEIC: where a page doesn't take it, an iPhone sends its photos as JPEG. */
export const IMAGE_ACCEPT = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** Why a file can't be uploaded, in words; null if it can. */
export function validateImageFile(file: File): string | null {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]s?$/i.test(file.name)) return words.heicImage;
  // Some systems know no type for AVIF.
  if (!file.type.startsWith('image/') && !/\.avif$/i.test(file.name)) return words.notAnImage;
  return file.size > IMAGE_MAX_BYTES ? words.imageTooLarge : null;
}

/** What is lost of a file that can be uploaded, in words; null: nothing. */
export async function describeLoss(file: File): Promise<string | null> {
  try {
    return isAnimatedImage(new Uint8Array(await file.arrayBuffer())) ? words.animatedImage : null;
  } catch {
    // The file is gone, or cut off: the upload says so.
    return null;
  }
}

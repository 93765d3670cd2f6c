import { IMAGE_MAX_BYTES } from '../../../contract/limits.ts';
import { products as words } from '../../messages/admin.ts';

/** Why a file can't be uploaded, in words; null if it can. The server checks its content. */
export function validateImageFile(file: File): string | null {
  if (!file.type.startsWith('image/')) return words.notAnImage;
  return file.size > IMAGE_MAX_BYTES ? words.imageTooLarge : null;
}

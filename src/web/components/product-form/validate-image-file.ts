import { IMAGE_MAX_BYTES } from '../../../contract/limits.ts';
import { products as words } from '../../messages/admin.ts';

/** Why a file can't be sent, in words; null where it can. What is in it the server looks at. */
export function validateImageFile(file: File): string | null {
  if (!file.type.startsWith('image/')) return words.notAnImage;
  return file.size > IMAGE_MAX_BYTES ? words.imageTooLarge : null;
}

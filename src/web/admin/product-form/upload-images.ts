/** Uploads the files among a form's images, one after the other, and returns the URLs of all images. */

import { uploadImage } from '../../../contract/product-admin.ts';
import type { ProductImageInput } from '../../../contract/product-fields.ts';
import { api, isApiError } from '../../api.ts';
import { products as words } from '../messages.ts';
import { withImage } from '../parts/upload.ts';
import type { FormImage } from './use-image-list.ts';
import type { UploadRequest } from './use-upload.ts';

/** URLs of uploaded files: after a failure they aren't uploaded again. The server keeps them for a day. */
const uploadedUrls = new WeakMap<File, string>();

/** Adds the file's name to what is wrong with it, since several were sent. */
function withFileName(error: unknown, { name }: File): unknown {
  if (isApiError(error) && error.status !== 0) error.message = words.imageFailed(name, error.message);
  return error;
}

/** Bytes of the files that aren't uploaded yet. */
export function countPendingBytes(images: FormImage[]): number {
  return images.reduce((sum, { file }) => sum + (file && !uploadedUrls.has(file) ? file.size : 0), 0);
}

/** `after`: how many bytes will be sent after these, for the progress. */
export async function uploadImages(images: FormImage[], { signal, fetchPart }: UploadRequest, after = 0): Promise<ProductImageInput[]> {
  const pending = images.flatMap(({ file }) => (file && !uploadedUrls.has(file) ? [file] : []));
  const total = countPendingBytes(images) + after;
  let sent = 0;
  for (const file of pending) {
    const fetcher = withImage(fetchPart(sent / total, (sent + file.size) / total), {}, file);
    const { image } = await api(uploadImage, { body: {}, signal, fetcher }).catch((error) => {
      throw withFileName(error, file);
    });
    uploadedUrls.set(file, image);
    sent += file.size;
  }
  return images.map(({ url, alt, file }) => ({ url: (file && uploadedUrls.get(file)) ?? url, alt: alt.trim() }));
}

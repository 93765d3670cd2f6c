/** The image of a category while its form is edited: the stored one, a chosen file, or none. */
import { useState } from 'react';
import { uploadImages } from '../product-form/upload-images.ts';
import type { UploadRequest } from '../product-form/use-upload.ts';

/** `shown`: URL of the initial image; it starts again with it when `key` changes. */
export function useCategoryImage(shown: { value: string; key: string }) {
  const [state, setState] = useState({ key: shown.key, url: shown.value, file: null as File | null, removals: 0 });
  if (state.key !== shown.key) setState({ ...state, key: shown.key, url: shown.value, file: null });
  const { url, file, removals } = state;

  return {
    /** The field's key: when the chosen file is removed, it changes, which resets the field. */
    key: `${shown.key}-${removals}`,
    url,
    file,
    isRemovable: Boolean(url || file),
    choose: (chosen: File | null) => setState({ ...state, file: chosen }),
    remove: () => setState({ ...state, url: '', file: null, removals: removals + 1 }),
    /** Uploads the file: once, also where the form is sent again. */
    upload: async (request: UploadRequest): Promise<{ url: string }> => {
      if (!file) return { url };
      const [uploaded] = await uploadImages([{ key: file.name, url, alt: '', file }], request);
      return uploaded ?? { url };
    },
  };
}

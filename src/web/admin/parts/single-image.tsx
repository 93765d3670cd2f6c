/** The one image of a category or brand while its form is edited: the stored one, a chosen file, or none. */
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { ImageField } from '../product-form/image-field.tsx';
import { uploadImages } from '../product-form/use-image-list.ts';
import { type Upload, UploadProgress, type UploadRequest } from './upload.tsx';

/** `shown`: URL of the initial image; it starts again with it when `key` changes. */
export function useSingleImage(shown: { value: string; key: string }) {
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

interface SingleImageFieldProps {
  image: ReturnType<typeof useSingleImage>;
  upload: Upload;
  words: Record<'chooseImage' | 'changeImage' | 'removeImage' | 'imageHint' | 'uploadCancelled', string>;
  error: string | undefined;
}

export function SingleImageField({ image, upload, words, error }: SingleImageFieldProps) {
  return (
    <div className="flex flex-col items-start gap-3 *:w-full">
      <ImageField
        key={image.key}
        label={image.url ? words.changeImage : words.chooseImage}
        hint={words.imageHint}
        error={error}
        currentImage={image.url || undefined}
        onFile={image.choose}
      />
      {image.isRemovable && (
        <Button variant="quiet" size="small" className="w-auto!" onClick={image.remove}>
          {words.removeImage}
        </Button>
      )}
      <UploadProgress upload={upload} cancelledMessage={words.uploadCancelled} />
    </div>
  );
}

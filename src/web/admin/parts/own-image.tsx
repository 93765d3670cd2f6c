/** The one image of a category or a collection while its form is edited: the stored one, a chosen file, or none. */
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { ImageField } from '../product-form/image-field.tsx';
import { uploadImages } from '../product-form/use-image-list.ts';
import { ownImage as words } from './messages.ts';
import { type Upload, UploadProgress, type UploadRequest } from './upload.tsx';

export type OwnImage = ReturnType<typeof useOwnImage>;

/** `shown`: URL of the initial image; it starts again with it when `key` changes. */
export function useOwnImage(shown: { value: string; key: string }) {
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

interface OwnImageFieldProps {
  image: OwnImage;
  upload: Upload;
  hint: string;
  error: string | undefined;
}

export function OwnImageField({ image, upload, hint, error }: OwnImageFieldProps) {
  return (
    <div className="flex flex-col items-start gap-3 *:w-full">
      <ImageField
        key={image.key}
        label={image.url ? words.change : words.choose}
        hint={hint}
        error={error}
        currentImage={image.url || undefined}
        onFile={image.choose}
      />
      {image.isRemovable && (
        <Button variant="quiet" size="small" className="w-auto!" onClick={image.remove}>
          {words.remove}
        </Button>
      )}
      <UploadProgress upload={upload} cancelledMessage={words.uploadCancelled} />
    </div>
  );
}

/** A category's name, text and image. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { updateCategory, type VersionedCategory } from '../../../contract/category.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { CATEGORY_DESCRIPTION_MAX_LENGTH, IMAGE_ALT_MAX_LENGTH } from '../../../contract/limits.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { TextArea, TextField } from '../../kit/field.tsx';
import { EditConflictPanel, readCurrent, type Snapshot, useEditConflict } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { UploadProgress, type UploadRequest, useUpload } from '../parts/upload.tsx';
import { ImageField } from '../product-form/image-field.tsx';
import { uploadImages } from '../product-form/use-image-list.ts';
import { adminSpec } from '../specified-labels.ts';
import { categories as words } from './messages.ts';

/** The image of a category while its form is edited: the stored one, a chosen file, or none. */

/** `shown`: URL of the initial image; it starts again with it when `key` changes. */
function useCategoryImage(shown: { value: string; key: string }) {
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

/** An alternative text that equals the name counts as empty. */
const toSnapshot = ({ version, name, description, ownImage }: VersionedCategory): Snapshot => ({
  version,
  values: { name, description, image: ownImage?.url ?? '', alt: ownImage && ownImage.alt !== name ? ownImage.alt : '' },
});

const FIELDS = {
  name: { label: words.label },
  description: { label: words.description },
  image: { label: words.image, format: (url: string) => (url ? (url.split('/').at(-1) ?? '') : '') },
  alt: { label: words.imageAlt },
};

interface CategoryEditFormProps {
  category: VersionedCategory;
  onSaved: () => void;
  onCancel: () => void;
}

export function CategoryEditForm({ category, onSaved, onCancel }: CategoryEditFormProps) {
  const edit = useEditConflict(toSnapshot(category), FIELDS);
  const upload = useUpload();
  const image = useCategoryImage(edit.field('image'));

  const save = async (values: FormData) => {
    const uploaded = image.file ? await upload.run(image.upload) : { url: image.url };
    if (!uploaded) return null;
    const typed = {
      name: readField(values, 'name').trim(),
      description: readField(values, 'description').trim(),
      image: uploaded.url,
      alt: readField(values, 'alt').trim(),
    };
    const { image: url, alt, ...texts } = typed;
    const body = { ...texts, image: url ? { url, alt } : null, version: edit.base.version };
    return api(updateCategory, { params: { id: category._id }, body }).catch((error) => {
      const current = readCurrent<Pick<ReplyOf<typeof updateCategory>, 'category'>>(error);
      if (current) edit.rebase(typed, toSnapshot(current.category));
      throw error;
    });
  };

  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const saved = await save(values);
      if (!saved) return 'stay';
      if (!saved.success) throw createValidationError(saved.message);
      toast.success(adminSpec.categoryUpdated);
      onSaved();
      return 'stay';
    },
    onFailure: () => {
      toast.error(adminSpec.categoryNotUpdated);
      return undefined;
    },
  });

  const name = edit.field('name');
  const description = edit.field('description');
  const alt = edit.field('alt');
  return (
    <Form state={form}>
      <EditConflictPanel conflict={edit} />
      <TextField
        key={name.key}
        label={words.label}
        name="name"
        defaultValue={name.value}
        placeholder={adminSpec.createCategory}
        error={form.errors.name}
        autoComplete="off"
      />
      <TextArea
        key={description.key}
        label={words.description}
        hint={words.descriptionHint}
        name="description"
        defaultValue={description.value}
        maxLength={CATEGORY_DESCRIPTION_MAX_LENGTH}
        error={form.errors.description}
      />
      <div className="flex flex-col items-start gap-3 *:w-full">
        <ImageField
          key={image.key}
          label={image.url ? words.changeImage : words.chooseImage}
          hint={words.imageHint}
          error={form.errors.image}
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
      <TextField
        key={alt.key}
        label={words.imageAlt}
        hint={words.imageAltHint}
        name="alt"
        defaultValue={alt.value}
        maxLength={IMAGE_ALT_MAX_LENGTH}
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton state={form}>{words.submit}</SubmitButton>
        <Button variant="secondary" className="min-h-11" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </Form>
  );
}

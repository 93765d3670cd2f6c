/** A new brand, or one that is changed: its name, text and image. */
import toast from 'react-hot-toast/headless';
import { createBrand, updateBrand, type VersionedBrand } from '../../../contract/brand.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { BRAND_DESCRIPTION_MAX_LENGTH, BRAND_NAME_MAX_LENGTH, IMAGE_ALT_MAX_LENGTH } from '../../../contract/limits.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { SwitchField, TextField } from '../../kit/field.tsx';
import { EditConflictPanel, readCurrent, type Snapshot, useEditConflict } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { MarkdownField } from '../parts/markdown/markdown-field.tsx';
import { markdownField } from '../parts/markdown/messages.ts';
import { OwnImageField, useOwnImage } from '../parts/own-image.tsx';
import { useUpload } from '../parts/upload.tsx';
import { MakerField } from '../safety/maker-field.tsx';
import { productSafety } from '../safety/messages.ts';
import { useMakers } from '../safety/use-makers.ts';
import { brands as words } from './messages.ts';

const NEW = { name: '', description: '', image: null, maker: null, version: 0 };

/** An alternative text that equals the name counts as empty. */
const toSnapshot = ({ version, name, description, image, maker }: Pick<VersionedBrand, keyof typeof NEW>): Snapshot => ({
  version,
  values: { name, description, image: image?.url ?? '', alt: image && image.alt !== name ? image.alt : '', maker: maker ?? '' },
});

const FIELDS = {
  name: { label: words.name },
  description: { label: words.description },
  image: { label: words.image, format: (url: string) => (url ? (url.split('/').at(-1) ?? '') : '') },
  alt: { label: words.imageAlt },
  maker: { label: productSafety.brandMaker },
};

interface BrandFormProps {
  /** Null: a new one. */
  brand: VersionedBrand | null;
  onSaved: () => void;
  onCancel: () => void;
}

export function BrandForm({ brand, onSaved, onCancel }: BrandFormProps) {
  const edit = useEditConflict(toSnapshot(brand ?? NEW), FIELDS);
  const upload = useUpload();
  const makers = useMakers();
  const image = useOwnImage(edit.field('image'));

  const save = async (values: FormData) => {
    const uploaded = image.file ? await upload.run(image.upload) : { url: image.url };
    if (!uploaded) return null;
    const typed = {
      name: readField(values, 'name').trim(),
      description: readField(values, 'description').trim(),
      image: uploaded.url,
      alt: readField(values, 'alt').trim(),
      maker: readField(values, 'maker'),
    };
    const { image: url, alt, maker: chosen, ...texts } = typed;
    const body = { ...texts, image: url ? { url, alt } : null, maker: chosen || null };
    if (!brand) return api(createBrand, { body });
    const renewed = values.has('renewSlug') && { renewSlug: true };
    return api(updateBrand, { params: { id: brand._id }, body: { ...body, ...renewed, version: edit.base.version } }).catch((error) => {
      const current = readCurrent<Pick<ReplyOf<typeof updateBrand>, 'brand'>>(error);
      if (current) edit.rebase(typed, toSnapshot(current.brand));
      throw error;
    });
  };

  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const saved = await save(values);
      if (!saved) return 'stay';
      if (!saved.success) throw createValidationError(saved.message);
      toast.success(words.saved);
      onSaved();
      return 'stay';
    },
    onFailure: () => {
      toast.error(words.saveFailed);
      return undefined;
    },
  });

  const [name, description, alt, maker] = [edit.field('name'), edit.field('description'), edit.field('alt'), edit.field('maker')];
  return (
    <Form state={form}>
      <EditConflictPanel conflict={edit} />
      <TextField
        key={name.key}
        label={words.name}
        hint={brand ? words.nameHint : undefined}
        name="name"
        defaultValue={name.value}
        maxLength={BRAND_NAME_MAX_LENGTH}
        error={form.errors.name}
        required
        autoComplete="off"
      />
      {brand && <SwitchField label={words.renewSlug} hint={words.renewSlugHint} name="renewSlug" />}
      <MarkdownField
        key={description.key}
        label={words.description}
        hint={markdownField.hint}
        name="description"
        rows={6}
        defaultValue={description.value}
        maxLength={BRAND_DESCRIPTION_MAX_LENGTH}
        error={form.errors.description}
      />
      <OwnImageField image={image} upload={upload} hint={words.imageHint} error={form.errors.image} />
      <TextField
        key={alt.key}
        label={words.imageAlt}
        hint={words.imageAltHint}
        name="alt"
        defaultValue={alt.value}
        maxLength={IMAGE_ALT_MAX_LENGTH}
        autoComplete="off"
      />
      {(makers.length > 0 || maker.value) && (
        <MakerField
          key={maker.key}
          label={productSafety.brandMaker}
          hint={productSafety.brandMakerHint}
          name="maker"
          defaultValue={maker.value}
          error={form.errors.maker}
          none={productSafety.noBrandMaker}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <SubmitButton state={form}>{words.save}</SubmitButton>
        <Button variant="secondary" className="min-h-11" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </Form>
  );
}

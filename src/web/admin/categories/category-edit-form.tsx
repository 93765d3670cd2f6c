/** A category's name, text and image, and the products that its page shows first. */
import toast from 'react-hot-toast/headless';
import { readAdminCategory, updateCategory, type VersionedCategory } from '../../../contract/category-admin.ts';
import { type CustomField, listCustomFields } from '../../../contract/custom-fields.ts';
import { CATEGORY_DESCRIPTION_MAX_LENGTH, IMAGE_ALT_MAX_LENGTH } from '../../../contract/limits.ts';
import { PINS_MAX, readCategoryPins, updateCategoryPins } from '../../../contract/pins.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { TextArea, TextField } from '../../kit/field.tsx';
import { AsyncContent, FieldsSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { EditConflictPanel, readCurrent, type Snapshot, useEditConflict } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { CustomFieldInputs } from '../custom-fields/field-inputs.tsx';
import { listConflictFields, readFieldTexts, toFieldTexts, toSentFields } from '../custom-fields/field-texts.ts';
import { type NamedCategory, nameCategories, ParentField } from '../parts/category-fields.tsx';
import { GoogleCategoryField } from '../parts/google-category-field.tsx';
import { categoryFields as fieldWords, googleCategoryField as googleWords } from '../parts/messages.ts';
import { OwnImageField, useOwnImage } from '../parts/own-image.tsx';
import { PickedProducts, parseIds } from '../parts/picked-products.tsx';
import { useUpload } from '../parts/upload.tsx';
import { FormSection } from '../product-form/form-section.tsx';
import { adminSpec } from '../specified-labels.ts';
import { categories as words } from './messages.ts';

/** An alternative text that equals the name counts as empty. */
const toSnapshot = (
  { version, name, description, ownImage, parent = '', googleCategory = '', customFields }: VersionedCategory,
  fields: readonly CustomField[],
  pinned: readonly string[],
): Snapshot => ({
  version,
  values: {
    name,
    parent,
    description,
    image: ownImage?.url ?? '',
    alt: ownImage && ownImage.alt !== name ? ownImage.alt : '',
    googleCategory,
    pinned: pinned.join(),
    ...toFieldTexts(fields, customFields),
  },
});

const listFields = (categories: readonly NamedCategory[], fields: readonly CustomField[]) => ({
  ...listConflictFields(fields),
  name: { label: words.label },
  parent: { label: fieldWords.parent, format: (id: string) => nameCategories(categories).get(id) ?? fieldWords.noParent },
  description: { label: words.description },
  image: { label: words.image, format: (url: string) => (url ? (url.split('/').at(-1) ?? '') : '') },
  alt: { label: words.imageAlt },
  googleCategory: { label: googleWords.label },
  pinned: { label: words.pinned, format: (ids: string) => words.pinnedCount(parseIds(ids).length) },
});

interface CategoryEditFormProps {
  category: VersionedCategory;
  /** All of the shop. */
  categories: readonly NamedCategory[];
  /** The merchant's fields of categories. */
  fields: readonly CustomField[];
  /** Ids of the products that its page shows first. */
  pinned: readonly string[];
  onSaved: () => void;
  onCancel: () => void;
}

/** Those that it can be put under: neither itself nor what is below it. */
function listParents(categories: readonly NamedCategory[], id: string): NamedCategory[] {
  const branch = new Set([id]);
  for (const { _id, parent } of categories) if (parent && branch.has(parent)) branch.add(_id);
  return categories.filter(({ _id }) => !branch.has(_id));
}

/** The values of its fields and its pinned products aren't in the list of categories, which customers load too. */
export function CategoryEditForm({ category, ...rest }: Omit<CategoryEditFormProps, 'fields' | 'pinned'>) {
  // Of each version its own: a form that is opened after a save shows what was saved.
  const loaded = useLoad(`category ${category._id} ${category.version}`, async (it, signal) => {
    const params = { id: category._id };
    const [{ fields }, { products: pinned }] = await Promise.all([
      it(listCustomFields, { query: { owner: 'category' }, signal }),
      it(readCategoryPins, { params, signal }),
    ]);
    if (!fields.length) return { fields, pinned, category };
    return { fields, pinned, category: (await it(readAdminCategory, { params, signal })).category };
  });
  return (
    <AsyncContent state={loaded} skeleton={<FieldsSkeleton fields={5} />}>
      {/* Opened before the list has come back from the save before, it begins anew with what was saved. */}
      {(data) => <LoadedForm key={data.category.version} {...rest} {...data} />}
    </AsyncContent>
  );
}

function LoadedForm({ category, categories, fields, pinned, onSaved, onCancel }: CategoryEditFormProps) {
  const edit = useEditConflict(toSnapshot(category, fields, pinned), listFields(categories, fields));
  const upload = useUpload();
  const image = useOwnImage(edit.field('image'));

  const save = async (values: FormData) => {
    const uploaded = image.file ? await upload.run(image.upload) : { url: image.url };
    if (!uploaded) return null;
    const typed = {
      name: readField(values, 'name').trim(),
      parent: readField(values, 'parent'),
      description: readField(values, 'description').trim(),
      image: uploaded.url,
      alt: readField(values, 'alt').trim(),
      googleCategory: readField(values, 'googleCategory'),
      pinned: readField(values, 'pinned'),
    };
    const typedFields = readFieldTexts(values, fields);
    const { image: url, alt, parent, googleCategory, pinned: ids, ...texts } = typed;
    const isMoved = parent !== (edit.base.values.parent ?? '');
    const isOther = googleCategory !== (edit.base.values.googleCategory ?? '');
    const custom = toSentFields(fields, typedFields, edit.base.values);
    const body = {
      ...texts,
      ...custom,
      ...(isMoved && { parent: parent || null }),
      ...(isOther && { googleCategory }),
      image: url ? { url, alt } : null,
      version: edit.base.version,
    };
    const params = { id: category._id };
    const store = async () => {
      const saved = await api(updateCategory, { params, body });
      if (ids === edit.base.values.pinned || !saved.success) return saved;
      await api(updateCategoryPins, { params, body: { products: parseIds(ids), version: saved.category.version } });
      return saved;
    };
    return store().catch(async (error) => {
      if (!readCurrent(error)) throw error;
      const [{ category: now }, { products }] = await Promise.all([api(readAdminCategory, { params }), api(readCategoryPins, { params })]);
      edit.rebase({ ...typed, ...typedFields }, toSnapshot(now, fields, products));
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
  const parent = edit.field('parent');
  const parents = listParents(categories, category._id);
  const description = edit.field('description');
  const alt = edit.field('alt');
  const googleCategory = edit.field('googleCategory');
  const first = edit.field('pinned');
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
      {parents.length > 0 && <ParentField key={parent.key} categories={parents} value={parent.value} error={form.errors.parent} />}
      <TextArea
        key={description.key}
        label={words.description}
        hint={words.descriptionHint}
        name="description"
        defaultValue={description.value}
        maxLength={CATEGORY_DESCRIPTION_MAX_LENGTH}
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
      <GoogleCategoryField
        key={googleCategory.key}
        value={googleCategory.value}
        hint={words.googleCategoryHint}
        error={form.errors.googleCategory}
      />
      <FormSection title={words.pinned} hint={words.pinnedHint} isUsed={pinned.length > 0} hasError={Boolean(form.errors.products)}>
        <PickedProducts key={first.key} name="pinned" value={first.value} max={PINS_MAX} error={form.errors.products} />
      </FormSection>
      {fields.length > 0 && <CustomFieldInputs fields={fields} read={edit.field} errors={form.errors} />}
      <div className="flex flex-wrap gap-2">
        <SubmitButton state={form}>{words.submit}</SubmitButton>
        <Button variant="secondary" className="min-h-11" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </Form>
  );
}

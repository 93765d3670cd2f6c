/** The fields of a product, to create or to update one. */
import type { Category } from '../../../contract/category.ts';
import type { Product } from '../../../contract/product.ts';
import type { FormState } from '../../hooks/use-form.ts';
import { products as words } from '../../messages/admin.ts';
import { spec } from '../../messages/specification.ts';
import { ComboboxField } from '../../ui/combobox.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { FieldsSkeleton } from '../dashboard-layout/skeletons.tsx';
import { useTrackUnsavedChanges } from '../dashboard-layout/unsaved-changes.tsx';
import { Form, SubmitButton } from '../form.tsx';
import { ImageField } from './image-field.tsx';
import { UploadProgress } from './upload-progress.tsx';
import type { Upload } from './use-upload.ts';

interface ProductFormProps {
  state: FormState;
  upload: Upload;
  categories: Category[];
  /** The product to update; none when creating. */
  product?: Product;
}

export function ProductForm({ state, upload, categories, product }: ProductFormProps) {
  const { errors } = state;
  useTrackUnsavedChanges(state.ref);
  return (
    <Form state={state} className="max-w-text">
      <ComboboxField
        label={words.category}
        name="category"
        items={categories.map(({ _id, name }) => ({ id: _id, label: name }))}
        defaultId={product?.category}
        placeholder={words.categoryPlaceholder}
        emptyLabel={categories.length ? words.noSuchCategory : words.noCategories}
        listLabel={words.categoryList}
        error={errors.category}
      />
      {product ? (
        <ImageField label={words.changeImage} hint={words.keepImageHint} currentImage={product.image} error={errors.image} />
      ) : (
        <ImageField label={spec.uploadImage} hint={words.imageHint} isRequired error={errors.image} />
      )}
      <TextField label={words.name} name="name" defaultValue={product?.name} error={errors.name} required autoComplete="off" />
      <TextArea
        label={words.description}
        name="description"
        rows={6}
        defaultValue={product?.description}
        error={errors.description}
        required
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField
          label={words.price}
          name="price"
          hint={product ? words.keepPriceHint : words.priceHint}
          defaultValue={product?.price}
          error={errors.price}
          required={!product}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          label={words.quantity}
          name="quantity"
          hint={words.quantityHint}
          defaultValue={product?.quantity}
          error={errors.quantity}
          required
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField label={words.shipping} name="shipping" defaultValue={product?.shipping ?? 0} error={errors.shipping}>
          <option value="0">{words.no}</option>
          <option value="1">{words.yes}</option>
        </SelectField>
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-6 gap-y-3">
        <SubmitButton state={state} className="px-6">
          {product ? words.update : words.submit}
        </SubmitButton>
        <UploadProgress upload={upload} cancelledMessage={product ? words.onlyDetailsSaved : words.uploadCancelled} />
      </div>
    </Form>
  );
}

export function ProductFormSkeleton() {
  return <FieldsSkeleton fields={6} />;
}

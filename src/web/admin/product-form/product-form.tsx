/** The fields of a product, to create or to update one. */
import { type ReactNode, useState } from 'react';
import type { CustomField } from '../../../contract/custom-fields.ts';
import type { AdminProduct } from '../../../contract/product-admin.ts';
import { PRODUCT_STATUSES } from '../../../contract/product-fields.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { FieldsSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useTrackUnsavedChanges } from '../../shared/dashboard-layout/unsaved-changes.tsx';
import { getCurrency } from '../../shared/format.ts';
import { type EditConflict, EditConflictPanel } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { CustomFieldInputs } from '../custom-fields/field-inputs.tsx';
import { customFields as fieldWords } from '../custom-fields/messages.ts';
import { FurtherCategoriesField, type NamedCategory } from '../parts/category-fields.tsx';
import { type Upload, UploadProgress } from '../parts/upload.tsx';
import { SafetyFields } from '../safety/product-fields.tsx';
import { adminSpec } from '../specified-labels.ts';
import { PolicyField } from '../stock-policy/policy-fields.tsx';
import { AttributesField } from './attributes-field.tsx';
import { BrandFields } from './brand-fields.tsx';
import { BundleField } from './bundle-field.tsx';
import { CategoryField } from './category-field.tsx';
import { CompareAtField } from './compare-at-field.tsx';
import { DescriptionField } from './description-field.tsx';
import { FormSection } from './form-section.tsx';
import { HandlingField } from './handling-field.tsx';
import { IdentificationFields } from './identification-fields.tsx';
import { ImageField } from './image-field.tsx';
import { ImageListField } from './image-list-field.tsx';
import { productForm as words } from './messages.ts';
import { PublishingFields } from './publishing-fields.tsx';
import { RelatedField } from './related-field.tsx';
import { SearchEngineFields } from './search-engine-fields.tsx';
import { TaxClassField } from './tax-class-field.tsx';
import type { ImageList } from './use-image-list.ts';

/** The fields that variants have instead, if the product has options. When hidden, they keep what was typed, but aren't sent. */
function OwnFields({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  return (
    <fieldset disabled={isHidden} hidden={isHidden} className="contents">
      {children}
    </fieldset>
  );
}

interface SaleFieldsProps {
  errors: FormState['errors'];
  edit: EditConflict | undefined;
  hasOptions: boolean;
}

function SaleFields({ errors, edit, hasOptions }: SaleFieldsProps) {
  const key = (name: string) => edit?.field(name).key;
  const value = (name: string) => edit?.field(name).value;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <OwnFields isHidden={hasOptions}>
          <CompareAtField key={key('compareAtPrice')} value={value('compareAtPrice')} error={errors.compareAtPrice} />
        </OwnFields>
        <TextField
          key={key('sku')}
          label={words.sku}
          name="sku"
          hint={words.skuHint}
          defaultValue={value('sku')}
          error={errors.sku}
          autoComplete="off"
        />
        <TextField
          key={key('weight')}
          label={words.weight}
          name="weight"
          hint={words.weightHint}
          defaultValue={value('weight')}
          error={errors.weight}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <SelectField
        key={key('status')}
        label={words.status}
        name="status"
        hint={words.statusHint}
        defaultValue={value('status') ?? 'active'}
        error={errors.status}
        className="sm:max-w-1/2"
      >
        {PRODUCT_STATUSES.map((status) => (
          <option key={status} value={status}>
            {words.statuses[status]}
          </option>
        ))}
      </SelectField>
    </>
  );
}

interface ProductFormProps {
  state: FormState;
  upload: Upload;
  images: ImageList;
  categories: NamedCategory[];
  /** The merchant's fields of products. */
  fields: readonly CustomField[];
  /** The id of a category that was created although the product couldn't be: the form continues with it. */
  newCategory?: string | undefined;
  /** Only when updating: the values that the form was opened with, and conflicts. */
  edit?: EditConflict;
  /** If true, the variants have their own price and stock. */
  hasOptions: boolean;
  variantsField: ReactNode;
  /** Only when updating. */
  product?: AdminProduct;
  /** Toast shown after an upload was cancelled. */
  cancelledMessage: string;
}

export function ProductForm(props: ProductFormProps) {
  const { state, upload, images, categories, fields, newCategory, edit, hasOptions, variantsField, product, cancelledMessage } = props;
  const [isBundle, setIsBundle] = useState(Boolean(product?.parts));
  const { errors } = state;
  const key = (name: string) => edit?.field(name).key;
  const value = (name: string) => edit?.field(name).value;
  const [first] = images.items;
  const imageProps = {
    preview: first && { url: first.url, isFile: first.file !== undefined },
    onFile: images.setFirst,
    error: errors.image,
  };
  useTrackUnsavedChanges(state.ref);
  return (
    <Form state={state} className="[&>:not([data-wide])]:max-w-text [&>fieldset.contents>:not([data-wide])]:max-w-text">
      {edit && <EditConflictPanel conflict={edit} />}
      <CategoryField
        key={key('category') ?? newCategory}
        categories={categories}
        value={value('category') ?? newCategory}
        canCreate={!edit}
        errors={errors}
      />
      {categories.length > 1 && (
        <FurtherCategoriesField
          key={key('furtherCategories')}
          categories={categories}
          value={value('furtherCategories')}
          main={value('category')}
          error={errors.furtherCategories}
        />
      )}
      {edit ? (
        <ImageField key={key('images')} label={words.changeImage} hint={words.keepImageHint} {...imageProps} />
      ) : (
        <ImageField label={adminSpec.uploadImage} hint={words.imageHint} isRequired onMoreFiles={images.add} {...imageProps} />
      )}
      <ImageListField images={images} />
      <TextField
        key={key('name')}
        label={words.name}
        name="name"
        defaultValue={value('name')}
        error={errors.name}
        required
        autoComplete="off"
      />
      <DescriptionField
        key={key('description')}
        value={value('description')}
        format={value('descriptionFormat')}
        formatKey={key('descriptionFormat')}
        error={errors.description}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <OwnFields isHidden={hasOptions}>
          <TextField
            key={key('price')}
            label={words.price}
            name="price"
            hint={(edit ? words.keepPriceHint : words.priceHint)(getCurrency())}
            defaultValue={value('price')}
            error={errors.price}
            required={!edit}
            inputMode="decimal"
            autoComplete="off"
          />
        </OwnFields>
        <OwnFields isHidden={hasOptions || isBundle}>
          <TextField
            key={key('quantity')}
            label={words.quantity}
            name="quantity"
            hint={edit ? words.changeQuantityHint : words.quantityHint}
            defaultValue={value('quantity')}
            error={errors.quantity}
            required
            inputMode="numeric"
            autoComplete="off"
          />
        </OwnFields>
        <SelectField
          key={key('shipping')}
          label={words.shipping}
          name="shipping"
          defaultValue={value('shipping') ?? ''}
          error={errors.shipping}
        >
          {!edit && <option value="">{words.chooseShipping}</option>}
          <option value="0">{words.no}</option>
          <option value="1">{words.yes}</option>
        </SelectField>
      </div>
      <HandlingField errors={errors} edit={edit} />
      <OwnFields isHidden={hasOptions || isBundle}>
        <PolicyField key={key('stock')} value={value('stock') ?? ''} errors={errors} />
      </OwnFields>
      {variantsField}
      <BundleField product={product} edit={edit} state={state} hasOptions={hasOptions} onUse={setIsBundle} />
      <AttributesField key={key('attributes')} value={value('attributes')} errors={errors} />
      {fields.length > 0 && (
        <FormSection title={fieldWords.section} hint={fieldWords.sectionHint} isUsed hasError={false}>
          <CustomFieldInputs fields={fields} read={(name) => edit?.field(name) ?? { key: name, value: '' }} errors={errors} />
        </FormSection>
      )}
      <SaleFields errors={errors} edit={edit} hasOptions={hasOptions} />
      <TaxClassField errors={errors} edit={edit} />
      <BrandFields state={state} edit={edit} />
      <IdentificationFields errors={errors} edit={edit} />
      <SafetyFields errors={errors} edit={edit} />
      <PublishingFields errors={errors} edit={edit} />
      <RelatedField errors={errors} edit={edit} />
      <SearchEngineFields state={state} edit={edit} />
      <div className="flex min-h-11 flex-wrap items-center gap-x-6 gap-y-3">
        <SubmitButton state={state} className="px-6">
          {edit ? words.update : words.submit}
        </SubmitButton>
        <UploadProgress upload={upload} cancelledMessage={cancelledMessage} />
      </div>
    </Form>
  );
}

export function ProductFormSkeleton() {
  return <FieldsSkeleton fields={8} />;
}

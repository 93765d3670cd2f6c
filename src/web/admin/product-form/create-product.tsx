import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { listCategories } from '../../../contract/category.ts';
import { createCategory } from '../../../contract/category-admin.ts';
import { listCustomFields } from '../../../contract/custom-fields.ts';
import { createProduct } from '../../../contract/product-admin.ts';
import { api, isApiError } from '../../api.ts';
import { AsyncContent } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { markSaved } from '../../shared/dashboard-layout/unsaved-changes.tsx';
import { createIssue, createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { readFieldTexts, toSentFields } from '../custom-fields/field-texts.ts';
import type { NamedCategory } from '../parts/category-fields.tsx';
import { useUpload, withImage } from '../parts/upload.tsx';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { parseNumber } from '../parts/values.ts';
import { describeIssues, readOwnPrice, toVariantsBody, useVariants } from '../product-variants/use-variants.ts';
import { VariantsField } from '../product-variants/variants-field.tsx';
import { buildStatusPath } from '../products/views.tsx';
import { adminSpec } from '../specified-labels.ts';
import { NEW_CATEGORY_FIELD, NEW_CATEGORY_PARENT_FIELD } from './category-field.tsx';
import { productForm as words } from './messages.ts';
import { omitUnchanged, parseProductForm } from './parse-product-form.ts';
import { ProductForm, ProductFormSkeleton } from './product-form.tsx';
import { countPendingBytes, uploadImages, useImageList } from './use-image-list.ts';

export const meta = createTitleMeta(words.createTitle);

/** Somebody else, or this form a moment ago, may have created it already. */
async function findOrCreateCategory(name: string, parent: string | undefined, known: readonly NamedCategory[]): Promise<NamedCategory> {
  const isSame = (it: NamedCategory) => it.name.toLowerCase() === name.toLowerCase() && it.parent === parent;
  const existing = known.find(isSame);
  if (existing) return existing;
  try {
    return (await api(createCategory, { body: { name, ...(parent && { parent }) } })).category;
  } catch (error) {
    if (!isApiError(error)) throw error;
    const found = error.code === 'name_taken' ? (await api(listCategories)).category.find(isSame) : undefined;
    if (found) return found;
    throw createValidationError(
      error.message,
      error.issues.map((issue) => (issue.path === 'parent' ? issue : { ...issue, path: NEW_CATEGORY_FIELD })),
    );
  }
}

export default function CreateProductPage() {
  const navigate = useNavigate();
  const revalidateShop = useRevalidateShop();
  const upload = useUpload();
  const images = useImageList({ value: '', key: '' });
  const variants = useVariants({ value: '', key: '' });
  const loaded = useLoad('categories and fields', async (it, signal) => {
    const [{ category }, { fields }] = await Promise.all([
      it(listCategories, { signal }),
      it(listCustomFields, { query: { owner: 'product' }, signal }),
    ]);
    return { category, fields };
  });

  const [newCategory, setNewCategory] = useState<NamedCategory>();

  const form = useForm({
    onSubmit: async (values) => {
      const newName = readField(values, NEW_CATEGORY_FIELD).trim();
      if (newName) values.set('category', newName);
      const { price: ownPrice, quantity: ownQuantity, ...rest } = omitUnchanged(parseProductForm(values, variants.check()));
      const fields = loaded.data?.fields ?? [];
      const custom = toSentFields(fields, readFieldTexts(values, fields));
      const [first, ...more] = images.items;
      const image = first?.file;
      const typed = variants.serialize();
      const price = typed ? parseNumber(variants.drafts.variants[0]?.price ?? '') : ownPrice;
      if (price === null) throw createValidationError(words.saveFailed, [createIssue('price', 'required')]);
      if (!image) throw createValidationError(words.saveFailed, [createIssue('image', 'required')]);
      const alt = first.alt.trim();
      const known = loaded.data?.category ?? [];
      const category = newName
        ? await findOrCreateCategory(newName, readField(values, NEW_CATEGORY_PARENT_FIELD) || undefined, known)
        : undefined;
      if (category) {
        // If the product can't be created now, the category is there all the same, and chosen.
        setNewCategory(category);
        for (const field of [NEW_CATEGORY_FIELD, NEW_CATEGORY_PARENT_FIELD]) values.delete(field);
        values.set('category', category._id);
      }
      const result = await upload
        .run(async (request) => {
          const before = countPendingBytes(more);
          const moreImages = await uploadImages(more, request, image.size);
          // The first image has no URL yet: a variant without one of its own is shown with it.
          const choice = toVariantsBody(typed, '', more, moreImages);
          const details = { ...rest, ...(category && { category: category._id }), price, quantity: ownQuantity ?? 0, ...choice, ...custom };
          const body = { ...details, ...(alt && { alt }), ...(moreImages.length && { moreImages }) };
          const fetcher = withImage(request.fetchPart(before / (before + image.size), 1), body, image);
          return api(createProduct, { body, signal: request.signal, fetcher });
        })
        .catch((error) => {
          throw describeIssues(error, variants);
        });
      if (!result) return 'stay';
      if (!result.success) throw createValidationError(result.message);
      markSaved(form.ref.current, values);
      toast.success(adminSpec.productCreated);
      await navigate(buildStatusPath(result.product.status));
      void revalidateShop();
      return 'leave';
    },
    onFailure: () => {
      toast.error(adminSpec.productNotCreated);
      return undefined;
    },
  });

  return (
    <>
      <DashboardHeader title={words.createTitle} />
      <AsyncContent state={loaded} skeleton={<ProductFormSkeleton />}>
        {({ category, fields }) => (
          <ProductForm
            state={form}
            upload={upload}
            images={images}
            categories={newCategory ? [...category.filter(({ _id }) => _id !== newCategory._id), newCategory] : category}
            fields={fields}
            newCategory={newCategory?._id}
            hasOptions={variants.isOn}
            cancelledMessage={words.uploadCancelled}
            variantsField={
              <VariantsField variants={variants} images={images} errors={form.errors} readPrice={() => readOwnPrice(form.ref.current)} />
            }
          />
        )}
      </AsyncContent>
    </>
  );
}

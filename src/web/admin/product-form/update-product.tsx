import { Fragment, useMemo, useRef } from 'react';
import toast from 'react-hot-toast/headless';
import { useParams } from 'react-router';
import { listCategories } from '../../../contract/category.ts';
import { type CustomField, listCustomFields } from '../../../contract/custom-fields.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { readProduct as readOne } from '../../../contract/product.ts';
import { type AdminProduct, readAdminProduct, updateProduct } from '../../../contract/product-admin.ts';
import type { ProductImageInput } from '../../../contract/product-fields.ts';
import { countOnHand } from '../../../contract/stock-policy.ts';
import { type Api, api, isApiError } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { BoxIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { AsyncContent } from '../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { markSaved } from '../../shared/dashboard-layout/unsaved-changes.tsx';
import { readCurrent, type Snapshot, useEditConflict } from '../../shared/forms/edit-conflict.tsx';
import { createValidationError, useForm, useRedirect } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { HistoryLink } from '../activity/activity-filter.tsx';
import { listConflictFields, readFieldTexts, toFieldTexts, toSentFields } from '../custom-fields/field-texts.ts';
import { adminNav } from '../layout/messages.ts';
import { PRODUCTS_PATH } from '../layout/nav-items.tsx';
import type { NamedCategory } from '../parts/category-fields.tsx';
import { useUpload } from '../parts/upload.tsx';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { ProductDownloads } from '../product-downloads/product-downloads.tsx';
import { productVariants as variantWords } from '../product-variants/messages.ts';
import { describeIssues, readOwnPrice, toVariantsBody, useVariants } from '../product-variants/use-variants.ts';
import { describeVariants, hasOtherStock, mergeVariants, serializeVariants } from '../product-variants/variant-texts.ts';
import { VariantsField } from '../product-variants/variants-field.tsx';
import { buildStatusPath } from '../products/views.tsx';
import { adminSpec } from '../specified-labels.ts';
import { toStockFields } from '../stock-policy/policy-texts.ts';
import { productForm as words } from './messages.ts';
import { formatChange, listProductFields, omitUnchanged, parseProductForm, toSnapshot, toTypedValues } from './parse-product-form.ts';
import { ProductForm, ProductFormSkeleton } from './product-form.tsx';
import { uploadImages, useImageList } from './use-image-list.ts';

/** The form of an existing product: one call saves its changes, with options and variants. */
const toFormSnapshot = (product: AdminProduct, version: number, fields: readonly CustomField[]): Snapshot => {
  const { values } = toSnapshot(product, version);
  return { version, values: { ...values, ...toFieldTexts(fields, product.customFields), variants: serializeVariants(product) } };
};

const listFields = (categories: NamedCategory[], fields: readonly CustomField[]) => ({
  ...listProductFields(categories),
  ...listConflictFields(fields),
  variants: { label: variantWords.legend, format: (text: string) => describeVariants(text) || variantWords.none, merge: mergeVariants },
});

/** Says that the details were saved if only the image failed. */
function toImageError(error: unknown): unknown {
  return isApiError(error)
    ? Object.assign(createValidationError(words.detailsSavedImageFailed(error.message)), { status: error.status })
    : error;
}

/** The form's values with the stored images instead of the new ones, which are saved later. */
function withoutImages(values: FormData, saved: AdminProduct): FormData {
  const rest = new FormData();
  const images = saved.images.flatMap(({ url, alt }, index) => [
    [`images-${index}`, url] as const,
    [`alt-${index}`, alt === saved.name ? '' : alt] as const,
  ]);
  for (const [name, value] of values) {
    if (name === 'images-0') for (const [field, text] of images) rest.append(field, text);
    else if (!/^(images|alt)-\d+$/.test(name)) rest.append(name, name === 'image' ? new File([], '') : value);
  }
  return rest;
}

interface UpdateFormProps {
  product: AdminProduct;
  version: number;
  categories: NamedCategory[];
  fields: readonly CustomField[];
}

function UpdateForm({ product, version, categories, fields: customFields }: UpdateFormProps) {
  const redirect = useRedirect();
  const revalidateShop = useRevalidateShop();
  const upload = useUpload();
  // Of thousands of variants it takes longer than a key may.
  const opened = useMemo(() => toFormSnapshot(product, version, customFields), [product, version, customFields]);
  const edit = useEditConflict(opened, listFields(categories, customFields));
  const images = useImageList(edit.field('images'));
  const variants = useVariants(edit.field('variants'));
  const areDetailsSaved = useRef(false);
  const params = { id: product._id };
  /** A variant is to show a file that isn't uploaded yet: then all files go first, so that one call saves everything. */
  const areFilesFirst =
    variants.isOn && images.items.some(({ key, file }) => file && variants.drafts.variants.some((it) => it.image === key));

  /** If somebody else saved first, shows both the input and the current state. */
  const handleError = (error: unknown, typed: Record<string, string>): never => {
    const current = readCurrent<ReplyOf<typeof readAdminProduct>>(error);
    if (current?.product[0]) edit.rebase(typed, toFormSnapshot(current.product[0], current.version, customFields));
    throw describeIssues(error, variants);
  };

  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const { image: _image, ...fields } = parseProductForm(values, variants.check());
      const { quantity, ...body } = omitUnchanged(fields, edit.base.values);
      const shown = edit.base.values;
      const shownQuantity = Number(shown.quantity);
      const variantsText = variants.serialize();
      const typedFields = readFieldTexts(values, customFields);
      const typed: Snapshot['values'] = { ...toTypedValues(fields, images.serialize(), shown), ...typedFields, variants: variantsText };
      const hasFiles = images.items.some(({ file }) => file);
      areDetailsSaved.current = false;

      const save = async (uploaded?: ProductImageInput[], signal?: AbortSignal) => {
        const arranged = uploaded ?? images.items.map(({ url, alt }) => ({ url, alt: alt.trim() }));
        const areRearranged = uploaded !== undefined || (!hasFiles && typed.images !== shown.images);
        const details = {
          ...body,
          ...toSentFields(customFields, typedFields, shown),
          ...(quantity !== null && toStockFields(quantity, shownQuantity)),
          ...(areRearranged && { images: arranged }),
          ...toVariantsBody(variantsText, shown.variants ?? '', images.items, arranged),
          version: edit.base.version,
        };
        return api(updateProduct, { params, body: details, ...(signal && { signal }) }).catch((error) => handleError(error, typed));
      };
      const saved = areFilesFirst
        ? await upload.run(async (request) => save(await uploadImages(images.items, request), request.signal))
        : await save();
      if (!saved) return 'stay';
      if (!saved.success) throw createValidationError(saved.message);
      areDetailsSaved.current = true;
      const snapshot = toFormSnapshot(saved.product, saved.version, customFields);
      const isComplete = !hasFiles || areFilesFirst;
      // A form that is left keeps what it shows; another one shows the ids of new variants.
      edit.reset({ quantity: typed.quantity ?? '', ...(!isComplete && { variants: variantsText }) }, snapshot);
      const there = countOnHand(saved.product);
      if (quantity !== null) values.set('quantity', String(there));
      if (quantity !== null && quantity !== shownQuantity && there !== quantity)
        toast(words.stockNow(there, formatChange(quantity - shownQuantity)));
      if (hasOtherStock(variantsText, snapshot.values.variants ?? '')) toast(variantWords.stockChanged);
      // Other files are uploaded once the details are saved, and then given to the product together.
      if (!isComplete) {
        markSaved(form.ref.current, withoutImages(values, saved.product));
        const result = await upload
          .run(async (request) => {
            const uploaded = await uploadImages(images.items, request);
            return api(updateProduct, { params, body: { images: uploaded, version: saved.version }, signal: request.signal });
          })
          .catch((error) => {
            const current = readCurrent<ReplyOf<typeof readAdminProduct>>(error);
            if (current?.product[0]) edit.rebase(typed, toFormSnapshot(current.product[0], current.version, customFields));
            throw toImageError(error);
          });
        if (!result) return 'stay';
      }
      markSaved(form.ref.current, isComplete ? values : undefined);
      toast.success(adminSpec.productUpdated);
      void revalidateShop();
      redirect(buildStatusPath(saved.product.status));
      return 'leave';
    },
    onFailure: () => {
      toast.error(areDetailsSaved.current ? words.imageUpdateFailed : words.saveFailed);
      return undefined;
    },
  });
  const readPrice = () => readOwnPrice(form.ref.current) || (edit.base.values.price ?? '');
  return (
    <ProductForm
      state={form}
      upload={upload}
      images={images}
      edit={edit}
      product={product}
      categories={categories}
      fields={customFields}
      hasOptions={variants.isOn}
      cancelledMessage={areFilesFirst ? words.uploadCancelled : words.onlyDetailsSaved}
      variantsField={
        <VariantsField
          variants={variants}
          images={images}
          errors={form.errors}
          readPrice={readPrice}
          ownStock={edit.field('quantity').value}
        />
      }
    />
  );
}

export const meta = createTitleMeta(words.updateTitle);

/** With its tags, and drafts too. The call that everybody makes finds a product by its former slug. */
async function readForEdit(it: Api, slug: string, signal: AbortSignal): Promise<ReplyOf<typeof readAdminProduct>> {
  try {
    return await it(readAdminProduct, { params: { slug }, signal });
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error;
    const [moved] = (await it(readOne, { params: { slug }, signal })).product;
    return it(readAdminProduct, { params: { slug: moved?.slug ?? slug }, signal });
  }
}

export default function UpdateProductPage() {
  const { slug = '' } = useParams();
  const loaded = useLoad(`product ${slug}`, async (it, signal) => {
    const [{ product, version }, { category }, { fields }] = await Promise.all([
      readForEdit(it, slug, signal),
      it(listCategories, { signal }),
      it(listCustomFields, { query: { owner: 'product' }, signal }),
    ]);
    return { product: product[0], version, categories: category, fields };
  });
  const isNotFound = isApiError(loaded.error) && loaded.error.status === 404;

  return (
    <>
      <BackLink to={PRODUCTS_PATH}>{adminNav.products}</BackLink>
      <DashboardHeader
        title={words.updateTitle}
        actions={
          loaded.data?.product ? (
            <>
              <HistoryLink type="product" id={loaded.data.product._id} />
              {loaded.data.product.status === 'active' && (
                <LinkButton to={`/product/${loaded.data.product.slug}`} variant="secondary">
                  {words.viewInShop}
                </LinkButton>
              )}
            </>
          ) : (
            // Their row is kept where they are below the title.
            !loaded.data && !loaded.error && <Skeleton className="h-10 w-56 rounded-control" />
          )
        }
      />
      {isNotFound ? (
        <ProductNotFound />
      ) : (
        <AsyncContent state={loaded} skeleton={<ProductFormSkeleton />}>
          {({ product, ...rest }) =>
            product ? (
              <Fragment key={product._id}>
                <UpdateForm product={product} {...rest} />
                <ProductDownloads product={product} />
              </Fragment>
            ) : (
              <ProductNotFound />
            )
          }
        </AsyncContent>
      )}
    </>
  );
}

function ProductNotFound() {
  return (
    <EmptyState icon={<BoxIcon size={22} />} title={words.notFound} actions={<LinkButton to={buildStatusPath()}>{words.all}</LinkButton>}>
      {words.notFoundHint}
    </EmptyState>
  );
}

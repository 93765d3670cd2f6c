import { useRef } from 'react';
import toast from 'react-hot-toast/headless';
import { useParams } from 'react-router';
import { type Category, listCategories } from '../../../contract/category.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { type DetailedProduct, readAdminProduct, readProduct as readOne, updateProduct } from '../../../contract/product.ts';
import { type Api, api, isApiError } from '../../api.ts';
import { AsyncContent } from '../../components/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../components/dashboard-layout/dashboard-layout.tsx';
import { omitUnchanged, parseProductForm } from '../../components/product-form/parse-product-form.ts';
import { formatChange, listProductFields, toSnapshot, toTypedValues } from '../../components/product-form/product-conflict.ts';
import { ProductForm, ProductFormSkeleton } from '../../components/product-form/product-form.tsx';
import { buildProductsUrl } from '../../components/product-form/products-url.ts';
import { uploadImages } from '../../components/product-form/upload-images.ts';
import { useImageList } from '../../components/product-form/use-image-list.ts';
import { useUpload } from '../../components/product-form/use-upload.ts';
import { readCurrent, useEditConflict } from '../../hooks/use-edit-conflict.ts';
import { createValidationError, useForm } from '../../hooks/use-form.ts';
import { useLoad } from '../../hooks/use-load.ts';
import { useRedirect } from '../../hooks/use-redirect.ts';
import { useRevalidateShop } from '../../hooks/use-revalidate-shop.ts';
import { products as words } from '../../messages/admin.ts';
import { adminSpec } from '../../messages/specification-admin.ts';
import { createTitleMeta } from '../../meta.ts';
import { markSaved } from '../../state/unsaved-changes.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BoxIcon } from '../../ui/nav-icons.tsx';

export const meta = createTitleMeta(words.updateTitle);

/** Drafts and archived products aren't in the shop, so the call that everybody makes doesn't find them. */
async function readAnyStatus(it: Api, slug: string, signal: AbortSignal): Promise<ReplyOf<typeof readOne>> {
  try {
    return await it(readOne, { params: { slug }, signal });
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error;
    return it(readAdminProduct, { params: { slug }, signal });
  }
}

export default function UpdateProductPage() {
  const { slug = '' } = useParams();
  const loaded = useLoad(`product ${slug}`, async (it, signal) => {
    const [{ product, version }, { category }] = await Promise.all([readAnyStatus(it, slug, signal), it(listCategories, { signal })]);
    return { product: product[0], version, categories: category };
  });
  const isNotFound = isApiError(loaded.error) && loaded.error.status === 404;

  return (
    <>
      <DashboardHeader title={words.updateTitle} />
      {isNotFound ? (
        <ProductNotFound />
      ) : (
        <AsyncContent state={loaded} skeleton={<ProductFormSkeleton />}>
          {({ product, version, categories }) =>
            product ? <UpdateForm key={product._id} product={product} version={version} categories={categories} /> : <ProductNotFound />
          }
        </AsyncContent>
      )}
    </>
  );
}

function ProductNotFound() {
  return (
    <EmptyState icon={<BoxIcon size={22} />} title={words.notFound} actions={<LinkButton to={buildProductsUrl()}>{words.all}</LinkButton>}>
      {words.notFoundHint}
    </EmptyState>
  );
}

/** Says that the details were saved if only the image failed. */
function toImageError(error: unknown): unknown {
  return isApiError(error)
    ? Object.assign(createValidationError(words.detailsSavedImageFailed(error.message)), { status: error.status })
    : error;
}

/** What is saved of the form while its images aren't. */
function withoutImages(values: FormData, saved: DetailedProduct): FormData {
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
  product: DetailedProduct;
  version: number;
  categories: Category[];
}

function UpdateForm({ product, version, categories }: UpdateFormProps) {
  const redirect = useRedirect();
  const revalidateShop = useRevalidateShop();
  const upload = useUpload();
  const edit = useEditConflict(toSnapshot(product, version), listProductFields(categories));
  const images = useImageList(edit.field('images'));
  const areDetailsSaved = useRef(false);
  const params = { id: product._id };

  /** If the form was overtaken, shows both what was typed and what is there now. */
  const handleConflict = (error: unknown, typed: Record<string, string>) => {
    const current = readCurrent<ReplyOf<typeof readOne>>(error);
    if (current?.product[0]) edit.rebase(typed, toSnapshot(current.product[0], current.version));
  };

  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const { image: _image, ...fields } = parseProductForm(values);
      const body = omitUnchanged(fields, edit.base.values);
      const shownQuantity = Number(edit.base.values.quantity);
      const typed = toTypedValues(fields, images.serialize(), edit.base.values);
      const hasFiles = images.items.some(({ file }) => file);
      const arranged = images.items.map(({ url, alt }) => ({ url, alt: alt.trim() }));
      const areRearranged = !hasFiles && typed.images !== edit.base.values.images;
      areDetailsSaved.current = false;
      const details = { ...body, ...(areRearranged && { images: arranged }), shownQuantity, version: edit.base.version };
      const saved = await api(updateProduct, { params, body: details }).catch((error) => {
        handleConflict(error, typed);
        throw error;
      });
      if (!saved.success) throw createValidationError(saved.message);
      areDetailsSaved.current = true;
      edit.reset({ quantity: typed.quantity ?? '' }, toSnapshot(saved.product, saved.version));
      values.set('quantity', String(saved.product.quantity));
      if (body.quantity !== shownQuantity && saved.product.quantity !== body.quantity)
        toast(words.stockNow(saved.product.quantity, formatChange(body.quantity - shownQuantity)));
      // Files are uploaded once the details are saved, and then given to the product together.
      if (hasFiles) {
        markSaved(form.ref.current, withoutImages(values, saved.product));
        const result = await upload
          .run(async (request) => {
            const uploaded = await uploadImages(images.items, request);
            return api(updateProduct, { params, body: { images: uploaded, version: saved.version }, signal: request.signal });
          })
          .catch((error) => {
            handleConflict(error, typed);
            throw toImageError(error);
          });
        if (!result) return 'stay';
      }
      markSaved(form.ref.current, values);
      toast.success(adminSpec.productUpdated);
      void revalidateShop();
      redirect(buildProductsUrl(saved.product.status));
      return 'leave';
    },
    onFailure: () => {
      toast.error(areDetailsSaved.current ? words.imageUpdateFailed : words.saveFailed);
      return undefined;
    },
  });
  return <ProductForm state={form} upload={upload} images={images} edit={edit} categories={categories} />;
}

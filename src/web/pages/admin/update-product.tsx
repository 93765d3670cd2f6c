import { useRef } from 'react';
import toast from 'react-hot-toast';
import { useParams } from 'react-router';
import { type Category, listCategories } from '../../../contract/category.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { type Product, readProduct as readOne, replaceProductImage, updateProduct } from '../../../contract/product.ts';
import { api, isApiError } from '../../api.ts';
import { AsyncContent } from '../../components/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../components/dashboard-layout/dashboard-layout.tsx';
import { parseProductForm } from '../../components/product-form/parse-product-form.ts';
import { formatChange, listProductFields, toSnapshot, toTypedValues } from '../../components/product-form/product-conflict.ts';
import { ProductForm, ProductFormSkeleton } from '../../components/product-form/product-form.tsx';
import { useUpload } from '../../components/product-form/use-upload.ts';
import { readCurrent, useEditConflict } from '../../hooks/use-edit-conflict.ts';
import { createValidationError, useForm } from '../../hooks/use-form.ts';
import { useLoad } from '../../hooks/use-load.ts';
import { useRedirect } from '../../hooks/use-redirect.ts';
import { useRevalidateShop } from '../../hooks/use-revalidate-shop.ts';
import { products as words } from '../../messages/admin.ts';
import { adminSpec } from '../../messages/specification-admin.ts';
import { formatPageTitle } from '../../meta.ts';
import { markSaved } from '../../state/unsaved-changes.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BoxIcon } from '../../ui/nav-icons.tsx';

const PRODUCTS_PATH = '/dashboard/admin/products';

export const meta = () => [{ title: formatPageTitle(words.updateTitle) }];

export default function UpdateProductPage() {
  const { slug = '' } = useParams();
  const loaded = useLoad(`product ${slug}`, async (it, signal) => {
    const [{ product, version }, { category }] = await Promise.all([
      it(readOne, { params: { slug }, signal }),
      it(listCategories, { signal }),
    ]);
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
    <EmptyState icon={<BoxIcon size={22} />} title={words.notFound} actions={<LinkButton to={PRODUCTS_PATH}>{words.all}</LinkButton>}>
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

function withoutImage(values: FormData): FormData {
  const rest = new FormData();
  for (const [name, value] of values) rest.append(name, name === 'image' ? new File([], '') : value);
  return rest;
}

interface UpdateFormProps {
  product: Product;
  version: number;
  categories: Category[];
}

function UpdateForm({ product, version, categories }: UpdateFormProps) {
  const redirect = useRedirect();
  const revalidateShop = useRevalidateShop();
  const upload = useUpload();
  const edit = useEditConflict(toSnapshot(product, version), listProductFields(categories));
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
      const { image, ...body } = parseProductForm(values);
      const shownQuantity = Number(edit.base.values.quantity);
      const typed = toTypedValues({ image, ...body }, edit.base.values);
      areDetailsSaved.current = false;
      const saved = await api(updateProduct, { params, body: { ...body, shownQuantity, version: edit.base.version } }).catch((error) => {
        handleConflict(error, typed);
        throw error;
      });
      if (!saved.success) throw createValidationError(saved.message);
      areDetailsSaved.current = true;
      edit.reset({ quantity: typed.quantity ?? '' }, toSnapshot(saved.product, saved.version));
      values.set('quantity', String(saved.product.quantity));
      if (body.quantity !== shownQuantity && saved.product.quantity !== body.quantity)
        toast(words.stockNow(saved.product.quantity, formatChange(body.quantity - shownQuantity)));
      // The image is a separate request, sent once the details are saved.
      if (image) {
        markSaved(form.ref.current, withoutImage(values));
        const target = { params, body: { version: saved.version }, image };
        const result = await upload
          .run((request) => api(replaceProductImage, { ...target, ...request }))
          .catch((error) => {
            handleConflict(error, typed);
            throw toImageError(error);
          });
        if (!result) return 'stay';
      }
      markSaved(form.ref.current, values);
      toast.success(adminSpec.productUpdated);
      void revalidateShop();
      redirect(PRODUCTS_PATH);
      return 'leave';
    },
    onFailure: () => {
      toast.error(areDetailsSaved.current ? words.imageUpdateFailed : words.saveFailed);
      return undefined;
    },
  });
  return <ProductForm state={form} upload={upload} edit={edit} categories={categories} />;
}

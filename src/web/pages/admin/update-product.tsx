import { useRef } from 'react';
import toast from 'react-hot-toast';
import { useParams } from 'react-router';
import { type Category, listCategories } from '../../../contract/category.ts';
import { type Product, readProduct as readOne, replaceProductImage, updateProduct } from '../../../contract/product.ts';
import { api, isApiError } from '../../api.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { Loading } from '../../components/area/loading.tsx';
import { ProductForm, ProductFormShape } from '../../components/product-form/product-form.tsx';
import { readProduct } from '../../components/product-form/read-product.ts';
import { useUpload } from '../../components/product-form/use-upload.ts';
import { useRefreshShop } from '../../components/use-refresh-shop.ts';
import { products as words } from '../../messages.admin.ts';
import { spec } from '../../messages.ts';
import { markSaved } from '../../saved-forms.ts';
import { BoxIcon } from '../../ui/area-icons.tsx';
import { Blank } from '../../ui/blank.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { refusal, useForm } from '../../use-form.ts';
import { useLoad } from '../../use-load.ts';
import { useRedirect } from '../../use-redirect.ts';

const LIST = '/dashboard/admin/products';

export const meta = () => [{ title: `${words.updateTitle} – ${spec.title}` }];

export default function UpdateProductPage() {
  const { slug = '' } = useParams();
  const loaded = useLoad(`product ${slug}`, async (it, signal) => {
    const [{ product }, { category }] = await Promise.all([it(readOne, { params: { slug }, signal }), it(listCategories, { signal })]);
    return { product: product[0], categories: category };
  });
  const isUnknown = isApiError(loaded.error) && loaded.error.status === 404;

  return (
    <>
      <AreaHead title={words.updateTitle} />
      {isUnknown ? (
        <Unknown />
      ) : (
        <Loading of={loaded} shape={<ProductFormShape />}>
          {({ product, categories }) =>
            product ? <UpdateForm key={product._id} product={product} categories={categories} /> : <Unknown />
          }
        </Loading>
      )}
    </>
  );
}

function Unknown() {
  return (
    <Blank icon={<BoxIcon size={22} />} title={words.unknown} actions={<LinkButton to={LIST}>{words.all}</LinkButton>}>
      {words.unknownHint}
    </Blank>
  );
}

/** Where only the picture fails, the person hears it so. */
function asImageFault(error: unknown): unknown {
  return isApiError(error) ? Object.assign(refusal(words.imageNotDone(error.message)), { status: error.status }) : error;
}

function withoutImage(values: FormData): FormData {
  const rest = new FormData();
  for (const [name, value] of values) rest.append(name, name === 'image' ? new File([], '') : value);
  return rest;
}

function UpdateForm({ product, categories }: { product: Product; categories: Category[] }) {
  const redirect = useRedirect();
  const refreshShop = useRefreshShop();
  const upload = useUpload();
  const areTextsSaved = useRef(false);
  const form = useForm({
    send: async (values) => {
      const { image, ...body } = readProduct(values);
      areTextsSaved.current = false;
      const { success, message } = await api(updateProduct, { params: { id: product._id }, body });
      if (!success) throw refusal(message);
      areTextsSaved.current = true;
      // The picture has a call of its own, made once the rest is saved.
      if (image) {
        markSaved(form.ref.current, withoutImage(values));
        const target = { params: { id: product._id }, body: {}, image };
        const changed = await upload
          .run((sending) => api(replaceProductImage, { ...target, ...sending }))
          .catch((error) => {
            throw asImageFault(error);
          });
        if (!changed) return 'stay';
      }
      markSaved(form.ref.current, values);
      toast.success(spec.productUpdated);
      void refreshShop();
      redirect(LIST);
      return 'leave';
    },
    onFailure: () => {
      toast.error(areTextsSaved.current ? words.imageNotChanged : words.notDone);
      return undefined;
    },
  });
  return <ProductForm state={form} upload={upload} product={product} categories={categories} />;
}

import toast from 'react-hot-toast';
import { useParams } from 'react-router';
import { type Category, listCategories } from '../../../contract/category.ts';
import { type Product, readProduct as readOne, replaceProductImage, updateProduct } from '../../../contract/product.ts';
import { api, isApiError } from '../../api.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { ProductForm } from '../../components/product-form/product-form.tsx';
import { readProduct } from '../../components/product-form/read-product.ts';
import { useRefreshShop } from '../../components/use-refresh-shop.ts';
import { products as words } from '../../messages.admin.ts';
import { common, spec } from '../../messages.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { refusal, useForm } from '../../use-form.ts';
import { useLoad } from '../../use-load.ts';
import { useRedirect } from '../../use-redirect.ts';

const LIST = '/dashboard/admin/products';

export const meta = () => [{ title: `${words.updateTitle} – ${spec.title}` }];

export default function UpdateProductPage() {
  const { slug = '' } = useParams();
  const { data, error, reload } = useLoad(`product ${slug}`, async (it, signal) => {
    const [{ product }, { category }] = await Promise.all([it(readOne, { params: { slug }, signal }), it(listCategories, { signal })]);
    return { product: product[0], categories: category };
  });

  const content = () => {
    if (isApiError(error) && error.status === 404) return <Unknown />;
    if (error) return <LoadFailed error={error} retry={() => void reload()} />;
    if (!data) return <Spinner label={common.loading} />;
    if (!data.product) return <Unknown />;
    return <UpdateForm key={data.product._id} product={data.product} categories={data.categories} />;
  };

  return (
    <>
      <AreaHead title={words.updateTitle} />
      {content()}
    </>
  );
}

function Unknown() {
  return (
    <Notice title={words.unknown} actions={<LinkButton to={LIST}>{words.all}</LinkButton>}>
      {words.unknownHint}
    </Notice>
  );
}

/** The picture has a call of its own, made once the rest is saved; where only that fails, the person hears it so. */
async function changeImage(id: string, image: File): Promise<void> {
  try {
    await api(replaceProductImage, { params: { id }, body: {}, image });
  } catch (error) {
    if (!isApiError(error)) throw error;
    throw Object.assign(refusal(words.imageNotDone(error.message)), { status: error.status });
  }
}

function UpdateForm({ product, categories }: { product: Product; categories: Category[] }) {
  const redirect = useRedirect();
  const refreshShop = useRefreshShop();
  const form = useForm({
    send: async (values) => {
      const { image, ...body } = readProduct(values);
      const { success, message } = await api(updateProduct, { params: { id: product._id }, body });
      if (!success) throw refusal(message);
      if (image) await changeImage(product._id, image);
      toast.success(spec.productUpdated);
      void refreshShop();
      redirect(LIST);
      return 'leave';
    },
    onFailure: () => {
      toast.error(words.notDone);
      return undefined;
    },
  });
  return <ProductForm state={form} product={product} categories={categories} />;
}

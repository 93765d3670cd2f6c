import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { listCategories } from '../../../contract/category.ts';
import { createProduct } from '../../../contract/product.ts';
import { api } from '../../api.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { Loading } from '../../components/area/loading.tsx';
import { ProductForm, ProductFormShape } from '../../components/product-form/product-form.tsx';
import { readProduct } from '../../components/product-form/read-product.ts';
import { useUpload } from '../../components/product-form/use-upload.ts';
import { useRefreshShop } from '../../components/use-refresh-shop.ts';
import { adminArea, products as words } from '../../messages.admin.ts';
import { spec } from '../../messages.ts';
import { markSaved } from '../../saved-forms.ts';
import { TagIcon } from '../../ui/area-icons.tsx';
import { Blank } from '../../ui/blank.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { refusal, useForm } from '../../use-form.ts';
import { useLoad } from '../../use-load.ts';

export const meta = () => [{ title: `${words.createTitle} – ${spec.title}` }];

export default function CreateProductPage() {
  const navigate = useNavigate();
  const refreshShop = useRefreshShop();
  const upload = useUpload();
  const loaded = useLoad('categories', (it, signal) => it(listCategories, { signal }));

  const form = useForm({
    send: async (values) => {
      const { image, price, ...rest } = readProduct(values);
      if (price === null) throw refusal(words.notDone, [{ path: 'price', message: 'is required' }]);
      if (!image) throw refusal(words.notDone, [{ path: 'image', message: 'is required' }]);
      const made = await upload.run((sending) => api(createProduct, { body: { ...rest, price }, image, ...sending }));
      if (!made) return 'stay';
      if (!made.success) throw refusal(made.message);
      markSaved(form.ref.current, values);
      toast.success(spec.productCreated);
      await navigate('/dashboard/admin/products');
      void refreshShop();
      return 'leave';
    },
    onFailure: () => {
      toast.error(spec.productNotCreated);
      return undefined;
    },
  });

  return (
    <>
      <AreaHead title={words.createTitle} />
      <Loading of={loaded} shape={<ProductFormShape />}>
        {({ category }) =>
          category.length ? (
            <ProductForm state={form} upload={upload} categories={category} />
          ) : (
            <Blank
              icon={<TagIcon size={22} />}
              title={words.noCategories}
              actions={<LinkButton to="/dashboard/admin/create-category">{adminArea.createCategory}</LinkButton>}
            />
          )
        }
      </Loading>
    </>
  );
}

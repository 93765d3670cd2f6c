import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { listCategories } from '../../../contract/category.ts';
import { createProduct } from '../../../contract/product.ts';
import { api } from '../../api.ts';
import { AsyncContent } from '../../components/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../components/dashboard-layout/dashboard-layout.tsx';
import { parseProductForm } from '../../components/product-form/parse-product-form.ts';
import { ProductForm, ProductFormSkeleton } from '../../components/product-form/product-form.tsx';
import { useUpload } from '../../components/product-form/use-upload.ts';
import { createIssue, createValidationError, useForm } from '../../hooks/use-form.ts';
import { useLoad } from '../../hooks/use-load.ts';
import { useRevalidateShop } from '../../hooks/use-revalidate-shop.ts';
import { adminNav, products as words } from '../../messages/admin.ts';
import { adminSpec } from '../../messages/specification-admin.ts';
import { formatPageTitle } from '../../meta.ts';
import { markSaved } from '../../state/unsaved-changes.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TagIcon } from '../../ui/nav-icons.tsx';

export const meta = () => [{ title: formatPageTitle(words.createTitle) }];

export default function CreateProductPage() {
  const navigate = useNavigate();
  const revalidateShop = useRevalidateShop();
  const upload = useUpload();
  const loaded = useLoad('categories', (it, signal) => it(listCategories, { signal }));

  const form = useForm({
    onSubmit: async (values) => {
      const { image, price, ...rest } = parseProductForm(values);
      if (price === null) throw createValidationError(words.saveFailed, [createIssue('price', 'required')]);
      if (!image) throw createValidationError(words.saveFailed, [createIssue('image', 'required')]);
      const result = await upload.run((request) => api(createProduct, { body: { ...rest, price }, image, ...request }));
      if (!result) return 'stay';
      if (!result.success) throw createValidationError(result.message);
      markSaved(form.ref.current, values);
      toast.success(adminSpec.productCreated);
      await navigate('/dashboard/admin/products');
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
        {({ category }) =>
          category.length ? (
            <ProductForm state={form} upload={upload} categories={category} />
          ) : (
            <EmptyState
              icon={<TagIcon size={22} />}
              title={words.noCategories}
              actions={<LinkButton to="/dashboard/admin/create-category">{adminNav.createCategory}</LinkButton>}
            />
          )
        }
      </AsyncContent>
    </>
  );
}

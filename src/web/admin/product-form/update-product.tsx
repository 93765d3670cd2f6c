import { useParams } from 'react-router';
import { listCategories } from '../../../contract/category.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { readProduct as readOne } from '../../../contract/product.ts';
import { readAdminProduct } from '../../../contract/product-admin.ts';
import { type Api, isApiError } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { BoxIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { AsyncContent } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { products as words } from '../messages.ts';
import { HistoryLink } from '../parts/history-link.tsx';
import { ProductFormSkeleton } from './product-form.tsx';
import { buildProductsUrl } from './products-url.ts';
import { UpdateForm } from './update-form.tsx';

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
    const [{ product, version }, { category }] = await Promise.all([readForEdit(it, slug, signal), it(listCategories, { signal })]);
    return { product: product[0], version, categories: category };
  });
  const isNotFound = isApiError(loaded.error) && loaded.error.status === 404;

  return (
    <>
      <DashboardHeader
        title={words.updateTitle}
        actions={
          loaded.data?.product && (
            <>
              <HistoryLink type="product" id={loaded.data.product._id} />
              {loaded.data.product.status === 'active' && (
                <LinkButton to={`/product/${loaded.data.product.slug}`} variant="secondary">
                  {words.viewInShop}
                </LinkButton>
              )}
            </>
          )
        }
      />
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

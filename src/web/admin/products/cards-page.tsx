import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useSearchParams } from 'react-router';
import { listCategories } from '../../../contract/category.ts';
import { listProducts, type Product } from '../../../contract/product.ts';
import { deleteProduct, listAdminProducts } from '../../../contract/product-admin.ts';
import { PRODUCT_STATUSES, type ProductStatus } from '../../../contract/product-fields.ts';
import { type Api, api } from '../../api.ts';
import { ADMIN_PRODUCTS_PER_PAGE } from '../../constants.ts';
import { Pagination } from '../../kit/pagination.tsx';
import { AsyncContent } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader, focusHeading } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { createValidationError } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { usePage, usePageCount } from '../../shared/hooks/use-page.ts';
import { IMPORTS_PATH } from '../layout/nav-items.tsx';
import { adminNav, products as words } from '../messages.ts';
import { ActionLink } from '../parts/action-button.tsx';
import { useRevalidateShop } from '../parts/use-revalidate-shop.ts';
import { buildProductsUrl } from '../product-form/products-url.ts';
import { adminSpec } from '../specified-labels.ts';
import { ProductCard, ProductCardsSkeleton, productGrid } from './admin-product-card.tsx';
import { productTable as tableWords } from './messages.ts';
import { NoProducts } from './no-products.tsx';
import { NoneOfStatus, StatusViews } from './status-views.tsx';
import { ViewSwitch } from './view-switch.tsx';

/** Without products, the empty state depends on whether there is a category. */
async function load(it: Api, signal: AbortSignal, status: ProductStatus, page: number) {
  const query = { page, limit: ADMIN_PRODUCTS_PER_PAGE };
  if (status !== 'active') return { ...(await it(listAdminProducts, { query: { ...query, status }, signal })), hasCategory: true };
  const list = await it(listProducts, { query, signal });
  if (list.total > 0) return { ...list, hasCategory: true };
  return { ...list, hasCategory: (await it(listCategories, { signal })).category.length > 0 };
}

/** The products of one status as cards. */
export function CardsPage() {
  const page = usePage();
  const [search] = useSearchParams();
  const status = PRODUCT_STATUSES.find((it) => it === search.get('status')) ?? 'active';
  const revalidateShop = useRevalidateShop();
  const [deleted, setDeleted] = useState<Product | null>(null);
  const loaded = useLoad(`products ${status} ${page}`, (it, signal) => load(it, signal, status, page));
  const toPage = (it: number) => buildProductsUrl(status, it);
  const pages = usePageCount(page, loaded.data, toPage);
  const isEmpty = status === 'active' && loaded.data?.total === 0;

  return (
    <>
      <DashboardHeader
        title={adminNav.products}
        lead={loaded.data ? words.count(loaded.data.total) : loaded.error ? '\u00a0' : words.counting}
        actions={
          !isEmpty && (
            <>
              <ViewSwitch />
              <ActionLink to={IMPORTS_PATH} variant="secondary">
                {tableWords.import}
              </ActionLink>
              <ActionLink to="/dashboard/admin/create-product">{adminNav.createProduct}</ActionLink>
            </>
          )
        }
      />
      <StatusViews status={status} />
      <AsyncContent state={loaded} skeleton={<ProductCardsSkeleton count={ADMIN_PRODUCTS_PER_PAGE} />}>
        {({ products, total, hasCategory }) => {
          if (total === 0) return status === 'active' ? <NoProducts hasCategory={hasCategory} /> : <NoneOfStatus status={status} />;
          return (
            <>
              <div className={productGrid}>
                {products.map((product) => (
                  <ProductCard key={product._id} product={product} onDelete={() => setDeleted(product)} />
                ))}
              </div>
              <Pagination label={words.pages} page={page} pages={pages} to={toPage} />
            </>
          );
        }}
      </AsyncContent>
      {deleted && (
        <ConfirmActionDialog
          title={words.confirmDelete(deleted.name)}
          hint={words.confirmDeleteHint}
          confirmLabel={words.delete}
          onConfirm={async () => {
            const { success, message } = await api(deleteProduct, { params: { id: deleted._id } });
            if (!success) throw createValidationError(message);
            toast.success(adminSpec.productDeleted);
            setDeleted(null);
            void revalidateShop();
            void loaded.reload().then(focusHeading);
          }}
          onError={() => toast.error(words.deleteFailed)}
          close={() => setDeleted(null)}
        />
      )}
    </>
  );
}

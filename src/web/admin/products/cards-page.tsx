import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useSearchParams } from 'react-router';
import { listCategories } from '../../../contract/category.ts';
import { listProducts, type Product } from '../../../contract/product.ts';
import { deleteProduct, listAdminProducts } from '../../../contract/product-admin.ts';
import { PRODUCT_STATUSES, type ProductStatus } from '../../../contract/product-fields.ts';
import { type Api, api } from '../../api.ts';
import { ADMIN_PRODUCTS_PER_PAGE, EXCERPT_LENGTH } from '../../constants.ts';
import { LinkButton } from '../../kit/button.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent, Repeat } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader, focusHeading } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { excerpt } from '../../shared/format.ts';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { createValidationError } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { usePage, usePageCount } from '../../shared/hooks/use-page.ts';
import { Price, StockLabel } from '../../shared/products/price.tsx';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { adminNav } from '../layout/messages.ts';
import { IMPORTS_PATH } from '../layout/nav-items.tsx';
import { ActionButton, ActionLink } from '../parts/controls.tsx';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { productForm } from '../product-form/messages.ts';
import { adminSpec } from '../specified-labels.ts';
import { productTable as tableWords, productList as words } from './messages.ts';
import { buildProductsUrl, NoneOfStatus, NoProducts, StatusViews, ViewSwitch } from './views.tsx';

/** A product card for admins, with Edit and Delete. */
const productGrid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4';

const cardClass = 'flex flex-col overflow-hidden rounded-card border border-line bg-raised transition-colors hover:border-edge/60';

function ProductCard({ product, onDelete }: { product: Product; onDelete: () => void }) {
  return (
    <article className={cardClass}>
      <ProductImage image={product.image} alt="" sizes="(min-width: 64rem) 270px, (min-width: 40rem) 30vw, 45vw" />
      <div className="flex grow flex-col p-3.5">
        <h2 dir="auto" title={product.name} className="line-clamp-2 text-left text-base leading-snug font-[600] tracking-[-0.01em]">
          {product.name}
        </h2>
        {product.status !== 'active' && (
          <p className="mt-1">
            <Badge tone={product.status === 'draft' ? 'caution' : 'quiet'}>{productForm.statuses[product.status]}</Badge>
          </p>
        )}
        <p dir="auto" className="mt-0.5 text-left text-small text-soft">
          {excerpt(product.description, EXCERPT_LENGTH.admin)}
        </p>
        <div className="mt-1 mb-3 flex flex-wrap items-baseline justify-between gap-x-2">
          <p className="tabular-nums font-[600]">
            <Price product={product} />
          </p>
          <StockLabel quantity={product.quantity} isLowStockOnly />
        </div>
        <div className="mt-auto flex flex-wrap gap-2">
          <LinkButton
            to={`/dashboard/admin/update-product/${product.slug}`}
            variant="secondary"
            size="small"
            className="grow"
            aria-label={`${words.edit} ${product.name}`}
          >
            {words.edit}
          </LinkButton>
          <ActionButton
            variant="danger-quiet"
            size="small"
            className="grow"
            aria-label={`${words.delete} ${product.name}`}
            onClick={onDelete}
          >
            {words.delete}
          </ActionButton>
        </div>
      </div>
    </article>
  );
}

function ProductCardsSkeleton({ count }: { count: number }) {
  return (
    <div className={productGrid}>
      <Repeat times={count}>
        <div className={cardClass}>
          <Skeleton className="aspect-product rounded-none" />
          <div className="flex h-37 flex-col gap-2.5 p-3.5">
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-3.5 w-3/5" />
            <Skeleton className="mt-auto h-9 rounded-control" />
          </div>
        </div>
      </Repeat>
    </div>
  );
}

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

import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useSearchParams } from 'react-router';
import { deleteProduct } from '../../../contract/product-admin.ts';
import type { ProductState } from '../../../contract/product-fields.ts';
import { listProductTable, type TableProduct } from '../../../contract/product-table.ts';
import { api } from '../../api.ts';
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
import { StockLabel } from '../../shared/products/price.tsx';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { useShownColumns } from '../../state/admin-area.ts';
import { adminNav } from '../layout/messages.ts';
import { IMPORTS_PATH } from '../layout/nav-items.tsx';
import { ActionButton, ActionLink } from '../parts/controls.tsx';
import { useKeysetPagination, useKeysetQuery } from '../parts/list-controls.tsx';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { productForm } from '../product-form/messages.ts';
import { ViewMenu } from '../saved-views/view-menu.tsx';
import { adminSpec } from '../specified-labels.ts';
import { productTable as tableWords, productList as words } from './messages.ts';
import { DEFAULT_COLUMNS, Price, STATUS_TONES, TABLE_COLUMNS } from './table/columns.tsx';
import { describeView, FilterForm, readTableView, type TableView } from './table/filter-form.tsx';
import { buildProductsUrl, NoMatches, NoneOfStatus, NoProducts, StatusViews, ViewSwitch } from './views.tsx';

/** A product card for admins, with Edit and Delete. */
const productGrid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4';

const cardClass = 'flex flex-col overflow-hidden rounded-card border border-line bg-raised transition-colors hover:border-edge/60';

function ProductCard({ product, onDelete }: { product: TableProduct; onDelete: () => void }) {
  return (
    <article className={cardClass}>
      <ProductImage image={product.image} alt="" sizes="(min-width: 64rem) 270px, (min-width: 40rem) 30vw, 45vw" />
      <div className="flex grow flex-col p-3.5">
        <h2 dir="auto" title={product.name} className="line-clamp-2 text-left text-base leading-snug font-[600] tracking-[-0.01em]">
          {product.name}
        </h2>
        {product.status !== 'active' && (
          <p className="mt-1">
            <Badge tone={STATUS_TONES[product.status]}>{productForm.statuses[product.status]}</Badge>
          </p>
        )}
        <p dir="auto" className="mt-0.5 text-left text-small text-soft">
          {excerpt(product.excerpt, EXCERPT_LENGTH.admin)}
        </p>
        <div className="mt-1 mb-3 flex flex-wrap items-baseline justify-between gap-x-2">
          <p className="tabular-nums font-[600]">
            <Price product={product} hasSaving />
          </p>
          <StockLabel product={product} isLowStockOnly />
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

/** The products of one status as cards, with the table's search and filters. Without a status in the URL: what is in the shop. */
function readCardsView(search: URLSearchParams): TableView & { filter: { status: ProductState } } {
  const { filter, sort } = readTableView(search);
  return { filter: { ...filter, status: filter.status ?? 'active' }, sort };
}

export function CardsPage() {
  const view = readCardsView(useSearchParams()[0]);
  const { status } = view.filter;
  const listQuery = useKeysetQuery();
  const { categories } = useShop();
  const columns = useShownColumns('products', TABLE_COLUMNS, DEFAULT_COLUMNS);
  const revalidateShop = useRevalidateShop();
  const [deleted, setDeleted] = useState<TableProduct | null>(null);
  const loaded = useLoad(`product cards ${JSON.stringify([listQuery, view])}`, async (it, signal) => {
    const query = { ...view.filter, ...listQuery, sort: view.sort, limit: ADMIN_PRODUCTS_PER_PAGE };
    const found = await it(listProductTable, { query, signal });
    return { ...found, ids: found.products.map(({ _id }) => _id) };
  });
  const { pages, to } = useKeysetPagination(listQuery.page, loaded.data, (it) => buildProductsUrl(view, it));
  const isFiltered = Object.keys(view.filter).length > 1;
  const isEmpty = status === 'active' && !isFiltered && loaded.data?.total === 0;

  return (
    <>
      <DashboardHeader
        title={adminNav.products}
        lead={<span role="status">{loaded.data ? tableWords.count(loaded.data) : loaded.error ? '\u00a0' : words.counting}</span>}
        actions={
          !isEmpty && (
            <>
              <ViewSwitch />
              <ViewMenu shown={describeView(view, columns, buildProductsUrl, readCardsView)} />
              <ActionLink to={IMPORTS_PATH} variant="secondary">
                {tableWords.import}
              </ActionLink>
              <ActionLink to="/dashboard/admin/create-product">{adminNav.createProduct}</ActionLink>
            </>
          )
        }
      />
      <StatusViews view={view} />
      {!isEmpty && <FilterForm view={view} hasStatusTabs toUrl={buildProductsUrl} />}
      <AsyncContent state={loaded} skeleton={<ProductCardsSkeleton count={ADMIN_PRODUCTS_PER_PAGE} />}>
        {({ products, total }) => {
          if (total === 0 && isFiltered) return <NoMatches />;
          if (total === 0)
            return status === 'active' ? <NoProducts hasCategory={categories.length > 0} /> : <NoneOfStatus status={status} />;
          return (
            <>
              <div className={productGrid}>
                {products.map((product) => (
                  <ProductCard key={product._id} product={product} onDelete={() => setDeleted(product)} />
                ))}
              </div>
              <Pagination label={words.pages} page={listQuery.page} pages={pages} to={to} />
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

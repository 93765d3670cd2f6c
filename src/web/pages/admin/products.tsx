import { useState } from 'react';
import { deleteProduct, listProducts, type Product } from '../../../contract/product.ts';
import { api } from '../../api.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { focusHeading } from '../../components/area/focus-heading.ts';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { ProductPicture } from '../../components/product-picture.tsx';
import { StockNote } from '../../components/stock-note.tsx';
import { useRefreshShop } from '../../components/use-refresh-shop.ts';
import { ADMIN_PRODUCTS_PER_PAGE, EXCERPT } from '../../constants.ts';
import { excerpt, formatPrice } from '../../format.ts';
import { adminArea, products as words } from '../../messages.admin.ts';
import { common, spec } from '../../messages.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoad } from '../../use-load.ts';
import { usePage, usePages } from '../../use-page.ts';

export const meta = () => [{ title: `${adminArea.products} – ${spec.title}` }];

export default function ProductsPage() {
  const page = usePage();
  const refreshShop = useRefreshShop();
  const [deleted, setDeleted] = useState<Product | null>(null);
  const { data, error, reload } = useLoad(`products ${page}`, (it, signal) =>
    it(listProducts, { query: { page, limit: ADMIN_PRODUCTS_PER_PAGE }, signal }),
  );
  const pages = usePages(page, data);

  const content = () => {
    if (error) return <LoadFailed error={error} retry={() => void reload()} />;
    if (!data) return <Spinner label={common.loading} />;
    if (data.total === 0) {
      return (
        <Notice title={spec.noProducts} actions={<LinkButton to="/dashboard/admin/create-product">{adminArea.createProduct}</LinkButton>} />
      );
    }
    return (
      <>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
          {data.products.map((product) => (
            <Card key={product._id} product={product} onDelete={() => setDeleted(product)} />
          ))}
        </div>
        <Pagination label={words.pages} page={page} pages={pages} to={(it) => `?page=${it}`} />
      </>
    );
  };

  return (
    <>
      <AreaHead
        title={adminArea.products}
        lead={data ? words.count(data.total) : undefined}
        actions={<LinkButton to="/dashboard/admin/create-product">{adminArea.createProduct}</LinkButton>}
      />
      {content()}
      {deleted && (
        <DeleteDialog
          title={words.askDelete(deleted.name)}
          hint={words.askDeleteHint}
          label={words.delete}
          success={spec.productDeleted}
          failure={words.notDeleted}
          remove={() => api(deleteProduct, { params: { id: deleted._id } })}
          onDeleted={() => {
            void refreshShop();
            void reload().then(focusHeading);
          }}
          close={() => setDeleted(null)}
        />
      )}
    </>
  );
}

function Card({ product, onDelete }: { product: Product; onDelete: () => void }) {
  return (
    <article className="flex flex-col overflow-hidden rounded-card border border-line bg-raised">
      <ProductPicture image={product.image} alt="" sizes="(min-width: 64rem) 270px, (min-width: 40rem) 30vw, 45vw" />
      <div className="flex grow flex-col p-3.5">
        <h2 className="line-clamp-2 text-base leading-snug font-[600] tracking-[-0.01em]">{product.name}</h2>
        <p className="mt-0.5 text-small text-soft">{excerpt(product.description, EXCERPT.admin)}</p>
        <div className="mt-1 mb-3 flex flex-wrap items-baseline justify-between gap-x-2">
          <p className="figures font-[600]">{formatPrice(product.price)}</p>
          <StockNote quantity={product.quantity} isQuiet />
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
          <Button variant="danger-quiet" size="small" className="grow" aria-label={`${words.delete} ${product.name}`} onClick={onDelete}>
            {words.delete}
          </Button>
        </div>
      </div>
    </article>
  );
}

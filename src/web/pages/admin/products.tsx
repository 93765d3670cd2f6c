import { useState } from 'react';
import { listCategories } from '../../../contract/category.ts';
import { deleteProduct, listProducts, type Product } from '../../../contract/product.ts';
import { type Api, api } from '../../api.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { focusHeading } from '../../components/area/focus-heading.ts';
import { Loading } from '../../components/area/loading.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { useRefreshShop } from '../../components/use-refresh-shop.ts';
import { ADMIN_PRODUCTS_PER_PAGE } from '../../constants.ts';
import { adminArea, products as words } from '../../messages.admin.ts';
import { spec } from '../../messages.ts';
import { BoxIcon } from '../../ui/area-icons.tsx';
import { Blank } from '../../ui/blank.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { useLoad } from '../../use-load.ts';
import { usePage, usePages } from '../../use-page.ts';
import { ProductCard, ProductCardShape, productCards } from './products/card.tsx';

export const meta = () => [{ title: `${adminArea.products} – ${spec.title}` }];

/** Without products the next step depends on whether there is a category to put one into. */
async function load(it: Api, signal: AbortSignal, page: number) {
  const list = await it(listProducts, { query: { page, limit: ADMIN_PRODUCTS_PER_PAGE }, signal });
  if (list.total > 0) return { ...list, hasCategory: true };
  return { ...list, hasCategory: (await it(listCategories, { signal })).category.length > 0 };
}

export default function ProductsPage() {
  const page = usePage();
  const refreshShop = useRefreshShop();
  const [deleted, setDeleted] = useState<Product | null>(null);
  const loaded = useLoad(`products ${page}`, (it, signal) => load(it, signal, page));
  const pages = usePages(page, loaded.data);
  const isEmpty = loaded.data?.total === 0;

  return (
    <>
      <AreaHead
        title={adminArea.products}
        lead={loaded.data ? words.count(loaded.data.total) : loaded.error ? '\u00a0' : words.counting}
        actions={!isEmpty && <LinkButton to="/dashboard/admin/create-product">{adminArea.createProduct}</LinkButton>}
      />
      <Loading of={loaded} shape={<ProductCardShape cards={ADMIN_PRODUCTS_PER_PAGE} />}>
        {({ products, total, hasCategory }) => {
          if (total === 0) return <NoProducts hasCategory={hasCategory} />;
          return (
            <>
              <div className={productCards}>
                {products.map((product) => (
                  <ProductCard key={product._id} product={product} onDelete={() => setDeleted(product)} />
                ))}
              </div>
              <Pagination label={words.pages} page={page} pages={pages} to={(it) => `?page=${it}`} />
            </>
          );
        }}
      </Loading>
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
            void loaded.reload().then(focusHeading);
          }}
          close={() => setDeleted(null)}
        />
      )}
    </>
  );
}

function NoProducts({ hasCategory }: { hasCategory: boolean }) {
  const next = hasCategory
    ? { to: '/dashboard/admin/create-product', label: words.createFirst }
    : { to: '/dashboard/admin/create-category', label: words.createFirstCategory };
  return (
    <Blank icon={<BoxIcon size={22} />} title={spec.noProducts} actions={<LinkButton to={next.to}>{next.label}</LinkButton>}>
      {hasCategory ? words.noneHint : words.noCategories}
    </Blank>
  );
}

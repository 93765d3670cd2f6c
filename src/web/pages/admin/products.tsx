import { adminNav } from '../../messages/admin.ts';
import { createTitleMeta } from '../../meta.ts';
import { useProductsView } from '../../state/product-table.ts';
import { CardsPage } from './products/cards-page.tsx';
import { TablePage } from './products/table/table-page.tsx';

export const meta = createTitleMeta(adminNav.products);

export default function ProductsPage() {
  return useProductsView().view === 'table' ? <TablePage /> : <CardsPage />;
}

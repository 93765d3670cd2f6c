import { createTitleMeta } from '../../shared/meta.ts';
import { useProductsView } from '../../state/admin-area.ts';
import { adminNav } from '../layout/messages.ts';
import { CardsPage } from './cards-page.tsx';
import { TablePage } from './table/table-page.tsx';

export const meta = createTitleMeta(adminNav.products);

export default function ProductsPage() {
  return useProductsView().view === 'table' ? <TablePage /> : <CardsPage />;
}

import { Navigate } from 'react-router';
import { createTitleMeta } from '../../shared/meta.ts';
import { useProductsView } from '../../state/admin-area.ts';
import { adminNav } from '../layout/messages.ts';
import { useOpeningView } from '../saved-views/shown-list.ts';
import { CardsPage } from './cards-page.tsx';
import { TablePage } from './table/table-page.tsx';

export const meta = createTitleMeta(adminNav.products);

export default function ProductsPage() {
  const opening = useOpeningView('products');
  const { view } = useProductsView();
  if (opening) return <Navigate to={opening} replace />;
  return view === 'table' ? <TablePage /> : <CardsPage />;
}

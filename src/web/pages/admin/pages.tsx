/**
 * The list of the merchant's pages, or the editor of the one that the URL names. Both share a route, because each route adds bytes to every
 * shopper's first visit.
 */
import { useParams } from 'react-router';
import { adminNav } from '../../messages/admin.ts';
import { createTitleMeta } from '../../meta.ts';
import { PageEditor } from './pages/page-editor.tsx';
import { PageList } from './pages/page-list.tsx';

export const meta = createTitleMeta(adminNav.pages);

export default function PagesPage() {
  const { id } = useParams();
  return id === undefined ? <PageList /> : <PageEditor id={id} />;
}

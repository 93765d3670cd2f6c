/** The merchant's pages: the list, or the editor of the one that the URL names. A route for both: each one costs every shopper's first visit bytes. */
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

/**
 * The list of the merchant's pages, or the editor of the one that the URL names. Both share a route, because each route adds bytes to every
 * shopper's first visit.
 */
import { useParams } from 'react-router';
import { createTitleMeta } from '../../shared/meta.ts';
import { adminNav } from '../messages.ts';
import { PageEditor } from './page-editor.tsx';
import { PageList } from './page-list.tsx';

export const meta = createTitleMeta(adminNav.pages);

export default function PagesPage() {
  const { id } = useParams();
  return id === undefined ? <PageList /> : <PageEditor id={id} />;
}

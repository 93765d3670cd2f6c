/** All pages that the merchant has written. */

import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { deletePage, type ListedPage, listPages } from '../../../contract/page.ts';
import { api } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Link } from '../../kit/link.tsx';
import { PageIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { usePage, usePageCount } from '../../shared/hooks/use-page.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { adminNav } from '../layout/messages.ts';
import { ActionButton, ActionLink } from '../parts/controls.tsx';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { LEGAL_PAGES_PATH } from './legal-page-names.ts';
import { legalPages, adminPages as words } from './messages.ts';

export const meta = createTitleMeta(adminNav.pages);

const PER_PAGE = 20;
const editPath = (id: string) => `/dashboard/admin/pages/${id}`;

const createColumns = (onDelete: (page: ListedPage) => void): Column<ListedPage>[] => [
  {
    header: words.title,
    cell: ({ _id, title }) => (
      <Link to={editPath(_id)} className="font-[560] wrap-anywhere hover:underline">
        <bdi>{title}</bdi>
      </Link>
    ),
  },
  { header: words.address, cell: ({ slug }) => <span className="wrap-anywhere text-soft">/pages/{slug}</span> },
  {
    header: words.status,
    cell: ({ status }) => <Badge tone={status === 'published' ? 'good' : 'quiet'}>{words.statuses[status]}</Badge>,
  },
  {
    header: words.footer,
    cell: ({ inFooter, footerPosition }) => (inFooter ? words.position(footerPosition) : words.notInFooter),
  },
  {
    header: words.action,
    isEndAligned: true,
    cell: (page) => (
      <span className="-my-0.5 inline-flex gap-1">
        <LinkButton variant="quiet" size="small" aria-label={`${words.edit} ${page.title}`} to={editPath(page._id)}>
          {words.edit}
        </LinkButton>
        <ActionButton variant="danger-quiet" size="small" aria-label={`${words.delete} ${page.title}`} onClick={() => onDelete(page)}>
          {words.delete}
        </ActionButton>
      </span>
    ),
  },
];

export default function PagesPage() {
  const page = usePage();
  const revalidateShop = useRevalidateShop();
  const [deleted, setDeleted] = useState<ListedPage | null>(null);
  const loaded = useLoad(`pages ${page}`, (it, signal) => it(listPages, { query: { page, limit: PER_PAGE }, signal }));
  const pageCount = usePageCount(page, loaded.data);
  const total = loaded.data?.total;

  return (
    <>
      <DashboardHeader
        title={adminNav.pages}
        lead={total !== undefined ? words.count(total) : loaded.error ? '\u00a0' : words.counting}
        actions={<ActionLink to={editPath('new')}>{words.add}</ActionLink>}
      />
      <p className="mb-4 text-small text-soft">
        {words.specifiedPages}{' '}
        <Link to={LEGAL_PAGES_PATH} className="text-accent underline">
          {legalPages.title}
        </Link>
        {' · '}
        <Link to="/dashboard/admin/settings/law#texts" className="text-accent underline">
          {words.legalDrafts}
        </Link>
      </p>
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={6} />}>
        {({ pages }) =>
          pages.length ? (
            <>
              <DataTable caption={adminNav.pages} columns={createColumns(setDeleted)} rows={pages} getRowKey={({ _id }) => _id} />
              <Pagination label={words.pages} page={page} pages={pageCount} to={(it) => `?page=${it}`} />
            </>
          ) : (
            <EmptyState icon={<PageIcon size={22} />} title={words.none}>
              {words.noneHint}
            </EmptyState>
          )
        }
      </AsyncContent>
      {deleted && (
        <ConfirmActionDialog
          title={words.confirmDelete(deleted.title)}
          hint={words.deleteHint}
          confirmLabel={words.delete}
          onConfirm={async () => {
            await api(deletePage, { params: { id: deleted._id } });
            toast.success(words.deleted(deleted.title));
            setDeleted(null);
            void revalidateShop();
            void loaded.reload();
          }}
          close={() => setDeleted(null)}
        />
      )}
    </>
  );
}

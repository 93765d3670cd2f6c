/** All collections of the shop. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { deleteCollection, listAdminCollections } from '../../../contract/collection-admin.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { api } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Link } from '../../kit/link.tsx';
import { BoxIcon } from '../../kit/nav-icons.tsx';
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
import { COLLECTIONS_PATH } from '../layout/nav-items.tsx';
import { ActionButton, ActionLink } from '../parts/controls.tsx';
import { collections as words } from './messages.ts';

export const meta = createTitleMeta(adminNav.collections);

const PER_PAGE = 20;
const editPath = (id: string) => `${COLLECTIONS_PATH}/${id}`;

type Listed = ReplyOf<typeof listAdminCollections>['collections'][number];

const createColumns = (onDelete: (collection: Listed) => void): Column<Listed>[] => [
  {
    header: words.title,
    cell: ({ _id, title }) => (
      <Link to={editPath(_id)} className="-my-1 inline-block py-1 font-[560] wrap-anywhere hover:underline">
        <bdi>{title}</bdi>
      </Link>
    ),
  },
  { header: words.address, cell: ({ slug }) => <span className="wrap-anywhere text-soft">/collections/{slug}</span> },
  { header: words.contents, cell: ({ hasRule, productCount }) => (hasRule ? words.byRule : words.byHand(productCount)) },
  {
    header: words.status,
    cell: ({ isPublished, isInMenu }) => (
      <span className="inline-flex flex-wrap gap-1">
        <Badge tone={isPublished ? 'good' : 'quiet'}>{isPublished ? words.published : words.draft}</Badge>
        {isInMenu && <Badge>{words.inMenu}</Badge>}
      </span>
    ),
  },
  {
    header: words.action,
    isEndAligned: true,
    cell: (collection) => (
      <span className="-my-0.5 inline-flex gap-1">
        <LinkButton variant="quiet" size="small" aria-label={`${words.edit} ${collection.title}`} to={editPath(collection._id)}>
          {words.edit}
        </LinkButton>
        <ActionButton
          variant="danger-quiet"
          size="small"
          aria-label={`${words.delete} ${collection.title}`}
          onClick={() => onDelete(collection)}
        >
          {words.delete}
        </ActionButton>
      </span>
    ),
  },
];

export default function CollectionsPage() {
  const page = usePage();
  const [deleted, setDeleted] = useState<Listed | null>(null);
  const loaded = useLoad(`collections ${page}`, (it, signal) => it(listAdminCollections, { query: { page, limit: PER_PAGE }, signal }));
  const pageCount = usePageCount(page, loaded.data);
  const total = loaded.data?.total;
  return (
    <>
      <DashboardHeader
        title={adminNav.collections}
        lead={total !== undefined ? words.count(total) : loaded.error ? '\u00a0' : words.counting}
        actions={<ActionLink to={editPath('new')}>{words.add}</ActionLink>}
      />
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={6} />}>
        {({ collections }) =>
          collections.length ? (
            <>
              <DataTable
                caption={adminNav.collections}
                columns={createColumns(setDeleted)}
                rows={collections}
                getRowKey={({ _id }) => _id}
              />
              <Pagination label={words.pages} page={page} pages={pageCount} to={(it) => `?page=${it}`} />
            </>
          ) : (
            <EmptyState icon={<BoxIcon size={22} />} title={words.none}>
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
            await api(deleteCollection, { params: { id: deleted._id } });
            toast.success(words.deleted(deleted.title));
            setDeleted(null);
            void loaded.reload();
          }}
          close={() => setDeleted(null)}
        />
      )}
    </>
  );
}

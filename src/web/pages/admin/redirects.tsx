import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { deleteRedirect, listRedirects, type Redirect } from '../../../contract/redirect.ts';
import { api } from '../../api.ts';
import { AsyncContent } from '../../components/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../components/dashboard-layout/dashboard-layout.tsx';
import { TableSkeleton } from '../../components/dashboard-layout/skeletons.tsx';
import { useLoad } from '../../hooks/use-load.ts';
import { usePage, usePageCount } from '../../hooks/use-page.ts';
import { useRefusal } from '../../hooks/use-refusal.ts';
import { adminNav } from '../../messages/admin.ts';
import { redirects as words } from '../../messages/redirects.ts';
import { createTitleMeta } from '../../meta.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RedirectIcon } from '../../ui/nav-icons.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RedirectsForm } from './redirects/redirects-form.tsx';

export const meta = createTitleMeta(adminNav.redirects);

const PER_PAGE = 50;

/** Two columns and a button; what was deleted can be pasted again, so nobody is asked. */
function DeleteButton({ redirect, onDeleted }: { redirect: Redirect; onDeleted: () => void }) {
  const isRefused = useRefusal() !== null;
  const [isBusy, setIsBusy] = useState(false);
  const remove = async () => {
    setIsBusy(true);
    try {
      await api(deleteRedirect, { params: { id: redirect._id } });
      toast.success(words.deleted);
      onDeleted();
    } catch (error) {
      console.error(error);
      toast.error(words.deleteFailed);
      setIsBusy(false);
    }
  };
  return (
    <Button
      variant="danger-quiet"
      size="small"
      aria-label={words.deleteLabel(redirect.from)}
      disabled={isRefused}
      busy={isBusy}
      onClick={() => void remove()}
    >
      {words.delete}
    </Button>
  );
}

const createColumns = (onDeleted: () => void): Column<Redirect>[] => [
  { header: words.from, cell: ({ from }) => <bdi className="wrap-anywhere">{from}</bdi> },
  { header: words.to, cell: ({ to }) => <bdi className="wrap-anywhere">{to}</bdi> },
  { header: words.action, isEndAligned: true, cell: (redirect) => <DeleteButton redirect={redirect} onDeleted={onDeleted} /> },
];

export default function RedirectsPage() {
  const page = usePage();
  const loaded = useLoad(`redirects ${page}`, (it, signal) => it(listRedirects, { query: { page, limit: PER_PAGE }, signal }));
  const pages = usePageCount(page, loaded.data);
  const total = loaded.data?.total;
  return (
    <>
      <DashboardHeader
        title={adminNav.redirects}
        lead={total !== undefined ? words.count(total) : loaded.error ? '\u00a0' : words.counting}
      />
      <Panel title={words.add} hint={words.hint} className="mb-6 max-w-[48rem]">
        <RedirectsForm onAdded={() => void loaded.reload()} />
      </Panel>
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={6} />}>
        {({ redirects }) =>
          redirects.length ? (
            <>
              <DataTable
                caption={adminNav.redirects}
                columns={createColumns(() => void loaded.reload())}
                rows={redirects}
                getRowKey={({ _id }) => _id}
              />
              <Pagination label={words.pages} page={page} pages={pages} to={(it) => `?page=${it}`} />
            </>
          ) : (
            <EmptyState icon={<RedirectIcon size={22} />} title={words.none}>
              {words.noneHint}
            </EmptyState>
          )
        }
      </AsyncContent>
    </>
  );
}

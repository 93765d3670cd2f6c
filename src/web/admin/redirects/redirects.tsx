import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useNavigate, useSearchParams } from 'react-router';
import { REDIRECT_SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { deleteRedirect, listRedirects, type Redirect } from '../../../contract/redirect.ts';
import { cutText } from '../../../contract/values.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { SearchIcon } from '../../kit/icons.tsx';
import { RedirectIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { useRefusal } from '../../shared/hooks/use-form.ts';
import { type LoadState, useLoad } from '../../shared/hooks/use-load.ts';
import { usePage, usePageCount } from '../../shared/hooks/use-page.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { adminNav } from '../layout/messages.ts';
import { KeywordForm, useKeyword } from '../parts/list-controls.tsx';
import { redirects as words } from './messages.ts';
import { RedirectsForm } from './redirects-form.tsx';

export const meta = createTitleMeta(adminNav.redirects);

const PER_PAGE = 50;

/** Two columns and a button. Deleting needs no confirmation, because a line can be pasted again. */
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

const buildUrl = (keyword: string, page = 1) => `?${new URLSearchParams({ ...(keyword && { keyword }), page: String(page) })}`;

function NoRedirects({ isSearched }: { isSearched: boolean }) {
  return (
    <EmptyState icon={isSearched ? <SearchIcon size={22} /> : <RedirectIcon size={22} />} title={isSearched ? words.noResults : words.none}>
      {isSearched ? words.noResultsHint : words.noneHint}
    </EmptyState>
  );
}

export default function RedirectsPage() {
  const navigate = useNavigate();
  const page = usePage();
  const keyword = cutText((useSearchParams()[0].get('keyword') ?? '').trim(), REDIRECT_SEARCH_MAX_LENGTH);
  const input = useKeyword(keyword);
  const loaded = useLoad(`redirects ${page} ${keyword}`, async (it, signal) => {
    const found = await it(listRedirects, { query: { page, limit: PER_PAGE, keyword }, signal });
    // While loading, the old result is still shown: it must be described by its own keyword.
    return { ...found, isSearched: keyword !== '' };
  });
  const to = (it: number) => buildUrl(keyword, it);
  const pages = usePageCount(page, loaded.data, to);
  return (
    <>
      <DashboardHeader title={adminNav.redirects} lead={<span role="status">{describeCount(loaded)}</span>} />
      <Panel title={words.add} hint={words.hint} className="mb-6 max-w-[48rem]">
        <RedirectsForm onAdded={() => void loaded.reload()} />
      </Panel>
      <KeywordForm
        input={input}
        label={words.searchLabel}
        maxLength={REDIRECT_SEARCH_MAX_LENGTH}
        submitLabel={words.search}
        onSubmit={() => void navigate(buildUrl(input.read()), { preventScrollReset: true })}
      />
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={6} />}>
        {({ redirects, isSearched }) =>
          redirects.length ? (
            <>
              <DataTable
                caption={adminNav.redirects}
                columns={createColumns(() => void loaded.reload())}
                rows={redirects}
                getRowKey={({ _id }) => _id}
              />
              <Pagination label={words.pages} page={page} pages={pages} to={to} />
            </>
          ) : (
            <NoRedirects isSearched={isSearched} />
          )
        }
      </AsyncContent>
    </>
  );
}

function describeCount({ data, error }: LoadState<{ total: number; isSearched: boolean }>): string {
  if (error) return '\u00a0';
  if (!data) return words.counting;
  return data.isSearched ? words.resultCount(data.total) : words.count(data.total);
}

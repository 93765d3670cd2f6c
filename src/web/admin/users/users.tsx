/** All customers: accounts and guests. */
import { Navigate, useSearchParams } from 'react-router';
import { exportCustomers, listCustomers } from '../../../contract/customer.ts';
import { api } from '../../api.ts';
import { USERS_PER_PAGE } from '../../constants.ts';
import { LinkButton } from '../../kit/button.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { SearchIcon } from '../../kit/icons.tsx';
import { UsersIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader, FullWidth } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import type { Total } from '../../shared/format.ts';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { type LoadState, useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { useShownColumns } from '../../state/admin-area.ts';
import { useKeysetPagination, useKeysetQuery } from '../parts/list-controls.tsx';
import { useSelection } from '../parts/use-selection.ts';
import { ColumnPicker } from '../saved-views/column-picker.tsx';
import { useOpeningView } from '../saved-views/shown-list.ts';
import { ViewMenu } from '../saved-views/view-menu.tsx';
import { buildColumns, CUSTOMER_COLUMNS, USUAL_COLUMNS } from './customer-columns.tsx';
import { buildViewUrl, CustomerFilterForm, describeView, isFiltered, readView } from './customer-filter.tsx';
import { CustomerSelectionBar } from './customer-tags.tsx';
import { users as words } from './messages.ts';

export const meta = createTitleMeta(words.title);

export default function UsersPage() {
  const opening = useOpeningView('customers');
  return opening ? <Navigate to={opening} replace /> : <CustomerList />;
}

function CustomerList() {
  const view = readView(useSearchParams()[0]);
  const listQuery = useKeysetQuery();
  const shown = useShownColumns('customers', CUSTOMER_COLUMNS, USUAL_COLUMNS);
  const selection = useSelection(view.filter);
  const loaded = useLoad(`customers ${JSON.stringify([listQuery, view])}`, async (it, signal) => {
    const query = { ...listQuery, ...view.filter, sort: view.sort, limit: USERS_PER_PAGE };
    const found = await it(listCustomers, { query, signal });
    // While loading, the old result is still shown: it must be described by its own filter.
    return { ...found, ids: found.customers.map(({ _id }) => _id), hasFilter: isFiltered(view) };
  });
  const { pages, to } = useKeysetPagination(listQuery.page, loaded.data, (it) => buildViewUrl(view, it));
  const hasNoOtherUsers = loaded.data?.total === 1 && !loaded.data.hasFilter;

  return (
    <FullWidth>
      <DashboardHeader
        title={words.title}
        lead={<span role="status">{describeCount(loaded)}</span>}
        actions={
          <>
            <ViewMenu shown={describeView(view, shown)} />
            <ColumnPicker list="customers" all={CUSTOMER_COLUMNS} shown={shown} names={words.columnNames} />
            <DownloadButton fileName={words.fileName} load={() => api(exportCustomers, { query: view.filter })}>
              {words.export}
            </DownloadButton>
          </>
        }
      />
      <CustomerFilterForm view={view} />
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={10} />}>
        {({ customers, ids, total, isAbout }) =>
          customers.length === 0 ? (
            <NoResults />
          ) : (
            <>
              <DataTable
                caption={words.title}
                columns={buildColumns(shown, selection, ids)}
                rows={customers}
                getRowKey={(customer) => customer._id}
                isScrollable
              />
              <CustomerSelectionBar selection={selection} list={{ total, isAbout }} onChanged={() => void loaded.reload()} />
              <Pagination label={words.pages} page={listQuery.page} pages={pages} to={to} />
            </>
          )
        }
      </AsyncContent>
      {hasNoOtherUsers && <NoOtherUsers />}
    </FullWidth>
  );
}

function describeCount({ data, error }: LoadState<Total & { hasFilter: boolean }>): string {
  if (error) return '\u00a0';
  if (!data) return words.counting;
  return data.hasFilter ? words.resultCount(data) : words.count(data);
}

function NoResults() {
  return (
    <EmptyState
      icon={<SearchIcon size={22} />}
      title={words.noResults}
      actions={
        <LinkButton to="/dashboard/admin/users" variant="secondary">
          {words.showAll}
        </LinkButton>
      }
    >
      {words.noResultsHint}
    </EmptyState>
  );
}

function NoOtherUsers() {
  return (
    <div className="mt-4">
      <EmptyState
        icon={<UsersIcon size={22} />}
        title={words.noOtherUsers}
        actions={
          <LinkButton to="/" variant="secondary">
            {words.viewShop}
          </LinkButton>
        }
      >
        {words.noOtherUsersHint}
      </EmptyState>
    </div>
  );
}

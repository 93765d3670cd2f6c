/** All accounts. */
import { useSearchParams } from 'react-router';
import { exportUsers, type ListedUser, listUsers } from '../../../contract/account.ts';
import { api } from '../../api.ts';
import { USERS_PER_PAGE } from '../../constants.ts';
import { LinkButton } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { SearchIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { UsersIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatDate, type Total } from '../../shared/format.ts';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { type LoadState, useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { useKeysetPagination, useKeysetQuery } from '../parts/list-controls.tsx';
import { users as words } from './messages.ts';
import { buildFilterUrl, isFiltered, readFilter, toQuery, UserFilterForm } from './user-filter.tsx';

export const meta = createTitleMeta(words.title);

const COLUMNS: Column<ListedUser>[] = [
  { header: words.name, cell: (user) => <UserLink user={user} /> },
  { header: words.email, cell: (user) => <EmailText email={user.email} /> },
  { header: words.phone, cell: (user) => <bdi className="tabular-nums line-clamp-2 sm:min-w-30">{user.phone || '–'}</bdi> },
  {
    header: words.role,
    cell: (user) => (
      <span className="flex flex-wrap gap-1">
        <Badge tone={user.role === 1 ? 'accent' : 'quiet'}>{user.role === 1 ? words.admin : words.customer}</Badge>
        {user.disabledAt && <Badge tone="caution">{words.disabled}</Badge>}
      </span>
    ),
  },
  {
    header: words.registeredAt,
    cell: (user) => (
      <time dateTime={user.createdAt} className="tabular-nums whitespace-nowrap">
        {formatDate(user.createdAt)}
      </time>
    ),
  },
  { header: words.orders, isEndAligned: true, cell: (user) => user.orders },
];

/** The whole row opens the account's page. */
function UserLink({ user }: { user: ListedUser }) {
  return (
    <Link
      to={`/dashboard/admin/users/${user._id}`}
      className="-my-1 inline-flex min-h-8 items-center after:absolute after:inset-0 group-hover/row:text-accent"
    >
      <bdi className="line-clamp-3">{user.name}</bdi>
    </Link>
  );
}

/** A longer word is broken anywhere: it would make the table wider than the page. */
const LONGEST_WORD = 32;

/** Broken behind its @ only. */
function EmailText({ email }: { email: string }) {
  const [name = '', domain = ''] = email.split(/(?<=@)(?=[^@]*$)/);
  const isLong = Math.max(name.length, domain.length) > LONGEST_WORD;
  // Browsers break words behind hyphens, too.
  const part = isLong ? '' : 'whitespace-nowrap';
  return (
    <span className="line-clamp-3">
      <span className={part}>{name}</span>
      <wbr />
      <span className={part}>{domain}</span>
    </span>
  );
}

export default function UsersPage() {
  const filter = readFilter(useSearchParams()[0]);
  const listQuery = useKeysetQuery();
  const loaded = useLoad(`users ${JSON.stringify([listQuery, filter])}`, async (it, signal) => {
    const found = await it(listUsers, { query: { ...listQuery, ...toQuery(filter), limit: USERS_PER_PAGE }, signal });
    // While loading, the old result is still shown: it must be described by its own filter.
    return { ...found, ids: found.users.map(({ _id }) => _id), hasFilter: isFiltered(filter) };
  });
  const { pages, to } = useKeysetPagination(listQuery.page, loaded.data, (it) => buildFilterUrl(filter, it));
  const hasNoOtherUsers = loaded.data?.total === 1 && !loaded.data.hasFilter;

  return (
    <>
      <DashboardHeader
        title={words.title}
        lead={<span role="status">{describeCount(loaded)}</span>}
        actions={
          <DownloadButton fileName={words.fileName} load={() => api(exportUsers, { query: toQuery(filter) })}>
            {words.export}
          </DownloadButton>
        }
      />
      <UserFilterForm filter={filter} />
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={10} />}>
        {({ users }) =>
          users.length === 0 ? (
            <NoResults />
          ) : (
            <>
              <DataTable caption={words.title} columns={COLUMNS} rows={users} getRowKey={(user) => user._id} />
              <Pagination label={words.pages} page={listQuery.page} pages={pages} to={to} />
            </>
          )
        }
      </AsyncContent>
      {hasNoOtherUsers && <NoOtherUsers />}
    </>
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

import { type ListedUser, listUsers } from '../../../contract/account.ts';
import { AsyncContent } from '../../components/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../components/dashboard-layout/dashboard-layout.tsx';
import { TableSkeleton } from '../../components/dashboard-layout/skeletons.tsx';
import { USERS_PER_PAGE } from '../../constants.ts';
import { formatDate } from '../../format.ts';
import { useKeysetPagination, useKeysetQuery } from '../../hooks/use-keyset-pagination.ts';
import { useLoad } from '../../hooks/use-load.ts';
import { users as words } from '../../messages/admin.ts';
import { createTitleMeta } from '../../meta.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { UsersIcon } from '../../ui/nav-icons.tsx';
import { Pagination } from '../../ui/pagination.tsx';

export const meta = createTitleMeta(words.title);

const COLUMNS: Column<ListedUser>[] = [
  { header: words.name, cell: (user) => <bdi className="line-clamp-3">{user.name}</bdi> },
  { header: words.email, cell: (user) => <EmailText email={user.email} /> },
  { header: words.phone, cell: (user) => <bdi className="tabular-nums line-clamp-2 sm:min-w-30">{user.phone || '–'}</bdi> },
  {
    header: words.role,
    cell: (user) => <Badge tone={user.role === 1 ? 'accent' : 'quiet'}>{user.role === 1 ? words.admin : words.customer}</Badge>,
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

/** A longer word is broken anywhere: it would make the table wider than the page. */
const LONGEST_WORD = 32;

/** Broken behind its @ only. */
function EmailText({ email }: { email: string }) {
  const [name = '', domain = ''] = email.split(/(?<=@)(?=[^@]*$)/);
  const isLong = Math.max(name.length, domain.length) > LONGEST_WORD;
  return (
    <span className={classNames('line-clamp-3', !isLong && 'wrap-normal')}>
      {name}
      <wbr />
      {domain}
    </span>
  );
}

export default function UsersPage() {
  const listQuery = useKeysetQuery();
  const loaded = useLoad(`users ${JSON.stringify(listQuery)}`, async (it, signal) => {
    const found = await it(listUsers, { query: { ...listQuery, limit: USERS_PER_PAGE }, signal });
    return { ...found, ids: found.users.map(({ _id }) => _id) };
  });
  const { pages, to } = useKeysetPagination(listQuery.page, loaded.data);
  const hasNoOtherUsers = loaded.data?.total === 1;

  return (
    <>
      <DashboardHeader title={words.title} lead={loaded.data ? words.count(loaded.data) : loaded.error ? '\u00a0' : words.counting} />
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={10} />}>
        {({ users }) => (
          <>
            <DataTable caption={words.title} columns={COLUMNS} rows={users} getRowKey={(user) => user._id} />
            <Pagination label={words.pages} page={listQuery.page} pages={pages} to={to} />
          </>
        )}
      </AsyncContent>
      {hasNoOtherUsers && (
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
      )}
    </>
  );
}

import { type ListedUser, listUsers } from '../../../contract/account.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { USERS_PER_PAGE } from '../../constants.ts';
import { formatDay } from '../../format.ts';
import { users as words } from '../../messages.admin.ts';
import { common, spec } from '../../messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoad } from '../../use-load.ts';
import { usePage, usePages } from '../../use-page.ts';

export const meta = () => [{ title: `${words.title} – ${spec.title}` }];

const COLUMNS: Column<ListedUser>[] = [
  { head: words.name, cell: (user) => user.name },
  { head: words.email, cell: (user) => user.email },
  { head: words.phone, cell: (user) => <span className="figures">{user.phone || '–'}</span> },
  {
    head: words.role,
    cell: (user) => <Badge tone={user.role === 1 ? 'accent' : 'quiet'}>{user.role === 1 ? words.admin : words.shopper}</Badge>,
  },
  {
    head: words.since,
    cell: (user) => (
      <time dateTime={user.createdAt} className="whitespace-nowrap">
        {formatDay(user.createdAt)}
      </time>
    ),
  },
  { head: words.orders, isEnd: true, cell: (user) => user.orders },
];

export default function UsersPage() {
  const page = usePage();
  const { data, error, reload } = useLoad(`users ${page}`, (it, signal) =>
    it(listUsers, { query: { page, limit: USERS_PER_PAGE }, signal }),
  );
  const pages = usePages(page, data);

  const content = () => {
    if (error) return <LoadFailed error={error} retry={() => void reload()} />;
    if (!data) return <Spinner label={common.loading} />;
    if (data.total === 0) return <Notice title={words.none} />;
    return (
      <>
        <DataTable caption={words.title} columns={COLUMNS} rows={data.users} keyOf={(user) => user._id} />
        <Pagination label={words.pages} page={page} pages={pages} to={(it) => `?page=${it}`} />
      </>
    );
  };

  return (
    <>
      <AreaHead title={words.title} lead={data ? words.count(data.total) : undefined} />
      {content()}
    </>
  );
}

import { type ListedUser, listUsers } from '../../../contract/account.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { Loading } from '../../components/area/loading.tsx';
import { TableShape } from '../../components/area/shapes.tsx';
import { USERS_PER_PAGE } from '../../constants.ts';
import { formatDay } from '../../format.ts';
import { users as words } from '../../messages.admin.ts';
import { spec } from '../../messages.ts';
import { PeopleIcon } from '../../ui/area-icons.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Blank } from '../../ui/blank.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { useLoad } from '../../use-load.ts';
import { usePage, usePages } from '../../use-page.ts';

export const meta = () => [{ title: `${words.title} – ${spec.title}` }];

const COLUMNS: Column<ListedUser>[] = [
  { head: words.name, cell: (user) => <bdi className="line-clamp-3">{user.name}</bdi> },
  { head: words.email, cell: (user) => <span className="line-clamp-3">{user.email}</span> },
  { head: words.phone, cell: (user) => <bdi className="figures line-clamp-2 sm:min-w-30">{user.phone || '–'}</bdi> },
  {
    head: words.role,
    cell: (user) => <Badge tone={user.role === 1 ? 'accent' : 'quiet'}>{user.role === 1 ? words.admin : words.shopper}</Badge>,
  },
  {
    head: words.since,
    cell: (user) => (
      <time dateTime={user.createdAt} className="figures whitespace-nowrap">
        {formatDay(user.createdAt)}
      </time>
    ),
  },
  { head: words.orders, isEnd: true, cell: (user) => user.orders },
];

export default function UsersPage() {
  const page = usePage();
  const loaded = useLoad(`users ${page}`, (it, signal) => it(listUsers, { query: { page, limit: USERS_PER_PAGE }, signal }));
  const pages = usePages(page, loaded.data);
  const isAlone = loaded.data?.total === 1;

  return (
    <>
      <AreaHead title={words.title} lead={loaded.data ? words.count(loaded.data.total) : loaded.error ? '\u00a0' : words.counting} />
      <Loading of={loaded} shape={<TableShape rows={10} />}>
        {({ users }) => (
          <>
            <DataTable caption={words.title} columns={COLUMNS} rows={users} keyOf={(user) => user._id} />
            <Pagination label={words.pages} page={page} pages={pages} to={(it) => `?page=${it}`} />
          </>
        )}
      </Loading>
      {isAlone && (
        <div className="mt-4">
          <Blank
            icon={<PeopleIcon size={22} />}
            title={words.alone}
            actions={
              <LinkButton to="/" variant="secondary">
                {words.seeShop}
              </LinkButton>
            }
          >
            {words.aloneHint}
          </Blank>
        </div>
      )}
    </>
  );
}

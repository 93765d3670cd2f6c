/** Orders of the merchant's former shop, to read, search and export. */
import { useNavigate, useSearchParams } from 'react-router';
import { exportImportedOrders, type ImportedOrder, listImportedOrders } from '../../../contract/imported-order.ts';
import { USER_SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { cutText } from '../../../contract/values.ts';
import { api } from '../../api.ts';
import { ADMIN_ORDERS_PER_PAGE } from '../../constants.ts';
import { LinkButton } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Link } from '../../kit/link.tsx';
import { BagIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader, FullWidth } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatDate, formatPrice } from '../../shared/format.ts';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { usePage, usePageCount } from '../../shared/hooks/use-page.ts';
import { importedOrders as words } from '../../shared/messages/imported-orders.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { IMPORTS_PATH, ORDERS_PATH } from '../layout/nav-items.tsx';
import { KeywordForm, useKeyword } from '../parts/list-controls.tsx';
import { adminOrder } from './messages.ts';

export const meta = createTitleMeta(words.title);

export const IMPORTED_ORDERS_PATH = `${ORDERS_PATH}/imported`;

const COLUMNS: Column<ImportedOrder>[] = [
  {
    header: words.order,
    cell: ({ _id, number }) => (
      <Link
        to={`${IMPORTED_ORDERS_PATH}/${_id}`}
        className="-my-1 inline-block py-1 font-[560] tabular-nums wrap-anywhere hover:text-accent"
      >
        {number}
      </Link>
    ),
  },
  {
    header: words.placed,
    cell: ({ placedAt }) => (
      <time dateTime={placedAt} className="tabular-nums whitespace-nowrap">
        {formatDate(placedAt)}
      </time>
    ),
  },
  {
    header: words.customer,
    cell: ({ name, email }) => (
      <span className="block min-w-0">
        <bdi className="line-clamp-1">{name || words.noName}</bdi>
        <span className="line-clamp-1 text-small text-soft">{email}</span>
      </span>
    ),
  },
  { header: words.status, cell: ({ status }) => <span className="wrap-anywhere">{status || '–'}</span> },
  { header: words.total, isEndAligned: true, cell: ({ total, currency }) => formatPrice(total, currency) },
];

export default function ImportedOrdersPage() {
  const navigate = useNavigate();
  const page = usePage();
  const keyword = cutText((useSearchParams()[0].get('keyword') ?? '').trim(), USER_SEARCH_MAX_LENGTH);
  const input = useKeyword(keyword);
  const to = (it: number, searched = keyword) =>
    `?${new URLSearchParams({ ...(searched && { keyword: searched }), ...(it > 1 && { page: String(it) }) })}`;
  const loaded = useLoad(`imported orders ${page} ${keyword}`, (it, signal) =>
    it(listImportedOrders, { query: { page, limit: ADMIN_ORDERS_PER_PAGE, ...(keyword && { keyword }) }, signal }),
  );
  const pages = usePageCount(page, loaded.data, to);
  return (
    <FullWidth>
      <BackLink to={ORDERS_PATH}>{adminOrder.backToList}</BackLink>
      <DashboardHeader
        title={words.title}
        lead={words.lead}
        actions={
          <DownloadButton fileName={words.fileName} load={() => api(exportImportedOrders, { query: keyword ? { keyword } : {} })}>
            {words.export}
          </DownloadButton>
        }
      />
      <KeywordForm
        input={input}
        label={words.searchLabel}
        maxLength={USER_SEARCH_MAX_LENGTH}
        submitLabel={words.search}
        onSubmit={() => void navigate(to(1, input.read()))}
      />
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={10} />}>
        {({ orders }) =>
          orders.length ? (
            <>
              <DataTable caption={words.title} columns={COLUMNS} rows={orders} getRowKey={({ _id }) => _id} />
              <Pagination label={words.pages} page={page} pages={pages} to={to} />
            </>
          ) : (
            <EmptyState
              icon={<BagIcon size={22} />}
              title={keyword ? words.noResults : words.none}
              actions={
                <LinkButton to={keyword ? IMPORTED_ORDERS_PATH : IMPORTS_PATH} variant="secondary">
                  {keyword ? words.showAll : words.import}
                </LinkButton>
              }
            >
              {keyword ? '' : words.noneHint}
            </EmptyState>
          )
        }
      </AsyncContent>
    </FullWidth>
  );
}

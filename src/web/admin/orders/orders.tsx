/** All orders. */
import { Navigate, useSearchParams } from 'react-router';
import { nameCountry } from '../../../contract/countries.ts';
import { listImportedOrders } from '../../../contract/imported-order.ts';
import { exportOrders, listAllOrders } from '../../../contract/order-admin.ts';
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { listToProcure } from '../../../contract/procurement.ts';
import { readTestOrders } from '../../../contract/test-orders.ts';
import { api } from '../../api.ts';
import { ADMIN_ORDERS_PER_PAGE } from '../../constants.ts';
import { LinkButton } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { SearchIcon } from '../../kit/icons.tsx';
import { BagIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader, FullWidth } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatCount, formatDate, formatPrice, type Total } from '../../shared/format.ts';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { type LoadState, useLoad } from '../../shared/hooks/use-load.ts';
import { orderRequests } from '../../shared/messages/orders.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { OrderStatus } from '../../shared/orders/order-status.tsx';
import { useShownColumns } from '../../state/admin-area.ts';
import { delays } from '../order/delay-messages.ts';
import { isLate } from '../order/delay-notice.tsx';
import { isOpenDispute } from '../order/order-actions.tsx';
import { DeleteTestOrders } from '../order/test-order-notice.tsx';
import { ActionLink } from '../parts/controls.tsx';
import { useKeysetPagination, useKeysetQuery } from '../parts/list-controls.tsx';
import { ColumnPicker } from '../saved-views/column-picker.tsx';
import { useOpeningView } from '../saved-views/shown-list.ts';
import { ViewMenu } from '../saved-views/view-menu.tsx';
import { adminOrders as words } from './messages.ts';
import { buildFilterUrl, describeView, isFiltered, OrderFilterForm, OrderTabs, readFilter, toFilterQuery } from './order-filter.tsx';
import { OrderLink } from './order-links.tsx';
import { type OrderSelection, SelectAllHead, SelectBox, SelectionBar, useOrderSelection } from './selection.tsx';

export const meta = createTitleMeta(words.title);

/** Columns that can be left out and reordered; the order itself is always there. */
const ORDER_COLUMNS = ['placed', 'customer', 'status', 'items', 'total'] as const;
type OrderColumn = (typeof ORDER_COLUMNS)[number];

/** A table's column may get narrower than the text; in a card, where it is at the right, only `truncate` shows that it goes on. */
const oneLine = 'line-clamp-1 max-sm:block max-sm:truncate';

const CELLS: Record<OrderColumn, Omit<Column<AdminOrder>, 'header'>> = {
  placed: {
    cell: (order) => (
      <time dateTime={order.createdAt} className="tabular-nums whitespace-nowrap">
        {formatDate(order.createdAt)}
      </time>
    ),
  },
  customer: {
    cell: ({ buyer, shipTo }) => (
      <span className="block min-w-0">
        <bdi className={oneLine}>{buyer.name}</bdi>
        <span className={`${oneLine} text-small text-soft`}>{buyer._id ? buyer.email : words.guestEmail(buyer.email)}</span>
        {shipTo && <span className={`${oneLine} text-small text-soft`}>{describeDestination(shipTo)}</span>}
      </span>
    ),
  },
  status: { cell: (order) => <OrderStatusCell order={order} /> },
  items: { isEndAligned: true, cell: ({ lines }) => formatCount(lines.reduce((sum, { quantity }) => sum + quantity, 0)) },
  total: { isEndAligned: true, cell: (order) => formatPrice(order.total, order.currency) },
};

interface ColumnOptions {
  shown: readonly OrderColumn[];
  /** The list's filter, by which the order's page finds the previous and the next order. */
  search: string;
  orders: AdminOrder[];
  selection: OrderSelection;
}

const createColumns = ({ shown, search, orders, selection }: ColumnOptions): Column<AdminOrder>[] => [
  {
    header: words.order,
    head: <SelectAllHead selection={selection} orders={orders} />,
    cell: (order) => (
      <span className="flex items-center gap-3">
        <SelectBox selection={selection} order={order} />
        <OrderLink order={order} search={search} />
      </span>
    ),
  },
  ...shown.map((it) => ({ header: words.columnNames[it], ...CELLS[it] })),
];

/** Without regions that are numbers, which say nothing to people. */
const describeDestination = ({ recipient, city, region, country }: NonNullable<AdminOrder['shipTo']>) =>
  words.shipsTo([recipient, city, /^\d/.test(region) ? '' : region, nameCountry(country)].filter(Boolean).join(', '));

/** That it is late, an open request and an open dispute are shown beside the status. */
function OrderStatusCell({ order }: { order: AdminOrder }) {
  const { request, disputes } = order;
  return (
    <span className="flex flex-wrap gap-1">
      <OrderStatus {...order} />
      {request?.status === 'open' && <Badge tone="caution">{orderRequests.badge}</Badge>}
      {isLate(order) && <Badge tone="caution">{delays.badge}</Badge>}
      {disputes.some(isOpenDispute) && <Badge tone="caution">{words.disputed}</Badge>}
    </span>
  );
}

export default function OrdersPage() {
  const opening = useOpeningView('orders');
  return opening ? <Navigate to={opening} replace /> : <OrderList />;
}

function OrderList() {
  const shown = useShownColumns('orders', ORDER_COLUMNS);
  const filter = readFilter(useSearchParams()[0]);
  const listQuery = useKeysetQuery();
  const selection = useOrderSelection(buildFilterUrl(filter));
  const loaded = useLoad(`orders ${JSON.stringify(listQuery)} ${buildFilterUrl(filter)}`, async (it, signal) => {
    const query = { ...listQuery, limit: ADMIN_ORDERS_PER_PAGE, ...toFilterQuery(filter) };
    // While loading, the old result is still shown: it must be described by its own filter.
    const found = await it(listAllOrders, { query, signal });
    return { ...found, ids: found.orders.map(({ _id }) => _id), search: isFiltered(filter) ? buildFilterUrl(filter) : '' };
  });
  const tests = useLoad('test orders', (it, signal) => it(readTestOrders, { signal }));
  const owed = useLoad('to procure', (it, signal) => it(listToProcure, { signal }));
  const imported = useLoad('has imported orders', (it, signal) => it(listImportedOrders, { query: { limit: 1 }, signal }));
  const hasTests = filter.status === 'test' || Boolean(tests.data?.testOrders.count);
  const { pages, to } = useKeysetPagination(listQuery.page, loaded.data, (it) => buildFilterUrl(filter, it));

  return (
    <FullWidth>
      <DashboardHeader
        title={words.title}
        lead={<span role="status">{describeCount(loaded)}</span>}
        actions={
          <>
            {filter.status === 'test' && <DeleteTestOrders onDeleted={() => Promise.all([loaded.reload(), tests.reload()])} />}
            <ViewMenu shown={describeView(filter, shown)} />
            <ColumnPicker list="orders" all={ORDER_COLUMNS} shown={shown} names={words.columnNames} />
            <DownloadButton fileName={words.fileName} load={() => api(exportOrders, { query: toFilterQuery(filter) })}>
              {words.export}
            </DownloadButton>
            <ActionLink to="/dashboard/admin/orders/ship" variant="secondary">
              {words.shipMany}
            </ActionLink>
          </>
        }
      />
      <OrderTabs filter={filter} hasTests={hasTests} isOwing={Boolean(owed.data?.total)} hasImported={Boolean(imported.data?.total)} />
      <OrderFilterForm filter={filter} hasTests={hasTests} />
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={10} />}>
        {({ orders, total, search }) => {
          if (total === 0) return search ? <NoResults /> : <NoOrders />;
          return (
            <>
              <DataTable
                caption={words.title}
                columns={createColumns({ shown, search, orders, selection })}
                rows={orders}
                getRowKey={(order) => order._id}
              />
              <Pagination label={words.pages} page={listQuery.page} pages={pages} to={to} />
              <SelectionBar selection={selection} reload={loaded.reload} />
            </>
          );
        }}
      </AsyncContent>
    </FullWidth>
  );
}

function describeCount({ data, error }: LoadState<Total & { search: string }>): string {
  if (error) return '\u00a0';
  if (!data) return words.counting;
  return data.search ? words.resultCount(data) : words.count(data);
}

function NoResults() {
  return (
    <EmptyState
      icon={<SearchIcon size={22} />}
      title={words.noResults}
      actions={
        <LinkButton to="/dashboard/admin/orders" variant="secondary">
          {words.showAll}
        </LinkButton>
      }
    >
      {words.noResultsHint}
    </EmptyState>
  );
}

function NoOrders() {
  return (
    <EmptyState
      icon={<BagIcon size={22} />}
      title={words.none}
      actions={
        <LinkButton to="/" variant="secondary">
          {words.viewShop}
        </LinkButton>
      }
    >
      {words.noneHint}
    </EmptyState>
  );
}

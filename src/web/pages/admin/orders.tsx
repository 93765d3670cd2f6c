import { useSearchParams } from 'react-router';
import { type AdminOrder, listAllOrders } from '../../../contract/order.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { Loading } from '../../components/area/loading.tsx';
import { TableShape } from '../../components/area/shapes.tsx';
import { OrderLink } from '../../components/orders/order-link.tsx';
import { OrderStatus } from '../../components/orders/order-status.tsx';
import { ADMIN_ORDERS_PER_PAGE } from '../../constants.ts';
import { formatDay, formatPrice } from '../../format.ts';
import { adminOrders as words } from '../../messages.orders.ts';
import { spec } from '../../messages.ts';
import { BagIcon } from '../../ui/area-icons.tsx';
import { Blank } from '../../ui/blank.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { type Loaded, useLoad } from '../../use-load.ts';
import { usePage, usePages } from '../../use-page.ts';
import { addressOf, filterIn, isFiltered } from './orders/filter.ts';
import { OrderFilter } from './orders/order-filter.tsx';

export const meta = () => [{ title: `${words.title} – ${spec.title}` }];

const COLUMNS: Column<AdminOrder>[] = [
  { head: words.order, cell: (order) => <OrderLink order={order} /> },
  {
    head: words.placed,
    cell: (order) => (
      <time dateTime={order.createdAt} className="figures whitespace-nowrap">
        {formatDay(order.createdAt)}
      </time>
    ),
  },
  {
    head: words.buyer,
    cell: ({ buyer }) => (
      <span className="block min-w-0">
        <bdi className="line-clamp-1">{buyer.name}</bdi>
        <span className="line-clamp-1 text-small text-soft">{buyer.email}</span>
      </span>
    ),
  },
  { head: words.state, cell: (order) => <OrderStatus status={order.status} /> },
  { head: words.total, isEnd: true, cell: (order) => formatPrice(order.total) },
];

export default function OrdersPage() {
  const filter = filterIn(useSearchParams()[0]);
  const page = usePage();
  const { keyword, status } = filter;
  const loaded = useLoad(`orders ${page} ${status} ${keyword}`, async (it, signal) => {
    const query = { page, limit: ADMIN_ORDERS_PER_PAGE, ...(status && { status }), ...(keyword && { keyword }) };
    // What is in sight may still be the answer to the question before.
    return { ...(await it(listAllOrders, { query, signal })), isFound: isFiltered(filter) };
  });
  const to = (it: number) => addressOf(filter, it);
  const pages = usePages(page, loaded.data, to);

  return (
    <>
      <AreaHead title={words.title} lead={<span role="status">{leadOf(loaded)}</span>} />
      <OrderFilter filter={filter} />
      <Loading of={loaded} shape={<TableShape rows={10} />}>
        {({ orders, total, isFound }) => {
          if (total === 0) return isFound ? <NoneFound /> : <NoOrders />;
          return (
            <>
              <DataTable caption={words.title} columns={COLUMNS} rows={orders} keyOf={(order) => order._id} />
              <Pagination label={words.pages} page={page} pages={pages} to={to} />
            </>
          );
        }}
      </Loading>
    </>
  );
}

function leadOf({ data, error }: Loaded<{ total: number; isFound: boolean }>): string {
  if (error) return '\u00a0';
  if (!data) return words.counting;
  return data.isFound ? words.found(data.total) : words.count(data.total);
}

function NoneFound() {
  return (
    <Blank
      icon={<SearchIcon size={22} />}
      title={words.noneFound}
      actions={
        <LinkButton to="/dashboard/admin/orders" variant="secondary">
          {words.showAll}
        </LinkButton>
      }
    >
      {words.noneFoundHint}
    </Blank>
  );
}

function NoOrders() {
  return (
    <Blank
      icon={<BagIcon size={22} />}
      title={words.none}
      actions={
        <LinkButton to="/" variant="secondary">
          {words.seeShop}
        </LinkButton>
      }
    >
      {words.noneHint}
    </Blank>
  );
}
